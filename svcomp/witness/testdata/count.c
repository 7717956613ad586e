// Nested loops; names of the inner one hide those of the outer.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned int n = __VERIFIER_nondet_int(), sum = 0;
  for (unsigned int i = 0; i < n; i++) {
    int steps = 0;
    for (int i = 0; i < 3; i++)
      steps++;
    if (steps != 3)
      reach_error();
    sum += 5;
    if (sum != 5 * i + 5)
      reach_error();
  }
  return 0;
}
