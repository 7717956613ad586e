/* Complex integers of all sizes. */
#include <stdio.h>
static unsigned long long sum;
static unsigned long long st = 88172645463325252ULL;
static unsigned long long rnd(void) { st ^= st << 13; st ^= st >> 7; st ^= st << 17; return st; }
#define P(e) do { _Complex long long r_ = (e); sum = (sum ^ __real__ r_) * 31 + __imag__ r_; } while (0)
#define NZ(z) if (!(z)) __real__ z = 1
int main(void) {
  for (int i = 0; i < 60; i++) {
    _Complex int a, b; _Complex signed char c, d; _Complex unsigned u, v; _Complex short s, t; _Complex long long l, m; int n = rnd() % 100 + 1;
    __real__ a = rnd() % 200 - 100; __imag__ a = rnd() % 200 - 100; __real__ b = rnd() % 20 - 10; __imag__ b = rnd() % 20 - 10; NZ(b);
    __real__ c = rnd(); __imag__ c = rnd(); __real__ d = rnd() % 20 - 10; __imag__ d = rnd() % 20 - 10;  NZ(d);
    __real__ u = rnd(); __imag__ u = rnd(); __real__ v = rnd() % 1000; __imag__ v = rnd() % 1000; NZ(v);
    __real__ s = rnd(); __imag__ s = rnd(); __real__ t = rnd() % 1000; __imag__ t = rnd() % 1000; NZ(t);
    l = a; m = b; l *= 100000;
    P(a + b); P(a - b); P(a * b); P(a / b); P(a / n); P(n / b); P(n - a); P(a * n);
    P(c + d); P(c * d); P(c / d); P(-c); P(~c); P(c * s); P(c + u);
    P(u * v); P(u / v); P(u - v); P(s * t); P(s + c); P(s / t); P(l * m); P(l / m); P(l - a);
    a += b; P(a); a *= 2; P(a); a++; P(a); --a; P(a); c += 200; P(c); s *= n; P(s); P(a++);
    double _Complex z = a; float _Complex f = l; int r = z; P(z * 1.5); P((_Complex int)f); P(r); c = z; P(c); z /= 3; P(z * 1000);
    printf("%d %d %d %llx\n", a == b, c != d, s == 5, sum);
  }
}
