// want: FALSE
// What getline reads is an input.
#include <stdio.h>
#include <stdlib.h>
#include <assert.h>
int main(void) {
	char *line = 0;
	size_t size = 0;
	ssize_t n = getline(&line, &size, stdin);
	if (n > 0) assert(line[0] != 'x');
	return 0;
}
