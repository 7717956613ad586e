// want: UNKNOWN
// want reason=abstraction
// The slot that a hash of an address gives.
#include <stdlib.h>
extern void reach_error(void);
struct o { int v; };
static unsigned hash(struct o *p) { return ((unsigned long)p >> 4) % 8; }
int main(void) {
	struct o *a = malloc(sizeof *a), *b = malloc(sizeof *b);
	if (a && b && hash(a) == hash(b))
		reach_error(); // open
	return 0;
}
