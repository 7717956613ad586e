/* Parameters whose declarators nest. */
#include <assert.h>
int id(int x) { return x + 1; } int (*get(void))(int) { return id; } int (*get1(int a))(int) { return a ? id : 0; } int arr[3] = {1,2,3}; int (*ga(void))[3] { return &arr; }
int nest(int (*(*f)(void))(int)) { return f()(3); }
int nest2(int q, int (*(*f)(int))(int), int (*(*g)(void))[3]) { return f(1)(3) + (*g())[2]; }
int nest3(int (*(*)(int))(int)); int nest3(int (*(*h)(int))(int)) { return h(1)(1); }
int (*(*gf)(int))(int) = get1; int mul(int a, int *b) { return a *(*b); } 
typedef struct { int a; } pair; struct two { int q; }; enum e { A, B };
int sizes(const char *s[], pair t[], struct two *y, unsigned int n[], enum e k[], char *const argv[], long long w[][3], pair *p[]) { return sizeof(s) == sizeof y && sizeof t == sizeof y && sizeof(n) == sizeof y && sizeof k == sizeof y && sizeof(argv) == sizeof y && sizeof w == sizeof y && sizeof(w[0]) == 24 && sizeof(p) == sizeof y; }
int sum(unsigned int v[]) { return v[0] + v[1]; } int first(int v[]) { return v[0]; } int (*const ops[])(int) = { id, id };
int main(void) { int x = 3, *p = &x, **pp = &p; assert(nest(get) == 4 && nest2(1, get1, ga) == 7 && nest3(get1) == 2 && gf(1)(2) == 3 && mul(2, p) == 6 && mul(2, (*(pp))) == 6 && sizeof(int (*(*)(int))(int)) == sizeof(int *)); int (*(*loc)(int))(int) = gf; assert(((int (*(*)(int))(int))loc)(1)(5) == 6); assert(sizes(0, 0, 0, 0, 0, 0, 0, 0) && first((int []){ 7, 8 }) == 7 && ops[1](1) == 2 && ((pair []){ { 1 }, { 2 } })[1].a == 2 && sum((unsigned int []){ 3, 4 }) == 7); return 0; }
