// warns: the pointer that __VERIFIER_nondet_pointer returns
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
int main(void) {
	if (__VERIFIER_nondet_pointer() != 0)
		reach_error();
	return 0;
}
