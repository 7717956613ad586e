// property: valid-memsafety
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int *last;
int main(void) {
	while (__VERIFIER_nondet_int()) {
		int n = __VERIFIER_nondet_int();
		if (n > 0)
			last = malloc(sizeof(int));
		else
			free(last), last = 0;
	}
	free(last);
	return 0;
}
