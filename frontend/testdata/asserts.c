#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
	char *s = malloc(10), t[] = "ab";
	if (!s)
		exit(1);
	memset(s, 0, 10);
	memcpy(s, t, sizeof t);
	assert(s[1] == 'b' && t[2] == 0);
	free(s);
	return strlen(t);
}
