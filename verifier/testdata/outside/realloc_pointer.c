// want: FALSE
// What realloc adds is any value, also through a pointer to it.
#include <stdlib.h>
extern void reach_error(void);
struct ops { void *(*alloc)(size_t), *(*grow)(void *, size_t); };
int main(void) {
	struct ops o = {malloc, realloc};
	int *p = o.alloc(sizeof *p);
	if (!p)
		return 1;
	*p = 3;
	int *q = o.grow(p, 2 * sizeof *p);
	if (q && *q == 3 && q[1] == 77)
		reach_error(); // error
	return 0;
}
