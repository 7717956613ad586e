#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <float.h>
#include <complex.h>
struct s { double a[3]; float f; };
static struct s tr(struct s v, double k) { for (int i = 0; i < 3; i++) v.a[i] *= k; v.f = (float)k; return v; }
static double integrate(double (*f)(double), double a, double b, int n) { double h = (b - a) / n, s = 0; for (int i = 0; i < n; i++) s += f(a + (i + .5) * h); return s * h; }
static double sq(double x) { return x * x; }
int main(void) {
	struct s v = { { 1, 2, 3 }, 0 }; v = tr(tr(v, 2), 1.5); printf("%g %g %g %g\n", v.a[0], v.a[1], v.a[2], v.f);
	printf("%.6f %.6f\n", integrate(sq, 0, 3, 100), integrate(exp, 0, 1, 50));
	printf("%g %g %g %g\n", pow(2, 0.5), fmod(7.5, 2), hypot(3, 4), cbrt(27));
	printf("%g %g %g %g\n", ceil(-1.5), floor(-1.5), round(2.5), trunc(-2.7));
	printf("%d %d %d\n", isnan(0.0 / 0.0), isinf(1 / 0.0), signbit(-0.0) != 0);
	printf("%g %g\n", DBL_EPSILON, FLT_MAX); int e; double m = frexp(10, &e); printf("%g %d %g\n", m, e, ldexp(m, e));
	float f = 0.1f; printf("%.9g %.9g\n", f, f * f); printf("%d\n", (int)(0.1f == 0.1));
	double x = 1; while (1 + x != 1) x /= 2; printf("%g\n", x * 2);
	printf("%g %g %g\n", fmin(1, 2), fmax(1, NAN), copysign(3, -1)); printf("%.3f %.3f\n", atan2(1, -1), tgamma(5));
	unsigned long long big = 18446744073709551615ULL; printf("%.0f %llu\n", (double)big, (unsigned long long)1e19);
	printf("%ld %lld %.1f\n", lround(-2.5), llrint(3.5), nearbyint(2.5)); printf("%f %f\n", sqrt(2), sqrtf(2.0f));
	printf("%a\n", 1.5); srand(7); int a = rand(), b = rand(); srand(7); int c = rand(), d = rand(); printf("%d %d\n", a == c, b == d);
	return 0;
}
