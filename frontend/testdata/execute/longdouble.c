#include <stdio.h>
#include <math.h>
#include <stdlib.h>
union ld { long double x; double d[2]; };
struct s { char c; long double v; int k; };
static long double sq(long double x) { return x * x; }
int main(void) {
	long double a = 1.5L, b;
	struct s s = { 1, 2.25L, 3 }, t = s;
	t.v += a * 2;
	printf("%Lf %.3Lf %d\n", sq(a), t.v, t.k);
	sscanf("3.75", "%Lf", &b);
	printf("%Lg %Lg %g\n", b, sqrtl(b * 4 + 1), (double)fabsl(-b));
	printf("%d %d\n", a < b, (int)b);
	printf("%.1Lf\n", strtold("0.5", 0));
	long double arr[3] = { 1, 2, 3 }; printf("%Lg\n", arr[0] + arr[2]);
	return 0;
}
