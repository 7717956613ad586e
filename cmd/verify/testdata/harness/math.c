// A function of the mathematical library that returns an integer.
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int main(void) {
	double d = __VERIFIER_nondet_double();
	if (d == 2.5)
		reach_error();
	return lround(d);
}
