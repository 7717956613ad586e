// want: TRUE
// No object has one of the addresses that stand for errors.
#include <stdlib.h>
extern void reach_error(void);
static int failed(void *p) { return (unsigned long)p >= (unsigned long)-4095; }
static void *make(int n) { return n < 0 ? (void *)(long)-12 : malloc(n); }
int main(void) {
	int *p = make(4), *q = make(-1);
	if (failed(p) || !failed(q) || (long)q != -12)
		reach_error();
	return 0;
}
