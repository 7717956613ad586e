// want: FALSE
// What is behind a pointer from outside is not zero.
extern int *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
int main(void) {
	int *p = __VERIFIER_nondet_pointer();
	if (p && *p == 12)
		reach_error(); // error
	return 0;
}
