#include <stdio.h>
int main(void) {
  double v[] = {0.0, -0.0, 1.0, 0.1, -2.5, 3.5, 1e10, 1e-10, 123456789.0, 1.0 / 3.0, 2.0 / 3.0, 1e300, 5e-324, 99999.95, 0.00001234};
  for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
    printf("%f %e %g %G\n", v[i], v[i], v[i], v[i]);
    printf("[%.2f][%10.3f][%-12.1f][%+.0f][%012.4f][%.10g][%#.3g][%.0e]\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
    printf("%a\n", v[i]);
  }
  double inf = 1e308 * 10, nan = inf - inf;
  printf("%f %F %e %g %5.1f|%-6f|\n", inf, -inf, inf, -inf, inf, inf);
  printf("%d %d\n", nan != nan, inf > 1e308);
  float f = 0.1f;
  printf("%.10f %.17g %Lf\n", f, 0.1, (long double)2.5);
  return 0;
}
