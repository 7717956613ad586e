#include <stdio.h>

/* The middle one of x, y and z. */
int main(void) {
	int x, y, z, m;
	scanf("%d", &x);
	scanf("%d", &y);
	scanf("%d", &z);
	if (y < z) {
		if (x < y)
			m = y;
		else if (x < z)
			m = y; /* fault: exchanged with ... */
		else
			m = x; /* ... this one, for m = z */
	} else {
		m = x > y ? y : x > z ? x : z;
	}
	printf("%d\n", m);
	return 0;
}
