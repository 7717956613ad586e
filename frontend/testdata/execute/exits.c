#include <stdio.h>
#include <stdlib.h>
static void a(void) { puts("a"); }
static void b(void) { puts("b"); fflush(stdout); }
static void inner(int n) { if (n == 0) exit(5 + 256); inner(n - 1); }
void main(void) {
	atexit(a);
	atexit(b);
	printf("start\n");
	inner(3);
}
