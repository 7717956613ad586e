/* What C23 adds and gcc accepts before. */
#include <assert.h>
static_assert(1); _Static_assert(sizeof(int) == 4);
static_assert(1, "m");
struct s { int a; static_assert(1); _Static_assert(1); };
int unnamed(int, int b) { return b; }
int main(void) {
  static_assert(1);
  int e[3] = {}; struct s s = {}; int k = 0; int *np = 0;
  assert(e[2] == 0 && s.a == 0 && k == 0 && np == 0);
  assert(1'000'000 == 1000000 && 0x1'F == 31 && 0b1'01 == 5 && 1'0.5'0 == 10.5);
  l: int d = 3; assert(d == 3);
  switch (d) { case 3: int q = 2; assert(q == 2); default: }
  { goto m; m: }

  assert(unnamed(1, 2) == 2);
  int x = 0; typeof(x) y = 1; __auto_type z = 2.5; assert(y == 1 && z == 2.5 && sizeof z == 8);
  const int ci = 1; __typeof__(ci + 0) m2 = 2; m2 = 3; assert(m2 == 3);
  char8: ; unsigned char u = u8'a'; assert(u == 97 && sizeof(u8'a') == 1);
  return 0;
}
