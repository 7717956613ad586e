// Functions and variables that are defined elsewhere, also unused results.
struct pair { short low; long long high; };
extern int size;
extern double scale;
extern struct pair limits;
extern unsigned char table[6];
extern int next(void);
extern _Bool ready(int, const char *);
extern float ratio(double);
extern void trace(const char *, ...);
extern void reach_error(void);
extern int never(int);
int unused(int x) { return never(x); }
int main(void) {
	next();
	trace("next", 1);
	int a = next();
	if (size == 1 << 20 && scale == -0.5 && limits.low == -3 && limits.high == 1LL << 50 && table[4] == 9)
		if (a == 5 && ready(a, "x") && !ready(0, "y") && next() == 6 && ratio(1.0) == 2.5f)
			reach_error();
	return 0;
}
