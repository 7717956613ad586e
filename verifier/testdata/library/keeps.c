// want: UNKNOWN
// What the library does with what it keeps, calls or gets by another name is not
// known, whichever way the program declares it.
#include <stdlib.h>
#include <assert.h>
static int called;
static int order(const void *a, const void *b) { called++; return *(const int *)a - *(const int *)b; }
void *lfind(const void *, const void *, size_t *, size_t, int (*)(const void *, const void *));
int main(void) {
	int a[2] = {1, 2}, key = 2;
	size_t n = 2;
	lfind(&key, a, &n, sizeof *a, order);
	assert(called == 0);
	return 0;
}
