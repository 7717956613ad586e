struct node { int v; struct node *next; };
extern struct node *lookup(int key);
extern int size;
extern int compare(struct node *a, struct node *b);
extern _Bool ready(void);
extern volatile int port;
extern int (*hook)(int);
static int calls;
int last;
int main(void) {
	struct node *p = lookup(size);
	_Bool b;
	b = ready();
	calls++;
	if (p && b)
		return compare(p, p->next);
	last = hook(port);
	return 0;
}
