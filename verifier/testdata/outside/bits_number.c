// want: UNKNOWN
// want reason=abstraction
extern void reach_error(void);
int g;
int *p = &g;
int main(void) {
	if (p != (int *)0x100000)
		return 0;
	reach_error(); // open
}
