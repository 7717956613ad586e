// want: TRUE
// A number that becomes a pointer and a number again is the same number,
// wherever the pointer may point.
extern void reach_error(void);
static unsigned long sum;
static void mix(unsigned long v) { sum = sum * 31 + v; }
static void bytes(const void *p, unsigned long n) { const unsigned char *c = p; while (n--) mix(*c++); }
static void f(int n) {
	int i = -1, t[4]; unsigned u = i;
	mix((unsigned long)(void *)(unsigned long)u);
	mix((unsigned char *)(unsigned long)i == (unsigned char *)(unsigned long)u);
	union { long v; unsigned char b[sizeof(long)]; } x;
	x.v = 1; bytes(&x, sizeof x);
	mix((char *)(t + n) - (char *)t);
	_Bool b = &n;
	mix(b);
}
int main(void) {
	for (int i = 1; i < 3; i++) f(i);
	if (sum == 12345)
		reach_error();
	return 0;
}
