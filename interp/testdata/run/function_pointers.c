#include <stdio.h>
typedef double (*op)(double, double);
static double add(double a, double b) { return a + b; }
static double sub(double a, double b) { return a - b; }
static double mul(double a, double b) { return a * b; }
static double dvd(double a, double b) { return b ? a / b : 0; }
static const struct { char sym; op f; } ops[] = {{'+', add}, {'-', sub}, {'*', mul}, {'/', dvd}};
static op pick(char c) { for (int i = 0; i < 4; i++) if (ops[i].sym == c) return ops[i].f; return NULL; }
static int apply(int (*f)(int), int n, int x) { while (n--) x = f(x); return x; }
static int inc(int x) { return x + 1; }
static int dbl(int x) { return 2 * x; }
struct shape { const char *name; double (*area)(const struct shape *); double a, b; };
static double square(const struct shape *s) { return s->a * s->a; }
static double rect(const struct shape *s) { return s->a * s->b; }
static void each(int *v, int n, void (*f)(int *, void *), void *arg) { for (int i = 0; i < n; i++) f(v + i, arg); }
static void total(int *x, void *arg) { *(long *)arg += *x; }
static void scale(int *x, void *arg) { *x *= *(int *)arg; }
static int (*choose(int up))(int) { return up ? inc : dbl; }
int main(void) {
  for (const char *p = "+-*/"; *p; p++) printf("%c %g\n", *p, pick(*p)(6, 4));
  printf("%d %d %d\n", pick('?') == NULL, apply(inc, 5, 1), apply(dbl, 5, 1));
  struct shape s[] = {{"square", square, 3, 0}, {"rect", rect, 2, 5}};
  for (int i = 0; i < 2; i++) printf("%s %g\n", s[i].name, s[i].area(&s[i]));
  int v[] = {1, 2, 3, 4}, k = 3; long t = 0;
  each(v, 4, scale, &k); each(v, 4, total, &t);
  printf("%ld %d %d %d\n", t, choose(1)(9), choose(0)(9), (*inc)(1));
  int (*tab[3])(int) = {inc, dbl, inc};
  int x = 1;
  for (int i = 0; i < 9; i++) x = tab[i % 3](x);
  return x;
}
