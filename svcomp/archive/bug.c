// One input leads to the error.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
	int x = __VERIFIER_nondet_int();
	if (x > 10 && 3 * x == 42)
		reach_error();
	return 0;
}
