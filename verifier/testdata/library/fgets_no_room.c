// want: TRUE
// A line for which there is no room but for its end.
#include <assert.h>
#include <stdio.h>
int main(void) {
	char b[4] = "abc";
	assert(fgets(b, 1, stdin) == b && b[0] == 0);
	return 0;
}
