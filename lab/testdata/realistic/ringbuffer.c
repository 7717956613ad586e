// A ring buffer of bytes between a producer and a consumer.
// bug: unreach-call a full buffer accepts one byte too many

#include <assert.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);

#define CAPACITY 16

struct ring {
    unsigned char data[CAPACITY];
    unsigned head; // next to read
    unsigned tail; // next to write
    unsigned count;
};

static void ring_init(struct ring *r) {
    r->head = 0;
    r->tail = 0;
    r->count = 0;
}

static bool ring_full(const struct ring *r) {
#ifdef BUG
    return r->count > CAPACITY;
#else
    return r->count == CAPACITY;
#endif
}

static bool ring_empty(const struct ring *r) {
    return r->count == 0;
}

static bool ring_put(struct ring *r, unsigned char byte) {
    if (ring_full(r))
        return false;
    r->data[r->tail] = byte;
    r->tail = (r->tail + 1) % CAPACITY;
    r->count++;
    return true;
}

static bool ring_get(struct ring *r, unsigned char *byte) {
    if (ring_empty(r))
        return false;
    *byte = r->data[r->head];
    r->head = (r->head + 1) % CAPACITY;
    r->count--;
    return true;
}

int main(void) {
    struct ring r;
    ring_init(&r);
    unsigned char sent = 0;     // sequence numbers
    unsigned char received = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            if (ring_put(&r, sent))
                sent++;
        } else {
            unsigned char byte;
            if (ring_get(&r, &byte)) {
                assert(byte == received);
                received++;
            }
        }
        assert(r.count <= CAPACITY);
        assert(r.head < CAPACITY && r.tail < CAPACITY);
    }
    assert((unsigned char)(sent - received) == r.count);
    return 0;
}
