// want: FALSE
extern void reach_error(void);
extern struct { int n; int *p; } shared;
int g;
int main(void) {
	int *k = &g;
	if (shared.p == k) {
		*shared.p = 4;
		if (g == 4)
			reach_error(); // error
	}
	return 0;
}
