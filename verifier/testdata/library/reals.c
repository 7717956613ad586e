// want: TRUE
// Literals that spell floating numbers are rounded as strtod does.
#include <stdlib.h>
#include <assert.h>
#include <math.h>
int main(void) {
  assert(atof("3.5") == 3.5);
  assert(atof("0.1") == 0.1);
  assert(strtod(" -1e3x", 0) == -1000.0);
  assert(strtod("0x1.8p1z", 0) == 3.0);
  assert(strtod("0x", 0) == 0.0);
  assert(strtod("0x.8", 0) == 0.5);
  assert(strtod("1e999", 0) == HUGE_VAL);
  assert(strtof("16777217", 0) == 16777216.0f);
  assert(strtod("1e", 0) == 1.0 && strtod(".", 0) == 0 && strtod("abc", 0) == 0 && strtod("5.", 0) == 5);
  assert(strtod("4.9e-324", 0) > 0 && strtod("2e-324",0) == 0);
  return 0;
}
