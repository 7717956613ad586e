/* Declarations: old style, implicit, repeated, in other scopes. */
#include <assert.h>
int f(a, b, c) int a; char b; { return a + b + c; }
g(x) { return x; }
static h() { return 3; }
int arr[]; int arr[4]; extern int arr[]; extern int ext; int ext = 2; extern int ext;
int proto(int); int proto(); int proto(int x) { return x; }
int old(); int old(int x) { return x; } int old();
enum fwd; enum fwd *efp; enum fwd { FA = 3 }; 
enum en { EA }; enum en evar; extern enum en evar;
struct inc; struct inc *ip; struct inc { int v; };
int (*fpf(int a))(int) { return a ? proto : 0; }
int st(int a[static 3], int b[const], int c[restrict], int d[], int e[volatile const 2]) { return a[0] + b[1]; }
void star(int n, int a[n], int m[*][*]); void star(int n, int a[n], int m[n][n]) { assert(sizeof m[0] == n * sizeof(int)); }
struct flex { int n; int d[]; }; struct z { int n; int d[0]; }; struct empty {}; union eu {};
struct outer { struct { int a; union { int b; float c; }; }; int d; };
int params(struct ps { int q; } *p) { return p ? p->q : 1; }
static int later(void); static int later(void) { return 9; }
int unused_static_proto(void);
inline int inl(int x) { return x + 1; } extern int inl(int);
register_;
typedef int fn_t(int); fn_t typedef_fn; int typedef_fn(int x) { return x * 2; }
typedef struct node { struct node *next; int v; } node;
int multi(void), *pmulti, amulti[2], (*fmulti)(void);
volatile const int vc = 3; int const *const volatile pvc = 0; long unsigned int lui; int long long static sll = 5; 
void vararg(int n, ...) { } int noargs_variadic(); 
_Thread_local int tl = 4; static __thread int tl2 = 5; 
signed sg = -1; unsigned ug = 1; short sh; long long int lli; __signed__ char sc = -1; __const int kc = 2; __volatile__ int kv; __inline__ int ki(void) { return 1; } __extension__ typedef int ext_t;
int main() {
  extern int ext; int proto(int); { extern int ext; assert(ext == 2); }
  assert(f(1, 2, 3) == 6 && g(4) == 4 && h() == 3); arr[3] = 1; assert(sizeof arr == 16);
  assert(fpf(1)(5) == 5); int a3[3] = {1,2,3}; assert(st(a3, a3, a3, a3, a3) == 3); int m[2][2]; star(2, a3, m);
  assert(sizeof(struct flex) == 4 && sizeof(struct z) == 4 && sizeof(struct empty) == 0 && sizeof(union eu) == 0);
  struct outer o = { .b = 3, .d = 4 }; assert(o.b == 3 && o.d == 4);
  assert(later() == 9 && typedef_fn(4) == 8 && FA == 3 && inl(2) == 3);
  assert(implicit(3) == 4);
  assert(sll == 5 && tl == 4 && tl2 == 5 && vc == 3 && sc == -1 && kc == 2);
  int (*q)(int) = &proto; assert((*q)(2) == 2 && (**q)(2) == 2 && (*****proto)(7) == 7);
  int x = 5; { int x = x = 3; assert(x == 3); } assert(x == 5);
  for (int i = 0, j = 5; i < j; i++, j--) { int i = 7; assert(i == 7); }
  struct loc { int v; } lv = {1}; { struct loc { char c; } l2 = {2}; assert(sizeof l2 == 1); } assert(lv.v == 1);
  static const char *const names[] = { "a", "b" }; assert(sizeof names / sizeof *names == 2);
  return 0;
}
int implicit(x) int x; { return x + 1; }
