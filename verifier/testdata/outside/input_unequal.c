// want: TRUE
// One that is known not to be a global leaves it alone.
extern int *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
int g = 1;
int main(void) {
	int *p = &g, *q = __VERIFIER_nondet_pointer();
	if (q == 0)
		*p = 2;
	if (g != 1 && g != 2)
		reach_error();
	return 0;
}
