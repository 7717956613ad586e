// flags: --data-model ILP32
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void);
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int main(void) {
	long a = __VERIFIER_nondet_long();
	unsigned long b = __VERIFIER_nondet_ulong();
	long long c = __VERIFIER_nondet_longlong();
	double d = __VERIFIER_nondet_double();
	if (sizeof(long) == 4 && a < 0 && b == 4294967295UL && c == 1LL << 40 && d == 0.25)
		reach_error();
	return 0;
}
