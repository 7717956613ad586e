/* The order in which arguments are evaluated: that of gcc on x86. */
#include <stdarg.h>
#include <stdio.h>

struct pair { int a, b; };

static int n;
static int counter = 5;

static int next(void) { return n++; }
static int say(int c) { putchar(c); return c; }
static struct pair twin(int c) { struct pair p = {say(c), c + 1}; return p; }
static int digits(int a, int b, int c) { return a * 100 + b * 10 + c; }
static int first(struct pair p, int i, struct pair q) { return p.a * i + q.b; }
static int sum(int k, ...) {
  va_list ap;
  int s = 0;
  va_start(ap, k);
  while (k-- > 0)
    s = s * 10 + va_arg(ap, int);
  va_end(ap);
  return s;
}

int main(void) {
  int (*f)(int, int, int) = digits;
  int *p = &counter, i;
  printf("%d %d %d\n", next(), next(), next());
  printf("%d\n", digits(next(), next(), next()));
  printf("%d\n", f(next(), 0, next()));
  printf("%d\n", sum(3, next(), next(), next()));
  printf("%d\n", digits(digits(next(), 1, next()), next(), 0));
  printf("%d %d\n", say('a'), putchar('b'));
  printf("%d\n", first(twin('c'), say('d'), twin('e')));
  printf("%d %d\n", counter, (*p = 7, 1));
  printf("%d\n", say('x') * 2 - say('y'));
  for (i = 0; i < 2; i++)
    printf("%d %d\n", i, n < 100 && next() ? next() : -1);
  return sum(2, say('1'), say('2')) & 127;
}
