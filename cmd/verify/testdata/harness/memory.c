// Memory that is made arbitrary.
#include <stddef.h>
extern void __VERIFIER_nondet_memory(void *, size_t);
extern void reach_error(void);
struct rec { int a; char b[5]; short c; };
int main(void) {
	struct rec r;
	char t[3];
	__VERIFIER_nondet_memory(&r, sizeof r);
	__VERIFIER_nondet_memory(t, sizeof t);
	if (r.a == 1000 && r.b[4] == 'z' && r.c == -1 && t[2] == 7)
		reach_error();
	return 0;
}
