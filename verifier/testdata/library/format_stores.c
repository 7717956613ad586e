// want: UNKNOWN
// One of the callers has a %n.
#include <stdio.h>
#include <stdarg.h>
#include <assert.h>
static void say(const char *format, ...) {
	va_list ap;
	va_start(ap, format);
	vprintf(format, ap);
	va_end(ap);
}
int main(void) {
	int n = 1;
	say("%d\n", n);
	say("%n", &n);
	assert(n == 1);
	return 0;
}
