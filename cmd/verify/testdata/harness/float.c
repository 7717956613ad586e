// Floats that are not short in decimal, zeros, infinity and NaN.
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int main(void) {
	float f = __VERIFIER_nondet_float();
	double d = __VERIFIER_nondet_double(), n = __VERIFIER_nondet_double(), i = __VERIFIER_nondet_double();
	if (f > 0.1f && f < 0.100001f && d < -1e300 && d > -1.0000001e300 && n != n && i > 1.7976931348623157e308)
		reach_error();
	return 0;
}
