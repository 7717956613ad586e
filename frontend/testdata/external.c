struct node { int v; struct node *next; };
extern struct node *lookup(int key);
extern int size;
extern int compare(struct node *a, struct node *b);
extern _Bool ready(void);
int main(void) {
	struct node *p = lookup(size);
	_Bool b;
	b = ready();
	if (p && b)
		return compare(p, p->next);
	return 0;
}
