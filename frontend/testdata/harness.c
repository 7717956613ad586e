extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void abort(void);
void reach_error(void) {}
void __VERIFIER_assert(int c) { if (!c) { reach_error(); abort(); } }
int main(void) {
	int x = __VERIFIER_nondet_int();
	_Bool b = __VERIFIER_nondet_bool();
	__VERIFIER_assume(x > 0);
	__VERIFIER_assert(x + b > 0);
	return 0;
}
