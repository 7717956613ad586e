#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <stdint.h>
#include <stdbool.h>
#include <limits.h>
#include <ctype.h>
static void duff(char *to, const char *from, int count) {
	int n = (count + 7) / 8;
	switch (count % 8) {
	case 0: do { *to++ = *from++;
	case 7: *to++ = *from++;
	case 6: *to++ = *from++;
	case 5: *to++ = *from++;
	case 4: *to++ = *from++;
	case 3: *to++ = *from++;
	case 2: *to++ = *from++;
	case 1: *to++ = *from++;
		} while (--n > 0);
	}
}
struct bf { unsigned a : 3; int b : 5; unsigned long long c : 40; _Bool d : 1; unsigned : 0; char e; };
struct __attribute__((packed)) pk { char c; int i; short s; double d; };
union mix { struct { uint8_t lo, hi; } b; uint16_t w; };
struct node { struct node *next; int v; };
static struct node *push(struct node *h, int v) { struct node *n = malloc(sizeof *n); n->next = h; n->v = v; return n; }
static int counter(void) { static int c = 10; return c++; }
static int depth(int n) { int a[4] = { n }; int *p = &a[0]; return n == 0 ? *p : depth(n - 1) + *p; }
static struct pk mkpk(int i) { struct pk p = { 'x', i, -2, 1.25 }; return p; }
typedef int fn(int); static int twice(int x) { return 2 * x; } static int apply(fn f, int x) { return f(x); }
static int matrix(int n, int m, int a[n][m]) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j]; return s; }
extern int later; int later = 5;
static const char *const words[] = { "one\t", "tw\x6f", "\061\0hidden" };
volatile int vol = 3;
enum big { HUGE_E = 0x7fffffff, NEG = -5 };
static int side(int *p) { return ++*p; }
int main(int argc, char *argv[]) {
	char buf[30] = { 0 }; duff(buf, "abcdefghijklmnopqrstuvw", 21); puts(buf);
	struct bf b = { 5, -3, 0xabcdefULL, 1, 'q' }; b.a += 6; b.b -= 20; b.c <<= 20; b.d = 6;
	printf("%d %d %llx %d %c %d\n", b.a, b.b, (unsigned long long)b.c, b.d, b.e, (int)(sizeof b % 4));
	struct pk p = mkpk(77); printf("%d %d %d %g\n", (int)sizeof p, p.i, p.s, p.d);
	union mix m; m.w = 0x1234; printf("%x %x\n", m.b.lo, m.b.hi);
	struct node *h = NULL; for (int i = 0; i < 5; i++) h = push(h, i * i); int s = 0; for (struct node *n = h; n; n = n->next) s = s * 3 + n->v; printf("%d\n", s);
	printf("%d %d\n", counter(), depth(6)); counter(); printf("%d\n", counter());
	printf("%d %d\n", apply(twice, 21), apply(&twice, 4));
	int mat[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }; printf("%d\n", matrix(2, 3, mat));
	{ extern int later; printf("%d\n", later); }
	printf("%s|%s|%s|%d\n", words[0], words[1], words[2], (int)sizeof "\061\0hidden");
	printf("%d %u %d\n", (signed char)200, (unsigned char)-1, (short)70000);
	printf("%d %d %d\n", -7 / 2, -7 % 2, -7 >> 1);
	printf("%u %lu %d\n", UINT_MAX, ULONG_MAX & 0xff, INT_MIN);
	printf("%d %d\n", 1 ? -1 : 1u > 0, (int)(-1 > 0u));
	uint8_t u8 = 250; u8 += 10; int8_t s8 = 127; s8++; printf("%d %d\n", u8, s8);
	float f = 16777217; double d = 0.1 + 0.2; printf("%.1f %.17g %d\n", f, d, (int)-2.9);
	printf("%d %d %d\n", (int)(unsigned char)30.7f, (int)1e9, (unsigned)3e9 == 3000000000u);
	int i = 1; int k = 5; k += side(&k) * 0; printf("%d\n", k);
	char *q = buf; *q++ = 'Z'; *++q = 'Y'; printf("%s %c\n", buf, *(q - 1));
	printf("%d\n", vol + vol); bool bo = 5; printf("%d %d\n", bo, !bo);
	printf("%d %d\n", (HUGE_E + NEG) > 0, sizeof(enum big) == 4);
	int (*fp[2])(int) = { twice, twice }; printf("%d\n", fp[vol - 3](8));
	long long ll = 1LL << 40; printf("%lld %llu\n", ll, (unsigned long long)-ll);
	printf("%5d|%-5d|%05d|%+d|%x|%#o|%e|%G|%c%%|%p\n", 42, 42, 42, 42, 255, 8, 12345.678, 1e-10, 'c', (void *)0);
	printf("%*d %.*s\n", 6, 7, 2, "abc"); printf("%hhd %hd %ld %zu %jd\n", 300, 70000, -5L, sizeof(int), (intmax_t)9);
	memmove(buf + 2, buf, 5); puts(buf); printf("%d\n", memcmp("abc", "abd", 3) < 0);
	goto in; while (i < 3) { in: i += 2; } printf("%d\n", i);
	printf("%s\n", argc > 1 ? argv[1] : "none"); printf("%d\n", argv[argc] == NULL);
	char *dyn = (char *)alloca(10); strcpy(dyn, "stack"); puts(dyn);
	struct { int x; struct { int y, z; }; } anon = { 1, { 2, 3 } }; printf("%d\n", anon.x + anon.y * anon.z);
	unsigned x = 5; x = x << 31 >> 31; printf("%u\n", x); printf("%d\n", ~0 ^ 5 & 3 | 8);
	const int n = 3; switch (n * 2) { default: puts("d"); break; case 4: puts("4"); case 5: puts("5"); }
	for (int a = 0, z = 10; a < z; a++, z--) if (a == 3) { printf("%d %d\n", a, z); break; }
	printf("%d\n", ({ int r = 0; for (int j = 0; j < 4; j++) { if (j == 2) continue; r += j; } r; }));
	fflush(NULL); return (int)strlen(buf) & 0x7f;
}
