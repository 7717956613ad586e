// property: valid-memsafety
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned n = __VERIFIER_nondet_uint();
	int *a = malloc(4 * sizeof(int));
	if (n < 5)
		a[n] = 1;
	free(a);
	return 0;
}
