// A variable and an array that are not initialised and not zero.
// testcase: what is not initialised is zero for verify run
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int x;
	short a[3];
	int n = __VERIFIER_nondet_int();
	if (x != 0 && a[2] && n == 6)
		reach_error();
	return 0;
}
