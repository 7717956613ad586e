// A function called from two places; both calls pass its loop.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int down(int n) {
  int steps = 0;
  while (n > 0 && __VERIFIER_nondet_int())
    n--, steps++;
  return n;
}
int main(void) {
  int a = down(10), b = down(20);
  if (a > 10 || b > 20)
    reach_error();
  return 0;
}
