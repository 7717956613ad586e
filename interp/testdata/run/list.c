#include <stdio.h>
#include <stdlib.h>
struct node { int v; struct node *next, *prev; };
static struct node *head, *tail; static int count;
static void push(int v) {
  struct node *n = malloc(sizeof *n);
  n->v = v; n->next = NULL; n->prev = tail;
  if (tail) tail->next = n; else head = n;
  tail = n; count++;
}
static void drop(struct node *n) {
  if (n->prev) n->prev->next = n->next; else head = n->next;
  if (n->next) n->next->prev = n->prev; else tail = n->prev;
  free(n); count--;
}
static void reverse(void) {
  for (struct node *n = head; n; ) { struct node *t = n->next; n->next = n->prev; n->prev = t; n = t; }
  struct node *t = head; head = tail; tail = t;
}
int main(void) {
  for (int i = 1; i <= 20; i++) push(i * i % 23);
  for (struct node *n = head; n; ) { struct node *next = n->next; if (n->v % 3 == 0) drop(n); n = next; }
  reverse();
  for (struct node *n = head; n; n = n->next) printf("%d ", n->v);
  printf("| %d\n", count);
  while (head) drop(head);
  return count;
}
