// want: FALSE
// The texts that make two numbers meet are found without going through their digits.
#include <assert.h>
#include <stdio.h>
int main(void) {
	char line[40];
	int a, b;
	if (!fgets(line, sizeof line, stdin)) return 0;
	if (sscanf(line, "%d,%d", &a, &b) != 2 || a < 100000 || b < 100000) return 0;
	assert(a + 7 != b);
	return 0;
}
