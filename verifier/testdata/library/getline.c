// want: TRUE
// getline ends what it reads with a zero, in a block that is large enough.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
int main(void) {
	char *line = 0;
	size_t size = 0;
	ssize_t n = getline(&line, &size, stdin);
	if (n > 0) {
		assert(line[n] == 0);
		assert(size > (size_t)n);
		if (n > 1) assert(line[0] != '\n');
	}
	assert(n != 0);
	assert(line != 0);
	free(line);
	return 0;
}
