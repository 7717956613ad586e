// want: FALSE
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
	char *s;
	if (asprintf(&s, "%05d%s", -42, "b") < 0) return 1;
	assert(!strcmp(s, "-0042b"));
	assert(s[6] == 'b');
	free(s);
	return 0;
}
