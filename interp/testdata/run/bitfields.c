#include <stdio.h>
struct f { unsigned a : 3; int b : 5; unsigned c : 1; signed d : 10; unsigned long long e : 40; _Bool g : 1; };
struct p { unsigned lo : 4, hi : 4; unsigned char rest; };
int main(void) {
  struct f x = {0};
  x.a = 9; x.b = -16; x.c = 3; x.d = 511; x.e = 0xffffffffffull; x.g = 5;
  printf("%u %d %u %d %llu %d\n", x.a, x.b, x.c, x.d, (unsigned long long)x.e, x.g);
  x.b--; x.d += 2; x.a += 7; x.e++;
  printf("%u %d %d %llu\n", x.a, x.b, x.d, (unsigned long long)x.e);
  union { struct p s; unsigned char b[4]; } u = {.b = {0x5a, 7}};
  printf("%x %x\n", u.s.lo, u.s.hi);
  u.s.hi = u.s.lo + 9;
  printf("%x\n", u.b[0]);
  struct f y = x;
  y.a = x.a ^ 5;
  printf("%d %d\n", y.a, x.a);
  return (int)sizeof(struct p);
}
