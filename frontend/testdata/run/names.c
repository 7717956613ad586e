/* Names of keywords to come and of the library, used as others. */
#include <assert.h>
int bool = 1, true = 2, false = 3, nullptr = 4, constexpr = 5, alignas = 6, alignof = 7, static_assert_ = 8, thread_local = 9, typeof_unqual = 10;
int index = 3, printf = 4, y0 = 5, exit_ = 2; static int rindex = 7; int abs2;
static int strlen(int x) { return x + 1; }
double sin(); int abs(int); void *memcpy(); 
static int gamma(void) { return 6; } int remove_ = 1; char link = 'l';
int class = 1, new = 2, delete = 3, this = 4, template = 5, namespace = 6;
typedef int T;
T f(T T) { return T + 1; }
int g(void) { int T = 2; { typedef char T; T c = 3; assert(sizeof c == 1); } return T; }
struct T { T T; };
int main(void) {
  int read = 1, write = 2, open = 3, time = 4, log = 5, signal = 6, y1 = 7, div = 8;
  assert(bool + true + false + nullptr + constexpr + alignas + alignof + thread_local + typeof_unqual == 1+2+3+4+5+6+7+9+10);
  assert(index == 3 && printf == 4 && rindex == 7 && strlen(4) == 5 && gamma() == 6 && abs(-3) == 3);
  assert(class + new + delete + this + template + namespace == 21);
  assert(f(1) == 2 && g() == 2); struct T t = {5}; assert(t.T == 5);
  assert(read + write + open + time + log + signal + y1 + div == 36);
  return 0;
}
