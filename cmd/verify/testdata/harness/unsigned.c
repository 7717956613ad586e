// Wrapping, and an input that is cut to a narrower variable.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	unsigned a = __VERIFIER_nondet_uint();
	signed char c = __VERIFIER_nondet_int();
	unsigned char u = __VERIFIER_nondet_int();
	if (a + 10 < a && a % 7 == 3 && c == -100 && u == 200)
		reach_error();
	return 0;
}
