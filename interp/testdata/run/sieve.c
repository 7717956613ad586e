#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = 2000, count = 0, gap = 0, last = 2; char *s = malloc(n + 1);
  memset(s, 1, n + 1);
  for (int i = 2; i * i <= n; i++) if (s[i]) for (int j = i * i; j <= n; j += i) s[j] = 0;
  for (int i = 2; i <= n; i++) if (s[i]) { count++; if (i - last > gap) gap = i - last; last = i; }
  printf("%d %d %d\n", count, gap, last);
  free(s);
  int a = 1071, b = 462; while (b) { int t = a % b; a = b; b = t; } printf("%d\n", a);
  unsigned long long c = 27, steps = 0; while (c != 1) { c = c & 1 ? 3 * c + 1 : c / 2; steps++; } printf("%llu\n", steps);
  return 0;
}
