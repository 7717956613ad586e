// want: TRUE
// Long options of a list of arguments.
#include <getopt.h>
#include <assert.h>
static int flag;
static int sum(int argc, char **argv) {
	static const struct option longs[] = { {"number", required_argument, 0, 'n'}, {"quiet", no_argument, &flag, 7}, {0, 0, 0, 0} };
	int c, n = 0;
	while ((c = getopt_long(argc, argv, "+v", longs, 0)) != -1)
		n += c == 'n' ? optarg[0] : c == 'v' ? 1000 : 0;
	return n;
}
int main(void) {
	char *args[] = {"p", "--number=1", "-v", "--qu", "y", 0};
	opterr = 0;
	int n = sum(5, args);
	assert(n == 1000 + '1' && optind == 4 && flag == 7);
	return 0;
}
