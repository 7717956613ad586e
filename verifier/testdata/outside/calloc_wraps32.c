// want: FALSE
// want model=ILP32
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
	unsigned n = __VERIFIER_nondet_uint();
	if (n < 0x10000000)
		return 0;
	if (!calloc(n, 16))
		reach_error(); // error
	return 0;
}
