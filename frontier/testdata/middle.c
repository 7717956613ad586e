#include <stdio.h>

/* The middle one of |x|, y and z. */
int main(void) {
	int x, y, z, m;
	scanf("%d", &x);
	scanf("%d", &y);
	scanf("%d", &z);
	if (x < 0)
		x = -x;
	m = y; /* fault: m = z */
	if (y < z) {
		if (x < y)
			m = y;
		else if (x > z) /* fault: x < z */
			m = x;
	} else {
		if (x > y)
			m = y;
		else if (x > z)
			m = x;
	}
	printf("%d\n", m);
	return 0;
}
