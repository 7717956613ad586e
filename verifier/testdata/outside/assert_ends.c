// want: TRUE
// The errors of a program that calls error functions are these calls: that is
// assumed, not proved.
#include <assert.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int i = __VERIFIER_nondet_int();
	assert(i > 5);
	if (i < 0)
		reach_error(); // proved
	return 0;
}
