// want: TRUE
#include <math.h>
extern void reach_error(void);

// What is computed from a NaN is one, whatever its sign.
int main(void) {
	double x = floor(NAN) * 2 - 1;
	if (!isnan(x) || !isnan(-x) || !isnan(fabs(sqrt(x))) || x == x || x < 1)
		reach_error();              // safe
	return 0;
}
