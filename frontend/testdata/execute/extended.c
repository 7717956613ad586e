/* Every operation on long double on pairs of values, as checksums. */
#include <stdio.h>
#include <string.h>
typedef unsigned long long u64;
union bits { long double v; struct { u64 sig; unsigned short se; } p; };
static u64 sum;
static long double make(u64 sig, int se) { union bits b; b.p.sig = sig; b.p.se = se; return b.v; }
static void word(const char *op, long double x, long double y, u64 r) {
#ifdef ALL
	union bits a = {x}, b = {y};
	printf("%s %04x.%016llx %04x.%016llx = %016llx\n", op, a.p.se, a.p.sig, b.p.se, b.p.sig, r);
#endif
	(void)op; (void)x; (void)y;
	sum = (sum ^ r) * 1099511628211u;
}
static void put(const char *op, long double x, long double y, long double r) {
	union bits b = {r};
	word(op, x, y, b.p.sig); word(op, x, y, b.p.se);
}
static u64 sigs[] = {1ull << 63, (1ull << 63) + 1, ~0ull, ~0ull - 1, 3ull << 62, 0xcccccccccccccccd, 0xfffffffffffff800, 0xfffffffffffffc00, 0x8000000000000400, 0x8000000000000c00, 0xb504f333f9de6484, 0xffffff8000000000};
static int exps[] = {1, 2, 60, 16383 - 16382, 16383 - 1080, 16383 - 1023, 16383 - 1022, 16383 - 64, 16383 - 2, 16382, 16383, 16384, 16383 + 31, 16383 + 52, 16383 + 62, 16383 + 63, 16383 + 64, 16383 + 127, 16383 + 128, 16383 + 1023, 16383 + 1024, 32765, 32766};
static u64 seed = 1;
static u64 next(void) { seed = seed * 6364136223846793005u + 1442695040888963407u; return seed >> 20 ^ seed << 30; }
static u64 bitsOf(double d) { union { double d; u64 u; } x = {d}; return x.u; }
static u64 fbits(float d) { union { float d; unsigned u; } x = {d}; return x.u; }
static void both(long double x, long double y) {
	put("+", x, y, x + y); put("-", x, y, x - y); put("*", x, y, x * y); put("/", x, y, x / y);
	word("?", x, y, (x < y) | (x <= y) << 1 | (x > y) << 2 | (x >= y) << 3 | (x == y) << 4 | (x != y) << 5 | (x && y) << 6 |
		!!__builtin_isunordered(x, y) << 7 | !!__builtin_islessgreater(x, y) << 8);
	put("c", x, y, __builtin_copysignl(x, y));
}
static void one(long double x) {
	put("-", x, 0, -x); put("!", x, 0, !x); put("fabs", x, 0, __builtin_fabsl(x)); put("sqrt", x, 0, __builtin_sqrtl(x));
	put("floor", x, 0, __builtin_floorl(x)); put("ceil", x, 0, __builtin_ceill(x)); put("trunc", x, 0, __builtin_truncl(x));
	put("round", x, 0, __builtin_roundl(x)); put("rint", x, 0, __builtin_rintl(x));
	word("class", x, 0, !!__builtin_isnan(x) | !!__builtin_isinf(x) << 1 | !!__builtin_isfinite(x) << 2 | !!__builtin_isnormal(x) << 3 | !!__builtin_signbit(x) << 4);
	double d = x; word("d", x, 0, bitsOf(d)); put("back", d, 0, d); float f = x; word("f", x, 0, fbits(f)); put("fback", f, 0, f);
	long double a = __builtin_fabsl(x);
	if (a < 0x1p31L) word("int", x, 0, (int)x);
	if (a < 0x1p15L) word("short", x, 0, (short)x);
	if (a < 0x1p63L) { word("ll", x, 0, (long long)x); put("of", x, 0, (long long)x); put("ofi", x, 0, (int)(long long)x); }
	if (a < 0x1p64L) { word("ull", x, 0, (u64)a); put("ofu", x, 0, (u64)a); }
}
int main(void) {
	long double v[400]; int n = 0;
	for (int i = 0; i < sizeof sigs / sizeof *sigs; i++) for (int j = 0; j < sizeof exps / sizeof *exps; j++) v[n++] = make(sigs[i], exps[j] | (i + j) % 2 << 15);
	u64 subs[] = {0, 1, 2, 3, 1ull << 62, (1ull << 63) - 1, 0x123456789abcdef};
	for (int i = 0; i < 7; i++) { v[n++] = make(subs[i], 0); v[n++] = make(subs[i], 1 << 15); }
	v[n++] = make(1ull << 63, 0x7fff); v[n++] = make(1ull << 63, 0xffff); v[n++] = make(3ull << 62, 0x7fff); v[n++] = make((3ull << 62) + 5, 0xffff);
	for (int i = 0; i < n; i++) one(v[i]);
	printf("%llx\n", sum);
	for (int i = 0; i < n; i += 23) for (int j = 0; j < n; j += 23) both(v[i], v[j]);
	printf("%llx\n", sum);
	for (int i = 0; i < 150; i++) {
		int k = next() % 6, e = k == 0 ? 1 + next() % 32766 : 16383 + (int)(next() % 140) - 70, g = e + (int)(next() % 140) - 70;
		if (g < 1 || g > 32766) g = 16383;
		long double x = make(next() << next() % 64 | 1ull << 63, e | next() % 2 << 15), y = make(next() >> next() % 64 | 1ull << 63, g | next() % 2 << 15);
		one(x); both(x, y);
	}
	printf("%llx\n", sum);
}
