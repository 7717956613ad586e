// want: FALSE
extern void reach_error(void);
int g = 1;
int main(void) {
	int *a[3], *k = &g;
	*a[1] = 2;
	if (*k != 1)
		reach_error(); // error
	return 0;
}
