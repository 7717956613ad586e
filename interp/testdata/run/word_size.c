// lp64
#include <stdio.h>
#include <stdlib.h>
#include <limits.h>
#include <stddef.h>
#include <sys/types.h>
struct s { char c; long l; void *p; short h; };
int main(void) {
  printf("%zu %zu %zu %zu %zu\n", sizeof(int), sizeof(long), sizeof(void *), sizeof(long double), sizeof(struct s));
  long a = LONG_MAX; unsigned long b = -1;
  printf("%ld %lu %lx\n", a, b, b << 36);
  size_t n = (size_t)-1; ptrdiff_t d; int x[10]; d = &x[7] - &x[2];
  printf("%zu %td %zd\n", n, d, (ssize_t)n);
  void *p = malloc(n - 100); printf("%d\n", p == NULL);
  printf("%ld\n", strtol("9223372036854775807", NULL, 10));
  char buf[40]; sprintf(buf, "%p", (void *)0); printf("%s\n", buf);
  printf("%d\n", sizeof(1L << 20) == 8);
  return 0;
}
