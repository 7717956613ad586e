/* __builtin_types_compatible_p and __builtin_choose_expr. */
#include <assert.h>
#define C(a, b) __builtin_types_compatible_p(a, b)
struct s { int x; }; struct t { int x; }; enum e { A }; enum f { B }; enum n { Z = -1 };
typedef int T; typedef const int CT;
_Static_assert(C(int, int) && !C(int, long), "");
char arr[C(int *, const int *) ? -1 : 1];
int main(void) {
  assert(C(int, const int)); assert(!C(int *, const int *)); assert(C(int *const, int *)); assert(C(T, CT)); assert(!C(char, signed char)); assert(!C(char, unsigned char));
  assert(!C(struct s, struct t)); assert(C(struct s, const struct s)); assert(!C(enum e, enum f)); assert(C(enum e, enum e));
  assert(C(enum e, unsigned)); assert(!C(enum e, int)); assert(C(enum n, int));
  assert(C(int[], int[3])); assert(!C(int[2], int[3])); assert(C(int[3], const int[3]));
  assert(C(int (int), int (int))); assert(!C(int (int), int (long))); assert(C(int (), int (int))); assert(!C(int (), int (char)));
  assert(C(int (*)(const int), int (*)(int))); assert(!C(int (*)(const int *), int (*)(int *)));
  assert(!C(void (*)(int, ...), void (*)(int))); assert(!C(double, float)); assert(!C(long, long long)); assert(!C(int, unsigned));
  assert(C(char *, char *)); assert(!C(char **, const char **)); assert(!C(int *, void *)); assert(C(int[2][3], int[2][3])); assert(!C(int[2][3], int[2][4]));
  int v = 3; assert(C(__typeof__(v), int)); assert(C(__typeof__(&v), int *)); assert(C(typeof("abc"), char[4]));
  assert(!C(short, int)); assert(C(unsigned char, unsigned char)); assert(!C(_Bool, char)); assert(C(int * restrict, int *));
  assert(__builtin_choose_expr(C(int, int), 5, "x") == 5);
  assert(__builtin_choose_expr(0, 1 / 0, 7) == 7);
  int c = 1; int r = __builtin_choose_expr(1, c, c++); assert(r == 1 && c == 1);
  switch (2) { case C(int, int) + 1: break; default: assert(0); }
  return 0;
}
