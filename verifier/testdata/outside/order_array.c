// want: TRUE
// Within one object the order and the distance are known.
extern void reach_error(void);
int a[4], b[4];
static int sum(int *p, int *end) {
	int n = 0;
	for (; p < end; p++)
		n += *p;
	return n;
}
int main(void) {
	a[1] = 1;
	b[1] = 2;
	if (sum(a, a + 4) != 1 || sum(b, b + 4) != 2 || &b[3] - b != 3)
		reach_error();
	return 0;
}
