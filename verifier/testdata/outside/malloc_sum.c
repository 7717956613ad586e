// want: FALSE
// want model=ILP32
// Two blocks that do not fit together.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
	char *p = malloc(0x60000000), *q = malloc(0x60000000);
	if (p && !q)
		reach_error(); // error
	return 0;
}
