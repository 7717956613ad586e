// want: FALSE
// An input pointer that equals a known one aliases it.
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
struct s { int v; struct s *next; } head = {1, 0};
int main(void) {
	struct s *p = __VERIFIER_nondet_pointer();
	if (p == &head) {
		p->v = 5;
		if (head.v != 1)
			reach_error(); // error
	}
	return 0;
}
