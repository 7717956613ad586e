/* Conversions between long double and integers of 128 bits. */
#include <stdio.h>
typedef unsigned __int128 u128;
static unsigned long long sum, seed = 1;
static unsigned long long next(void) { seed = seed * 6364136223846793005u + 1442695040888963407u; return seed >> 20 ^ seed << 30; }
static void put(long double x) {
	union { long double v; struct { unsigned long long sig; unsigned short se; } p; } b = {x};
	sum = ((sum ^ b.p.sig) * 31 + b.p.se) * 1099511628211u;
}
int main(void) {
	for (int i = 0; i < 500; i++) {
		u128 a = ((u128)next() << 64 | next()) >> next() % 128;
		if (i % 3 == 0) a |= (u128)1 << 127;
		put(a); put((__int128)a); put(-(__int128)(a >> 1));
		long double x = (long double)next() * next() / (1ull << next() % 64);
		u128 b = x; __int128 c = -x / 4;
		put(b); put(c); sum ^= (unsigned long long)b * 3 ^ (unsigned long long)(b >> 64) ^ (unsigned long long)(c >> 63);
	}
	put(0 * (__int128)sum);
	printf("%llx %d %d\n", sum, (__int128)1 << 70 > 1e21L, (u128)5 == 5.0L);
	return 0;
}
