/* __builtin_object_size of variables, and of what nobody knows. */
#include <stdio.h>

struct pair { int a; char b; };
static char global[64];

static unsigned long size(char p[10], int n) { return __builtin_object_size(p, 0) + n; }

int main(void) {
  char buffer[100];
  int matrix[5][10], x = 0;
  struct pair p, *q = &p;
  int *r = &x;
  printf("%d %d\n", (int)__builtin_object_size(buffer, 0), (int)__builtin_object_size((void *)matrix, 1));
  printf("%d %d\n", (int)__builtin_object_size(&p, 0), (int)__builtin_object_size((global), 0));
  printf("%d %d\n", (int)__builtin_object_size(r, 0), (int)__builtin_object_size(r, 2));
  printf("%d %d\n", (int)__builtin_object_size(&x, 3), (int)__builtin_object_size(q, 1));
  printf("%d\n", (int)size(buffer, 0));
  r[x++] = 1;
  return (int)__builtin_object_size(&buffer[x++], 2) * 0 + x;
}
