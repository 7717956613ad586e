// Numbers and characters from standard input.
#include <stdio.h>
#include <assert.h>
int main(void) {
	int a;
	long b;
	unsigned char c;
	double d;
	if (scanf("%d, %ld", &a, &b) != 2)
		return 0;
	scanf(" %c", &c);
	fscanf(stdin, "%lf", &d);
	if (a == -17 && b == 10000000000L && c == 'q')
		assert(d != 0.1);
	return 0;
}
