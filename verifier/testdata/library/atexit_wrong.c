// want: FALSE
// A handler that fails, after main.
#include <stdlib.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int n;
static void last(void) { assert(n != 7); } // error
int main(void) {
	atexit(last);
	n = __VERIFIER_nondet_int();
	return 0;
}
