// A failed assert of the C library.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int x = __VERIFIER_nondet_int();
	int *p = malloc(sizeof *p);
	*p = x;
	assert(*p * 2 != 84);
	free(p);
	return 0;
}
