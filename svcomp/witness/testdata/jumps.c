// A loop made of jumps has no keyword to attach an invariant to.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int lock = 0;
again:
  lock = 1 - lock;
  lock = 1 - lock;
  if (__VERIFIER_nondet_int())
    goto again;
  if (lock)
    reach_error();
  return 0;
}
