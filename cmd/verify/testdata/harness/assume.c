// Assumptions hold in the compiled program too.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void);
int main(void) {
	int x = __VERIFIER_nondet_int();
	__VERIFIER_assume(x > 10 && x < 13);
	if (x % 2)
		__VERIFIER_error();
	return 0;
}
