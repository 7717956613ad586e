// want: UNKNOWN
// want reason=abstraction
// A byte of an address.
extern void reach_error(void);
int g;
int main(void) {
	int *p = &g;
	unsigned char *b = (unsigned char *)&p;
	if (b[0] == 0x10)
		reach_error(); // open
	return 0;
}
