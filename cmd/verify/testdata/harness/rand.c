// Functions of the C library whose result is an input.
#include <stdlib.h>
#include <stdio.h>
#include <time.h>
#include <assert.h>
int main(void) {
	srand(time(NULL));
	rand();
	int a = rand() % 6, b = rand();
	int c = getchar();
	if (a == 4 && b > 1000000 && c == 'x')
		assert(c != 'x');
	return 0;
}
