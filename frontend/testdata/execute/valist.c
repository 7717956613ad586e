// va_list in LP64 is an array: a function that gets one works on the list of its caller.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct e0 {}; struct s1 { char c; }; struct s3 { char c[3]; }; struct s8 { int a, b; }; struct s12 { int a[3]; };
struct s24 { double d; long l; char c[8]; }; struct s40 { char c[40]; }; struct fl { float f, g; }; struct ld { long double x; char t; };
union u { int i; char c[5]; };
static int next(va_list ap) { return va_arg(ap, int); }
static int nextp(va_list *ap) { return va_arg(*ap, int); }
struct cursor { int used; va_list ap; };
static int pull(struct cursor *c) { c->used++; return va_arg(c->ap, int); }
void many(int n, ...) {
  va_list ap, lists[2];
  struct cursor cur = {0};
  va_start(ap, n);
  va_copy(lists[0], ap); va_copy(lists[1], ap); va_copy(cur.ap, ap);
  int a = nextp(&ap), b = nextp(&ap);
  printf("%d %d %d %d %d\n", a, b, va_arg(ap, int), va_arg(lists[1], int), pull(&cur));
  printf("%d %d\n", pull(&cur), cur.used);
  int p = nextp(&lists[0]), q = nextp(&lists[0]);
  printf("%d %d %d\n", p, q, next(lists[0]));
  va_end(ap);
}
void structs(int n, ...) {
  va_list ap; va_start(ap, n);
  struct e0 z = va_arg(ap, struct e0); (void)z;
  struct s1 a = va_arg(ap, struct s1);
  struct s3 b = va_arg(ap, struct s3);
  int i = va_arg(ap, int);
  struct s8 c = va_arg(ap, struct s8);
  double d = va_arg(ap, double);
  struct s12 e = va_arg(ap, struct s12);
  struct s24 f = va_arg(ap, struct s24);
  long double l = va_arg(ap, long double);
  struct s40 g = va_arg(ap, struct s40);
  struct fl h = va_arg(ap, struct fl);
  struct ld k = va_arg(ap, struct ld);
  union u u = va_arg(ap, union u);
  unsigned long long ll = va_arg(ap, unsigned long long);
  const char *s = va_arg(ap, const char *);
  printf("%c %.3s %d %d %d %g %d %g %ld %s %Lg %s %g %g %Lg %d %s %llu %s %d\n", a.c, b.c, i, c.a, c.b, d, e.a[2], f.d, f.l, f.c, l, g.c, h.f, h.g, k.x, k.t, u.c, ll, s, va_arg(ap, struct s12).a[1]);
  va_end(ap);
}
int vsum(int n, va_list ap) { int s = 0; while (n--) s += va_arg(ap, int); return s; }
int sum(int n, ...) { va_list ap; va_start(ap, n); int r = vsum(n, ap); va_end(ap); return r; }
int knr(int n, ...) { va_list ap; va_start(ap, n); int r = 0; while (n--) r = r * 10 + va_arg(ap, int); va_end(ap); return r; }
void say(const char *fmt, ...) { va_list ap, again; va_start(ap, fmt); va_copy(again, ap); vprintf(fmt, ap); char b[99]; vsnprintf(b, 99, fmt, again); printf("[%s]", b); va_end(ap); }
int rec(int n, ...) { va_list ap; va_start(ap, n); int v = va_arg(ap, int); int r = n ? rec(n - 1, v * 2, 0) + va_arg(ap, int) : v; va_end(ap); return r; }
void skip(int n, ...) { va_list ap; va_start(ap, n); va_arg(ap, int); (void)va_arg(ap, double); va_arg(ap, struct s12); printf("%d\n", va_arg(ap, int)); va_end(ap); }
int (*vp)(const char *, va_list) = vprintf;
void viap(const char *f, ...) { va_list ap; va_start(ap, f); vp(f, ap); va_end(ap); }
int outer(int n, ...) {
  va_list ap; va_start(ap, n);
  int get(void) { return va_arg(ap, int); }
  int inner(int k, ...) { va_list aq; va_start(aq, k); int r = va_arg(aq, int) * 100 + get(); va_end(aq); return r; }
  int r = inner(1, 5); r += inner(1, 7); va_end(ap); return r;
}
int main(void) {
  many(3, 1, 2, 3);
  structs(1, (struct e0){}, (struct s1){'x'}, (struct s3){"abc"}, 'q', (struct s8){3, 4}, 2.5f, (struct s12){{5, 6, 7}}, (struct s24){1.5, 99, "hello"},
    (long double)3.25, (struct s40){"forty"}, (struct fl){1.5f, 2.5f}, (struct ld){8, 9}, (union u){.c = "uni"}, 1ULL << 63, "end", (struct s12){{1, 2, 3}});
  printf("%d %d\n", sum(4, 1, 2, 3, 4), sum(0));
  int (*f)(int, ...) = sum; int (*g)() = (int(*)())knr; printf("%d %d %d\n", f(2, 5, 6), g(3, 1, 2, 3), knr(2, 7, 8));
  say("%d %s %g\n", 7, "str", 1.25); printf("%d\n", rec(3, 1, 10)); skip(1, 2, 3.0, (struct s12){{1}}, 42);
  viap("%s-%d\n", "via", 3); printf("%d\n", outer(1, 3, 4));
  printf("%d\n", (int)(sizeof(va_list) == (sizeof(long) == 8 ? 24 : 4)));
  unsigned char uc = 200; signed char sc = -5; short sh = -300; _Bool bo = 1; float fl = 0.1f; printf("%d\n", sum(4, uc, sc, sh, bo)); say("%.3f %d\n", fl, uc);
}
