// want: FALSE
// A pointer in memory from outside may point into the program.
struct node { int v; struct node *next; };
extern struct node *get(void);
extern void reach_error(void);
struct node mine = {1, 0};
struct node *p = &mine;
int main(void) {
	struct node *n = get();
	if (n && n->next)
		n->next->v = 2;
	if (p->v != 1)
		reach_error(); // error
	return 0;
}
