/* Calls functions of math.h. One call a line:   name x y n   (x, y: bits in
 * hex, n: an integer); answers   result errno integer   (bits in hex). */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double from(unsigned long long v)
{
    double d;
    memcpy(&d, &v, 8);
    return d;
}

static unsigned long long to(double d)
{
    unsigned long long v;
    memcpy(&v, &d, 8);
    return v;
}

typedef double d1(double), d2(double, double);
typedef float f1(float), f2(float, float);
#define ONE(n) {#n, 1, (void *)n}, {#n "f", 2, (void *)n##f}
#define TWO(n) {#n, 3, (void *)n}, {#n "f", 4, (void *)n##f}
static struct { const char *name; int kind; void *f; } table[] = {
    ONE(sin), ONE(cos), ONE(tan), ONE(asin), ONE(acos), ONE(atan), ONE(sinh), ONE(cosh), ONE(tanh),
    ONE(asinh), ONE(acosh), ONE(atanh), ONE(exp), ONE(exp2), ONE(exp10), ONE(expm1), ONE(log), ONE(log2),
    ONE(log10), ONE(log1p), ONE(cbrt), ONE(erf), ONE(erfc), ONE(tgamma), ONE(lgamma), ONE(logb),
    ONE(j0), ONE(j1), ONE(y0), ONE(y1), ONE(significand),
    TWO(pow), TWO(atan2), TWO(hypot), TWO(fmod), TWO(remainder), TWO(nextafter)};

int main(void)
{
    char line[256], name[32];
    unsigned long long x, y;
    int n, i, k;
    while (fgets(line, sizeof line, stdin)) {
        sscanf(line, "%31s %llx %llx %d", name, &x, &y, &n);
        double a = from(x), b = from(y), r = 0;
        long long m = 0;
        k = 0;
        errno = 0;
        for (i = 0; i < sizeof table / sizeof *table; i++)
            if (!strcmp(table[i].name, name)) {
                switch (table[i].kind) {
                case 1: r = ((d1 *)table[i].f)(a); break;
                case 2: r = ((f1 *)table[i].f)(a); break;
                case 3: r = ((d2 *)table[i].f)(a, b); break;
                case 4: r = ((f2 *)table[i].f)(a, b); break;
                }
                k = 1;
                break;
            }
        if (k) ;
        else if (!strcmp(name, "frexp")) r = frexp(a, &k), m = k;
        else if (!strcmp(name, "frexpf")) r = frexpf(a, &k), m = k;
        else if (!strcmp(name, "ldexp")) r = ldexp(a, n);
        else if (!strcmp(name, "ldexpf")) r = ldexpf(a, n);
        else if (!strcmp(name, "scalbln")) r = scalbln(a, n);
        else if (!strcmp(name, "ilogb")) m = ilogb(a);
        else if (!strcmp(name, "remquo")) r = remquo(a, b, &k), m = k;
        else if (!strcmp(name, "fma")) r = fma(a, b, from(x ^ y * 3));
        else if (!strcmp(name, "fmaf")) r = fmaf(a, b, from(x ^ y * 3));
        else { printf("? 0 0\n"); continue; }
        if (isnan(r)) printf("nan %d %lld\n", errno, m);
        else printf("%llx %d %lld\n", to(r), errno, m);
    }
    return 0;
}
