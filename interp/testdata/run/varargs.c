#include <stdarg.h>
#include <stdio.h>
struct pt { int x, y; };
static int sum(int n, ...) { va_list ap; int s = 0; va_start(ap, n); while (n--) s += va_arg(ap, int); va_end(ap); return s; }
static double mean(const char *types, ...) {
  va_list ap; double s = 0; int n = 0;
  va_start(ap, types);
  for (; *types; types++, n++)
    switch (*types) {
    case 'i': s += va_arg(ap, int); break;
    case 'd': s += va_arg(ap, double); break;
    case 'l': s += va_arg(ap, long long); break;
    case 's': for (char *p = va_arg(ap, char *); *p; p++) s += *p - '0'; break;
    case 'p': { struct pt p = va_arg(ap, struct pt); s += p.x * p.y; break; }
    }
  va_end(ap);
  return n ? s / n : 0;
}
static int twice(int n, ...) {
  va_list a, b; int s = 0;
  va_start(a, n); va_copy(b, a);
  for (int i = 0; i < n; i++) s += va_arg(a, int);
  for (int i = 0; i < n; i++) s += 10 * va_arg(b, int);
  va_end(a); va_end(b);
  return s;
}
static int max_of(int n, va_list ap) { int m = va_arg(ap, int); while (--n) { int v = va_arg(ap, int); if (v > m) m = v; } return m; }
static int maximum(int n, ...) { va_list ap; va_start(ap, n); int m = max_of(n, ap); va_end(ap); return m; }
int main(void) {
  struct pt p = {3, 4}; char c = 'A'; short s = -2; float f = 0.5f;
  printf("%d %d %d\n", sum(0), sum(3, 1, 2, 3), sum(2, c, s));
  printf("%g %g\n", mean("idlsp", 1, 2.5, 3LL, "45", p), mean("dd", f, 1.0));
  printf("%d %d\n", twice(3, 1, 2, 3), maximum(5, 3, -9, 12, 7, 0));
  return 0;
}
