/* Expressions, initialisers and statements of GNU C; typeof of types. */
#include <assert.h>
#include <stddef.h>
struct s { int a; struct { int b[4]; struct { char c, d; } e[3]; } n; };
int *clit = (int[]){1, 2, 3}; struct s *slit = &(struct s){ .a = 4 };
union u { int i; float f; };
int sw(int x) { switch (x) { int y; case 1: y = 2; return y; case 2 ... 5: return 7; case 'a' ... 'z': return 8; default: return 9; } }
int duff(int n) { int c = 0, k = (n + 3) / 4; switch (n % 4) { case 0: do { c++; case 3: c++; case 2: c++; case 1: c++; } while (--k > 0); } return c; }
int main(void) {
  int x = 5; assert((x ?: 3) == 5 && (0 ?: 3) == 3); assert(x++ ?: 0); 
  assert(offsetof(struct s, n.b[2]) == 12 && offsetof(struct s, n.e[1].d) == 23); int i = 2; assert(__builtin_offsetof(struct s, n.b[i]) == 12);
  assert(offsetof(struct { char c; int i; }, i) == 4);
  assert(clit[2] == 3 && slit->a == 4); union u uu = (union u)3; assert(uu.i == 3); assert(((union u)1.0f).f == 1.0f);
  assert(sw(1) == 2 && sw(3) == 7 && sw('q') == 8 && sw(0) == 9 && duff(7) == 7);
  struct s o = { a: 3, n: { b: { 1, 2 } } }; assert(o.a == 3 && o.n.b[1] == 2); int arr[4] = { [2] 7, [0] = 1 }; assert(arr[2] == 7); int rng[6] = { [1 ... 3] = 4, 5 }; assert(rng[3] == 4 && rng[4] == 5);
  int se = ({ int t = x; t * 2; }); assert(se == 12); assert(({ struct s z = { 1 }; z; }).a == 1); if (({ int q = 1; q; })) x = 1; for (int k = ({ 0; }); k < ({ 2; }); k++) x += ({ k; });
  assert(x == 2); assert(sizeof(({ char c = 1; c; })) == 1); 
  assert(__extension__ 3 == 3); assert(__alignof__(double) >= 4 && _Alignof(int) == 4 && __alignof__(x) == 4 && sizeof(struct { int a; }) == 4);
  int vl[x]; assert(sizeof vl == 8); typeof(vl) vl2; assert(sizeof vl2 == 8); typeof(int (*)(int)) fp = 0; typeof(int[3]) a3 = {1,2,3}; assert(a3[2] == 3 && !fp); typeof(a3) a4 = {4}; typeof(typeof(int *)) ip = a3; assert(*ip == 1 && a4[0] == 4); typeof(main) *mp = main; assert(mp); typeof(struct s) ts = {1}; assert(ts.a == 1); typeof(&ts) tp = &ts; assert(tp->a == 1); typeof(const int) tc = 3; assert(tc == 3); typeof (unsigned long) tul = 4; typeof(x) const cx = 3; assert(cx + tul == 7); typeof(enum { QA, QB }) te = QB; assert(te == 1);
  { __label__ l; goto l; l:; } { __label__ l, m; goto m; l: goto n; m: goto l; n:; }
  void *lab = &&out; goto *lab; assert(0); out:;
  assert((1, 2, 3) == 3); assert(!!-~+1 == 1); assert(-1 - -1 == 0); assert(sizeof(int){1} == 4 && sizeof (int) - 1 == 3 && sizeof -1 == 4 && sizeof (x) + 1 == 5); assert((char)300 == 44); int *p = &(int){5}; assert(*p == 5); assert((int){3} + 1 == 4); assert((&(struct s){2})->a == 2); ((struct s){2}).a++; 
  assert("abc"[1] == 'b' && 1["abc"] == 'b' && *"abc" == 'a' && sizeof "abc" "def" == 7); int y = x, *q = &y; assert(x+++y == 4); assert(*q/ *p == 0); 
  if (x) ; else ; while (0) ; do ; while (0); for (;;) break; { } ; ; 
  int a = 0b1011, b = 0x1p3, c = 017, d = 1e2; assert(a == 11 && b == 8 && c == 15 && d == 100); assert(0x.8p1 == 1.0 && 0x1.8p+1f == 3.0f && 1.e1 == 10 && .5 == 0.5 && 1.5L == 1.5 && 10u == 10 && 1ul + 1LLU + 1lu + 1uLL == 4 && 0xFFFFFFFF > 0);
  assert(1.5f64 == 1.5 && 1.5f32 == 1.5f && sizeof(1.0f64) == 8 && sizeof 1.0f32 == 4 && 1.5f32x == 1.5 && sizeof 1.5f64x == sizeof(long double)); _Float32 f32 = 1.5f32; _Float64 f64 = 2.5; _Float32x f32x = 3; assert(f32 + f64 + f32x == 7);
  return 0;
}
