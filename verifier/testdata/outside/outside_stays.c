// want: TRUE
// What was read or written behind a pointer from outside stays.
extern int *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
int main(void) {
	int *p = __VERIFIER_nondet_pointer();
	if (!p)
		return 0;
	int x = *p;
	if (*p != x)
		reach_error();
	*p = 3;
	if (*p != 3)
		reach_error();
	return 0;
}
