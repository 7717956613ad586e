/* Types that have no name, or that of another size: of bit-fields, products of real and complex
   numbers, and lengths of arrays that are no constants to C. */
int printf(const char *, ...);
enum E { A, B };
struct { int a : 5; unsigned b : 8; long c : 16; unsigned long d : 32; long e : 33; unsigned long f : 40; long g : 64; _Bool h : 1; enum E i : 3, j : 32; } s, *p = &s;
double d = 2; float r = 1; long double l = 3; float _Complex fc = 1; double _Complex dc = 2; long double _Complex lc = 1; int one = 1;
#define G(x) _Generic((x), _Bool: 1, signed char: 3, unsigned char: 4, short: 5, unsigned short: 6, int: 7, unsigned: 8, long: 9, unsigned long: 10, \
    float: 12, double: 13, long double: 14, float _Complex: 22, double _Complex: 23, long double _Complex: 24, default: 99)
#define SHOW(x) printf("%d %d, ", G(x), (int)sizeof(x))
#define EACH(F) F(s.a) F(s.b) F(s.c) F(s.d) F(s.e) F(s.f) F(s.g) F(s.h) F(s.i) F(s.j) F(p->e)
#define VALUES(x) printf("%d %d %d %d %d %d %d\n", G(x), G((0, x)), G(({ x; })), G(x++), G(--x), G(x = 1), G(x += 1));
#define RESULTS(x) SHOW(+x); SHOW(~x); SHOW(x + 0); SHOW(x + 1u); SHOW(x * 1L); SHOW(x << 1); SHOW(1 << x); SHOW(x / x); SHOW(one ? x : 0); SHOW(one ? 0L : x); SHOW(x == x); SHOW((int)x); SHOW(x + 1.0); printf("\n");
#define PAIR(x, y) SHOW(x * y); SHOW(y / x); SHOW(x + y); SHOW(one ? x : y); SHOW((x, y)); SHOW(x == y); { __typeof__(x * y) t; __auto_type u = y - x; SHOW(t); SHOW(u); } printf("\n");
#define NEAR(x) printf("%d%d%d%d ", __builtin_add_overflow_p(x, 0, x), __builtin_add_overflow_p(x, 1, x), __builtin_sub_overflow_p(-16, x, x), __builtin_mul_overflow_p(x, 1L << 30, (0, x)));
int main(void) {
  EACH(VALUES)
  EACH(RESULTS)
  PAIR(d, fc) PAIR(fc, l) PAIR(r, dc) PAIR(one, fc) PAIR(fc, dc) PAIR(lc, fc) PAIR(d, lc)
  s.a = 15, s.b = 255, s.c = 32767, s.d = ~0u, s.e = (1L << 32) - 1, s.f = (1L << 40) - 1, s.g = ~0UL >> 1;
  NEAR(s.a) NEAR(s.b) NEAR(s.c) NEAR(s.d) NEAR(s.e) NEAR(s.f) NEAR(s.g) NEAR(p->a)
  printf("%d %d %d %d ", G(1.0f * 1i), G(r - 2i), G(one ? 1i : d), G(l + 1il));
  int i = 0;
  (void)sizeof(int[2 * (i++, 3)]), (void)sizeof(int[0 * i++ + 3]), (void)sizeof(int[(i++, 3) ? 2 : 1]), (void)sizeof(int[1 || i++]), (void)_Alignof(int[(i++, 3)]);
  printf("%d ", i);
  for (int k = 0; k < 3; k++) {
    int a[2][(i++, 3)], (*q)[(i++, 3)] = a;
    typedef int T[(i++, 3)];
    T t;
    q = (int (*)[(i++, 3)])a;
    printf("%d %d %d ", i, (int)sizeof a, (int)sizeof t);
  }
  {
    typeof(int[(i++, 3)]) a;
    typeof(int(*)[(i++, 3)]) q = &a;
    printf("%d ", i);
    q = (typeof(int(*)[(i++, 3)]))q, q = (typeof((int(*)[(i++, 3)])0))q;
    printf("%d ", i);
    (void)sizeof(typeof(int[(i++, 3)])), (void)sizeof(*(int(*)[(i++, 3)])0), (void)sizeof(int[sizeof(int[(i++, 3)])]);
    printf("%d ", i);
    (void)sizeof(int(*)[(i++, 3)]), (void)sizeof(int(*[2])[i++ + 1]), (void)sizeof(typeof(int(*)[i++ + 1])), (void)_Generic((int(*)[(i++, 3)])0, default: 0);
    printf("%d %d ", i, (int)sizeof *q);
  }
  return 0;
}
