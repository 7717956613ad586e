// want: FALSE
extern void reach_error(void);
int x;
union u { int *p; unsigned long n; };
int main(void) {
	union u a, b;
	a.p = &x;
	b.n = a.n ^ 0x5555;
	b.n ^= 0x5555;
	*b.p = 5;
	if (x == 5)
		reach_error(); // error
	return 0;
}
