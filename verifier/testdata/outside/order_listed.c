// want: UNKNOWN
// want reason=abstraction
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[4], b[4];
int main(void) {
	int *p = a, *q = a;
	if (__VERIFIER_nondet_int())
		q = b;
	if (p + 3 < q)
		reach_error(); // open
	return 0;
}
