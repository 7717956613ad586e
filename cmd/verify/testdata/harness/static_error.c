// status: 134
// A static error function is reached, and fails by itself.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void reach_error(void) { abort(); }
int main(void) {
	if (__VERIFIER_nondet_int() == 46)
		reach_error();
	return 0;
}
