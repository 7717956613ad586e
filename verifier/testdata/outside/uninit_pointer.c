// want: FALSE
// An uninitialised pointer may point anywhere.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int g = 1;
int main(void) {
	int *p, *k = &g;
	if (__VERIFIER_nondet_int())
		p = 0;
	if (p)
		*p = 2;
	if (*k != 1)
		reach_error(); // error
	return 0;
}
