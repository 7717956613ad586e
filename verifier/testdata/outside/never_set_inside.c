// want: UNKNOWN
// want reason=abstraction
// An error only if a pointer that was never set leads into the program, if
// through other memory.
#include <stdlib.h>
extern void reach_error(void);
struct conn { int state; struct conn **peers; };
int main(void) {
	struct conn *c = malloc(sizeof *c);
	c->state = 1;
	if (c->peers[2])
		c->peers[2]->state = 4;
	if (c->state != 1)
		reach_error(); // open
	return 0;
}
