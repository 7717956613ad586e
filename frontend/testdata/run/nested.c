// Nested functions (GNU C): captured variables, recursion, addresses.
#include <assert.h>

static int apply(int (*f)(int), int x) { return f(x); }

static void each(int *a, int n, void (*f)(int *)) {
	for (int i = 0; i < n; i++)
		f(a + i);
}

static int f(int x) { return -x; }

static int captured(int n) {
	int sum = 0, calls = 0;
	struct { int lo, hi; } range = {n, n};
	int a[4] = {4, 1, 3, 2};
	void add(int *p) {
		sum += *p * n;
		calls++;
		if (*p > range.hi)
			range.hi = *p;
	}
	each(a, 4, add);
	add(&a[1]);
	return sum * 1000 + calls * 100 + range.hi * 10 + range.lo;
}

// The function of the same name outside is not meant.
static int shadows(void) {
	int f(int x) { return x + 1; }
	return f(1);
}

static int forward(int n) {
	auto int even(int);
	int odd(int k) { return k == 0 ? 0 : even(k - 1); }
	int even(int k) { return k == 0 ? n : odd(k - 1); }
	return even(n);
}

static int deep(int a) {
	int b = a + 1;
	int middle(int c) {
		int d = c * 2;
		int inner(int e) {
			b += e;
			d += b;
			return a + d;
		}
		int r = inner(1);
		r += inner(2);
		return r + d;
	}
	int r = middle(10);
	return r * 100 + b;
}

// Every activation has captured variables of its own.
static int levels(int n) {
	int here = n, below = 0;
	void note(int k) { below = below * 10 + k + here; }
	if (n > 0)
		note(levels(n - 1));
	note(1);
	assert(here == n);
	return below;
}

// The address of a nested function leads to the activation it was taken in.
static int through(int n, int (*outer)(int)) {
	int mine = n * 10;
	int get(int x) { return mine++ + x; }
	if (n == 3)
		return through(n - 1, get);
	if (n > 0)
	{
		int r = through(n - 1, outer);
		return r + apply(get, 0);
	}
	assert(apply(outer, 1) == 31);
	assert(apply(outer, 1) == 32);
	assert(apply(get, 7) == 7);
	assert(get(7) == 8);
	return outer(0);
}

// A chain that leads through two frames.
static int twice(int n) {
	int a = n;
	int first(int m) {
		int b = m;
		int second(int k) { return k == 0 ? a * 100 + b : first(k - 1); }
		return m == 0 ? second(0) : second(m);
	}
	if (n == 0)
		return first(2);
	return twice(n - 1) + a;
}

static int recursive(int n) {
	int count = 0;
	int fac(int k) {
		count++;
		return k <= 1 ? 1 : k * fac(k - 1);
	}
	return fac(n) * 10 + count;
}

static int array(int n) {
	int a[n];
	int sum = 0;
	void fill(int i) { a[i] = i * i; }
	for (int i = 0; i < n; i++)
		fill(i);
	for (int i = 0; i < n; i++)
		sum += a[i];
	return sum;
}

struct pair { int x, y; };

static struct pair aggregate(struct pair p) {
	struct pair turn(void) { return (struct pair){p.y, p.x}; }
	struct pair q = turn();
	p.x++;
	q.x += turn().y;
	return q;
}

static int statics(void) {
	static int s = 5;
	int next(void) {
		static int t = 1;
		return s++ * 10 + t++;
	}
	return next();
}

static int blocks(int n) {
	int r = 0;
	for (int i = 0; i < n; i++) {
		int v = i;
		{
			int get(void) { return v + i; }
			r += get();
		}
		{
			int get(void) { return v * 100; }
			r += get();
		}
	}
	return r;
}

static int first(int n) {
	__label__ yes, no;
	void *choose(int k) { return k ? &&yes : &&no; }
	goto *choose(n);
yes:
	return 1;
no:
	return 0;
}

int main(void) {
	assert(captured(2) == 22542);
	assert(captured(5) == 55555);
	assert(shadows() == 2 && f(1) == -1);
	assert(forward(4) == 4 && forward(3) == 0);
	assert(deep(1) == 8105);
	assert(levels(0) == 1 && levels(3) == 2464);
	assert(through(3, f) == 62);
	assert(twice(0) == 0 && twice(2) == 3);
	assert(recursive(5) == 1205);
	assert(array(4) == 14 && array(2) == 1);
	struct pair p = aggregate((struct pair){1, 2});
	assert(p.x == 4 && p.y == 1);
	assert(statics() == 51 && statics() == 62);
	assert(blocks(3) == 306);
	assert(first(1) == 1 && first(0) == 0);
	return 0;
}
