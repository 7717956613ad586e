// want: TRUE
// A text is measured, allocated and printed.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
	char *s, *t;
	int n = asprintf(&s, "%-3d|%s|%c%%", 42, "ab", 'z');
	if (n < 0) return 1;
	assert(n == 9 && !strcmp(s, "42 |ab|z%"));
	if (asprintf(&t, "%s%.1s%*x", s, s, 4, 255) < 0) return 1;
	assert(strlen(t) == 14 && !strcmp(t + 9, "4  ff"));
	free(s);
	free(t);
	return 0;
}
