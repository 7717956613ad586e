// Types narrower and wider than int.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned char step = 3, at = 0;
  signed char back = 0;
  long wide = 0;
  unsigned long big = 1;
  while (__VERIFIER_nondet_uchar() < 200) {
    at += step;
    back -= 3;
    wide = wide + 2;
    big ^= 6;
  }
  if ((unsigned char)(at + back) != 0 || (wide & 1) || (big & 1) == 0)
    reach_error();
  return 0;
}
