/* Complex numbers that cc does not know: complex integers, imaginary ones, parts of real numbers. */
#include <assert.h>
typedef _Complex int C;
typedef _Complex unsigned char B;
typedef _Complex unsigned long long L;
static C twice(C z) { z += z; return z; }
struct S { char c; B b; C z; } s = {1, 2 + 3i, 4};
C arr[] = {1, 2i, 3 + 1i};
int main(void) {
  C a = 3 + 4i, b = {1}; B c = 250 + 7i; L l = -1; double d = 2.5; _Complex double z = 1.5;
  assert(__real__ a == 3 && __imag__ a == 4 && a * a == -7 + 24i && a / 2 == 1 + 2i && -a == -3 - 4i && ~a == 3 - 4i);
  c += 10; assert(__real__ c == 4 && __imag__ c == 7); c = c * c; assert(__real__ c == (unsigned char)-33 && __imag__ c == 56); assert(__real__ l == ~0ull && __imag__ l == 0);
  a++; assert(a == 4 + 4i); assert(a-- == 4 + 4i && a == 3 + 4i); z++; assert(z == 2.5); --z; assert(z == 1.5);
  __imag__ b = 5; __real__ b += 2; ++__real__ b; assert(b == 4 + 5i); int *p = &__imag__ b; *p = 6; assert(twice(b) == 8 + 12i);
  assert(sizeof(struct S) == 12 && sizeof arr == 24 && arr[1] == 2i && s.b == 2 + 3i && sizeof(c * 2) == 8 && sizeof(c * c) == 2 && sizeof(l) == 16);
  assert(__real__ d == 2.5 && __imag__ d == 0 && __real__ 'a' == 97); __real__ d = 1; assert(d == 1); assert(z * 2i == 3.0i && (C)(2.9 - 1.5i) == 2 - 1i && (int)a == 3);
  C *q = &a; C r[2] = {*q, 7}; assert(r[0] == a && r[1] == 7); const C k = 2; volatile C v = k; v *= 3; assert(v == 6); assert((b ? a : 0) == a && !(a && 0i));
  return 0;
}
