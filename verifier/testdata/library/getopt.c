// want: TRUE
// Options of a list of arguments, and variables of the library that other calls leave alone.
#include <unistd.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
static int sum(int argc, char **argv, const char *opts) {
	int c, n = 0;
	while ((c = getopt(argc, argv, opts)) != -1)
		n += c == 'n' ? 100 * atoi(optarg) : c == 'o' ? strlen(optarg) : c == 'v' ? 10000 : 1;
	return n;
}
int main(void) {
	char *args[] = {"p", "-vn", "12", "-o5", "-v", "--", "-v", "y", 0};
	opterr = 0;
	assert(optind == 1);
	assert(sum(8, args, "+vn:o:") == 21201 && optind == 6 && optarg == 0);
	return 0;
}
