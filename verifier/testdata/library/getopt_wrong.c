// want: FALSE
// The argument of an option that takes none is null.
#include <unistd.h>
#include <assert.h>
int main(int argc, char **argv) {
	int c = getopt(argc, argv, "vn:");
	assert(c != 'v' || optarg != 0);
	return 0;
}
