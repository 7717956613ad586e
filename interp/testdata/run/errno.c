#include <stdio.h>
#include <string.h>
#include <errno.h>
#include <stdlib.h>
#include <math.h>
int main(void) {
  errno = 0;
  FILE *f = fopen("missing", "r");
  printf("%d %s\n", f == NULL, strerror(errno));
  errno = 0; strtol("999999999999999999999", NULL, 10); printf("%s\n", strerror(errno));
  errno = 0; remove("missing"); printf("%d\n", errno == ENOENT);
  errno = 5; printf("%d\n", atoi("7")); printf("%d\n", errno);
  errno = 0; double d = log(-1.0); printf("%d %d\n", d != d, errno == EDOM);
  errno = 0; d = exp(1e5); printf("%d %d\n", d > 1e300, errno == ERANGE);
  printf("%s|%s|%s\n", strerror(0), strerror(EINVAL), strerror(ENOMEM));
  int *e = &errno; *e = ERANGE; printf("%d\n", errno == ERANGE);
  return errno == ERANGE;
}
