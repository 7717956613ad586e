// A set of small numbers as bits, with union and counting.
// bug: valid-memsafety the number of words is rounded down

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct bitset {
    unsigned size; // in bits
    uint32_t *words;
};

static unsigned words_of(unsigned bits) {
#ifdef BUG
    return bits / 32 + 1 - (bits >= 32);
#else
    return (bits + 31) / 32;
#endif
}

static struct bitset bitset_new(unsigned size) {
    struct bitset s;
    s.size = size;
    s.words = malloc(words_of(size) * sizeof(uint32_t));
    if (s.words == NULL)
        abort();
    for (unsigned i = 0; i < words_of(size); i++)
        s.words[i] = 0;
    return s;
}

static bool bitset_add(struct bitset *s, unsigned n) {
    if (n >= s->size)
        return false;
    s->words[n / 32] |= UINT32_C(1) << (n % 32);
    return true;
}

static void bitset_remove(struct bitset *s, unsigned n) {
    if (n < s->size)
        s->words[n / 32] &= ~(UINT32_C(1) << (n % 32));
}

static bool bitset_has(const struct bitset *s, unsigned n) {
    return n < s->size && (s->words[n / 32] >> (n % 32) & 1);
}

static unsigned bitset_count(const struct bitset *s) {
    unsigned count = 0;
    for (unsigned i = 0; i < words_of(s->size); i++)
        for (uint32_t w = s->words[i]; w != 0; w &= w - 1)
            count++;
    return count;
}

static void bitset_union(struct bitset *to, const struct bitset *from) {
    unsigned size = to->size < from->size ? to->size : from->size;
    for (unsigned i = 0; i < size / 32; i++)
        to->words[i] |= from->words[i];
    for (unsigned n = size / 32 * 32; n < size; n++)
        if (bitset_has(from, n))
            bitset_add(to, n);
}

int main(void) {
    unsigned size = __VERIFIER_nondet_uint();
    if (size < 1 || size > 100)
        return 0;
    struct bitset a = bitset_new(size);
    struct bitset b = bitset_new(40);
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = __VERIFIER_nondet_uint();

    bool added = bitset_add(&a, x);
    assert(added == (x < size));
    assert(bitset_has(&a, x) == added);
    bitset_add(&b, y);
    bitset_union(&a, &b);
    assert(bitset_has(&a, y) == (y < size && (y < 40 || x == y)));
    assert(bitset_count(&a) <= 2);
    bitset_remove(&a, x);
    assert(!bitset_has(&a, x));
    free(a.words);
    free(b.words);
    return 0;
}
