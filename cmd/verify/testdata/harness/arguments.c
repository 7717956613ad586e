// Arguments of main.
#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
	if (argc == 3 && !strcmp(argv[1], "-v"))
		assert(argv[2][0] != '\'' || argv[2][1] != 'a');
	return 0;
}
