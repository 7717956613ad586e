// want: FALSE
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
	size_t n = (size_t)1 << 62;
	int *p = calloc(n, sizeof *p); // n * 4 wraps to 0
	if (!p)
		reach_error(); // error
	return 0;
}
