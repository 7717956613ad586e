// A stack as a singly linked list.

#include <assert.h>
#include <stdlib.h>

extern int input(void);

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        exit(1);
    n->value = value;
    n->next = head;
    return n;
}

static int largest(const struct node *head) {
    int max = head->value;
    for (const struct node *n = head->next; n != NULL; n = n->next)
        if (n->value < max)
            max = n->value;
    return max;
}

int main(void) {
    struct node *list = push(NULL, input());
    list = push(list, input());
    list = push(list, input());
    int max = largest(list);
    for (struct node *n = list; n != NULL; n = n->next)
        assert(n->value <= max);
    return 0;
}
