#include <stdio.h>
#include <string.h>
struct in { short s; char c[3]; };
struct out { int a; struct in i[2]; double d; union { int n; char b[4]; } u; };
typedef struct { long long q, r; } pair;
static struct out make(int n) { struct out o; memset(&o, 0, sizeof o); o.a = n; o.i[1].s = -n; strcpy(o.i[0].c, "ab"); o.d = n / 2.0; o.u.n = 0x01020304; return o; }
static struct out change(struct out o) { o.a *= 2; o.i[0].c[0] = 'z'; return o; }
static pair divide(long long a, long long b) { pair p = {a / b, a % b}; return p; }
static int total(const struct out *v, int n) { int s = 0; for (int i = 0; i < n; i++) s += v[i].a + v[i].i[1].s; return s; }
struct big { int v[50]; };
static struct big shift(struct big b, int k) { struct big r; for (int i = 0; i < 50; i++) r.v[i] = b.v[(i + k) % 50]; return r; }
int main(void) {
  struct out a = make(7), b = change(a), c[3];
  printf("%d %d %s %s %g\n", a.a, b.a, a.i[0].c, b.i[0].c, b.d);
  printf("%d %d %d\n", a.u.b[0], a.u.b[3], a.i[1].s);
  c[0] = a; c[1] = b; c[2] = change(change(a));
  printf("%d %d\n", total(c, 3), change(c[2]).a);
  pair p = divide(-1000000000007LL, 1000);
  printf("%lld %lld\n", p.q, p.r);
  struct big x;
  for (int i = 0; i < 50; i++) x.v[i] = i;
  x = shift(shift(x, 3), 4);
  printf("%d %d\n", x.v[0], x.v[49]);
  struct out lit = (struct out){.a = 5, .i = {[1] = {.s = 9}}, .d = 1};
  printf("%d %d %d %g\n", lit.a, lit.i[0].s, lit.i[1].s, lit.d);
  struct in *q = &c[1].i[1];
  q->s++;
  printf("%d %d\n", c[1].i[1].s, memcmp(&c[0], &a, sizeof a));
  return 0;
}
