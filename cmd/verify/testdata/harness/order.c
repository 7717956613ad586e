// The calls of inputs are arguments of one call: which is the first to be asked
// for is up to the compiler.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int two(int a, int b) { return 10 * a + b; }
static int ask(void) { return __VERIFIER_nondet_int(); }

static void check(int a, int b, int c) {
	if (a == 5 && b == 73 && c == 9)
		reach_error();
}

int main(void) {
	check(__VERIFIER_nondet_int(), two(ask(), __VERIFIER_nondet_int()), ask());
	return 0;
}
