// An uninitialised variable and an uninitialised block that are zero.
#include <stdlib.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int x, n = __VERIFIER_nondet_int();
	int *p = malloc(4 * sizeof *p);
	if (n == 3)
		assert(x != 0 || p[n] != 0);
	return 0;
}
