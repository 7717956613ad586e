#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <wchar.h>
#include <stdbool.h>
struct __attribute__((packed)) Pk { char c; int i; short s:9; short t:7; } pk = { 1, 0x01020304, -3, 5 };
struct Fx { int n; char d[]; };
struct Op { const char *name; int (*fn)(int, int); };
static int add(int a, int b) { return a + b; } static int sub(int a, int b) { return a - b; }
static const struct Op ops[] = { { "add", add }, { "sub", sub }, { 0, 0 } };
static int *gp = &((int *)0)[0]; int base[4] = {1,2,3,4}; int *mid = base + 2; int *fld = &base[1]; char *sp = "xyz" + 1;
int kr(a, b, c) int a; char b; float *c; { return a + b + (int)*c; }
extern int ext_later; int use_ext(void) { return ext_later; } int ext_later = 42;
union U { struct { unsigned lo:4, hi:4; } b; unsigned char c; int w; };
static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
static int ack(int m, int n) { if (!m) return n + 1; if (!n) return ack(m - 1, 1); return ack(m - 1, ack(m, n - 1)); }
struct T { struct T *l, *r; int k; };
static struct T *ins(struct T *t, int k) { if (!t) { t = calloc(1, sizeof *t); t->k = k; } else if (k < t->k) t->l = ins(t->l, k); else t->r = ins(t->r, k); return t; }
static int walk(struct T *t, int *out, int n) { if (!t) return n; n = walk(t->l, out, n); out[n++] = t->k; return walk(t->r, out, n); }
static void vswap(void *a, void *b, size_t n) { char t[16]; memcpy(t, a, n); memcpy(a, b, n); memcpy(b, t, n); }
static int tot; static int acc(int v) { tot += v; return tot; }
static struct { int a; struct { int b, c; } n[2]; } cfgs[2] = { { 1, { { 2, 3 }, { 4, 5 } } }, [1].n[1].c = 9 };
static int mat(int (*m)[3], int r) { int s = 0; for (int i = 0; i < r; i++) for (int j = 0; j < 3; j++) s += m[i][j]; return s; }
int main() {
  assert(sizeof pk == 7 && pk.i == 0x01020304 && pk.s == -3 && pk.t == 5); pk.i++; pk.s = 255; assert(pk.i == 0x01020305 && pk.s == 255 && pk.t == 5 && ((char *)&pk)[1] == 5);
  struct Fx *fx = malloc(sizeof *fx + 4); fx->n = 4; for (int i = 0; i < fx->n; i++) fx->d[i] = 'a' + i; assert(fx->d[3] == 'd' && sizeof *fx == 4); free(fx);
  int r = 0; for (const struct Op *o = ops; o->name; o++) r = r * 10 + o->fn(7, 3); assert(r == 104 && !strcmp(ops[1].name, "sub"));
  assert(*mid == 3 && mid[-1] == 2 && *fld == 2 && *sp == 'y' && gp == 0);
  float fl = 2.5f; assert(kr(1, 'a', &fl) == 100 && use_ext() == 42);
  union U u; u.w = 0; u.b.lo = 0xa; u.b.hi = 0x5; assert(u.c == 0x5a && u.w == 0x5a); u.c = 0xff; assert(u.b.hi == 15);
  assert(fact(6) == 720 && ack(2, 3) == 9);
  struct T *t = 0; int ks[] = { 5, 2, 8, 1, 9, 3 }, out[6]; for (int i = 0; i < 6; i++) t = ins(t, ks[i]); assert(walk(t, out, 0) == 6); for (int i = 1; i < 6; i++) assert(out[i - 1] < out[i]);
  double x = 1.5, y = -2.25; vswap(&x, &y, sizeof x); assert(x == -2.25 && y == 1.5);
  int a1 = acc(1) + acc(2) * acc(3); assert(a1 == 1 + 3 * 6); 
  assert(cfgs[0].n[1].b == 4 && cfgs[1].a == 0 && cfgs[1].n[1].c == 9);
  int m[2][3] = { 1, 2, 3, 4, 5, 6 }; assert(mat(m, 2) == 21 && *(*(m + 1) + 2) == 6 && (char *)(m + 1) - (char *)m == 12);
  int i, j; for (i = 0, j = 10; i < j; i++, j--) ; assert(i == 5 && j == 5);
  for (i = 0; i < 3; i++) for (j = 0; j < 3; j++) if (i * j == 2) goto out1; out1: assert(i == 1 && j == 2);
  switch (0x100000000LL) { case 0: assert(0); case 0x100000000LL: break; default: assert(0); }
  switch ((char)200) { case -56: break; default: assert(0); }
  const wchar_t *w = L"h\x20ac!"; assert(w[1] == 0x20ac && w[3] == 0 && sizeof(L"ab") == 12);
  assert("a\0b"[2] == 'b' && sizeof "a\0b" == 4 && '\x41' == 'A' && '\101' == 'A' && '\n' == 10 && strlen("con" "cat") == 6);
  int sh = 1; { int sh = 2; { extern int ext_later; ext_later++; sh += ext_later; } assert(sh == 45); } assert(sh == 1);
  typeof(sh) ty = 3; __auto_type au = 2.5; assert(ty == 3 && au == 2.5);
  int rng[] = { [0 ... 2] = 7, [4] = 1 }; assert(rng[2] == 7 && rng[3] == 0 && sizeof rng == 20);
  int side = 1; (void)sizeof(side++); assert(side == 1); side = sizeof(side = 5); assert(side == 4);
  unsigned long long ull = 1ULL << 63; double du = ull; assert(du == 9223372036854775808.0 && (unsigned long long)du == ull);
  assert(0x1.8p1 == 3.0 && 1e3 == 1000 && .5f == 0.5 && (float)16777217 == 16777216.0f);
  long double ld = 0.25L; assert(ld == 0.25L);
  bool bl = (bool)4 == true; assert(bl && !!3 == 1 && (bool)0.0 == false);
  int *pa[3]; for (i = 0; i < 3; i++) { pa[i] = &base[i]; *pa[i] *= 2; } assert(base[2] == 6 && (*pa[1])-- == 4 && base[1] == 3);
  char buf[8]; for (i = 0; i < 7; i++) buf[i] = toupper("abcdefg"[i]); buf[7] = 0; assert(!strcmp(buf, "ABCDEFG") && isdigit('7') && !isalpha('7'));
  int q = 3; q = q++ * 2 == 6 ? q : -1; 
  int v = 0; v = (v = 3, v + 1) * 2; assert(v == 8); v += v > 7 && v < 9 || v / 0 ; assert(v == 9);
  int c0 = 0; if (c0 && 1 / c0) v = 0; v = c0 ? 1 / c0 : 5; assert(v == 5);
  unsigned char uc = 250; uc += 10; assert(uc == 4); uc -= 5; assert(uc == 255); uc >>= 1; assert(uc == 127); uc = ~uc; assert(uc == 128);
  short ss = -1; unsigned us = ss; assert(us == 0xffffffffu && (unsigned short)ss == 65535 && ss >> 15 == -1);
  int arr3[2][2][2] = { { { 1, 2 }, { 3, 4 } }, { { 5, 6 }, { 7, 8 } } }; int *flat = &arr3[0][0][0]; assert(flat[5] == 6 && arr3[1][1][0] == 7);
  struct { int a, b; } s1 = { 1, 2 }, s2 = { 3, 4 }, *ps = &s2; s1 = *ps; assert(s1.b == 4); ps = &s1; ps->a = ps->b = 9; assert(s1.a == 9);
  struct In { int k; } in[2] = { { 1 }, { 2 } }; in[0] = in[1]; assert(in[0].k == 2);
  char *dup = strdup("dupe"); assert(dup[4] == 0 && strcmp(dup, "dupe") == 0 && strncmp(dup, "dux", 2) == 0 && memcmp(dup, "dupf", 4) < 0); free(dup);
  assert(strtol("0x1fz", 0, 0) == 31 && strtol("-77", 0, 8) == -63 && strtoul("10", 0, 2) == 2); div_t dv = div(-7, 2); assert(dv.quot == -3 && dv.rem == -1);
  volatile int vo = 3; vo += 2; assert(vo == 5);
  int cnt = 0; do { if (cnt == 2) break; cnt++; continue; } while (cnt < 10); assert(cnt == 2);
  int (*fpp)(int, int) = cnt > 1 ? &sub : add; assert(fpp(5, 3) == 2 && (*fpp)(1, 1) == 0 && fpp == sub && fpp != add);
  char *p0 = buf, *p1 = p0 + 3; assert(p1 - p0 == 3 && p0 < p1 && p1[-1] == 'C' && *p0++ == 'A' && *++p0 == 'C' && (*p0)++ == 'C' && *p0 == 'D');
  int neg = -2147483647 - 1; assert(neg < 0 && (unsigned)neg == 0x80000000u && neg / 2 == -1073741824);
  return 0;
}
