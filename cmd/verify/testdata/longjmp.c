// A jump out of two functions arrives with its value, and only if it was made.
// want: FALSE
#include <setjmp.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static jmp_buf full;
static int stock;

static void take(int n)
{
	if (n > stock)
		longjmp(full, n);
	stock -= n;
}

static void twice(int n)
{
	take(n);
	take(n);
}

int main(void)
{
	int n = __VERIFIER_nondet_int();
	if (n < 0 || n > 100)
		return 0;
	stock = 10;
	int missing = setjmp(full);
	if (missing) {
		if (missing != n)
			reach_error();             // safe
		return 0;
	}
	twice(n);
	if (n > 5)
		reach_error();                     // safe
	if (stock < 2)
		reach_error();                     // error
	return 0;
}
