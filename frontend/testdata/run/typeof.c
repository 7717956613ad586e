/* Types of variables that follow from expressions with enumerators. */
#include <assert.h>

#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })

enum small { A, B = 5 };
enum wide { W = 9, X = 0x80000000 };

enum flags { NONE, ALL = 7 };
struct bits {
  enum flags e : 3, whole : 32;
  unsigned u : 3;
  _Bool b : 1;
};
struct pair {
  int a, row[3];
};

#define IS(t, e) _Generic((e), t: 1, default: 0)

/* Both sides of a conditional expression, bit-fields, and qualifiers of members. */
static void operands(int z) {
  int x = 5;
  double d = 1e10;
  void *v = 0;
  const void *c = 0;
  __typeof__(z ? &x : v) p = &x;
  __auto_type r = d ?: (3 ?: x);
  __auto_type s = z ? &x : c;
  assert(sizeof(*p) == 1 && (char *)(p + 1) - (char *)p == 1);
  assert((char *)((__typeof__(z ? v : &x))&x + 1) - (char *)&x == 1);
  assert(r == 1e10 && IS(double, r) && IS(const void *, s) && IS(void *, p));
  struct bits b = {ALL, NONE, 7, 1};
  __auto_type n = -b.e;
  assert(n < 0 && ~b.e < 0 && b.whole - 1 > 0);
  assert(IS(int, -b.e) && IS(int, b.u - 8) && IS(unsigned, -b.whole) && IS(int, (0, b.u) + 1));
  assert(IS(_Bool, b.b -= 3) && IS(unsigned, (enum flags)1 + 1) && IS(int, z ? 'a' : (short)1));
  struct pair o = {1};
  const struct pair *q = &o;
  __auto_type m = &q->a;
  assert(IS(const int *, q->row + 1) && IS(const int *, m) && IS(const struct pair *, &*q) && IS(int *, o.row + 1));
  assert(IS(const struct pair *, z ? &*q : &o) && IS(const int *, ({ &(const int){1}; })));
}

static struct bits of = {ALL, NONE, 7, 1};
static int one = 5;
static void *any;
static double half = 0.5;
static __typeof__(1 ? &one : any) pointer = &one;
static __typeof__(-of.e) negative = -1;
static struct {
  __typeof__(half ?: (1 ?: one)) d;
  __typeof__(~of.e) n;
} members = {0.5, -1};
static __typeof__(-of.e) same(__typeof__(-of.e) x) { return x; }

/* The same where no variable is automatic. */
static void declared(void) {
  typedef __typeof__(-of.e) number;
  static number kept = -1;
  __typeof__(-of.e) a[2] = {-1, -2}, *p = a;
  __typeof__(half ?: (1 ?: one)) h[1] = {0.5};
  assert(sizeof(*pointer) == 1 && negative < 0 && members.d == 0.5 && members.n < 0);
  assert(same(-1) < 0 && kept < 0 && a[0] < 0 && *p < 0 && h[0] == 0.5);
}

int main(void) {
  operands(0);
  declared();
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
