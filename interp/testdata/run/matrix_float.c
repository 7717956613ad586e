#include <stdio.h>
#include <math.h>
#define N 4
static double det(double m[N][N]) {
  double d = 1;
  for (int k = 0; k < N; k++) {
    int p = k; for (int i = k + 1; i < N; i++) if (fabs(m[i][k]) > fabs(m[p][k])) p = i;
    if (m[p][k] == 0) return 0;
    if (p != k) { d = -d; for (int j = 0; j < N; j++) { double t = m[k][j]; m[k][j] = m[p][j]; m[p][j] = t; } }
    d *= m[k][k];
    for (int i = k + 1; i < N; i++) { double f = m[i][k] / m[k][k]; for (int j = k; j < N; j++) m[i][j] -= f * m[k][j]; }
  }
  return d;
}
static float horner(const float *c, int n, float x) { float r = 0; while (n--) r = r * x + c[n]; return r; }
int main(void) {
  double m[N][N] = {{2, -1, 0, 3}, {1, 4, 2, -2}, {0, 5, -3, 1}, {7, 0, 1, 2}};
  printf("%.10f\n", det(m));
  float c[] = {1, -2.5f, 0.75f, 3}; for (int i = -2; i < 3; i++) printf("%.4f ", horner(c, 4, i * 0.5f));
  puts("");
  double x = 2; for (int i = 0; i < 6; i++) x = x - (x * x - 2) / (2 * x); printf("%.15f\n", x);
  double s = 0; for (int i = 1; i < 2000; i++) s += (i % 2 ? 4.0 : -4.0) / (2 * i - 1); printf("%.12f\n", s);
  return (int)det((double[N][N]){{1, 0, 0, 0}, {0, 2, 0, 0}, {0, 0, 3, 0}, {0, 0, 0, 4}});
}
