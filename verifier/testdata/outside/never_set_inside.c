// want: TRUE
// An error only if a pointer that was never set leads into the program, if
// through other memory: that it does not is assumed.
#include <stdlib.h>
extern void reach_error(void);
struct conn { int state; struct conn **peers; };
int main(void) {
	struct conn *c = malloc(sizeof *c);
	c->state = 1;
	if (c->peers[2])
		c->peers[2]->state = 4;
	if (c->state != 1)
		reach_error(); // proved
	return 0;
}
