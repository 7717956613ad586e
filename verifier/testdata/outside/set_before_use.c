// want: TRUE
// A pointer that is always set first keeps memory apart.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int g = 1, h = 1;
int main(void) {
	int *p, *k = &g;
	if (__VERIFIER_nondet_int())
		p = &h;
	else
		p = 0;
	if (p)
		*p = 2;
	if (*k != 1)
		reach_error();
	return 0;
}
