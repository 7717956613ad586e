// A NaN of a static initialiser has the sign that the compiler gives it, which
// is not the one that the processor gives the same operation.
int printf(const char *, ...);
double a = 0.0 / 0.0, b = 1e308 * 10 - 1e308 * 10, c = -(0.0 / 0.0), d = 0.0 / 0.0 - 1, e = 2 * -(0.0 / 0.0);
double f = 0.0 / 0.0 - -(0.0 / 0.0), g = -(0.0 / 0.0) + 0.0 / 0.0;
float h = 0.0f / 0.0f, i = (float)-(0.0 / 0.0), j = 0 * (1 / 0.0f);
int main(void) {
	static double k = 0.0 / 0.0;
	volatile double zero = 0;
	printf("%f %f %f %f %f %f %f\n", a, b, c, d, e, f, g);
	printf("%f %f %f %f %f\n", h, i, j, k, zero / zero);
	return 0;
}
