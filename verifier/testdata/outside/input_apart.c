// want: FALSE
// An error with a pointer from outside that leads to none of the two objects,
// nor is null.
extern int *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
int g = 1, h = 2;
int main(void) {
	int *p = __VERIFIER_nondet_pointer(), *q = &g, *r = &h;
	*p = 7;
	if (*q == 1 && *r == 2 && p)
		reach_error(); // error
	return 0;
}
