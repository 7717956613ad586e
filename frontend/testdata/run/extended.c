/* long double in the lowering for the verifier. */
#include <float.h>
#include <math.h>
#include <string.h>
#define check(c) ((c) ? (void)0 : __builtin_abort())

union bits {
	long double v;
	struct {
		unsigned long long sig;
		unsigned short se;
	} p;
};

static long double third = 1 / 3.0L, list[] = {1, 2.5L, -0.1L};
static int is(long double x, int se, unsigned long long sig) {
	union bits b = {x};
	return b.p.se == se && b.p.sig == sig;
}
static long double sum(int n, ...) {
	__builtin_va_list ap;
	long double s = 0;
	__builtin_va_start(ap, n);
	for (int i = 0; i < n; i++) {
		s += __builtin_va_arg(ap, long double);
		s += __builtin_va_arg(ap, int);
	}
	__builtin_va_end(ap);
	return s;
}
static int twice(int x) { return 2.0L * x; }

int main(void) {
	check(sizeof(long double) == (sizeof(void *) == 8 ? 16 : 12) && LDBL_MANT_DIG == 64);
	check(0.1L != 0.1 && is(0.1L, 0x3ffb, 0xcccccccccccccccd) && is(0.1, 0x3ffb, 0xccccccccccccd000));
	check(is(third, 0x3ffd, 0xaaaaaaaaaaaaaaab) && third * 3 == 1 && is(list[2], 0xbffb, 0xcccccccccccccccd));
	check(LDBL_EPSILON + 1 != 1 && LDBL_EPSILON / 2 + 1 == 1 && LDBL_MAX * 2 == INFINITY && is(LDBL_MIN / 2, 0, 1ULL << 62));
	check(is(LDBL_MAX, 0x7ffe, ~0ULL) && is(1e-4950L, 0, 3) && 1e-4966L == 0);
	volatile long double x = 1;
	long double y = x / 3, *p = &y;
	*p += 1;
	check(is(y, 0x3fff, 0xaaaaaaaaaaaaaaab) && (double)y == 4 / 3.0 && (float)y == 4 / 3.0f && (int)(*p * 3) == 4);
	check(is((1ULL << 63) + 1, 0x403e, (1ULL << 63) + 1) && (unsigned long long)(x * (1ULL << 63) + 1) == (1ULL << 63) + 1);
	check((long long)(-x * (1LL << 62) - 1) == -(1LL << 62) - 1 && (signed char)(x * -127.9L) == -127);
	check(is(sqrtl(2 * x), 0x3fff, 0xb504f333f9de6484) && floorl(-x / 2) == -1 && roundl(x * 2.5L) == 3 && rintl(x * 2.5L) == 2);
	long double inf = x / 0, nan = inf - inf;
	check(nan != nan && !(nan < 1) && !(nan >= 1) && isnan(nan) && isinf(-inf) && __builtin_isinf_sign(-inf) == -1 && signbit(-x * 0) && -x * 0 == 0);
	check(fpclassify(x) == FP_NORMAL && fpclassify(LDBL_MIN / 2) == FP_SUBNORMAL && fpclassify(nan) == FP_NAN && isunordered(nan, x));
	check(copysignl(3, -x) == -3 && fabsl(-x) == 1 && fmaxl(nan, 2) == 2 && lrintl(x * 3.5L) == 4);
	check(sum(2, 0.5L, 1, 0.25L, 2) == 3.75L && twice(21) == 42 && x++ == 1 && --x == 1 && (x ? 2 : 0.5L) == 2);
	long double z[2] = {y, x};
	check(memcmp(&z[0], &y, 10) == 0 && z[1] && !(z[1] - 1));
	int i = 7;
	i *= 2.5L;
	__float80 f = 0.1L;
	_Float64x g = f;
	check(f == g && g != 0.1);
	check(i == 17 && _Generic(1.0L + 1, long double: 1, default: 0) && _Generic(x + 1.0, long double: 1, default: 0));
	return 0;
}
