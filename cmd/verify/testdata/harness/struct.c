// A list built from inputs.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int v; struct node *next; };
int main(void) {
	struct node *head = NULL;
	int n = 0;
	while (__VERIFIER_nondet_int() > 0 && n < 3) {
		struct node *p = malloc(sizeof *p);
		p->v = __VERIFIER_nondet_int();
		p->next = head;
		head = p;
		n++;
	}
	if (n == 2 && head->v == 10 && head->next->v == -10)
		reach_error();
	return 0;
}
