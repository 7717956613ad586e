#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
jmp_buf env;
int sum(int n, ...) {
	va_list ap;
	va_start(ap, n);
	int s = va_arg(ap, int);
	va_end(ap);
	return s;
}
int main(void) {
	int x = sum(1, 2);
	__asm__("nop" : "=r"(x));
	if (x == 3)
		kill(0, 15); // may run a handler, or end the program
	if (setjmp(env))
		return 1;
	return x;
}
