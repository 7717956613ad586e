// A function that returns a structure, beside the way to the error.
struct pair { int a, b; };
extern struct pair both(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	if (__VERIFIER_nondet_int() == 4)
		reach_error();
	return both().a;
}
