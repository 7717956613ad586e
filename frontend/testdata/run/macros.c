/* Macros as programs use them. */
#include <assert.h>
#define A(...) B(__VA_ARGS__)
#define B(x, y) x + y
#define NARG(...) NARG_(__VA_ARGS__, 5, 4, 3, 2, 1, 0)
#define NARG_(a, b, c, d, e, n, ...) n
#define IF(c) IF_##c
#define IF_0(t, e) e
#define IF_1(t, e) t
#define REP3(m) m(0) m(1) m(2)
#define DECL(n) int var##n = n;
#define X(a) #a
#define Y(a) X(a)
#define COMMA ,
#define P(a, b) a b
#define CHECK(cond, ...) do { if (!(cond)) { __VA_OPT__(r = __VA_ARGS__;) r++; } } while (0)
#define self self + 1
#define f(x) x ? f(x - 1) : 0
#define LPAREN (
#define str(s, ...) s " " #__VA_ARGS__
REP3(DECL)
int g_f(int x) { return x; }
int main(void) {
  int self_ = 0, r = 0; assert((A(1, 2)) == 3 && NARG(a, b, c) == 3 && IF(1)(1, 0) && !IF(0)(1, 0) && var2 == 2); assert(sizeof Y(P(a b, c)) == 6); CHECK(0, 5); assert(r == 6); CHECK(0); assert(r == 7); CHECK(1);
  assert(__builtin_strcmp(str("a", b, "c\n"), "a b, \"c\\n\"") == 0); assert(Y(__LINE__)[0] == '2' && __COUNTER__ + 1 == __COUNTER__); 
#define EMPTY()
#undef str
#define str 3
  assert(str == 3);
#if defined str && str > 2
#elif
#error
#endif
#if 0
'"
#endif
  assert(NARG() == 1 || 1); return 0; }
