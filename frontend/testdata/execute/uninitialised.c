// What may be done with parts of structures that have no value yet.
#include <stdio.h>

struct foo {
	int i, j;
	char *p;
	float v;
};

struct bits {
	unsigned char a : 2, b : 3, c : 1;
};

struct wide {
	long long x : 40;
	unsigned y : 3;
};

static int sum(struct foo f, struct foo *p, int n, ...) { return f.i + p->j + n; }

int main(void)
{
	struct foo f, g;
	f.i = f.j = 1;
	g = f;
	printf("%d %d\n", sum(f, &f, 2), sum(g, &f, 2, 1, f, &f));

	struct bits b, *p = &b;
	b.c = 0;
	b.b = 0;
	b.a = 2;
	p->b = 7;
	p->c = 1;
	struct wide w, *q = &w;
	w.y = 0;
	w.x = 0;
	q->y = 5;
	w.x = -1;
	printf("%d %d %d %d %lld\n", p->a, p->b, b.c, w.y, (long long)q->x);
	return 0;
}
