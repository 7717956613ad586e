// A hash map from small integers to integers, with chains.
// bug: valid-memsafety remove forgets to unlink the first entry of a chain

#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define BUCKETS 4

struct entry {
    unsigned key;
    int value;
    struct entry *next;
};

struct map {
    struct entry *buckets[BUCKETS];
    int size;
};

static unsigned hash(unsigned key) {
    key ^= key >> 7;
    return key % BUCKETS;
}

static void map_init(struct map *m) {
    for (int i = 0; i < BUCKETS; i++)
        m->buckets[i] = NULL;
    m->size = 0;
}

static struct entry *map_find(struct map *m, unsigned key) {
    struct entry *e = m->buckets[hash(key)];
    while (e != NULL && e->key != key)
        e = e->next;
    return e;
}

static void map_put(struct map *m, unsigned key, int value) {
    struct entry *e = map_find(m, key);
    if (e == NULL) {
        e = malloc(sizeof *e);
        if (e == NULL)
            abort();
        unsigned h = hash(key);
        e->key = key;
        e->next = m->buckets[h];
        m->buckets[h] = e;
        m->size++;
    }
    e->value = value;
}

static int map_remove(struct map *m, unsigned key) {
    unsigned h = hash(key);
    struct entry *prev = NULL;
    for (struct entry *e = m->buckets[h]; e != NULL; prev = e, e = e->next) {
        if (e->key != key)
            continue;
        if (prev != NULL)
            prev->next = e->next;
#ifndef BUG
        else
            m->buckets[h] = e->next;
#endif
        free(e);
        m->size--;
        return 1;
    }
    return 0;
}

static void map_free(struct map *m) {
    for (int i = 0; i < BUCKETS; i++) {
        struct entry *e = m->buckets[i];
        while (e != NULL) {
            struct entry *next = e->next;
            free(e);
            e = next;
        }
        m->buckets[i] = NULL;
    }
    m->size = 0;
}

int main(void) {
    struct map m;
    map_init(&m);
    for (int i = 0; i < 5; i++) {
        unsigned key = __VERIFIER_nondet_uint();
        int value = __VERIFIER_nondet_int();
        if (__VERIFIER_nondet_int()) {
            map_put(&m, key, value);
            struct entry *e = map_find(&m, key);
            assert(e != NULL && e->value == value);
        } else {
            map_remove(&m, key);
        }
        assert(m.size >= 0 && m.size <= i + 1);
    }
    map_free(&m);
    return 0;
}
