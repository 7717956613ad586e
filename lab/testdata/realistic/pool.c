// A pool of blocks of one size with a free list inside of the blocks.
// bug: unreach-call a block may be released twice

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

#define BLOCKS 4

struct block {
    struct block *next; // while it is free
    bool used;
    int payload;
};

struct pool {
    struct block blocks[BLOCKS];
    struct block *free;
    int available;
};

static void pool_init(struct pool *p) {
    p->free = NULL;
    for (int i = BLOCKS - 1; i >= 0; i--) {
        p->blocks[i].used = false;
        p->blocks[i].next = p->free;
        p->free = &p->blocks[i];
    }
    p->available = BLOCKS;
}

static struct block *pool_get(struct pool *p) {
    struct block *b = p->free;
    if (b == NULL)
        return NULL;
    p->free = b->next;
    p->available--;
    b->next = NULL;
    b->used = true;
    return b;
}

static bool pool_put(struct pool *p, struct block *b) {
    if (b == NULL)
        return false;
#ifndef BUG
    if (!b->used)
        return false;
#endif
    b->used = false;
    b->next = p->free;
    p->free = b;
    p->available++;
    return true;
}

static int pool_used(const struct pool *p) {
    int n = 0;
    for (int i = 0; i < BLOCKS; i++)
        if (p->blocks[i].used)
            n++;
    return n;
}

int main(void) {
    struct pool p;
    struct block *handles[BLOCKS] = {NULL};
    pool_init(&p);
    for (int i = 0; i < 10; i++) {
        int slot = __VERIFIER_nondet_int();
        if (slot < 0 || slot >= BLOCKS)
            continue;
        if (__VERIFIER_nondet_int()) {
            if (handles[slot] == NULL) {
                handles[slot] = pool_get(&p);
                if (handles[slot] != NULL)
                    handles[slot]->payload = slot;
            }
        } else {
            pool_put(&p, handles[slot]);
            if (__VERIFIER_nondet_int())
                handles[slot] = NULL;
        }
        assert(p.available >= 0 && p.available <= BLOCKS);
        assert(p.available + pool_used(&p) == BLOCKS);
        assert((p.available == 0) == (p.free == NULL));
    }
    return 0;
}
