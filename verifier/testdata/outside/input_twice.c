// want: FALSE
// Two inputs may be equal.
extern int *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
int main(void) {
	int *p = __VERIFIER_nondet_pointer(), *q = __VERIFIER_nondet_pointer();
	if (!p || !q)
		return 0;
	*p = 1;
	*q = 2;
	if (*p != 1)
		reach_error(); // error
	return 0;
}
