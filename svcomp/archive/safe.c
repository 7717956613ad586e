// A loop whose proof needs an invariant: y is twice x.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
	unsigned x = 0, y = 0;
	while (__VERIFIER_nondet_uint()) {
		x++;
		y += 2;
	}
	if (y % 2 != 0)
		reach_error();
	return 0;
}
