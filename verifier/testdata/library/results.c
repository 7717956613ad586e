// want: TRUE
// What functions return is within what they can return, though it is not known.
#include <stdio.h>
#include <stdlib.h>
#include <stdarg.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int say(const char *format, ...) {
	va_list ap;
	va_start(ap, format);
	int n = vprintf(format, ap);
	va_end(ap);
	return n;
}
int main(int argc, char **argv) {
	int c = __VERIFIER_nondet_int();
	char b[8];
	assert(puts("x") >= 0 && fputs("y", stderr) >= 0);
	assert(putchar(c) == (unsigned char)c && putc('x', stdout) == 'x' && fputc(300, stdout) == 44);
	assert(printf(argv[0], c) >= -1 && say("%d", 3) >= -1);
	FILE *f = fopen("x", "w");
	if (f) {
		int n = fputs("x", f), m = fputc(c, f), k = ungetc(c, f);
		assert(n >= -1 && m >= -1 && m <= 255 && k >= -1 && k <= 255);
	}
	assert(write(1, b, 0) >= -1);
	unsigned seed = 1;
	assert(rand_r(&seed) >= 0);
	timer_t timer;
	if (timer_create(CLOCK_REALTIME, 0, &timer) == 0) {
		int gone = timer_delete(timer);
		assert(gone == 0 || gone == -1);
	}
	return 0;
}
