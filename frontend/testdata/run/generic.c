/* Generic selections. */
#include <assert.h>
struct s { int a : 5; unsigned b : 3; } sv;
enum e { E0, E1 }; enum neg { N = -1 }; enum e ev; enum neg nv;
int fn(int); int arr[3]; const int ci = 1; volatile int vi;
typedef int T; typedef const int CT;
#define G(x) _Generic((x), int: 1, unsigned: 2, char: 3, signed char: 4, unsigned char: 5, int *: 6, const int *: 7, \
  volatile int *: 8, const volatile int *: 9, int (*)(int): 10, double: 11, float: 12, long: 13, char *: 14, const char *: 15, \
  int *const *: 16, int **: 17, const int **: 18, struct s: 19, struct s *: 20, const struct s *: 21, void *: 22, const void *: 23, \
  int (*)[3]: 24, short: 27, unsigned long: 28, long long: 29, long double: 30, default: 0)
int main(void) {
  int i = 0; const int *cp = &ci; int *p = &i; volatile int *vp = &i; const volatile int *cvp = &i; int *const *pcp = &p; int **pp = &p; const int **cpp = &cp;
  int *const pc = &i;
  const struct s *csp = &sv;
  assert(G(ci) == 1); assert(G(vi) == 1); assert(G(1u) == 2); assert(G((char)1) == 3); assert(G((signed char)1) == 4); assert(G('a') == 1);
  assert(G(p) == 6); assert(G(cp) == 7); assert(G(vp) == 8); assert(G(cvp) == 9); assert(G(fn) == 10); assert(G(&fn) == 10);
  assert(G(1.0) == 11); assert(G(1.0f) == 12); assert(G(1L) == 13); assert(G("x") == 14); assert(G((const char *)"x") == 15);
  assert(G(pcp) == 16); assert(G(pp) == 17); assert(G(cpp) == 18); assert(G(sv) == 19); assert(G(&sv) == 20); assert(G(csp) == 21); assert(G((void *)0) == 22);
  assert(G(arr) == 6); assert(G(&arr) == 24);
  assert(G(pc) == 6); assert(G(sv.a + 0) == 1); assert(G((short)1) == 27); assert(G(sizeof 1) == 28 || sizeof(long) == 4); assert(G(1LL) == 29); assert(G(1.0L) == 30);
  assert(G(ev) == 2); assert(G(nv) == 1); assert(G(E0) == 1); assert(G(*csp) == 19); assert(G((CT)1) == 1);
  assert(_Generic(i, const int: 1, int: 2) == 2);
  assert(_Generic(&ci, T *: 1, CT *: 2) == 2);
  assert(_Generic((i++, i), int: i) == 0 && i == 0);
  assert(_Generic(1, int: sizeof(char), default: 0) == 1);
  int k = _Generic(i, int: (const char *)"q", default: 0)[0]; assert(k == 'q');
  assert(_Generic(fn, int (*)(): 1, default: 2) == 1);
  assert(_Generic((int (*)[])0, int (*)[4]: 1, default: 2) == 1);
  return 0;
}
