#include <stdio.h>
#include <string.h>
#include <stdlib.h>
int main(void) {
  char b[20];
  memset(b, 'x', sizeof b); b[19] = 0;
  memcpy(b + 2, "abc", 3);
  puts(b);
  memmove(b + 3, b + 2, 3); puts(b);
  memmove(b + 1, b + 2, 5); puts(b);
  printf("%d %d\n", memcmp(b, b, 20), memchr(b, 'q', 20) == NULL);
  int *a = calloc(10, sizeof *a);
  for (int i = 0; i < 10; i += 3) a[i] = i;
  a = realloc(a, 20 * sizeof *a);
  for (int i = 10; i < 20; i++) a[i] = -i;
  int s = 0;
  for (int i = 0; i < 20; i++) s = s * 3 + a[i];
  printf("%d\n", s);
  a = realloc(a, 2 * sizeof *a);
  printf("%d %d\n", a[0], a[1]);
  free(a);
  free(NULL);
  void *z = realloc(NULL, 5);
  printf("%d\n", z != NULL);
  free(z);
  return 0;
}
