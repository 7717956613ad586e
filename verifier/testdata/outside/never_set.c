// want: FALSE
// Where pointers point that were never set in a heap block does not matter.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct method { int version; };
struct conn { int state, *counter; struct method *m; struct conn *peer; };
int main(void) {
	struct conn *c = malloc(sizeof *c);
	c->state = 1;
	c->peer = malloc(sizeof *c);
	c->peer->state = 2;
	*c->counter = *c->counter + 1;
	c->m->version = 3;
	if (c->state + c->peer->state == 3 && c->m->version == 3)
		reach_error(); // error
	return 0;
}
