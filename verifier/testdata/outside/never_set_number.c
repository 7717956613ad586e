// want: TRUE
// A number that was never set is followed as a pointer, by way of a variable: that
// it leads elsewhere is assumed.
#include <stdlib.h>
extern void reach_error(void);
int g = 1;
struct s { unsigned long a; };
int main(void) {
	struct s *h = malloc(sizeof *h);
	int *q = &g;
	unsigned long x = h->a;
	int *p = (int *)x;
	*p = 5;
	if (*q == 5)
		reach_error();
	return 0;
}
