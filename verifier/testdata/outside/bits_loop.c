// want: UNKNOWN
// want model=ILP32
// A pointer rebuilt bit by bit.
extern void reach_error(void);
int x;
int main(void) {
	unsigned u = (unsigned)&x, v = 0;
	for (int i = 31; i >= 0; i--)
		v = 2 * v + (u >> i & 1 ? 1 : 0);
	*(int *)v = 5;
	if (x == 5)
		reach_error(); // open
	return 0;
}
