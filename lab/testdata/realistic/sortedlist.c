// A linked list that insertion keeps sorted, and a merge of two such lists.
// bug: unreach-call the new node goes before the first smaller one, not before the first larger one

#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *insert(struct node *list, int value) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(EXIT_FAILURE);
    n->value = value;
    struct node **at = &list;
#ifdef BUG
    while (*at && (*at)->value > value)
#else
    while (*at && (*at)->value < value)
#endif
        at = &(*at)->next;
    n->next = *at;
    *at = n;
    return list;
}

static int is_sorted(const struct node *list) {
    if (!list)
        return 1;
    while (list->next) {
        if (list->value > list->next->value)
            return 0;
        list = list->next;
    }
    return 1;
}

static struct node *merge(struct node *a, struct node *b) {
    struct node head;
    struct node *last = &head;
    head.next = NULL;
    while (a && b) {
        if (a->value <= b->value) {
            last->next = a;
            a = a->next;
        } else {
            last->next = b;
            b = b->next;
        }
        last = last->next;
    }
    last->next = a ? a : b;
    return head.next;
}

static int length(const struct node *list) {
    int n = 0;
    for (; list; list = list->next)
        n++;
    return n;
}

static void destroy(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void) {
    struct node *a = NULL, *b = NULL;
    int n = 0;
    for (int i = 0; i < 3; i++) {
        if (__VERIFIER_nondet_int()) {
            a = insert(a, __VERIFIER_nondet_int());
            n++;
        }
        if (__VERIFIER_nondet_int()) {
            b = insert(b, __VERIFIER_nondet_int());
            n++;
        }
    }
    assert(is_sorted(a));
    assert(is_sorted(b));
    struct node *all = merge(a, b);
    assert(is_sorted(all));
    assert(length(all) == n);
    destroy(all);
    return 0;
}
