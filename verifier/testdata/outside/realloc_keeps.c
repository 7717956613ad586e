// want: TRUE
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
	unsigned char n = __VERIFIER_nondet_uchar();
	int *p = malloc(8);
	if (!p)
		return 0;
	p[0] = 5;
	p[1] = 6;
	p = realloc(p, 8 + n);
	if (p && (p[0] != 5 || p[1] != 6))
		reach_error();
	p = realloc(p, 4);
	if (p && p[0] != 5)
		reach_error();
	return 0;
}
