// want: TRUE
// Functions that the front end has in C or as statements; strtof stores a
// pointer into its argument.
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void) {
	char a[8] = "a,bc", *r = a, *w;
	w = strsep(&r, ",");
	assert(w == a && a[1] == 0 && r == a + 2);
	w = strsep(&r, ",");
	assert(w == a + 2 && r == 0);
	char b[3];
	assert(strlcpy(b, "word", sizeof b) == 4 && b[1] == 'o' && b[2] == 0);
	assert(mempcpy(b, "xy", 2) == b + 2 && b[0] == 'x');
	char *end;
	float x = strtof(a, &end);
	assert(end >= a);
	return 0;
}
