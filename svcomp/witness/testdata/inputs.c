// Inputs of many types, and decisions of all kinds. One trace fails.
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern long long __VERIFIER_nondet_longlong(void);
extern double __VERIFIER_nondet_double(void);
extern int *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
#define INPUT __VERIFIER_nondet_int()
int twice(int x) {
  return x < 100 ? x * 2 : __VERIFIER_nondet_int();
}
int main(void) {
  int a = __VERIFIER_nondet_int(), n = 0;
  unsigned int u;
  unsigned char c = __VERIFIER_nondet_uchar();
  u = __VERIFIER_nondet_uint(); /* größer */ int m = __VERIFIER_nondet_int();
  if (a != -2147483647 - 1 || u != 4000000000u || c != 200 || m != -7)
    return 0;
  do {
    n++;
  } while (__VERIFIER_nondet_bool());
  if (n != 2)
    return 0;
  for (int i = 0; i < 2; i++) {
    unsigned char key = __VERIFIER_nondet_uchar();
    switch (key) {
    case 'x':
      n += 10;
      break;
    default:
      if (key != 'y')
        return 0;
      n += 100;
    }
  }
  if (__VERIFIER_nondet_longlong() != 5000000000)
    return 0;
  while (n < 27)
    n += 5;
  int k = INPUT;
  if (k != 3)
    return 0;
  if (__VERIFIER_nondet_double() != 2.5 || __VERIFIER_nondet_pointer())
    return 0;
  if (twice(a + 5 > 0 ? 3 : 4) == 8 && n == 27)
    if (n)
      reach_error();
  return 0;
}
