// flags: --property call.prp
// An error function that the property names.
extern int __VERIFIER_nondet_int(void);
extern void panic(const char *);
int main(void) {
	if (__VERIFIER_nondet_int() == 9)
		panic("nine");
	return 0;
}
