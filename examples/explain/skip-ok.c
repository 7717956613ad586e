#include <stdio.h>
#include <stdlib.h>
struct node { int v; struct node *next; };
int main(void) {
	struct node *p = 0;
	int sum = 0, x;
	for (int i = 3; i >= 1; i--) {
		struct node *n = malloc(sizeof *n);
		n->v = i;
		n->next = p;
		p = n;
	}
	for (int k = 0; k < 2; k++) {
		x = p->v == 4;
		if (x)
			p = p->next;
		sum += p->v;
		p = p->next;
	}
	printf("%d\n", sum);
	return 0;
}
