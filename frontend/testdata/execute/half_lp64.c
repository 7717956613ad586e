#include <stdarg.h>
#include <stdio.h>
#include <string.h>
typedef _Float16 half;
struct s { char c; half v[3]; int n; };
union pun { half h; unsigned short bits; };
static half table[4] = { 0.5f16, [2] = 2, -0.0f16 };
static half fused(half a, half b, half c) { return a * b + c; }
static double sum(int n, ...) {
	va_list ap;
	double r = 0;
	va_start(ap, n);
	while (n--)
		r += va_arg(ap, half);
	va_end(ap);
	return r;
}
int main(void) {
	unsigned h = 0;
	union pun p, q;
	for (unsigned i = 0; i < 65536; i += 7) { // all values to float and back
		p.bits = i;
		float f = p.h;
		unsigned b;
		memcpy(&b, &f, sizeof b);
		q.h = f;
		h = h * 31 + b + q.bits;
		q.h = f * 1.0004883f; // ties and what is beside them
		h = h * 31 + q.bits;
	}
	printf("%u\n", h);
	double edges[] = { 65504, 65519.99, 65520, -1e9, 0x1p-24, 0x1p-25, 0x1.000001p-25, 0x1.ffcp-15, 0x1.ffep-15, 0x1.002p0, 0x1.0020001p0, 0x1.006p0, 1 / 3.0 };
	for (unsigned i = 0; i < sizeof edges / sizeof *edges; i++) {
		p.h = edges[i];
		q.h = (long double)edges[i];
		printf("%x %x\n", p.bits, q.bits);
	}
	struct s x = { 1, { 1, 2.5f16 }, 7 }, y = x;
	y.v[2] += y.v[1]++ * 3;
	y.v[0] /= 3;
	printf("%d %g %g %g %d\n", (int)sizeof x, (double)y.v[0], (double)y.v[1], (double)y.v[2], y.n);
	half a = 0.1f16, b = 3;
	float wide = a * b;	// not rounded to a half
	half narrow = a * b;
	printf("%.9g %.9g %d %d\n", wide, (double)narrow, a == 0.1f16, wide == narrow);
	printf("%g %d %d %d %d\n", (double)fused(a, b, -a), !table[3], table[0] ? 1 : 2, (int)sizeof(a + b), (int)sizeof 1.0f16);
	__auto_type z = a + b;
	__typeof__(a * 2) w = 1e-3;
	printf("%d %.9g %.9g %g\n", (int)sizeof z, (double)z, (double)w, sum(3, a, b, table[2]));
	long l = 1L << 40;
	p.h = l, q.h = -0x1p3L;
	printf("%x %x %ld %u %d %d\n", p.bits, q.bits, (long)b, (unsigned char)b, (_Bool)table[3], -b < a);
	_Complex float c = a;
	__int128 i128 = b;
	printf("%.9g %d\n", __real__ c, (int)i128);
	return 0;
}
