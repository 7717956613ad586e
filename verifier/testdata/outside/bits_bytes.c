// want: FALSE
// A pointer that is copied byte by byte.
extern void reach_error(void);
int x;
int main(void) {
	int *p = &x, *q;
	unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q;
	for (unsigned i = 0; i < sizeof p; i++)
		to[i] = from[i];
	*q = 5;
	if (x == 5)
		reach_error(); // error
	return 0;
}
