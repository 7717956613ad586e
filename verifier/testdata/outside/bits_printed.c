// want: UNKNOWN
// want reason=abstraction
// How the address of a variable is printed.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
	char text[40];
	int x;
	sprintf(text, "%lx", (unsigned long)&x);
	if (text[0] == '7')
		reach_error(); // open
	return 0;
}
