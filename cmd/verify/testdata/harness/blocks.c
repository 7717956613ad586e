// Arguments of main where accesses are checked: each is a block of its own, before
// those of the program.
// flags: --property valid-memsafety
// status: 134
// warns: does not control the access out of bounds
#include <string.h>
#include <stdlib.h>
int main(int argc, char **argv) {
	static int a[1];
	int *p = malloc(8);
	if (p && argc == 3 && !strcmp(argv[1], "-v") && strlen(argv[2]) == 12 && argv[2][11] == 'x' && p[1] == 77)
		return a[0x7000000 + argv[2][3]];
	free(p);
	return 0;
}
