/* Compound literals whose length comes from a string. */
#include <assert.h>

int main(void) {
  char *s = (char[]){"abc"};
  assert(s[2] == 'c' && s[3] == 0);
  assert(sizeof((char[]){"ab" "c"}) == 4);
  assert(sizeof((char[]){("xyz")}) == 4);
  assert(sizeof((__WCHAR_TYPE__[]){L"ab"}) == 3 * sizeof(__WCHAR_TYPE__));
  assert(sizeof((int[]){[3] = 1, 2}) == 20);
  return 0;
}
