// stdin: 12 -7 0x1F 077\n3.5e2 -.25 nan\n18446744073709551615 99999999999 -128 65535 x\n
#include <stdio.h>
int main(void) {
  int a, b, c, d, n;
  double x; float y;
  unsigned long long u; long long l; signed char h; unsigned short s;
  n = scanf("%d %d %i %i", &a, &b, &c, &d);
  printf("%d: %d %d %d %d\n", n, a, b, c, d);
  n = scanf("%lf%f", &x, &y);
  printf("%d: %g %g\n", n, x, y);
  n = scanf("%lf", &x);
  printf("%d: %d\n", n, x != x);
  n = scanf("%llu %lld %hhd %hu", &u, &l, &h, &s);
  printf("%d: %llu %lld %d %u\n", n, u, l, h, s);
  n = scanf("%d", &a);
  printf("%d %c\n", n, getchar());
  n = scanf("%d", &a);
  printf("%d %d\n", n, feof(stdin) != 0);
  return 0;
}
