int printf(const char *, ...);
int main(void) { printf("%d %d %d\n", u'🍣', L'ab', U'xy'); return 0; }
