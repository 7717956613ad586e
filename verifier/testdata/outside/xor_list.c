// want: TRUE
// Pointers that are kept as numbers.
extern void reach_error(void);
int a = 1, b = 2;
int main(void) {
	unsigned long x = (unsigned long)&a ^ (unsigned long)&b;
	int *p = (int *)(x ^ (unsigned long)&a);
	if (p == &b && *p != 2)
		reach_error();
	return 0;
}
