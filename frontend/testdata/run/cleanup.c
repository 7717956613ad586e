// Attribute cleanup: on every way out of a scope, in reverse order.
extern void abort(void);
#define check(c) ((c) ? (void)0 : abort())

static int order;
static void put(int *p) { order = order * 10 + *p; }
#define CLEAN __attribute__((cleanup(put)))

static int expect(int n) {
	int ok = order == n;
	order = 0;
	return ok;
}

static int fall(void) {
	CLEAN int a = 1;
	CLEAN int b = 2;
	{
		__attribute__((cleanup(put))) int c = 3, d = 4;
	}
	b = 5;
	return a + b;
}

struct pair { int x, y; };
static struct pair last = {1, 2};
static void swap(struct pair **p) { int x = (*p)->x; (*p)->x = (*p)->y; (*p)->y = x; }
static struct pair aggregate(void) {
	__attribute__((__cleanup__(swap))) struct pair *p = &last;
	return *p;
}

// The cleanup calls the function whose result waits.
static int again(int n);
static void recurse(int *p) { if (*p > 0) again(*p - 1); }
static int again(int n) {
	__attribute__((cleanup(recurse))) int m = n;
	return n;
}

static int loops(void) {
	int n = 0;
	for (CLEAN int i = 0; i < 3; i++) {
		CLEAN int j = i + 5;
		if (i == 1) continue;
		n++;
	}
	while (1) {
		CLEAN int k = 9;
		if (n > 0) break;
	}
	return n;
}

static int back(void) {
	int n = 0;
again:;
	CLEAN int a = n + 1;
	{
		CLEAN int b = 7;
		if (n++ < 2) goto again;
	}
	return a;
}

static void into(int k) {
	if (k) goto in;
	{
		CLEAN int y = 3;
	in:
		y = 4;
	}
}

static void cases(int k) {
	switch (k) {
		CLEAN int z;
	case 1: z = 1; break;
	case 2: z = 2;
	}
}

static int outer(void) {
	{
		CLEAN int a = 1;
		{
			CLEAN int b = 2;
			goto out;
		}
	}
out:
	return 0;
}

static int expression(void) {
	int v = ({ CLEAN int q = 6; q++; q; });
	return v;
}

static void nothing(void) {
	static CLEAN int s = 8; // ignored
	CLEAN int t = 2;
	if (t) return;
	t = 3;
}

static int nested(int n) {
	int seen = 0;
	void note(int *p) { seen = *p; }
	{
		__attribute__((cleanup(note))) int x = n;
		if (n > 1) n = nested(n - 1);
	}
	return seen;
}

int main(void) {
	check(nested(5) == 5 && nested(1) == 1);
	check(fall() == 6 && expect(4351));
	struct pair p = aggregate();
	check(p.x == 1 && p.y == 2 && last.x == 2);
	check(again(3) == 3);
	check(loops() == 2 && expect(56739));
	check(back() == 3 && expect(717273));
	into(1);
	check(expect(4));
	cases(1), cases(2);
	check(expect(12));
	check(outer() == 0 && expect(21));
	check(expression() == 7 && expect(7));
	nothing();
	check(expect(2));
	return 0;
}
