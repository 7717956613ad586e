// A state machine: the states of the loop are few.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int state;
int main(void) {
  unsigned char sent = 0;
  short level = 4;
  while (__VERIFIER_nondet_int()) {
    int event = __VERIFIER_nondet_int();
    if (state == 0 && event > 3) {
      state = 2;
      sent = 7;
    } else if (state == 2) {
      state = 5;
      sent++;
    } else if (state == 5) {
      level = -3;
    }
    if (state == 5 && sent != 8)
      reach_error();
    if (level > 4)
      reach_error();
  }
  return 0;
}
