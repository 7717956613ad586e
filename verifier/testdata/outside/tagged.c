// want: TRUE
extern void reach_error(void);
int a = 1;
int main(void) {
	unsigned long t = (unsigned long)&a | 1;
	if (t & 1) {
		int *p = (int *)(t & ~1ul);
		if (*p != 1)
			reach_error();
	}
	return 0;
}
