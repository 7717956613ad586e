#include <stdio.h>
#include <stdlib.h>
#include <errno.h>
int main(void) {
  const char *t[] = {"42", "  -17xyz", "0x1aF", "077", "", "abc", "+5", "2147483648", "99999999999999999999", "-99999999999999999999", "1e3", "z"};
  for (int i = 0; i < 12; i++) {
    char *end;
    errno = 0;
    long long v = strtoll(t[i], &end, 10);
    printf("%lld %d %d", v, (int)(end - t[i]), errno == ERANGE);
    v = strtoll(t[i], &end, 0);
    printf(" | %lld %d", v, (int)(end - t[i]));
    v = strtoll(t[i], &end, 16);
    printf(" | %lld %d", v, (int)(end - t[i]));
    unsigned long long u = strtoull(t[i], &end, 36);
    printf(" | %llu %d\n", u, (int)(end - t[i]));
  }
  printf("%d %d %ld %d\n", atoi("12x"), atoi("-0"), atol(" 77"), atoi(""));
  const char *d[] = {"3.25", "-1e-3", ".5", "5.", "1e400", "inf", "nan", "0x1.8p1", "1e", "x"};
  for (int i = 0; i < 10; i++) {
    char *end;
    double v = strtod(d[i], &end);
    if (v == v) printf("%g ", v);
    else printf("nan ");
    printf("%d\n", (int)(end - d[i]));
  }
  printf("%g %d %ld %lld\n", atof("2.5e3"), abs(-5), labs(-6L), llabs(-7LL));
  div_t q = div(-17, 5);
  printf("%d %d\n", q.quot, q.rem);
  return 0;
}
