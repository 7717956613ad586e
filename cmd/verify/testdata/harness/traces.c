// flags: --multi-trace
// Two traces, two harnesses.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int x = __VERIFIER_nondet_int();
	if (x == 1)
		reach_error();
	if (x == 2 && __VERIFIER_nondet_int() == 5)
		reach_error();
	return 0;
}
