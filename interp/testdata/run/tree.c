#include <stdio.h>
#include <stdlib.h>
typedef struct tree { int key, n; struct tree *l, *r; } tree;
static tree *insert(tree *t, int k) {
  if (!t) { t = calloc(1, sizeof *t); t->key = k; t->n = 1; return t; }
  if (k < t->key) t->l = insert(t->l, k);
  else if (k > t->key) t->r = insert(t->r, k);
  else t->n++;
  return t;
}
static int height(const tree *t) { if (!t) return 0; int a = height(t->l), b = height(t->r); return 1 + (a > b ? a : b); }
static void show(const tree *t, int d) { if (!t) return; show(t->l, d + 1); printf("%d:%d@%d ", t->key, t->n, d); show(t->r, d + 1); }
static tree *rotate(tree *t) { tree *l = t->l; t->l = l->r; l->r = t; return l; }
static void drop(tree *t) { if (t) { drop(t->l); drop(t->r); free(t); } }
int main(void) {
  tree *t = NULL; unsigned x = 7;
  for (int i = 0; i < 30; i++) { x = x * 75 % 65537; t = insert(t, x % 40); }
  show(t, 0); puts("");
  if (t->l) t = rotate(t);
  printf("%d %d\n", t->key, height(t));
  drop(t);
  return 0;
}
