// want: FALSE
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
	char *p = realloc(0, 3);
	if (p && p[2] == 'x')
		reach_error(); // error
	return 0;
}
