// A variable of a type that is not supported does no harm while nobody
// touches it.
#include <assert.h>

_Complex float c;
_Complex double table[3];
int n = 2;

int main(void) {
  if (n != 2)
    c = 2;
  assert(n == 2);
  return 0;
}
