// want: TRUE
// C allows that a function without body returns a pointer into an object of
// another type, but nobody writes that:
// assumed, not proved.
struct device { int flags; };
extern struct device *device(void);
extern void reach_error(void);
int state;
int *keep = &state;
int main(void) {
	struct device *d = device();
	if (d)
		d->flags = 3;
	if (*keep != 0)
		reach_error(); // proved
	return 0;
}
