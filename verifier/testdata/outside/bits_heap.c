// want: UNKNOWN
// want reason=abstraction
// malloc aligns blocks to 16 bytes, and alloca does; an array of variable length
// is aligned as its elements are.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n < 1 || n > 9)
		return 0;
	char *p = malloc(n), *q = __builtin_alloca(n), v[n];
	short w[n];
	if ((unsigned long)p & 15 || (unsigned long)q % 16 || (unsigned long)w & 1)
		reach_error();
	if ((unsigned long)p & 16)
		reach_error(); // open
	if ((unsigned long)v & 2)
		reach_error(); // open
	return 0;
}
