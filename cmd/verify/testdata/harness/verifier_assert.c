// An assertion function without body.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int main(void) {
	int x = __VERIFIER_nondet_int();
	if (x > 100)
		__VERIFIER_assert(x != 123);
	return 0;
}
