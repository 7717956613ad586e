// The claim about a do loop holds before its body and before its condition.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a = 0, b = 0;
  do {
    int up = __VERIFIER_nondet_int();
    if (up) {
      a++;
      b++;
    } else {
      a--;
      b--;
    }
  } while (a != 10);
  if (b != 10)
    reach_error();
  return 0;
}
