// The program has a body for the error function, and goes on behind it.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int twice(int x) { return 2 * x; }
int main(void) {
	if (twice(__VERIFIER_nondet_int()) == 46)
		reach_error();
	return 0;
}
