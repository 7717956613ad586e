/* Generic selections that depend on qualifiers behind pointers, in members and in elements. */
#include <assert.h>
#define G(x) _Generic((x), char *: 1, const char *: 2, volatile char *: 3, const volatile char *: 4, int *: 5, const int *: 6, char **: 7, const char **: 8, char *const *: 9, int: 10, default: 0)
struct s { const char *name; char *mut; char *const cm; const int arr[3]; int n[2]; const char *names[2]; const int k; } s, *ps = &s; const struct s cs; const struct s *pcs = &cs; 
const char *f(void) { return 0; } char *(*fp)(void); const char *(*fq)(void) = f; typedef const char *cstr; cstr cv; typedef char *mstr; const mstr mv; mstr const *pmv; const char tab[2][3]; const char *argv_[3]; int garr[2][3];
int h(const char *p, const int a[3], int *const q) { return G(p) * 100 + G(a) * 10 + G(q); }
int main(void) {
  char c = 0; const char cc = 0; volatile char *vp = &c; int i = 0; const int ci = 0;
  assert(G(s.name) == 2 && G(s.mut) == 1 && G(s.cm) == 1 && G(s.arr) == 6 && G(s.n) == 5 && G(s.names) == 8 && G(&s.k) == 6);
  assert(G(ps->name) == 2 && G(cs.name) == 2 && G(cs.n) == 6 && G(pcs->n) == 6 && G(&pcs->mut) == 9 && G(&cs.cm) == 9 && G(s.names[0]) == 2);
  assert(G(f()) == 2 && G(fq()) == 2 && G((*fq)()) == 2); assert(G(cv) == 2 && G(mv) == 1 && G(pmv) == 9 && G(&mv) == 9 && G(*pmv) == 1);
  assert(G(tab[0]) == 2 && G(*tab) == 2 && G(argv_) == 8 && G(argv_ + 1) == 8 && G(&argv_[1]) == 8 && G(garr[1]) == 5 && G(*garr) == 5);
  assert(h("", &i, &i) == 265); assert(G(&c) == 1 && G(&cc) == 2 && G(vp) == 3 && G((const volatile char *)vp) == 4 && G((char *)&cc) == 1);
  assert(G(1 ? &c : &cc) == 2 && G(1 ? (char *)0 : (const char *)0) == 2 && G(0 ? 0 : &cc) == 2 && G(1 ? vp : &cc) == 4); assert(G((0, cc, &cc)) == 2); assert(G(s.name + 1) == 2 && G(1 + s.name) == 2 && G(s.name++) == 2 && G(s.mut = 0) == 1);
  assert(G((const char[]){1}) == 2 && G((char[]){1}) == 1 && G(&(const int){3}) == 6); assert(G(*&s.name) == 2 && G(&*s.name) == 2 && G(&s.name[0]) == 2); assert(G(*s.name) == 0); assert(G(ci) == 10);
  __typeof__(cc) tc = 0; assert(G(&tc) == 2); __typeof__(&cc) tp = 0; assert(G(tp) == 2); __auto_type at = &cc; assert(G(at) == 2);
  assert(_Generic(fp, char *(*)(void): 1, const char *(*)(void): 2) == 1 && _Generic(fq, char *(*)(void): 1, const char *(*)(void): 2) == 2);
  return 0;
}
