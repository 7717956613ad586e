// Words, lengths and a hash over a string.
static const char *text = "the quick brown fox jumps over the lazy dog and runs away from the angry bear";
static int length(const char *s) { int n = 0; while (*s++) n++; return n; }
static void copy(char *d, const char *s) { while ((*d++ = *s++)) ; }
static int upper(int c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; }
int main(void) {
  unsigned hash = 5381, words = 0;
  char line[100], word[20];
  for (int r = 0; r < 1000 * REPEAT; r++) {
    copy(line, text);
    int n = length(line), w = 0;
    for (int i = 0; i <= n; i++) {
      char c = line[i];
      if (c == ' ' || c == 0) {
        word[w] = 0;
        for (char *p = word; *p; p++)
          hash = hash * 33 + *p;
        words++;
        w = 0;
      } else
        word[w++] = upper(c);
    }
  }
  return (hash + words) & 127;
}
