#include <stdio.h>
#include <stddef.h>
enum colour { RED, GREEN = 5, BLUE };
typedef struct { const char *name; enum colour c; int dims[3]; } item;
static const item items[] = {{"first", RED, {1, 2, 3}}, {.c = BLUE, .name = "second"}, [3] = {"fourth", GREEN, {[2] = 9}}};
static int area(item i) { return i.dims[0] + i.dims[1] + i.dims[2]; }
struct s { char a; double b; char c; short d; };
int main(void) {
  for (size_t i = 0; i < sizeof items / sizeof *items; i++) printf("%s %d %d\n", items[i].name ? items[i].name : "-", items[i].c, area(items[i]));
  int *p = (int[]){3, 1, 4, 1, 5}; printf("%d %d\n", p[2], area((item){.dims = {7, 8}}));
  char s1[] = "abc" "def", s2[10] = "xy", s3[3] = {'q'}; printf("%s %d %s %d %d\n", s1, (int)sizeof s1, s2, s2[9], s3[2]);
  int m[][2] = {1, 2, 3, 4, 5}; printf("%d %d\n", (int)(sizeof m / sizeof *m), m[2][1]);
  struct { int x : 3; unsigned y; } t = {.y = 4}; printf("%d %u\n", t.x, t.y);
  union { int i; float f; } u = {.f = 1.0f}; printf("%x\n", u.i);
  printf("%d\n", offsetof(struct s, c) > offsetof(struct s, b));
  int local[4] = {GREEN, BLUE, sizeof(char[7]), 'a' == 97}; printf("%d %d %d %d\n", local[0], local[1], local[2], local[3]);
  struct s q = {0}; q.d = -3; struct s r = q; printf("%d %g\n", r.d, r.b);
  return BLUE;
}
