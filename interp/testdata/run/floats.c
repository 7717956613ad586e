#include <stdio.h>
#include <float.h>
int main(void) {
  float f = 16777216.0f; double d = 9007199254740992.0;
  printf("%d %d\n", f + 1 == f, d + 1 == d);
  printf("%d %d %u %lld\n", (int)3.99, (int)-3.99, (unsigned)4e9, (long long)-1e15);
  printf("%.9g %.17g\n", (float)0.1, 0.1f + 0.2);
  printf("%.17g %.17g\n", 0.1 + 0.2, 1.0 / 3 * 3);
  float s = 0; for (int i = 0; i < 1000; i++) s += 0.1f;
  double t = 0; for (int i = 0; i < 1000; i++) t += 0.1;
  printf("%.9g %.17g\n", s, t);
  printf("%g %g %d %d\n", FLT_EPSILON, DBL_MAX, FLT_DIG, DBL_MANT_DIG);
  unsigned long long u = 18446744073709551615ull; printf("%.1f %.1f\n", (double)u, (float)16777217);
  double z = 0.0, n = -0.0; printf("%d %g %g\n", z == n, 1 / z, 1 / n);
  double nan = z / z; printf("%d %d %d %d\n", nan == nan, nan < 1, nan != nan, !(nan >= 1));
  char c = 65.7; short h = -1.5f; printf("%c %d\n", c, h);
  double acc = 1; int k = 0; while (1 + acc > 1) { acc /= 2; k++; } printf("%d\n", k);
  f = 1.0f / 3; d = f; printf("%d %.17g\n", d == 1.0 / 3, d);
  int i = 5; i /= 2.0; printf("%d ", i); i *= 1.5; printf("%d\n", i);
  return 0;
}
