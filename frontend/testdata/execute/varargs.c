#include <stdarg.h>
#include <assert.h>
struct big { int a; double d; char c[5]; };
struct small { char x; };
typedef union { long l; int *p; } un;
static int sum(int n, ...) {
  va_list ap, aq; int s = 0;
  va_start(ap, n);
  va_copy(aq, ap);
  for (int i = 0; i < n; i++) s += va_arg(ap, int);
  int t = 0;
  for (int i = 0; i < n; i++) t += va_arg(aq, int);
  va_end(ap); va_end(aq);
  assert(s == t);
  return s;
}
static long vmixed(const char *f, va_list ap) {
  long r = 0;
  for (; *f; f++) switch (*f) {
    case 'i': r = r * 10 + va_arg(ap, int); break;
    case 'd': r = r * 10 + (long)va_arg(ap, double); break;
    case 'D': r = r * 10 + (long)va_arg(ap, long double); break;
    case 'l': r = r * 10 + va_arg(ap, long long); break;
    case 'u': r = r * 10 + va_arg(ap, unsigned); break;
    case 'p': r = r * 10 + *va_arg(ap, int *); break;
    case 'b': { struct big b = va_arg(ap, struct big); r = r * 10 + b.a + (long)b.d + b.c[4]; break; }
    case 's': r = r * 10 + va_arg(ap, struct small).x; break;
    case 'U': r = r * 10 + *va_arg(ap, un).p; break;
  }
  return r;
}
static long mixed(const char *f, ...) {
  va_list ap; long r;
  va_start(ap, f);
  r = vmixed(f, ap);
  va_end(ap);
  return r;
}
static int fact(int n, ...) {
  va_list ap; va_start(ap, n);
  int k = va_arg(ap, int);
  if (n == 0) return k;
  int r = fact(n - 1, k * n, n - 1);
  assert(va_arg(ap, int) == n);
  return r;
}
static int nested(va_list *ap) { return va_arg(*ap, int); }
static int viaptr(int n, ...) { va_list ap; va_start(ap, n); int a = nested(&ap), b = nested(&ap); return a * 10 + b; }
long (*fp)(const char *, ...) = mixed;
int (*kr)() = viaptr;
int main(void) {
  int x = 7; struct big b = {1, 2.5, "abc\3"}; struct small s = {4}; un u; u.p = &x;
  b.c[4] = 3;
  float f = 3.9f; short h = -2; char c = 'a';
  assert(sum(0) == 0); assert(sum(3, 1, 2, 3) == 6); assert(sum(2, sum(2, 4, 5), sum(1, 1)) == 10);
  assert(mixed("i", h) == -2);
  assert(mixed("u", c) == 'a');
  assert(mixed("dDl", f, (long double)4.5, 5LL) == 345);
  assert(mixed("pbsU", &x, b, s, u) == 7647);
  assert(fp("ip", 3, &x) == 37);
  assert(kr(2, 3, 4) == 34);
  assert(fact(5, 1, 5) == 120);
  return 0;
}
