// want: TRUE
// What atexit is given runs when main returns and at exit, the last one first,
// but not at _Exit.
#include <stdlib.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int n;
static void first(void) { assert(n == 2 || n == 12); }
static void second(void) { assert(n == 1 || n == 11); n++; }
static void never(void) { assert(n != n); }
int main(void) {
	assert(atexit(first) == 0 && atexit(second) == 0);
	n = 1;
	switch (__VERIFIER_nondet_int()) {
	case 0: n = 11; exit(0);
	case 1: atexit(never); _Exit(0);
	}
	return 0;
}
