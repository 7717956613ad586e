/* Functions of the mathematical library that few operations compute exactly. */
#include <math.h>
#include <assert.h>
int main(void) {
	int e;
	double m = frexp(48.0, &e);
	assert(m == 0.75 && e == 6);
	m = frexp(0x1p-1070, &e);
	assert(m == 0.5 && e == -1069);
	assert(frexp(-0.0, &e) == 0 && e == 0);
	assert(ldexp(0.75, 6) == 48 && ldexp(1, -1074) == 0x1p-1074 && ldexp(1, -1075) == 0 && ldexp(1.5, -1075) == 0x1p-1074);
	assert(ldexp(0x1.fffffffffffffp0, -1023) == 0x1p-1022);
	assert(ldexp(1, 2000) == INFINITY && ldexp(-1, 5000) == -INFINITY && ldexp(0x1p-1074, 2000) == 0x1p926);
	assert(scalbnf(1, -149) == 0x1p-149f && frexpf(10, &e) == 0.625f && e == 4 && scalbln(3, 2) == 12);
	assert(ilogb(8.5) == 3 && ilogb(0x1p-1074) == -1074 && logb(0.3) == -2);
	assert(ilogb(INFINITY) == 2147483647 && ilogb(0) == -2147483647 - 1 && logb(0) == -INFINITY);
	assert(nextafter(1, 2) == 1 + 0x1p-52 && nextafter(1, 0) == 1 - 0x1p-53 && nextafter(0, -1) == -0x1p-1074);
	assert(nextafterf(1, 2) == 1 + 0x1p-23f && nextafter(3, 3) == 3 && isnan(nextafter(NAN, 1)));
	assert(__builtin_powi(1.5, 3) == 3.375 && __builtin_powi(2, -2) == 0.25);
	assert(fmod(7, 3) == 1 && fmod(-7, 3) == -1 && fmod(2.5, 4) == 2.5 && isnan(fmod(1, 0)) && fmod(1, INFINITY) == 1);
	assert(signbit(fmod(-6, 3)) && fmodf(9, 4) == 1);
	assert(remainder(7, 4) == -1 && remainder(5, 2) == 1 && remainder(6, 4) == -2 && remainder(3, 2) == -1);
	assert(pow(2, 10) == 1024 && pow(3, 4) == 81 && pow(10, 3) == 1000 && pow(-2, 3) == -8 && pow(5, 0) == 1 && pow(2, -3) == 0.125);
	assert(exp2(-3) == 0.125 && log2(1024) == 10 && exp(0) == 1 && log(1) == 0 && isnan(log(-1)) && sin(0) == 0 && cos(0) == 1);
	assert(roundeven(2.5) == 2 && roundevenf(3.5f) == 4);
	return 0;
}
