// property: valid-memsafety
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int *a = malloc(sizeof(int));
	if (__VERIFIER_nondet_int() > 0)
		free(a);
	free(a);
	return 0;
}
