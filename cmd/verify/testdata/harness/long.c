// 64-bit values, signed and unsigned.
extern long __VERIFIER_nondet_long(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern long long __VERIFIER_nondet_longlong(void);
extern void reach_error(void);
int main(void) {
	long a = __VERIFIER_nondet_long();
	unsigned long long b = __VERIFIER_nondet_ulonglong();
	long long c = __VERIFIER_nondet_longlong();
	if (a == -5000000000L && b == 18446744073709551615ULL && c == -9223372036854775807LL - 1)
		reach_error();
	return 0;
}
