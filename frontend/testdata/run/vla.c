// Types of variable size: evaluated where they are declared.
#include <assert.h>
#include <stddef.h>
#include <string.h>

static int order, places[8];

static int at(int place, int v) {
	places[order++] = place;
	return v;
}

static int ordered(const char *want) {
	int same = order == (int)strlen(want);
	for (int i = 0; same && i < order; i++)
		same = places[i] == want[i] - '0';
	order = 0;
	return same;
}

static void parameters(int n, int a[at(1, 2)][at(2, 3)], int b[at(3, 2)]) {
	assert(ordered("213"));
	assert(sizeof *a == 3 * sizeof(int));
}

static int effects(int n, int a[n++][n++], int (*b)[n++]) {
	return n * 10000 + sizeof a[0] / sizeof(int) * 100 + sizeof *b / sizeof(int);
}

static int declared(int n) {
	typedef int T[n];
	typedef T U[n + 1];
	T x, *p = &x;
	typeof(x) y;
	int (*q)[n] = &y;
	n = 99;
	assert(sizeof(T) == 3 * sizeof(int) && sizeof x == sizeof(T) && sizeof y == sizeof(T));
	assert(sizeof(U) == 4 * sizeof(T) && (char *)(p + 1) - (char *)p == sizeof(T));
	assert(q + 2 - q == 2 && sizeof *q == sizeof(T));
	int a[at(1, 2)][at(2, 3)];
	assert(ordered("21"));
	return sizeof a / sizeof(int);
}

static int evaluated(void) {
	int n = 10, m = 1;
	assert(sizeof(char[n++]) == 10);
	assert(n == 11);
	char b[3][n];
	assert(sizeof(b[m++]) == 11);
	assert(m == 2);
	char c[5];
	assert(sizeof(c[m++]) == 1 && m == 2);
	(void)(int(*)[m++])0;
	assert(m == 3);
	assert(((char(*)[--m])c)[1] == c + 2);
	char s[sizeof(char[m + 1])];
	return sizeof s;
}

static int loops(void) {
	int sum = 0;
	for (int k = 1; k < 4; k++) {
		typedef char C[k];
		C c;
		c[k - 1] = k;
		sum = sum * 10 + sizeof c + sizeof(C) + c[k - 1];
	}
	return sum;
}

static void members(int m, int n) {
	struct S {
		char a[m];
		short s;
		struct T { char i; char q[n]; } in[2];
		int b : 3;
		unsigned c : 7;
		char d[m][n];
		union { char u[m]; char v; };
		char last;
	} x, y, *p = &y, arr[2];
	size_t size = sizeof x;
	assert(offsetof(struct S, s) == (m + 1) / 2 * 2);
	assert(offsetof(struct S, in) == offsetof(struct S, s) + sizeof(short));
	assert(sizeof(struct T) == n + 1);
	assert(offsetof(struct S, last) == (char *)&x.last - (char *)&x);
	memset(&x, 0, sizeof x);
	x.a[m - 1] = 1;
	x.s = -2;
	x.in[1].q[n - 1] = 3;
	x.b = -4;
	x.c = 100;
	x.d[m - 1][n - 1] = 6;
	x.v = 7;
	x.last = 8;
	m += 10, n += 10;
	y = x;
	arr[1] = *p;
	p = arr + 1;
	m -= 10, n -= 10;
	assert(p->a[m - 1] == 1 && p->s == -2 && p->in[1].q[n - 1] == 3 && p->b == -4 && p->c == 100);
	assert(p->d[m - 1][n - 1] == 6 && p->u[0] == 7 && p->last == 8);
	assert((char *)p - (char *)arr == size && p - arr == 1 && sizeof(struct S) == size);
	void nested(struct S *t) {
		assert(t->last == 8 && sizeof *t == size && t->d[m - 1][n - 1] == 6);
	}
	nested(p);
}

static double product(int n, int m, double a[n][m], double (*b)[m]) {
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			sum += a[i][j] * b[i][j];
	return sum;
}

static int deep(int n) {
	int a[n];
	typedef int T[n];
	int inner(int k) {
		T t;
		t[k] = a[k] + sizeof(T) / sizeof(int);
		return t[k];
	}
	for (int i = 0; i < n; i++)
		a[i] = i;
	n += 100;
	int r = inner(1);
	if (n < 105)
		r += deep(n - 99);
	return r * 10 + inner(0);
}

static void unnamed(void) { /* a length with effects is variable, whatever its value */
	int i = 0;
	typeof(int[(i++, 3)]) a;
	assert(i == 1);
	(void)(typeof(int(*)[(i++, 3)]))&a;
	assert(i == 2);
	(void)sizeof(typeof(int[(i++, 3)]));
	assert(i == 3);
	(void)sizeof(*(int(*)[(i++, 3)])&a);
	assert(i == 4);
	(void)sizeof(int(*)[i++]);
	(void)sizeof(typeof(a[i++]));
	assert(i == 4);
}

int main(void) {
	unnamed();
	parameters(1, 0, 0);
	assert(effects(3, 0, 0) == 60304);
	assert(declared(3) == 6);
	assert(evaluated() == 3);
	assert(loops() == 369);
	members(3, 5);
	members(1, 1);
	members(4, 2);
	double a[2][3] = {{1, 2, 3}, {4, 5, 6}};
	assert(product(2, 3, a, a) == 91);
	assert(deep(2) == 70862);
	return 0;
}
