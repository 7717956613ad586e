#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct person { char name[12]; int age; };
static int by_age(const void *a, const void *b) { return ((const struct person *)a)->age - ((const struct person *)b)->age; }
static int by_name(const void *a, const void *b) { return strcmp(((const struct person *)a)->name, ((const struct person *)b)->name); }
static int ints(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return x < y ? -1 : x > y; }
static int strs(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
int main(void) {
  struct person p[] = {{"zoe", 31}, {"adam", 25}, {"mia", 44}, {"bob", 19}};
  qsort(p, 4, sizeof *p, by_age);
  for (int i = 0; i < 4; i++) printf("%s %d;", p[i].name, p[i].age);
  qsort(p, 4, sizeof *p, by_name);
  for (int i = 0; i < 4; i++) printf("%s %d;", p[i].name, p[i].age);
  puts("");
  int v[200]; unsigned x = 1;
  for (int i = 0; i < 200; i++) { x = x * 1103515245u + 12345u; v[i] = (int)(x >> 16) % 1000 - 500; }
  qsort(v, 200, sizeof *v, ints);
  for (int i = 1; i < 200; i++) if (v[i - 1] > v[i]) return 1;
  int key = v[77], *hit = bsearch(&key, v, 200, sizeof *v, ints), none = 10000;
  printf("%d %d %d\n", *hit, v[0], bsearch(&none, v, 200, sizeof *v, ints) == NULL);
  const char *w[] = {"pear", "apple", "fig", "date"};
  qsort(w, 4, sizeof *w, strs);
  printf("%s %s %s %s\n", w[0], w[1], w[2], w[3]);
  return 0;
}
