// A cache of fixed size that evicts what was used least recently.
// bug: valid-memsafety evicting the only entry follows a null pointer

#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    int key;
    int value;
    struct item *prev, *next;
};

struct cache {
    struct item *newest, *oldest;
    int size, capacity;
};

static void unlink_item(struct cache *c, struct item *it) {
    if (it->prev != NULL)
        it->prev->next = it->next;
    else
        c->newest = it->next;
#ifdef BUG
    if (it->next == NULL)
        c->oldest = it->prev;
    if (it == c->oldest || c->oldest->next == it)
        c->oldest->next = NULL;
    else
        it->next->prev = it->prev;
#else
    if (it->next != NULL)
        it->next->prev = it->prev;
    else
        c->oldest = it->prev;
#endif
}

static void push_front(struct cache *c, struct item *it) {
    it->prev = NULL;
    it->next = c->newest;
    if (c->newest != NULL)
        c->newest->prev = it;
    else
        c->oldest = it;
    c->newest = it;
}

static struct item *lookup(struct cache *c, int key) {
    for (struct item *it = c->newest; it != NULL; it = it->next) {
        if (it->key == key) {
            if (it != c->newest) {
                unlink_item(c, it);
                push_front(c, it);
            }
            return it;
        }
    }
    return NULL;
}

static void store(struct cache *c, int key, int value) {
    struct item *it = lookup(c, key);
    if (it != NULL) {
        it->value = value;
        return;
    }
    if (c->size == c->capacity) {
        struct item *victim = c->oldest;
        unlink_item(c, victim);
        free(victim);
        c->size--;
    }
    it = malloc(sizeof *it);
    if (it == NULL)
        abort();
    it->key = key;
    it->value = value;
    push_front(c, it);
    c->size++;
}

int main(void) {
    struct cache c = {NULL, NULL, 0, 0};
    c.capacity = __VERIFIER_nondet_int();
    if (c.capacity < 1 || c.capacity > 3)
        return 0;
    for (int i = 0; i < 5; i++) {
        int key = __VERIFIER_nondet_int();
        if (__VERIFIER_nondet_int()) {
            store(&c, key, i);
            struct item *it = lookup(&c, key);
            assert(it == c.newest && it->value == i);
        } else {
            struct item *it = lookup(&c, key);
            assert(it == NULL || it->key == key);
        }
        assert(c.size <= c.capacity);
        assert((c.newest == NULL) == (c.size == 0));
    }
    while (c.newest != NULL) {
        struct item *it = c.newest;
        unlink_item(&c, it);
        free(it);
    }
    assert(c.oldest == NULL);
    return 0;
}
