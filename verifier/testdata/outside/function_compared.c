// want: TRUE
// Pointers to functions are compared with each other, with functions and null.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int one(void) { return 1; }
static int two(void) { return 2; }
struct handler { int id; int (*call)(void); } handlers[3] = {{1, one}, {2, two}};
int main(void) {
	int i = __VERIFIER_nondet_int();
	if (i < 0 || i > 2)
		return 0;
	int (*f)(void) = handlers[i].call;
	if (!f != (i == 2) || f == two && i != 1)
		reach_error();
	if (f && f() != handlers[i].id)
		reach_error();
	void *p = (void *)f;
	if (f && (int (*)(void))p != handlers[i].call)
		reach_error();
	return (unsigned long)f != 0;
}
