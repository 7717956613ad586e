// stdin: the cat and the dog and the bird saw a cat\n
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define SIZE 7
struct entry { char *word; int n; struct entry *next; } *table[SIZE];
static unsigned hash(const char *s) { unsigned h = 5381; while (*s) h = h * 33 ^ (unsigned char)*s++; return h % SIZE; }
static struct entry *find(const char *w) {
  struct entry **p = &table[hash(w)];
  while (*p && strcmp((*p)->word, w)) p = &(*p)->next;
  if (!*p) { *p = malloc(sizeof **p); (*p)->word = strcpy(malloc(strlen(w) + 1), w); (*p)->n = 0; (*p)->next = NULL; }
  return *p;
}
int main(void) {
  char w[32]; int total = 0;
  while (scanf("%31s", w) == 1) { find(w)->n++; total++; }
  for (int i = 0; i < SIZE; i++) {
    for (struct entry *e = table[i]; e; ) {
      printf("%d %s %d\n", i, e->word, e->n);
      struct entry *n = e->next; free(e->word); free(e); e = n;
    }
  }
  return total;
}
