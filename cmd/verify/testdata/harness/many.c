// More inputs than fit on a line of the harness.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
	int sum = 0, i;
	for (i = 0; i < 40; i++) {
		unsigned char c = __VERIFIER_nondet_uchar();
		if (c != i * 3)
			return 0;
		sum += c;
	}
	if (sum == 2340)
		reach_error();
	return 0;
}
