/* Assertions hold when gcc compiles the program. The value of an assignment is
   what was stored, and no statement of a copy changes where the next one
   reads or writes. */
#include <assert.h>
#include <string.h>

struct node { struct node *next; int v; };
struct node c = {0, 3}, b, tail = {0, 9}, *gp;

struct deep { struct { struct deep *self; int a; } in; int z; };

static void copies(void) {
    struct node l;
    b.next = &c; b.v = 2;
    l.next = &b; l.v = 1;
    l = *l.next;
    assert(l.next == &c && l.v == 2);
    l = *l.next;
    assert(l.next == 0 && l.v == 3);

    b.next = &tail; b.v = 5;
    gp = &b;
    l.next = 0; l.v = 4;
    *gp->next = l;
    assert(tail.v == 4 && tail.next == 0 && b.v == 5);
    gp = (struct node *)&gp;      /* writes the pointer it goes through */
    struct { struct node *self; int v; } own;
    struct deep d1, d2, d3;
    d2.in.self = &d3; d2.in.a = 20; d2.z = 21;
    d3.in.self = 0; d3.in.a = 30; d3.z = 31;
    d1.in.self = &d2; d1.in.a = 10; d1.z = 11;
    d1 = *d1.in.self;
    assert(d1.in.self == &d3 && d1.in.a == 20 && d1.z == 21);
    struct deep *pd = &d1;
    *pd->in.self = *pd;
    assert(d3.in.self == &d3 && d3.in.a == 20 && d3.z == 21);
    (void)own;
}

struct box { struct box *p; int v; };
struct box first, second, *list[2] = {&first, &second};

static void through(void) {
    /* The assignment writes the pointer by which it finds its target. */
    struct box l = {&second, 7};
    first.p = &first; first.v = 1;
    *first.p = l;
    assert(first.p == &second && first.v == 7);
    first.p = &first;
    int v = (*first.p = l).v;
    assert(v == 7);
    first.p = &first;
    struct box *q = (first.p->p = &second);
    assert(q == &second && first.p == &second);
    l.p = &l;
    q = (l.p->p = &first);
    assert(q == &first && l.p == &first);
}

int a[10];
unsigned char bytes[4];
struct bits { unsigned at : 3; int s : 3; unsigned long long wide : 40; } bf[8];

static void values(void) {
    int y = (a[a[0]] = 5);
    assert(y == 5 && a[0] == 5 && a[5] == 0);
    a[0] = 0;
    y = (a[a[0]] += 3);
    assert(y == 3 && a[0] == 3);
    a[0] = 0;
    y = ++a[a[0]];
    assert(y == 1 && a[0] == 1);
    a[0] = 0;
    y = --a[a[0]];
    assert(y == -1 && a[0] == -1);
    a[0] = 0;
    y = a[a[0]]++;
    assert(y == 0 && a[0] == 1);
    y = (bytes[bytes[0]] = 300);
    assert(y == 44 && bytes[0] == 44);
    bytes[0] = 0;
    y = (bytes[bytes[0]] -= 1);
    assert(y == 255 && bytes[0] == 255);
    y = (bf[bf[0].at].at = 9);
    assert(y == 1 && bf[0].at == 1);
    bf[0].at = 0;
    y = (bf[bf[0].at].s = 5);
    assert(y == -3 && bf[0].s == -3);
    y = ++bf[bf[0].at].at;
    assert(y == 1);
    bf[0].at = 7;
    y = (bf[7].at = 6, bf[bf[7].at - 6].at += 2);
    assert(y == 1 && bf[0].at == 1);
    _Bool t[2] = {0};
    y = (t[t[0]] = 5);
    assert(y == 1 && t[0] == 1);
    float f[2] = {0};
    double w = (f[(int)f[0]] = 0.1);
    assert(w == (double)0.1f);
    signed char sc;
    y = (sc = 200);
    assert(y == -56);
    y = (sc += 100);
    assert(y == 44);
    a[0] = 0;
    int z = (a[a[0]] = 1) ? (a[a[0] - 1] = 2) : 3;
    assert(z == 2 && a[0] == 2);
    a[0] = 0;
    if ((a[a[0]] = 4) != 4) assert(0);
    int *p = a, *r = (*&p = &a[1]);
    assert(r == a + 1);
}

struct holder { char *buf; char text[8]; } h;

static void library(void) {
    h.buf = h.text;
    char *m = memset(h.buf, 1, 3);
    assert(m == h.text);
    void *at = &h;
    h.buf = (char *)at;
    char *k = memcpy(h.buf, &(char *){ h.text }, sizeof(char *));
    assert(k == (char *)&h && h.buf == h.text);
    int x = 5;
    assert(__sync_bool_compare_and_swap(&x, x, 6) && x == 6);
    int i[2] = {0};
    assert(__sync_add_and_fetch(&i[i[0]], 1) == 1);
}

static void conditionals(int less, int more) {
    assert((1 ? less < more : 0u) - 2 > 0);
    assert((0 ? 0ul : less < more) - 2 > 0);
    assert(sizeof(1 ? less < more : 0ull) == 8);
    assert((less < 5 ? less < more : 0u) - 2 > 0);
    assert((1 ? (less < more) : 0.5) / 2 == 0.5);
    assert((1 ? -1 : 0u) > 0);
    assert((less < more ? less == more : less != 7) == 0);
    assert((less ? !less : 0ll) - 1 < 0);
}

struct node *moved;
static int move(void) { moved = &c; return 8; }

/* What a function changes is seen by what is evaluated behind it. */
static int idx;
static int step(void) { idx = 3; return 7; }
static void order(void) {
    moved = &b; b.v = c.v = 0;
    moved->v += move();
    assert(c.v == 8 && b.v == 0);
    memset(a, 0, sizeof a);
    a[idx] += step();
    assert(a[3] == 7 && a[0] == 0);
}

int main(void) {
    copies();
    through();
    values();
    library();
    conditionals(1, 2);
    order();
    return 0;
}
