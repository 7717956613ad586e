/* __builtin_object_size, from the text of the argument alone. */
#include <stdio.h>
#include <stdlib.h>
int a[10];
struct s { char c[4]; int n; char d[8]; struct { int x, y; } in; } st;
struct s *gp;
int main(int argc, char **argv) {
	int l[10];
	char *p = malloc(10);
	struct s *q = &st;
	void *z = &l[3];
#define T(e) printf(#e ": %d %d %d %d\n", (int)__builtin_object_size(e, 0), (int)__builtin_object_size(e, 1), (int)__builtin_object_size(e, 2), (int)__builtin_object_size(e, 3));
	T(a) T(&a[2]) T(&a[argc]) T(l) T(&l[3]) T(p) T(&st) T(&st.n) T(st.c) T(&st.c[1]) T(&st.d[2]) T(q) T(&q->n) T(z)
	T("abc") T("abc" + 1) T((char *)a + 3) T(a + 10) T(a + 11) T(argv) T(0) T(&argc) T(&gp->n) T(gp->c) T(gp->d)
	T(a + argc) T((void *)&l) T(&l) T(&st.c) T(*(&l)) T(&st.in.y) T(&st.in) T(&"xyz"[1])
	return 0;
}
