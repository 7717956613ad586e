// Several inputs of one function, in order.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
	if (a == -2147483647 - 1 && b == 2147483647 && c == a / 2)
		reach_error();
	return 0;
}
