#include <stdio.h>
#include <limits.h>
static unsigned long long powmod(unsigned long long b, unsigned e, unsigned long long m) { unsigned long long r = 1; for (b %= m; e; e >>= 1) { if (e & 1) r = r * b % m; b = b * b % m; } return r; }
int main(void) {
  long long a = LLONG_MAX, b = -12345678901LL; unsigned long long u = 1ULL << 63;
  printf("%lld %lld %lld\n", a / b, a % b, b / 7);
  printf("%llu %llu %llu\n", u / 3, u % 10, u >> 5);
  printf("%lld %lld\n", b >> 3, -(b << 2));
  printf("%llu\n", powmod(3, 200, 1000000007));
  int i = -1; unsigned v = i; long long w = v, x = i; printf("%u %lld %lld\n", v, w, x);
  printf("%d %d\n", (long long)i < (long long)v, i < (long long)v);
  double d = (double)u; unsigned long long back = (unsigned long long)d; printf("%.0f %d\n", d, back == u);
  unsigned long long h = 14695981039346656037ULL; for (const char *p = "fnv"; *p; p++) h = (h ^ (unsigned char)*p) * 1099511628211ULL; printf("%llx\n", h);
  return 0;
}
