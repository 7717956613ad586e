// want: FALSE
// want model=ILP32
#include <stdlib.h>
extern void reach_error(void);
struct v { int n, *at; };
static void grow(struct v *v) {
	v->at = realloc(v->at, 2 * v->n * sizeof *v->at);
	v->n *= 2;
}
int main(void) {
	struct v v = {2, calloc(2, sizeof(int))};
	grow(&v);
	if (v.at[1] == 0 && v.at[3] == 44)
		reach_error(); // error
	return 0;
}
