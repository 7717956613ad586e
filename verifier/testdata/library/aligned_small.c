// want: FALSE
// A wrong assertion about blocks with an alignment.
#include <stdlib.h>
#include <assert.h>
int main(void) {
	void *p;
	if (posix_memalign(&p, 64, 10)) return 0;
	char *q = p, *r = aligned_alloc(32, 32);
	if (!r) return 0;
	r[0] = 5;
	q[3] = 7;
	assert(r[0] == 5 && q[3] != 7);
	free(p);
	free(r);
	return 0;
}
