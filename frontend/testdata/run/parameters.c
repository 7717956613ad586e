/* Parameters whose declarators nest. */
#include <assert.h>
int id(int x) { return x + 1; } int (*get(void))(int) { return id; } int (*get1(int a))(int) { return a ? id : 0; } int arr[3] = {1,2,3}; int (*ga(void))[3] { return &arr; }
int nest(int (*(*f)(void))(int)) { return f()(3); }
int nest2(int q, int (*(*f)(int))(int), int (*(*g)(void))[3]) { return f(1)(3) + (*g())[2]; }
int nest3(int (*(*)(int))(int)); int nest3(int (*(*h)(int))(int)) { return h(1)(1); }
int (*(*gf)(int))(int) = get1; int mul(int a, int *b) { return a *(*b); } 
int main(void) { int x = 3, *p = &x, **pp = &p; assert(nest(get) == 4 && nest2(1, get1, ga) == 7 && nest3(get1) == 2 && gf(1)(2) == 3 && mul(2, p) == 6 && mul(2, (*(pp))) == 6 && sizeof(int (*(*)(int))(int)) == sizeof(int *)); int (*(*loc)(int))(int) = gf; assert(((int (*(*)(int))(int))loc)(1)(5) == 6); return 0; }
