/* The second body of a function has parameters of its own. */
int printf(const char *, ...);
extern inline __attribute__((gnu_inline)) int twice(int a) { return a + 100; }
int twice(int b) { return 2 * b; }
int main(void) { printf("%d\n", twice(4)); return 0; }
