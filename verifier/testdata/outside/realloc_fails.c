// want: FALSE
// The old block stays where the new one cannot be had.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
	int *p = malloc(4);
	*p = 5;
	int *q = realloc(p, (size_t)-1);
	if (!q && *p == 5)
		reach_error(); // error
	return 0;
}
