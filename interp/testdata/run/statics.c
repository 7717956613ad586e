#include <stdio.h>
static int counter(void) { static int n = 10; return n++; }
static const char *cycle(void) { static const char *names[] = {"a", "b", "c"}; static int i; return names[i++ % 3]; }
static int depth(int n) { static int deepest; int local = n; if (n > deepest) deepest = n; if (n < 5) depth(n + 1); return deepest * 10 + local; }
int g = 3, h[5] = {1, [3] = 7}, *gp = &h[3]; char text[] = "text", *ptr = "pointer"; struct { int a; struct { char b[4]; } c; } nested = {1, {"xyz"}};
static int matrix[2][3] = {{1, 2}, {4}}; extern int later; 
int main(void) {
  counter(); counter(); printf("%d\n", counter());
  for (int i = 0; i < 5; i++) printf("%s", cycle());
  printf(" %d\n", depth(0));
  printf("%d %d %d %d %d\n", g, h[0], h[2], *gp, (int)sizeof text);
  printf("%s %s %d %s\n", text, ptr, nested.a, nested.c.b);
  for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) printf("%d ", matrix[i][j]);
  printf("%d\n", later);
  { int g = 8; { extern int later; g += later; } printf("%d\n", g); }
  return g;
}
int later = 99;
