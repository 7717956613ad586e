// want: UNKNOWN
// The address of a function is some number, wherever the pointer to it was.
extern void reach_error(void);
static int one(void) { return 1; }
static int two(void) { return 2; }
struct handler { int id; int (*call)(void); } handlers[2] = {{1, one}, {2, two}};
static int (*chosen(int i))(void) { return i ? handlers[1].call : one; }
int main(void) {
	int (*f)(void) = chosen(0);
	if ((unsigned long)f == 0x56789abc)
		reach_error(); // open
	struct handler copy = handlers[1];
	if ((unsigned long)copy.call % 16 == 3)
		reach_error(); // open
	if (copy.call == (int (*)(void))0x5555)
		reach_error(); // open
	return 0;
}
