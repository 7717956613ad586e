// want: TRUE
// The macros that classify numbers, and the function behind one of them that
// some models of the library have.
#define _GNU_SOURCE
#include <math.h>
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
	double d = __VERIFIER_nondet_double();
	float f = __VERIFIER_nondet_double();
	long double l = d;
	assert(!__iszero(d) == (d != 0) && !__iszerof(f) == (f != 0) && !__iszerol(l) == (l != 0));
	assert(iszero(d) == (fpclassify(d) == FP_ZERO) && iszero(-0.0f) && !iszero(1e-320L));
	if (issubnormal(d)) assert(fabs(d) < 0x1p-1022 && !issubnormal(2 * d / 2) == iszero(d));
	assert(!issubnormal(NAN) && !iszero(NAN) && issubnormal(1e-310) && !issubnormal(1e-310L));
	return 0;
}
