#include <stdio.h>
static int days(int m, int leap) { switch (m) { case 2: return 28 + leap; case 4: case 6: case 9: case 11: return 30; default: return 31; } }
static void copy(char *to, const char *from, int n) {
  int k = (n + 3) / 4;
  switch (n % 4) { case 0: do { *to++ = *from++; case 3: *to++ = *from++; case 2: *to++ = *from++; case 1: *to++ = *from++; } while (--k > 0); }
}
static int calls; static int bump(int v) { calls++; return v; }
int main(void) {
  int s = 0; for (int m = 1; m <= 12; m++) s += days(m, 1);
  char b[12] = {0}; copy(b, "duff-device", 11);
  printf("%d %s\n", s, b);
  int i = 0, j; 
again:
  for (j = 0; ; j++) { if (j == 3) continue; if (j > 5) break; i += j; if (i > 40) goto out; }
  goto again;
out:
  printf("%d %d\n", i, j);
  printf("%d %d %d ", bump(0) && bump(1), bump(1) || bump(0), bump(0) ? bump(2) : bump(3)); printf("%d\n", calls);
  int k = 10; do { k -= 3; if (k == 4) continue; } while (k > 0); printf("%d\n", k);
  for (int a = 0, c = 10; a < c; a++, c--) if (a == 4) printf("%d %d\n", a, c);
  switch (k) { case -2: { int local = 5; printf("%d ", local); } case 7: printf("fall "); break; case 0: printf("never"); }
  switch ('b') { case 'a' ... 'c': puts("range"); }
  unsigned u = 3; while (u-- > 0) printf("%u", u);
  puts(""); int x = 5; x += u++ * 0 + 2; x <<= 1; x ^= 3; x %= 7; printf("%d\n", x);
  return 0;
}
