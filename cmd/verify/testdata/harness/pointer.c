// A pointer from outside that is null.
extern void *__VERIFIER_nondet_pointer(void);
extern int *lookup(int);
extern void reach_error(void);
int main(void) {
	int *p = lookup(3);
	void *q = __VERIFIER_nondet_pointer();
	if (q == 0)
		reach_error();
	return p != 0;
}
