// want: FALSE
// A wrong assertion about a literal that spells a floating number.
#include <stdlib.h>
#include <assert.h>
int main(void) {
	assert(strtod("0x1.8p1", 0) == 3.5);
	return 0;
}
