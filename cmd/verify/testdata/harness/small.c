// Values narrower than int.
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
int main(void) {
	char a = __VERIFIER_nondet_char();
	unsigned char b = __VERIFIER_nondet_uchar();
	short c = __VERIFIER_nondet_short();
	unsigned short d = __VERIFIER_nondet_ushort();
	_Bool e = __VERIFIER_nondet_bool(), f = __VERIFIER_nondet_bool();
	if (a == -128 && b == 255 && c == -32768 && d == 65535 && e && !f)
		reach_error();
	return 0;
}
