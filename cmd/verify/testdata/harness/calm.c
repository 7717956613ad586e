// A trace that may choose any value for what it does not initialise.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int x, a[4], *p = malloc(8);
	int n = __VERIFIER_nondet_int();
	if (x < 100 && a[n & 3] < 100 && p[1] < 100 && n == 6)
		reach_error();
	return 0;
}
