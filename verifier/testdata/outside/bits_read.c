// want: UNKNOWN
// want reason=abstraction
// Parts of pointers, and a pointer read as a number, where structures and
// unions are not initialised as a whole.
extern void reach_error(void);
void *memcpy(void *, const void *, unsigned long);
int x;
static int one(void) { return 1; }
int main(void) {
	union { int *p; unsigned long n; } u;
	u.p = &x;
	if (u.n == 1449017916)
		reach_error(); // open
	struct { int i; int *p; } s;
	s.p = &x;
	if (((unsigned char *)&s)[9] == 77)
		reach_error(); // open
	int (*f)(void) = one;
	char b[8];
	memcpy(b, &f, 8);
	if (b[1] == 3)
		reach_error(); // open
	return 0;
}
