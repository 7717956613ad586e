// What runs before and after main.
#include <stdio.h>
#include <stdlib.h>
static void handler(void) { puts("atexit"); }
__attribute__((constructor)) static void first(int argc, char **argv) { printf("first %d\n", argc); atexit(handler); }
__attribute__((destructor)) static void x(void) { puts("x"); }
__attribute__((destructor(200))) static void y(void) { puts("y"); }
__attribute__((destructor(300))) static void z(void) { puts("z"); }
__attribute__((destructor)) static void w(void) { puts("w"); }
__attribute__((constructor(101))) static void zeroth(void) { puts("zeroth"); }
static void stop(int n) { exit(n); }
int main(void) {
	puts("main");
	stop(3);
	return 0;
}
