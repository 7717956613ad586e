#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
#include <limits.h>
#include <stdint.h>
#include <math.h>
#include <stdarg.h>
#define SET(a, b) a = (b) + 1
struct A { char c; struct { short s; union { int i; float f; }; } in; unsigned b:5, d:7; long long ll; };
typedef struct { int x, y; } P;
static P mkp(int x, int y) { P p = { .y = y, .x = x }; return p; }
static P addp(P a, P b) { a.x += b.x; a.y += b.y; return a; }
struct Big { int v[10]; char n[5]; };
static struct Big mkb(int s) { struct Big b = {{0}}; for (int i = 0; i < 10; i++) b.v[i] = s + i; strcpy(b.n, "abc"); return b; }
static int sumb(struct Big b) { int s = 0; for (int i = 0; i < 10; i++) s += b.v[i]; b.v[0] = 99; return s; }
static int fib(int n) { int loc[2]; loc[0] = n; if (n < 2) return n; int r = fib(n - 1) + fib(n - 2); assert(loc[0] == n); return r; }
enum E { E0, E1 = 5, E2, EN = -1 };
static int duff(int n) { int c = 0, k = (n + 3) / 4; switch (n % 4) { case 0: do { c++; case 3: c++; case 2: c++; case 1: c++; } while (--k > 0); } return c; }
static int counter(void) { static int n = 10; return n++; }
int garr[3][4] = { {1, 2}, [2] = {[3] = 7} };
static int order; static int o(int v) { order = order * 10 + v; return v; }
static int vsum(int a[], int n) { int s = 0; while (n--) s += *a++; return s; }
static int cmp(int a, int b) { return a < b; }
static int app(int (*f)(int, int), int a, int b) { return (*f)(a, b) + (**f)(b, a) * 2; }
static long long bits(double d) { union { double d; long long l; } u; u.d = d; return u.l; }
int main(void) {
  struct A a = { 'x', { 3, { .i = 5 } }, 17, 100, -1 }, *pa = &a, b;
  assert(a.in.s == 3 && a.in.i == 5 && a.b == 17 && a.d == 100 && a.ll == -1);
  a.b += 20; assert(a.b == 5); a.d = -1; assert(a.d == 127); assert((a.d << 1) == 254);
  b = *pa; b.in.f = 1.5f; assert(b.in.i == 0x3fc00000 && pa->in.i == 5);
  P p = addp(mkp(1, 2), addp(mkp(3, 4), mkp(5, 6))); assert(p.x == 9 && p.y == 12);
  P q = mkp(1, 1).x ? p : mkp(0, 0); assert(q.y == 12);
  P *pp = &(P){ 7, 8 }; pp->x++; assert(pp->x == 8);
  struct Big bb = mkb(1); assert(sumb(bb) == 55 && bb.v[0] == 1 && mkb(2).v[9] == 11 && bb.n[2] == 'c');
  assert(fib(10) == 55);
  assert(E2 == 6 && EN < 0 && sizeof(enum E) == 4);
  for (int i = 1; i < 12; i++) assert(duff(i) == i);
  assert(counter() == 10 && counter() == 11);
  assert(garr[0][1] == 2 && garr[2][3] == 7 && garr[1][0] == 0 && sizeof garr == 48 && sizeof garr[0] == 16);
  int x = 5, y; y = x++ + ++x; (void)y; assert(x == 7);
  y = o(1) + o(2) * o(3); assert(order == 123 && y == 7);
  order = 0; if (o(0) && o(1)) y = 1; else y = 2; assert(y == 2 && order == 0);
  y = (o(4), o(5)); assert(y == 5);
  int arr[] = { 1, 2, 3, [5] = 6 }; assert(sizeof arr / sizeof *arr == 6 && vsum(arr, 6) == 12 && arr[4] == 0);
  assert(app(cmp, 1, 2) == 1);
  unsigned u = UINT_MAX; assert(u + 1 == 0 && -1 > 1u && (long long)u == 4294967295LL && (int)u == -1);
  signed char sc = 200; unsigned char uc = -1; assert(sc == -56 && uc == 255 && (uc << 24 >> 24) != 256);
  short sh = 40000; assert(sh == -25536 && (unsigned short)sh == 40000);
  assert((-7) / 2 == -3 && (-7) % 2 == -1 && (-7) >> 1 == -4 && (unsigned)-7 >> 28 == 15);
  long long L = 1LL << 40; assert(L >> 38 == 4 && (int)L == 0 && (L | 1) % 3 == (1099511627777LL % 3));
  double d = 0.1 + 0.2; assert(d != 0.3 && (float)d == 0.3f && (int)-2.9 == -2);
  assert(bits(-0.0) == LLONG_MIN && isnan(0.0 / 0.0) && !isinf(d) && fabs(-2.5) == 2.5 && floor(-2.5) == -3 && sqrt(9.0) == 3);
  _Bool bo = 0.5; assert(bo == 1); bo = 256; assert(bo == 1); bo++; assert(bo); bo--; assert(!bo);
  char s[20] = "hello"; strcat(s, " w"); assert(strlen(s) == 7 && !strcmp(s, "hello w") && s[19] == 0 && strchr(s, 'l') == s + 2 && strstr(s, "lo") - s == 3);
  char *h = malloc(8); memset(h, 'z', 8); memcpy(h + 2, s, 3); assert(h[1] == 'z' && h[4] == 'l'); h = realloc(h, 16); assert(h[3] == 'e'); free(h);
  int *ip = calloc(4, sizeof *ip); assert(ip[3] == 0); ip[2] = -5; assert(*(ip + 2) == -5 && ((char *)ip)[8] == -5); free(ip);
  assert(offsetof(struct A, in) == 4 && offsetof(P, y) == 4);
  int n = 3; int vla[n][n + 1]; for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) vla[i][j] = i * 10 + j; assert(vla[2][3] == 23 && sizeof vla == 48 && sizeof vla[0] == 16);
  SET(x, 4); assert(x == 5);
  x = ({ int t = x; t *= 2; t + 1; }); assert(x == 11);
  int i = 0; again: i++; if (i < 5) goto again; assert(i == 5);
  void *tbl[] = { &&l0, &&l1 }; goto *tbl[1]; l0: assert(0); l1: i = 7; assert(i == 7);
  for (i = 0; ; i++) { if (i == 3) continue; if (i > 5) break; switch (i) { case 2: continue; default: break; } } assert(i == 6);
  unsigned long long big = 18446744073709551615ULL; assert(big / 10 == 1844674407370955161ULL && (float)big == 18446744073709551616.0f);
  int ov; assert(__builtin_add_overflow(INT_MAX, 1, &ov) && ov == INT_MIN && !__builtin_mul_overflow(3, 4, &ov) && ov == 12);
  long long lv; assert(__builtin_smulll_overflow(1LL << 62, 4, &lv) && !__builtin_smulll_overflow(-3, 5, &lv) && lv == -15);
  assert(__builtin_popcount(255) == 8 && __builtin_clz(1) == 31 && __builtin_ctz(8) == 3 && __builtin_bswap32(0x01020304) == 0x04030201);
  const char *names[] = { "a", "bc", [3] = "d" }; assert(names[2] == 0 && names[1][1] == 'c' && *names[3] == 'd');
  struct { int a; int b[2][2]; } m = { 1, { { 2, 3 }, 4, 5 } }; assert(m.b[1][0] == 4 && m.b[1][1] == 5);
  int *e = &garr[2][4], *st = garr[0]; assert(e - st == 12 && st < e && !(e == 0));
  int neg = -3; unsigned char idx = 2; assert(arr[3 + neg] == 1 && arr[idx] == 3 && 1[arr] == 2 && *(arr + 5 + neg) == 3);
  x = 10; x += x += 1; x <<= 2; x ^= 5; x %= 7; y = x ?: 3; (void)y; 
  long lo = sizeof(int[3]) == 12 ? _Alignof(int) : 0; assert(lo == 4 && _Generic(1.0f, float: 1, default: 2) == 1);
  assert((1 ? -1 : 0u) > 0 && ((char)'\xff' < 0) && L'a' == 97 && "abc"[1] == 'b' && sizeof "abc" == 4 && sizeof('a') == 4);
  uint16_t u16 = 65535; assert((uint16_t)(u16 + 1) == 0 && u16 + 1 == 65536 && ~u16 == -65536);
  int32_t mn = INT32_MIN; assert(mn < 0 && -(long long)mn == 2147483648LL && abs(-4) == 4 && atoi(" -12x") == -12);
  int k = 0; while (k < 3 && k++ != 1) ; assert(k == 2); do k--; while (k > 0); assert(k == 0);
  k = ({ int v = 0; if (({ 1; }) == 1) v = 2; switch (4UL) { case 4: goto out; default: back: goto back; } out: v; }) ?: 1; assert(k == 2);
  a = (struct A){ .ll = 3 }; assert(a.c == 0 && a.ll == 3 && a.in.i == 0);
  return 0;
}
