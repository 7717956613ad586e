/* The functions of math.h for long double, and its output and input. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <errno.h>
static unsigned long long seed = 1;
static unsigned long long next(void) { seed = seed * 6364136223846793005u + 1442695040888963407u; return seed >> 20 ^ seed << 30; }
static long double value(void) {
	static long double odd[] = {0, -0.0L, 1, -1, 0.5L, 2, -3, 10, 1e-20L, -1e-20L, 1e20L, 1e4000L, -1e-4000L, 1e-4940L, INFINITY, -INFINITY, NAN, 0.1L, 11356, -11400, 3.14159265358979323846L};
	if (next() % 5 == 0) return odd[next() % (sizeof odd / sizeof *odd)];
	long double x = (long double)next() / (next() % 2 ? 0x1p63L : 0x1p58L);
	if (next() % 4 == 0) x = ldexpl(x, (int)(next() % 200) - 100);
	return next() % 2 ? x : -x;
}
#define U(f) r = f##l(x); printf(#f " %.21Lg = %.16Lg %d\n", x, r, errno); errno = 0;
#define B(f) r = f##l(x, y); printf(#f " %.21Lg %.21Lg = %.16Lg %d\n", x, y, r, errno); errno = 0;
int main(void) {
	for (int i = 0; i < 8; i++) {
		long double x = value(), y = value(), z = value(), r; int e = 0; errno = 0;
		U(sin) U(cos) U(tan) U(asin) U(acos) U(atan) U(sinh) U(cosh) U(tanh) U(asinh) U(acosh) U(atanh) U(exp) U(exp2) U(exp10) U(expm1)
		U(log) U(log2) U(log10) U(log1p) U(cbrt) U(fabs) U(floor) U(ceil) U(trunc) U(round) U(rint) U(nearbyint) U(logb)
		B(pow) B(atan2) B(hypot) B(fmod) B(remainder) B(fdim) B(nextafter) B(fmin) B(fmax) B(copysign)
		r = frexpl(x, &e); printf("frexp %La %La %d\n", x, r, e);
		r = ldexpl(x, (int)(next() % 2000) - 1000); printf("ldexp %La %d\n", r, errno); errno = 0;
		{ long double w; r = modfl(x, &w); printf("modf %La %La\n", w, r); }
		r = remquol(x, y, &e); if (r == r) printf("remquo %La %La %La %d\n", x, y, r, e); errno = 0;
		r = fmal(x, y, z); printf("fma %La %La %La %La\n", x, y, z, r); errno = 0;
		printf("ilogb %d", ilogbl(x)); if (fabsl(x) < 1e9) printf(" %ld %lld %ld\n", lrintl(x), llroundl(x), lroundl(x)); else printf("\n"); errno = 0;
		printf("class %d %d %d %d %d %d\n", fpclassify(x), !!isnan(x), isinf(x) != 0, isfinite(x), !!signbit(x), isnormal(x));
		printf("%Lf %.3Lf %Le %Lg %.30Lg %La %.3La %.0Le|%20.4Lf|%-20Lg|%+Lf\n", x / 3, y, x, y, z / 7, x, y, z, fabsl(x) < 1e20 ? x : 0, y, z);
		char buf[100]; sprintf(buf, "%.25Lg", x); r = strtold(buf, 0); if (r != x && x == x) printf("BAD %s\n", buf); long double q; if (sscanf(buf, "%Lf", &q) != 1 || q != r && r == r) printf("BAD2 %s\n", buf);
		errno = 0; double d = nexttoward((double)x, y); printf("nt %a\n", d); errno = 0;
	}
}
