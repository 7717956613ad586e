/* Every operator of 128-bit integers on pairs of values, as checksums. */
#include <stdio.h>
typedef __int128 i128;
typedef unsigned __int128 u128;
typedef unsigned long long u64;
static u64 sum;
static void put(const char *op, u128 a, u128 b, u128 r) {
#ifdef ALL
	printf("%s %016llx%016llx %016llx%016llx = %016llx%016llx\n", op, (u64)(a >> 64), (u64)a, (u64)(b >> 64), (u64)b, (u64)(r >> 64), (u64)r);
#endif
	sum = (sum ^ (u64)r ^ (u64)(r >> 64) * 31) * 1099511628211u;
	(void)op; (void)a; (void)b;
}
static u64 words[] = {0, 1, 2, 3, 7, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000001, 0x7fffffffffffffff,
	0x8000000000000000, 0x8000000000000001, 0xfffffffffffff800, 0xffffffffffffffff, 0x123456789abcdef0, 1000000007};
static u64 seed = 1;
static u64 next(void) { seed = seed * 6364136223846793005u + 1442695040888963407u; return seed >> 20 ^ seed << 30; }
static u64 bitsOf(double d) { union { double d; u64 u; } x = {d}; return x.u; }
static u64 fbits(float d) { union { float d; unsigned u; } x = {d}; return x.u; }
static void both(u128 a, u128 b) {
	i128 s = (i128)a, t = (i128)b;
	put("+", a, b, a + b); put("-", a, b, a - b); put("*", a, b, a * b);
	put("&", a, b, a & b); put("|", a, b, a | b); put("^", a, b, a ^ b);
	if (b) { put("/", a, b, a / b); put("%", a, b, a % b);
		if (!(t == -1 && s == (i128)1 << 127)) { put("s/", a, b, (u128)(s / t)); put("s%", a, b, (u128)(s % t)); } }
	int n = (int)(b & 127);
	put("<<", a, n, a << n); put(">>", a, n, a >> n); put("s>>", a, n, (u128)(s >> n)); put(">>", a, n, a >> (b & 127));
	put("?", a, b, (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5 | (s < t) << 6 | (s <= t) << 7 | (s > t) << 8 | (s >= t) << 9);
	int i = (int)b; u64 u = (u64)b;
	put("int", a, b, (u128)(s + i)); put("int", a, b, a * u); put("int", a, b, u - a);
}
static void one(u128 a) {
	i128 s = (i128)a;
	put("-", a, 0, -a); put("~", a, 0, ~a); put("!", a, 0, !a); put("++", a, 0, a++); put("--", a, 0, --a);
	put("d", a, 0, bitsOf((double)a)); put("sd", a, 0, bitsOf((double)s)); put("f", a, 0, fbits((float)a)); put("sf", a, 0, fbits((float)s));
	put("si", a, 0, (u128)(i128)(int)s); put("sc", a, 0, (u128)(signed char)s); put("b", a, 0, (_Bool)a);
	double d = (double)s; if (d < 0x1p127) put("ds", a, 0, (u128)(i128)(d / 1.7));
	d = (double)a / 3; put("du", a, 0, (u128)d); put("fs", a, 0, (u128)(i128)(float)(int)s);
}
int main(void) {
	int n = sizeof words / sizeof *words;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			u128 a = (u128)words[i] << 64 | words[j];
			one(a);
			for (int k = 0; k < n; k += 5)
				for (int l = 0; l < n; l += 5) both(a, (u128)words[k] << 64 | words[l]);
		}
	printf("%llx\n", sum);
	for (int i = 0; i < 300; i++) {
		u128 a = (u128)next() << 64 | next(), b = (u128)next() << 64 | next();
		a >>= next() % 128; b >>= next() % 128; if (next() % 2) a = -a; if (next() % 4 == 0) b = -b;
		one(a); both(a, b);
	}
	printf("%llx\n", sum);
}
