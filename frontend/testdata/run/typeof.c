/* Types of variables that follow from expressions with enumerators. */
#include <assert.h>

#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })

enum small { A, B = 5 };
enum wide { W = 9, X = 0x80000000 };

int main(void) {
  assert(MAX(A, -1) == 0);
  assert(MAX(-7, B) == 5);
  __auto_type w = A;
  w--;
  assert(w < 0);
  enum small e = A; /* an object is unsigned, the enumerators are not */
  __typeof__(e + 0) k = -1;
  __auto_type q = e - 1;
  assert(k > 0 && q > 0);
  assert((__typeof__(e + 0)) - 1 > 0 && (__typeof__(W)) - 1 > 0); /* all are of the type of a wide enumeration */
  __typeof__(W) v = -1;
  assert(v > 0);
  __typeof__(B) t[2] = {-1, -2};
  assert(t[0] < 0 && sizeof t == 8);
  assert(sizeof(__typeof__(1 ? A : -1)) == 4 && (__typeof__(B)) - 1 < 0);
  return 0;
}
