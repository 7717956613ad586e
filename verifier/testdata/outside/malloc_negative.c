// want: FALSE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n >= 10)
		return 0;
	int *p = malloc(n * sizeof *p);
	if (!p)
		reach_error(); // error
	return 0;
}
