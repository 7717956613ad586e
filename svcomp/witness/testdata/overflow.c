// property: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 2147483640) {
    int m = 4,
        k = n + 5;
    return k + m;
  }
  return 0;
}
