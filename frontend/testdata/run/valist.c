// Variable arguments that are read for their effect, and lists that are passed
// on.
#include <assert.h>
#include <stdarg.h>

struct three { int a[3]; };

static int skip(int n, ...) {
	va_list ap;
	va_start(ap, n);
	va_arg(ap, int);
	(void)va_arg(ap, double);
	va_arg(ap, struct three);
	int r = va_arg(ap, int);
	va_end(ap);
	return r;
}

static int next(va_list *ap) { return va_arg(*ap, int); }

static int shared(va_list ap) { return va_arg(ap, int); }

static int passed(int n, ...) {
	va_list ap, other;
	va_start(ap, n);
	int a = next(&ap), b = next(&ap);
	va_copy(other, ap);
	int c = va_arg(other, int);
	int d = shared(ap);
#if __SIZEOF_POINTER__ == 8
	int e = va_arg(ap, int);
#else
	int e = 4;
#endif
	va_end(other);
	va_end(ap);
	return a * 10000 + b * 1000 + c * 100 + d * 10 + e;
}

// The members of a structure of variable size are passed, too.
static int sized(int n, ...) {
	struct { char c[n]; } s;
	va_list ap;
	va_start(ap, n);
	s = va_arg(ap, typeof(s));
	int last = s.c[n - 1];
	s = va_arg(ap, typeof(s));
	va_end(ap);
	return last * 10 + s.c[0];
}

static void *frame(void) {
	void *a = __builtin_frame_address(0), *b = __builtin_frame_address(0);
	assert(a && a == b);
	return a;
}

int main(void) {
	assert(skip(1, 2, 3.0, (struct three){{1}}, 42) == 42);
	assert(passed(5, 1, 2, 3, 4, 5) == 12334);
	int n = 4;
	struct { char c[n]; } x, y;
	x.c[3] = 7;
	y.c[0] = 8;
	assert(sized(n, x, y) == 78);
	assert(frame() != __builtin_frame_address(0));
	return 0;
}
