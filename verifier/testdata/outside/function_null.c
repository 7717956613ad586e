// want: FALSE
struct device { int flags; };
extern struct device *device(void);
extern void reach_error(void);
int main(void) {
	struct device *d = device();
	if (!d)
		reach_error(); // error
	return 0;
}
