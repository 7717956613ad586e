// want: TRUE
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
	for (int i = 0; i < 3; i++) {
		char *p = malloc(__VERIFIER_nondet_uchar());
		if (!p)
			reach_error();
	}
	return 0;
}
