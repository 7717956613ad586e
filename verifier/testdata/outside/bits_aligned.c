// want: TRUE
// The address of an int is a multiple of four, that of a double in a
// structure one of eight.
extern void reach_error(void);
struct s { int i; double d; } s;
int main(void) {
	int a[3];
	unsigned long u = (unsigned long)&a[1], v = (unsigned long)&s.d;
	if (u % 4 || u & 3 || v & 7)
		reach_error();
	return 0;
}
