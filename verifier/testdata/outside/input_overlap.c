// want: UNKNOWN
// want reason=abstraction
// The assertion fails only if one of two pointers from outside leads into the
// middle of what the other leads to.
struct pair { int a, b; };
extern struct pair *get(void);
extern void reach_error(void);
int main(void) {
	struct pair *p = get(), *q = get();
	if (!p || !q)
		return 0;
	p->a = 1;
	q->b = 2;
	q->a = 1;
	if (p->a != 1)
		reach_error();
	return 0;
}
