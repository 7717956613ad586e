// A nested function that is called through a pointer changes variables of the
// function around it, and leaves two functions by a jump.
// want: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void each(int n, void (*f)(int))
{
	for (int i = 0; i < n; i++)
		f(i);
}

int main(void)
{
	__label__ found;
	int n = __VERIFIER_nondet_int(), wanted = __VERIFIER_nondet_int();
	int at = -1, calls = 0;
	if (n > 3)
		return 0;
	void look(int i)
	{
		calls++;
		if (i == wanted) {
			at = i;
			goto found;
		}
	}
	each(n, look);
	if (wanted >= 0 && wanted < n)
		reach_error();                     // safe
	return 0;
found:
	if (at != wanted || calls != wanted + 1)
		reach_error();                     // safe
	return 0;
}
