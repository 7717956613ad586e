#define _GNU_SOURCE
#include <stdio.h>
#include <math.h>
int main(void) {
  double v[] = {0.5, 1.0, 2.0, -0.75, 10.0, 1e-5, 123.456};
  for (int i = 0; i < 7; i++) {
    double x = v[i], a = fabs(x);
    printf("%.12g %.12g %.12g %.12g %.12g\n", sqrt(a), log(a), log10(a), exp(x), pow(a, 1.5));
    printf("%.12g %.12g %.12g %.12g %.12g\n", sin(x), cos(x), tan(x), atan(x), atan2(x, 2));
    printf("%g %g %g %g %.12g %.12g\n", floor(x), ceil(x), round(x), trunc(x), fmod(x, 0.3), hypot(x, 3));
    printf("%.12g %.12g %.12g %.12g\n", sinh(x), cosh(x), tanh(x), cbrt(x));
  }
  int e; double m = frexp(48.0, &e), ip, fr = modf(-3.75, &ip);
  printf("%g %d %g %g %g\n", m, e, fr, ip, ldexp(0.75, 4));
  printf("%d %d %d %d\n", isnan(sqrt(-1.0)), !!isinf(log(0.0)), isnan(1.0), isinf(exp(1000)));
  printf("%d %d %d\n", isinf(log(0.0)), isinf(logf(0.0f)), isinf(1.0));
  printf("%g %g %g %g\n", fmax(1, 2), fmin(1, 2), copysign(3, -1), fdim(5, 3));
  printf("%.6f %.6f %ld %ld %g\n", sqrtf(2.0f), powf(2.0f, 0.5f), lround(2.5), lrint(2.5), rint(3.5));
  printf("%.10f %.10f\n", acos(-1.0), 4 * atan(1.0));
  static const double gammas[] = {-3, -2, -1, -0.5, -1.5, -2.5, 0.0, -0.0, 1, -1e-300, -1e300, INFINITY, -INFINITY};
  for (int i = 0; i < 13; i++) {
    int sign;
    lgamma_r(gammas[i], &sign);
    printf("%d", sign);
  }
  printf("\n");
  return 0;
}
