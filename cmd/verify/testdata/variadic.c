// want: FALSE

// The sum of variable arguments: proved where it adds all of them, refuted
// where it forgets the last.

#include <assert.h>
#include <stdarg.h>

extern int number(void);

static int sum(int n, ...) {
    va_list ap;
    int s = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        s += va_arg(ap, int);
    va_end(ap);
    return s;
}

static int all_but_last(int n, ...) {
    va_list ap;
    int s = 0;
    va_start(ap, n);
    for (int i = 1; i < n; i++)
        s += va_arg(ap, int);
    va_end(ap);
    return s;
}

int main(void) {
    int x = number(), y = number();
    assert(sum(3, x, y, 4) == x + y + 4);   // safe
    if (x > 0 && x < 100 && y == 5)
        assert(all_but_last(2, x, y) != x); // error
    return 0;
}
