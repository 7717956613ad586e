// want: UNKNOWN
// want reason=abstraction
// Where a char lies says nothing about its bits.
extern void reach_error(void);
int main(void) {
	char a[3];
	char *p = a + 1;
	if ((unsigned long)p % 2)
		reach_error(); // open
	return 0;
}
