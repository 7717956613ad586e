// Inputs taken by a recursive function and by a callback.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int get(void) { return __VERIFIER_nondet_int(); }
static int sum(int n, int (*f)(void)) {
	if (n == 0)
		return 0;
	int x = f();
	return x + 10 * sum(n - 1, f);
}
int main(void) {
	if (sum(3, get) == 321)
		reach_error();
	return 0;
}
