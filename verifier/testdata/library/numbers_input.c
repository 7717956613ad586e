// want: TRUE
// A number that an input line spells is any number that the line can spell.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
	char line[40];
	if (!fgets(line, sizeof line, stdin)) return 0;
	long v = atol(line);
	if (line[0] == '6' && line[1] >= '0' && line[1] <= '9' && line[2] == '\n') assert(v >= 60 && v < 70);
	if (v < 1 || v > 100) return 0;
	int sum = 0;
	for (int k = 0; k < v; k++) sum += 3;
	assert(sum <= 300);
	return 0;
}
