// want: TRUE
// Blocks with an alignment are blocks like others, also before a realloc.
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
	size_t align = 16 << (__VERIFIER_nondet_int() & 3);
	char *a = aligned_alloc(align, 2 * align), *b = malloc(8);
	void *p = b;
	if (!a || !b) return 0;
	memset(a, 1, 2 * align);
	memset(b, 2, 8);
	assert(a[31] == 1 && b[0] == 2);
	assert(posix_memalign(&p, 24, 8) == EINVAL && p == b);
	if (posix_memalign(&p, 256, 100) == 0) {
		assert(p != b && p != a);
		memset(p, 3, 100);
		p = realloc(p, 200);
		if (p) assert(((char *)p)[99] == 3 && b[7] == 2);
		free(p);
	}
	free(a);
	free(b);
	return 0;
}
