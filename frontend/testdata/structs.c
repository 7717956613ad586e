struct in { char c; short s; };
struct S { int a; struct in b; };
struct M { int v[2]; };
struct S gs = {1, {.s = 2}};
struct S make(int a) { struct S r = {a}; return r; }
struct M fill(struct M m) { m.v[1] = 2; return m; }
int take(struct S s) { s.a++; return s.a; }
int main(void) {
	struct S s = make(3), t, *p;
	struct M m = {{1, 2}};
	t = s;
	t.b.c = 'x';
	m = fill(m);
	p = &gs;
	p->b.s = t.a;
	return take(t) + m.v[0];
}
