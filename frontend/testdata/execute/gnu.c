#include <stdio.h>
#include <string.h>
union u { int i; float f; char c[8]; };
struct in { int a, b; };
struct deep { int k; struct in in[3]; char s[6]; union u u; };
struct flex { int n; char data[]; };
static struct deep g = { .in[1].b = 7, .in = { [2] = { .b = 9 } }, .s = "hey", .u.f = 1.5f, .k = 3 };
static struct deep gs[] = { [1].k = 4, [1].in[0] = { 5, 6 }, [2] = { .k = 8 }, [0].s[2] = 'z' };
static int table[10] = { 1, [5] = 2, 3, [2 ... 4] = 4 };
static char *names[] = { [2] = "two", [0] = "zero" };
static struct flex fl = { 3, "abc" };
static int square(int x) { return x * x; }
#define max(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
static int sw(int c) { switch (c) { case 1 ... 3: return 1; case 'a': { int z = 4; return z; } default: ; } return 0; }
static int jump(int n) { void *t[] = { &&one, &&two }; int r = 0; goto *t[n]; one: r += 1; two: r += 2; return r; }
static int last(int n) { { if (n) goto end; n = 5; end: ; } return n; }
enum e { A = -1, B = 5, C };
static struct in mk(int a, int b) { return (struct in){ a, b }; }
static int sum(struct in *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i].a * p[i].b; return s; }
int main(void) {
	union u x = (union u)3; union u y = (union u)2.5f;
	printf("%d %g\n", x.i, y.f);
	printf("%d %d %d %d %s %g\n", g.k, g.in[1].b, g.in[2].b, g.in[0].a, g.s, g.u.f);
	printf("%d %d %d %d %d %c\n", (int)(sizeof gs / sizeof *gs), gs[1].k, gs[1].in[0].a, gs[1].in[0].b, gs[2].k, gs[0].s[2]);
	for (int i = 0; i < 10; i++) printf("%d ", table[i]);
	printf("%s %s %d %s\n", names[0], names[2], names[1] == NULL, fl.data);
	int i = 3;
	printf("%d %d\n", max(i++, 2), max(square(3), 4) + ({ int q = i; for (; q < 10; q++) ; q; }));
	printf("%d %d %d %d %d\n", sw(2), sw('a'), sw(9), jump(0), jump(1));
	printf("%d %d\n", last(0), last(3));
	printf("%d %d %d\n", A, C, sum((struct in[]){ { 1, 2 }, mk(3, 4) }, 2));
	printf("%d\n", i ?: 9);
	struct in t = i > 2 ? mk(1, 2) : mk(3, 4), *tp = &(struct in){ .b = 4 };
	printf("%d %d %d\n", t.a, mk(5, 6).b, tp->b);
	int n = 4; int vla[n][n + 1]; memset(vla, 0, sizeof vla); vla[3][4] = 11; printf("%d %d\n", (int)sizeof vla, ((int *)vla)[19]);
	char buf[] = "x" "yz"; printf("%d %s %.2s|%5s|%-5s|\n", (int)sizeof buf, buf, buf, buf, buf);
	printf("%d %d\n", __builtin_types_compatible_p(int, long), __alignof__(double) > 0);
	printf("%s %d\n", __func__, _Generic(1.0f, float: 1, default: 2));
	int arr[3] = {1,2,3}, *e = arr + 3; printf("%d\n", (int)(e - arr));
	unsigned bits = 0xf0; printf("%d %d %d\n", __builtin_popcount(bits), __builtin_clz(bits), __builtin_ctz(bits));
	long r = 0; if (!__builtin_mul_overflow(300000L, 7L, &r)) printf("%ld\n", r);
	do { if (i) break; } while (1);
	for (;;) { if (i-- < 0) goto out; continue; }
out:
	return 0;
}
