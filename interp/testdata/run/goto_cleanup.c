#include <stdio.h>
#include <stdlib.h>
static int live;
static void *get(int n) { void *p = n > 3 ? NULL : malloc(n); if (p) live++; return p; }
static void put(void *p) { if (p) live--; free(p); }
static int work(int a, int b, int c) {
  int r = -1; char *x = NULL, *y = NULL, *z = NULL;
  if (!(x = get(a))) goto out;
  if (!(y = get(b))) goto out;
  if (!(z = get(c))) goto out;
  r = a + b + c;
out:
  put(z); put(y); put(x);
  return r;
}
int main(void) {
  for (int i = 1; i < 5; i++) for (int j = 3; j < 5; j++) printf("%d ", work(i, j, 7 - j));
  printf("%d\n", live);
  return live;
}
