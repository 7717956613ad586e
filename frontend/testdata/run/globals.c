/* Initial values of globals. */
#include <assert.h>
struct list { struct list *next; int v; } a = { &a, 3 }, *p = &(struct list){ .v = 4 };
int tab[] = { [0 ... 3] = 1, [5] = 2, 3 };
struct { int n; int d[]; } fl = { 2, { 1, 2 } };
struct o { int a; struct { int b, c; }; union { int d; char e[4]; }; } o = { 1, { 2, 3 }, { .e = "ab" } };
char *strs[] = { "a" "b", "c", }; char s2[2][4] = { "ab", { 'c', 0 } }; char nz[3] = "abc"; int neg = -1, *pn = &neg + 1 - 1; 
enum { A = 5, B, C = A + 10, D = sizeof(int), E = 'a', F = -1 }; int ea[C]; unsigned long ul = -1; float ff = 1e10f; double dd = 1.0 / 3; _Bool bb = 5;
int (*fa[2])(void), (*(*fpp)(int))[3]; int m2[2][3] = { 1, 2, 3, 4 }; const struct o co = { .d = 9, .a = 1 }; static int si; extern int si2; int si2 = 2; long double ld = 1.5L; void *vp = (void *)&tab[2]; long off = (long)&((struct o *)0)->c; int *ip = (int *)((char *)tab + 4); unsigned char uc = 300;
int main(void) { assert(a.next == &a && p->v == 4 && tab[5] == 2 && tab[6] == 3 && sizeof tab == 28 && fl.d[1] == 2 && o.c == 3 && o.e[1] == 'b' && strs[0][1] == 'b' && s2[1][0] == 'c' && nz[2] == 'c' && *pn == -1); assert(B == 6 && sizeof ea == 60 && ul + 1 == 0 && bb == 1 && m2[1][0] == 4 && m2[1][2] == 0 && co.d == 9 && si == 0 && si2 == 2 && off == 8 && *ip == 1 && uc == 44); return 0; }
