// A priority queue as a binary heap in an array.
// bug: unreach-call the right child is ignored if it is the last element

#include <assert.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);

#define CAPACITY 6

struct heap {
    int items[CAPACITY];
    int size;
};

static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

static void sift_up(struct heap *h, int i) {
    while (i > 0) {
        int parent = (i - 1) / 2;
        if (h->items[parent] <= h->items[i])
            break;
        swap(&h->items[parent], &h->items[i]);
        i = parent;
    }
}

static void sift_down(struct heap *h, int i) {
    for (;;) {
        int left = 2 * i + 1, right = left + 1, least = i;
        if (left < h->size && h->items[left] < h->items[least])
            least = left;
#ifdef BUG
        if (right < h->size - 1 && h->items[right] < h->items[least])
#else
        if (right < h->size && h->items[right] < h->items[least])
#endif
            least = right;
        if (least == i)
            return;
        swap(&h->items[i], &h->items[least]);
        i = least;
    }
}

static bool push(struct heap *h, int value) {
    if (h->size == CAPACITY)
        return false;
    h->items[h->size] = value;
    sift_up(h, h->size);
    h->size++;
    return true;
}

static int pop(struct heap *h) {
    assert(h->size > 0);
    int top = h->items[0];
    h->size--;
    h->items[0] = h->items[h->size];
    sift_down(h, 0);
    return top;
}

int main(void) {
    struct heap h;
    h.size = 0;
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 8)
        return 0;
    for (int i = 0; i < n; i++) {
        bool pushed = push(&h, __VERIFIER_nondet_int());
        assert(pushed == (i < CAPACITY));
    }
    int last = pop(&h);
    while (h.size > 0) {
        int next = pop(&h);
        assert(last <= next);
        last = next;
    }
    return 0;
}
