// A singly linked list.

#include <assert.h>
#include <stdlib.h>

extern int input(void);

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = head;
    return n;
}

static struct node *drop(struct node *head, int value) {
    struct node *before = head;
    for (struct node *n = head->next; n != NULL; n = n->next) {
        if (n->value == value)
            before->next = n->next;
        else
            before = n;
    }
    return head;
}

static int count(struct node *head, int value) {
    int found = 0;
    for (struct node *n = head; n != NULL; n = n->next)
        if (n->value == value)
            found++;
    return found;
}

int main(void) {
    struct node *list = NULL;
    list = push(list, 1);
    list = push(list, 2);
    int value = input();
    list = drop(list, value);
    assert(count(list, value) == 0);
    return 0;
}
