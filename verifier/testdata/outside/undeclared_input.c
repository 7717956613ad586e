// want: FALSE
// An input function that is not declared returns what its name says.
extern void reach_error(void);
int main(void) {
	double d = __VERIFIER_nondet_double();
	if (d == 0.5)
		reach_error(); // error
	return 0;
}
