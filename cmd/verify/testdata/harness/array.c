// An array of inputs, taken in a loop.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int a[12], i, sorted = 1;
	for (i = 0; i < 12; i++)
		a[i] = __VERIFIER_nondet_int();
	for (i = 1; i < 12; i++)
		if (a[i - 1] <= a[i])
			sorted = 0;
	assert(!sorted);
	return 0;
}
