// want: TRUE
// A byte is found 16 at a time, by a mask of the bytes that are equal to it.
#include <assert.h>
#include <emmintrin.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static const unsigned char *find(const unsigned char *p, size_t n, unsigned char c) {
	__m128i all = _mm_set1_epi8(c);
	size_t i = 0;
	for (; i + 16 <= n; i += 16) {
		int m = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(p + i)), all));
		if (m) return p + i + __builtin_ctz(m);
	}
	for (; i < n; i++)
		if (p[i] == c) return p + i;
	return 0;
}
int main(void) {
	unsigned char text[20];
	int n = __VERIFIER_nondet_int();
	if (n < 0 || n > 20) return 0;
	for (int i = 0; i < 20; i++) text[i] = __VERIFIER_nondet_uchar();
	const unsigned char *r = find(text, n, 'x');
	if (r) assert(*r == 'x' && r < text + n); // safe
	return 0;
}
