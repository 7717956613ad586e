// A list of structs on the heap: built, reversed, searched, freed.
void *malloc(unsigned long);
void free(void *);
struct node {
  struct node *next;
  int key;
  short weight;
};
static struct node *push(struct node *l, int key) {
  struct node *n = malloc(sizeof *n);
  n->next = l;
  n->key = key;
  n->weight = key & 31;
  return n;
}
static struct node *reverse(struct node *l) {
  struct node *r = 0;
  while (l) {
    struct node *n = l->next;
    l->next = r;
    r = l;
    l = n;
  }
  return r;
}
int main(void) {
  int sum = 0;
  for (int r = 0; r < REPEAT; r++) {
    struct node *l = 0;
    for (int i = 0; i < 500; i++)
      l = push(l, i * 7 % 501);
    for (int k = 0; k < 50; k++) {
      l = reverse(l);
      for (struct node *p = l; p && p->key != k; p = p->next)
        sum += p->weight;
    }
    while (l) {
      struct node *n = l->next;
      free(l);
      l = n;
    }
  }
  return sum & 127;
}
