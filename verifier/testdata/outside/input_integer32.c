// want: FALSE
// want model=ILP32
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int g = 1, *k = &g;
int main(void) {
	unsigned n = __VERIFIER_nondet_uint();
	int *p = (int *)n;
	if (p) {
		*p = 7;
		if (g == 7)
			reach_error(); // error
	}
	return 0;
}
