// want: FALSE
// An integer that is converted to a pointer may be any address.
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int g = 1;
int main(void) {
	int *p = (int *)__VERIFIER_nondet_ulong();
	if (p == &g) {
		*p = 7;
		if (g == 7)
			reach_error(); // error
	}
	return 0;
}
