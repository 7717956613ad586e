/* Elements of vectors that cc takes for numbers. */
#include <assert.h>
typedef int V __attribute__((vector_size(16)));
typedef float F __attribute__((vector_size(16)));
typedef unsigned char B __attribute__((vector_size(32)));
#define FIRST(v) (v)[0]
int main(void) {
  V a = {1, 2, 3, 4}, b = {5, 6, 7, 8}; F f = {1, 2, 3, 4}; B c = {200, 100}; int i = 2;
  assert((a + b)[1] == 8 && (a * b)[i] == 21 && (a < b)[3] == -1 && (-a)[0] == -1 && (a + b)[(b - a)[0] - 4] == 6);
  assert(FIRST(a & b) == 1 && FIRST(a) == 1 && (f * 2)[i] == 6 && (f == f)[1] == -1 && (c + c)[0] == 144 && (c >> 1)[i - 1] == 50);
  assert(__builtin_shuffle(a, b, (V){4, 1, 6, 3})[0] == 5 && sizeof (a + b)[0] == 4 && sizeof((c + c)[0]) == 1 && (~a)[3] == -5);
  int s = 0; for (i = 0; i < 4; i++) s += (a ^ b)[i]; assert(s == (4 + 4 + 4 + 12)); assert(((V)f)[0] == 0x3f800000);
  __typeof__(a[0]) x = a[1]; assert(x + 1 == 3 && sizeof x == 4); __typeof__(a + b) y = a + b; y += 1; a = y; assert(a[0] == 7 && sizeof y == 16); __auto_type z = f[1]; assert(z / 4 == 0.5f);
  return 0;
}
