// want: FALSE
// The length of a text of up to 15 characters: the comparison is signed, so that
// characters above 127 are taken for its end.
#include <assert.h>
#include <emmintrin.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
	char text[16] __attribute__((aligned(16)));
	for (int i = 0; i < 15; i++) text[i] = __VERIFIER_nondet_char();
	text[15] = 0;
	int ends = _mm_movemask_epi8(_mm_cmplt_epi8(_mm_load_si128((const __m128i *)text), _mm_set1_epi8(1)));
	int n = __builtin_ctz(ends);
	assert(text[n] == 0); // error
	return 0;
}
