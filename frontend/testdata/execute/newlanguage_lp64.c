#include <stdio.h>
#include <complex.h>
#include <tgmath.h>
#include <stdbool.h>
#include <float.h>
typedef int v4 __attribute__((vector_size(16)));
struct bits { unsigned a:1, b:2; _Bool c:1; enum { X, Y } d:2; long e:40; };
struct outer { union { struct { int x, y; }; int v[2]; }; struct { char tag; } t; } o = { .x = 1, .y = 2, .t = { 'q' } };
struct outer oa[2] = { [1].v = { 5, 6 }, [0] = { { { 7, 8 } }, { 'r' } } };
int ia[] = { 1, 2, [5] = 6, 7, [1] = 9 }; char ca[][3] = { "ab", "cd" }; const char *sp[] = { "x", [2] = "z" };
double hex = 0x1.8p3; long double ld = 1.5L; float _Complex fc = 1.0f + 2.0f * I; unsigned long long big = 18446744073709551615ULL; int bin = 0b1010, oct = 0755; char esc[] = "\x41\102\t\"\\\?\a";
int *restrict rp; int (*fpa[3])(int); static int (*(*nested)(void))[3]; extern int ext[]; int ext[3] = { 1, 2, 3 };
static int sq(int x) { return x * x; } static int apply(int (*f)(int), int n) { return f(n); }
int main(void) { v4 a = { 1, 2, 3, 4 }, b = a + 1; printf("%d %d\n", b[3], (a < b)[0]); struct bits bf = { 1, 2, 1, Y, -5 }; bf.b += 3; printf("%d %d %d %d %ld\n", bf.a, bf.b, bf.c, bf.d, (long)bf.e); printf("%d %d %c %d %d\n", o.v[1], oa[1].x, oa[0].t.tag, oa[0].y, oa[1].t.tag); printf("%zu %d %d %s %d\n", sizeof ia / sizeof *ia, ia[1], ia[6], ca[1], sp[1] == 0); printf("%g %Lg %g %g %llu %d %d %zu\n", hex, ld, (double)creal(fc), (double)cimag(fc), big, bin, oct, sizeof esc); fpa[1] = sq; printf("%d %d %d\n", fpa[1](4), apply(sq, 5), (**sq)(6)); printf("%zu\n", sizeof(int (*[2])(int))); bool t = 5; printf("%d %d\n", t, true + true); printf("%.1f %d\n", sqrt(16.0f), DBL_DIG); _Static_assert(sizeof(struct bits) == 8 || 1, ""); int n = 3, m[n][n]; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) m[i][j] = i * j; printf("%d %zu\n", m[2][2], sizeof m); switch (n) { default: puts("d"); break; case 1 ... 2: puts("r"); } { int n = n = 4; printf("%d\n", n); } unsigned u = -1; printf("%d %d\n", u > 0, (int)(signed char)u); printf("%d\n", (int)sizeof('a') + (int)sizeof("abc") + (int)sizeof(1 ? (char)1 : (short)2)); long l = 1L << 40; int tr = l; printf("%d %ld\n", tr, l >> 38); puts((char[]){ 'h', 'i', 0 }); return (int){ 3 } + (struct in2 { int q; }){ 4 }.q; }
