/* Complex numbers, in texts that cc takes as they are. */
#include <assert.h>
#include <complex.h>
#include <stdarg.h>
#include <stddef.h>
typedef double _Complex D;
typedef float _Complex F;
struct S { char c; F z; short s; };
union U { D z; double d[2]; };
D g = 1.0 + 2.0i, arr[3] = {1, {2}, 3.0i}, quot = (1.0 + 2.0i) / (3.0 + 4.0i);
struct S gs = {1, 2.0f + 1.0fi, 3};
static D add(D a, F b) { return a + b; }
static D power(D z, int n) { D local = z; return n > 1 ? local * power(z, n - 1) : local; }
static struct S mk(float x) { struct S s = {'a', x * I, 2}; return s; }
static double sum(int n, ...) { va_list ap; va_start(ap, n); double s = 0; while (n--) { D z = va_arg(ap, D); F f = va_arg(ap, F); s += creal(z) + cimag(z) + crealf(f) + cimagf(f); } va_end(ap); return s; }
static int is(D z, double re, double im) { return __real__ z == re && __imag__ z == im; }
int main(void) {
  D a = 3.0 + 4.0i, b = 1.0 - 2.0i, z; F f = 1.5f; int i = 1;
  assert(is(a + b, 4, 2) && is(a - b, 2, 6) && is(a * b, 11, -2) && is(a / b, -1, 2) && is(-a, -3, -4) && is(~a, 3, -4) && is(+a, 3, 4));
  assert(is(a + 1, 4, 4) && is(1 - a, -2, -4) && is(2 * a, 6, 8) && is(a / 2, 1.5, 2) && is(5 / b, 1, 2) && is(a * f, 4.5, 6));
  assert(a == 3 + 4.0i && a != b && !(a == 3) && 2 == 2 + 0.0i); assert(a && !0.0i && (b || 0)); if (a - a) assert(0); _Bool t = 0.0 + 1.0i; assert(t);
  z = a; z += b; z -= 1; z *= 2; z /= 1.0i; assert(is(z, 4, -6)); assert(is(z = a, 3, 4));
  __real__ z = 7; __imag__ z -= 1; assert(is(z, 7, 3)); ++__imag__ z; assert(is(z, 7, 4)); double *p = &__imag__ z; *p = 9; assert(is(z, 7, 9)); D *q = &z; __real__ *q = 1; assert(is(z, 1, 9));
  assert((double)a == 3 && (int)(2.9 + 1.0i) == 2 && (float)a == 3.0f); f = a; assert(__imag__ f == 4.0f); z = f; assert(is(z, 3, 4)); z = i; assert(is(z, 1, 0)); i = a; assert(i == 3);
  assert(is(add(a, 1.0if), 3, 5) && is(power(1.0i, 3), 0, -1) && is(power(1 + 1.0i, 4), -4, 0)); assert(cimagf(mk(2).z) == 2 && mk(3).s == 2); assert(sum(2, a, f, b, (F)2) == 7 + 7 - 1 + 2);
  union U u; u.z = a; assert(u.d[1] == 4); u.d[0] = -1; assert(is(u.z, -1, 4));
  assert(is(g, 1, 2) && is(arr[1], 2, 0) && is(arr[2], 0, 3) && gs.s == 3 && __imag__ gs.z == 1 && __real__ quot > 0.4399 && __real__ quot < 0.4401);
  D local[2][2] = {{1, 2}, [1] = {3.0i}}; assert(is(local[1][0], 0, 3) && is(local[1][1], 0, 0) && is(((D[]){1, 5.0i})[1], 0, 5)); local[i - 3][1] += 1; assert(is(local[0][1], 3, 0));
  z = i > 2 ? a : 1; assert(is(z, 3, 4)); z = i > 3 ? a : 2.0f; assert(is(z, 2, 0)); z = (i++, b); assert(is(z, 1, -2));
  assert(creal(a) == 3 && cimag(conj(a)) == -4 && is(cproj(a), 3, 4) && is(I * I, -1, 0)); D inf = cproj(__builtin_inf() - 1.0i); assert(__real__ inf > 1e308 && __imag__ inf == 0);
  D n = (__builtin_inf() + 1.0i) * (1.0 + 1.0i); assert(__real__ n > 1e308 || __imag__ n > 1e308); n = 1 / (0.0 + 0.0i); assert(__real__ n > 1e308);
  assert(sizeof(D) == 16 && sizeof(struct S) == 16 && offsetof(struct S, z) == 4 && sizeof(a + f) == 16 && sizeof(f * 2) == 8 && sizeof(__real__ f) == 4);
  volatile D v = a; v = v * v; assert(is(v, -7, 24)); static D st = 1.0i; st *= st; assert(is(st, -1, 0)); const F k = 1; assert(k == 1);
}
