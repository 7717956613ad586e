// want: UNKNOWN
// The program knows that an option comes behind another argument.
#include <unistd.h>
#include <assert.h>
int main(void) {
	char *args[] = {"p", "x", "-v", 0};
	assert(getopt(3, args, "v") == -1);
	return 0;
}
