// Accesses before the start of an object: nothing that C defines, but no
// reason to fail before they are reached.
#include <assert.h>

int n;

int before(int a[]) {
  int min = a[-1];
  return min;
}

int main(void) {
  int a[4] = {1, 2, 3, 4};
  if (n != 0)
    return before(a);
  assert(a[3] == 4);
  return 0;
}
