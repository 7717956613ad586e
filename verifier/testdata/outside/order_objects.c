// want: UNKNOWN
// want reason=abstraction
// Which of two objects comes first is not known.
extern void reach_error(void);
int a, b;
int main(void) {
	int *p = &a, *q = &b;
	if (p > q)
		reach_error(); // open
	return 0;
}
