#include <stdarg.h>
#include <stdio.h>

// Functions that pass their variable arguments on.

#define INLINE extern inline __attribute__((always_inline, gnu_inline))

struct big { int a[5]; };

int plain(const char *what, int n, ...) {
	va_list ap;
	va_start(ap, n);
	int r = 0;
	for (int i = 0; i < n; i++)
		r = r * 10 + va_arg(ap, int);
	printf("%s %d\n", what, r);
	va_end(ap);
	return r;
}

void kinds(int n, ...) {
	va_list ap;
	va_start(ap, n);
	double d = va_arg(ap, double);
	struct big b = va_arg(ap, struct big);
	const char *s = va_arg(ap, const char *);
	long double l = va_arg(ap, long double);
	printf("%g %d %s %Lg %d\n", d, b.a[4], s, l, n);
	va_end(ap);
}

INLINE int counted(const char *what, ...) {
	return plain(what, __builtin_va_arg_pack_len(), __builtin_va_arg_pack());
}

INLINE int more(const char *what, int x, ...) {
	return plain(what, 2 + __builtin_va_arg_pack_len(), x, x + 1, __builtin_va_arg_pack()) + counted(what, __builtin_va_arg_pack());
}

INLINE void all(int n, ...) { kinds(n + __builtin_va_arg_pack_len(), __builtin_va_arg_pack()); }

INLINE int say(const char *format, ...) {
	if (__builtin_va_arg_pack_len() == 0)
		return printf("%s", format);
	return printf(format, __builtin_va_arg_pack());
}

int main(void) {
	signed char c = 3;
	int i = 5;
	struct big b = {{1, 2, 3, 4, 9}};
	printf("%d\n", counted("none") + counted("three", 1, 2, c));
	printf("%d\n", more("more", 7) + more("again", 1, i++, 4));
	all(10, 1.5f, b, "text", 2.25L);
	say("plain 100%\n");
	say("%d %s %c %g\n", i, "words", 'c', 0.5f);
	return 0;
}
