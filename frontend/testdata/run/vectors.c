#include <assert.h>
#include <string.h>
#include <stdarg.h>
#include <stddef.h>
typedef int V4 __attribute__((vector_size(16)));
typedef unsigned U4 __attribute__((vector_size(16)));
typedef float F4 __attribute__((vector_size(16)));
typedef double D2 __attribute__((vector_size(16)));
typedef double D4 __attribute__((vector_size(32)));
typedef long long L2 __attribute__((vector_size(16)));
typedef short S8 __attribute__((vector_size(16)));
typedef unsigned char B16 __attribute__((vector_size(16)));
typedef signed char C2 __attribute__((vector_size(2)));
typedef unsigned char B128 __attribute__((vector_size(128)));
typedef short S4 __attribute__((vector_size(8)));
struct S { char c; V4 v; short s; };
union U { V4 v; int i[4]; float f[4]; L2 l; };
V4 gv = {1, 2, 3, 4}, garr[2] = {{1, 2}, {3, 4, 5}};
struct S gs = {1, {2, 3, 4}, 5};
static V4 add(V4 a, V4 b) { return a + b; }
static int sum(int n, ...) { va_list ap; va_start(ap, n); int s = 0; while (n--) { V4 v = va_arg(ap, V4); s += v[0] + v[1] + v[2] + v[3]; } va_end(ap); return s; }
static V4 fact(V4 n, int d) { V4 local = n; if (d == 0) return local; V4 r = fact(n - 1, d - 1); local[d & 3] += 10; return r * 2 + local; }
static struct S mk(int i) { struct S s = {1, {i, i + 1, i + 2, i + 3}, 7}; return s; }
static B128 big(B128 x, int i) { x[i] = 9; return x + x; }
static int calls; static V4 call(void) { calls++; return (V4){5, 6, 7, 8}; }
static void arith(void) {
  V4 a = {10, -7, 3, 0x7fffffff}, b = {3, 2, -1, 1}, c;
  c = a - b; assert(c[0] == 7 && c[1] == -9 && c[2] == 4 && c[3] == 0x7ffffffe);
  c = a / b; assert(c[0] == 3 && c[1] == -3 && c[2] == -3 && c[3] == 0x7fffffff);
  c = a % b; assert(c[0] == 1 && c[1] == -1 && c[2] == 0 && c[3] == 0);
  c = a & b; assert(c[0] == 2 && c[1] == 0 && c[2] == 3 && c[3] == 1);
  c = a ^ b | 1; assert(c[0] == 9 && c[1] == -5);
  c = a << (V4){1, 0, 4, 0}; assert(c[0] == 20 && c[2] == 48);
  c = a >> 1; assert(c[0] == 5 && c[1] == -4 && c[3] == 0x3fffffff);
  c = ~a; assert(c[0] == -11); c = -b; assert(c[0] == -3 && c[2] == 1); c = +b; assert(c[1] == 2);
  c = a < b; assert(c[0] == 0 && c[1] == -1 && c[2] == 0);
  c = a == a; assert(c[3] == -1); c = 3 >= b; assert(c[0] == -1 && c[1] == -1);
  U4 u = {~0u, 1, 2, 3}; c = u > 1; assert(c[0] == -1 && c[1] == 0 && c[2] == -1);
  u = u >> 31; assert(u[0] == 1); u = 7 / (u + 1); assert(u[0] == 3 && u[1] == 7);
  u += 2; u <<= 1; assert(u[0] == 10); u++; --u; V4 d = b++; assert(d[0] == 3 && b[0] == 4); d = --b; assert(d[0] == 3);
  F4 f = {1.5f, 2, -3, 1e30f}, g = 2 * f + 0.5f; assert(g[0] == 3.5f && g[1] == 4.5f && g[2] == -5.5f);
  g = -f / 2; assert(g[0] == -0.75f); V4 fc = f < g; assert(fc[0] == 0 && fc[2] == -1);
  D2 dd = {1, 3}; dd = dd / 3; assert(dd[1] == 1 && dd[0] == 1.0 / 3); L2 lc = dd != 1; assert(lc[0] == -1 && lc[1] == 0);
  S8 s = {32767, 1, 2, 3}; S8 t = s / (S8){2, 1, 1, 1, 1, 1, 1, 1}; assert(t[0] == 16383 && t[7] == 0);
  B16 x = {200, 100}; x = x + x; assert(x[0] == 144 && x[1] == 200); x = x >> 1; assert(x[0] == 72);
  C2 k = {-128, 127}; k = k >> 1; assert(k[0] == -64 && k[1] == 63);
}
static void convert(void) {
  union U u = {{1, 2, 3, 4}}; assert(u.i[2] == 3); u.v = u.v * 2; assert(u.i[3] == 8); u.i[1] = -1; assert(u.v[1] == -1);
  F4 f = {1, 2, -1}; V4 v = (V4)f; assert(v[0] == 0x3f800000 && v[2] == (int)0xbf800000 && v[3] == 0);
  L2 l = (L2)v; assert(l[0] == 0x400000003f800000LL); f = (F4)l; assert(f[1] == 2 && f[2] == -1);
  S4 s = {1, -1, 2}; long long q = (long long)s; assert(q == 0x2ffff0001LL); s = (S4)0x1000200030004LL; assert(s[0] == 4 && s[3] == 1);
  D2 d = (D2)(L2){0x3ff0000000000000LL, 0}; assert(d[0] == 1 && d[1] == 0);
  D4 w = __builtin_convertvector((V4){1, -2, 3, 4}, D4); assert(w[1] == -2 && w[3] == 4);
  v = __builtin_convertvector(w * 1.5, V4); assert(v[0] == 1 && v[1] == -3 && v[2] == 4);
  C2 c = {1, 2}; short h = (short)c; assert(h == 0x201);
}
static void places(void) {
  struct S s = {1, {1, 2, 3, 4}, 2}, t = s; int i = 2;
  assert(sizeof(struct S) == 48 && offsetof(struct S, v) == 16 && _Alignof(V4) == 16 && sizeof(C2) == 2);
  t.v[i] = 9; assert(t.v[2] == 9 && s.v[2] == 3); t.v[0]++; assert(t.v[0] == 2); s.v += t.v; assert(s.v[2] == 12);
  V4 arr[3] = {{1}, gv, {2, 3}}; arr[i][i] = 5; assert(arr[2][2] == 5 && arr[2][1] == 3 && arr[1][3] == 4 && arr[0][1] == 0);
  V4 *p = &arr[1]; (*p)[3] += 10; assert(arr[1][3] == 14 && p[1][2] == 5);
}
static void more(void) {
  int i = 1, *e = &gv[2]; assert(*e == 3); *e = 30; assert(gv[2] == 30); gv[2] = 3;
  assert(garr[0][1] == 2 && garr[0][2] == 0 && garr[1][0] == 3 && garr[1][2] == 5 && gs.v[2] == 4 && gs.v[3] == 0 && gs.s == 5);
  assert(sum(2, gv, (V4){1, 1, 1, 1}) == 14); V4 r = add(add(gv, gv), (V4){1}); assert(r[0] == 3 && r[3] == 8);
  r = fact(gv, 3); assert(r[3] == 4 + 10 + 2 * (3 + 2 * (2 + 2 * 1)) && r[2] == 3 + 2 * (12 + 2 * (1 + 0)));
  assert(mk(3).v[2] == 5 && mk(4).v[i] == 5 && call()[i + 1] == 7 && calls == 1);
  r = i ? gv : call(); assert(r[3] == 4 && calls == 1); r = i > 1 ? gv : call(); assert(r[3] == 8 && calls == 2);
  B128 b = {1, 2, 3}; b = big(b, 100); assert(b[0] == 2 && b[100] == 18 && b[127] == 0); b[i + 1]--; assert(b[2] == 5);
  V4 m = {3, 2, 1, 0}; r = __builtin_shuffle(gv, m); assert(r[0] == 4 && r[3] == 1); m += i;
  r = __builtin_shuffle(gv, r, m); assert(r[0] == 4 && r[1] == 4 && r[2] == 3);
  B16 x, y = {1, 0, 31, 17}; for (i = 0; i < 16; i++) x[i] = i * 3; x = __builtin_shuffle(x, y, y); assert(x[0] == 3 && x[1] == 0 && x[2] == 0 && x[3] == 0);
  S4 s = __builtin_shufflevector((S4){1, 2, 3, 4}, (S4){5, 6, 7, 8}, 7, 0, -1, 4); assert(s[0] == 8 && s[1] == 1 && s[3] == 5);
  V4 z = {}; assert(!memcmp(&z, (int[4]){0}, 16)); static V4 st = {1, 1, 1, 1}; st *= 3; assert(st[3] == 3);
  r = gv; r += r[1]; assert(r[0] == 3 && r[3] == 6); r[0] = r[1] = 7; assert(r[0] == 7); z = r = gv; assert(z[3] == 4);
  V4 __attribute__((aligned(32))) al; assert(sizeof al == 16); __attribute__((vector_size(8))) int w = {1, 2}; w[0] += w[1]; assert(w[0] == 3);
  const V4 cv = {1, 2, 3, 4}; volatile V4 vv = cv; vv += cv; assert(vv[2] == 6); register V4 rv = cv; assert(rv[i & 3] == 1);
}
int main(void) { arith(); convert(); places(); more(); return 0; }
