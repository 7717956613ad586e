// Blocks that malloc leaves uninitialised.
#include <stdlib.h>
extern void reach_error(void);
struct node { int key; struct node *next; long weight; };
int main(void) {
	char *other = malloc(7);
	struct node *n = malloc(sizeof *n), *m = (struct node *)malloc(sizeof(struct node));
	if (!other || !n || !m)
		return 0;
	if (n->key == 4711 && m->weight == -5 && other[6] == 'x')
		reach_error();
	return 0;
}
