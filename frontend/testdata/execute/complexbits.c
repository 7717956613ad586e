/* The bits of sums, products and quotients, special values among the operands. */
#include <stdio.h>
#include <string.h>
#include <math.h>
static unsigned long long st = 88172645463325252ULL;
static unsigned long long rnd(void) { st ^= st << 13; st ^= st >> 7; st ^= st << 17; return st; }
static double sp[] = {0.0, -0.0, 1.0, -1.0, INFINITY, -INFINITY, NAN, 1e308, -1e308, 1e-308, 5e-324, 2.2250738585072014e-308, 1.5, 3.0, 1e154, 1e-154, 1e-160, 1e300};
static double rd(void) { unsigned long long k = rnd(); double d; switch (k & 7) { case 0: case 1: return sp[rnd() % 18]; case 2: case 3: d = (double)(long long)(rnd() % 2001) - 1000; return d / 8;
 case 4: k = rnd(); memcpy(&d, &k, 8); return d; case 5: return ldexp((double)(long long)(rnd()>>11) / 9007199254740992.0, (int)(rnd() % 2000) - 1000); default: return (double)(long long)rnd() / 9223372036854775808.0; } }
static float spf[] = {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, NAN, 1e38f, -1e38f, 1e-38f, 1e-45f, 1.5f, 3.0f, 1e19f, 1e-19f};
static float rf(void) { unsigned long long k = rnd(); float d; unsigned u; switch (k & 7) { case 0: case 1: return spf[rnd() % 15]; case 2: case 3: d = (float)(long long)(rnd() % 2001) - 1000; return d / 8;
 case 4: u = rnd(); memcpy(&d, &u, 4); return d; default: return (float)((double)(long long)rnd() / 9223372036854775808.0); } }
static unsigned long long sum;
static void pd(double d) { unsigned long long k; memcpy(&k, &d, 8); sum = (sum ^ (d != d ? 1 : k)) * 1099511628211ULL; }
static void pf(float d) { unsigned k; memcpy(&k, &d, 4); sum = (sum ^ (d != d ? 2 : k)) * 1099511628211ULL; }
#define P(e) do { _Complex double r_ = (e); pd(__real__ r_); pd(__imag__ r_); } while (0)
#define F(e) do { _Complex float r_ = (e); pf(__real__ r_); pf(__imag__ r_); } while (0)
int main(void) {
  for (int i = 0; i < 400; i++) {
    _Complex double a, b; double x = rd(); _Complex float f, g; float y = rf(); int n = (int)(rnd() % 21) - 10;
    __real__ a = rd(); __imag__ a = rd(); __real__ b = rd(); __imag__ b = rd();
    __real__ f = rf(); __imag__ f = rf(); __real__ g = rf(); __imag__ g = rf();
    P(a + b); P(a - b); P(a * b); P(a / b); P(a + x); P(x - a); P(a - x); P(a * x); P(x * a); P(a / x); P(x / a); P(-a); P(~a); P(a * n); P(n / a);
    F(f + g); F(f - g); F(f * g); F(f / g); F(y - f); F(f * y); F(f / y); F(y / f); F(f / n); P(f * x); P(a / f); P(f - a);
    if (i % 20 == 0) printf("%d %d %d %d %016llx\n", a == b, f != g, !a, a == x, sum);
  }
}
