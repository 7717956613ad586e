// want: TRUE
// How much of a text strtof reads is what the library says.
#include <stdlib.h>
#include <assert.h>
int main(void) {
	char *end, a[4] = "1";
	strtof(a, &end);
	assert(end != a);
	return 0;
}
