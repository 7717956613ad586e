#include <stdio.h>
#include <stdlib.h>
extern double atof();
static int add(a, b, c) char a; short b; { return a + b + c; }
static float half(x) float x; { return x / 2; }
static double mixed(n, d, p) int n; double d; char *p; { return n + d + *p; }
struct pt { int x, y; };
static int norm(p, k) struct pt p; int k; { return p.x * k + p.y; }
static first(v) int v[]; { return v[0]; }
static int noargs() { return 7; }
static int callback(f, x) int (*f)(); int x; { return f(x, 1, 2); }
static unsigned char narrow(c) unsigned char c; { c++; return c; }
main(argc, argv)
int argc;
char **argv;
{
	struct pt p;
	int v[2];
	p.x = 3; p.y = 4; v[0] = 42; v[1] = 0;
	printf("%d %g %g %d %d %d\n", add(1, 70000, 3), half(3.0), mixed(1, 2.5, "A"), norm(p, 10), first(v), noargs());
	printf("%d %d\n", callback(add, 5), narrow(255));
	printf("%g\n", atof("12.5e1x"));
	return argc - 1;
}
