// want: FALSE
// Elements of an extern array of pointers.
extern void reach_error(void);
extern int *table[];
int g;
int main(void) {
	int *k = &g;
	if (table[3])
		*table[3] = 4;
	if (*k == 4)
		reach_error(); // error
	return 0;
}
