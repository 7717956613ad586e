/* Assertions hold when gcc compiles the program: which expression initialises
   which part, what is evaluated, and in which order. */
#include <assert.h>
#include <string.h>

static char trace[64];
static int f(int v) {
    int n = strlen(trace);
    trace[n] = '0' + v;
    trace[n + 1] = 0;
    return v;
}
static int traced(const char *s) {
    int same = strcmp(trace, s) == 0;
    trace[0] = 0;
    return same;
}

union u { int a; char b; struct { short x, y; } s; int arr[2]; };
struct p { int x, y; };
struct q { struct p p; int z; union u u; };
static struct p gp = {7, 8};
static struct p mk(int a) { f(a); struct p r = {a, a + 1}; return r; }

static union u gu = {.a = 0x01020304, .b = 5}, gu2 = {.arr = {1, 2}, .s.x = 5}, gu3 = {.s.x = 5, .s.y = 6},
    gu4 = {.s = {1, 2}, .s.x = 5}, gu5 = {.arr = {1, 2}, .arr[0] = 5}, gu6 = {.arr = {1, 2}, .s = {.x = 3}};
static struct q gq = {{1, 2}, .p.x = 5, .z = 9, .u.a = -1, .u.b = 0}, gq2 = {.p = {1, 2}, .p = {.y = 5}};
static struct q gq3 = {.p.y = 3, 4, {5}, .p.x = 9, 10, 11};
static int garr[] = {[2] = 5, 6, [0] = 1, 2, [2 ... 4] = 9, [3] = 7};
static union { struct { int a, b; }; long long c; } an = {.a = 1, .b = 2}, an2 = {.c = -1, .b = 2}, an3 = {.a = 1, .c = -1};

static void unions(void) {
    assert(gu.arr[0] == 5 && gu2.arr[0] == 5 && gu2.arr[1] == 0 && gu3.arr[0] == 0x60005 && gu4.arr[0] == 0x20005);
    assert(gu5.arr[0] == 5 && gu5.arr[1] == 2 && gu6.arr[0] == 3 && gu6.arr[1] == 0);
    union u u = {.a = f(1), .b = f(5)};
    assert(u.arr[0] == 5 && u.arr[1] == 0 && traced("5"));
    union u v = {.arr = {-1, -2}, .b = f(5)};
    assert(v.arr[0] == 5 && v.arr[1] == 0 && traced("5"));
    union u w = {.s = {f(1), f(2)}, .s.x = f(5)};
    assert(w.arr[0] == 0x20005 && traced("52"));
    union u x = {.arr = {f(1), 2}, .s = {.x = f(3)}};
    assert(x.arr[0] == 3 && x.arr[1] == 0 && traced("3"));
    assert(an.c == 0x200000001 && an2.c == 0x200000000 && an3.c == -1);
    union { struct { int a, b; }; long long c; } l = {.c = -1, .b = f(2)};
    assert(l.c == 0x200000000 && traced("2"));
}

static void structures(void) {
    assert(gq.p.x == 5 && gq.p.y == 2 && gq.z == 9 && gq.u.a == 0);
    assert(gq2.p.x == 0 && gq2.p.y == 5);
    assert(gq3.p.x == 9 && gq3.p.y == 10 && gq3.z == 11 && gq3.u.a == 5);
    struct q q = {{f(1), f(2)}, .p.x = f(5), .z = f(9), .u.a = f(3), .u.b = f(0)};
    assert(q.p.x == 5 && q.p.y == 2 && q.z == 9 && q.u.a == 0 && traced("5290"));
    struct q q2 = {.p = mk(1), .p.x = f(5)};
    assert(q2.p.x == 5 && q2.p.y == 0 && traced("5"));
    struct q q3 = {.p = gp, .p.y = 5};
    assert(q3.p.x == 0 && q3.p.y == 5);
    struct q q4 = {.p.y = f(5), .p = mk(1)};
    assert(q4.p.x == 1 && q4.p.y == 2 && traced("1"));
    struct q q6 = {.z = f(3), .p.y = f(2), .p.x = f(1)};
    assert(q6.p.x == 1 && q6.p.y == 2 && q6.z == 3 && traced("123"));
    struct { int a[2]; int b; } w = {.a = {[1] = f(1)}, .a[0] = f(2)};
    assert(w.a[0] == 2 && w.a[1] == 1 && w.b == 0 && traced("21"));
    struct { unsigned x : 3, : 2, y : 4; int z; } b = {.y = f(3), .x = f(1), f(2)};
    assert(b.x == 1 && b.y == 2 && b.z == 0 && traced("12"));
    struct q a[2] = {[1].p.x = f(1), f(2), f(3), [0].z = f(4), {f(5)}, f(6)};
    assert(a[0].z == 4 && a[0].u.a == 5 && a[1].p.x == 6 && a[1].p.y == 2 && a[1].z == 3 && traced("45623"));
}

static void arrays(void) {
    assert(garr[0] == 1 && garr[1] == 2 && garr[2] == 9 && garr[3] == 7 && garr[4] == 9 && sizeof garr == 5 * sizeof(int));
    int a[] = {[2] = f(5), f(6), [0] = f(1), f(2), [2 ... 4] = f(9), [3] = f(7)};
    assert(a[0] == 1 && a[1] == 2 && a[2] == 9 && a[3] == 7 && a[4] == 9 && traced("1297"));
    int n = 1;
    int c[5] = {[1 ... 3] = n++};
    assert(c[0] == 0 && c[1] == 1 && c[2] == 1 && c[3] == 1 && c[4] == 0 && n == 2);
    struct p ps[4] = {[1 ... 2] = {n++, n++}};
    assert(n == 4 && ps[1].x == 2 && ps[2].x == 2 && ps[1].y == 3 && ps[2].y == 3 && ps[3].x == 0);
    struct p pt[4] = {[0 ... 2] = mk(f(3))};
    assert(pt[0].y == 4 && pt[2].x == 3 && pt[3].x == 0 && traced("33"));
    struct p px[4] = {[0 ... 2].y = f(3), f(4), f(5)};
    assert(px[0].y == 3 && px[1].y == 3 && px[2].y == 3 && px[3].x == 4 && px[3].y == 5 && traced("345"));
    struct p py[4] = {[0 ... 2] = f(3), f(4), f(5)};
    assert(py[0].x == 3 && py[0].y == 0 && py[2].x == 3 && py[2].y == 4 && py[3].x == 5 && traced("345"));
    struct p pv[4] = {[1].x = 1, [0] = 2, 3, [1] = 4};
    assert(pv[0].x == 2 && pv[0].y == 3 && pv[1].x == 4 && pv[1].y == 0);
    int m[2][2] = {[1] = f(5), [0] = f(6), f(7)};
    assert(m[0][0] == 6 && m[0][1] == 7 && m[1][0] == 5 && m[1][1] == 0 && traced("675"));
    int e[2] = {[0] = f(1), [0] = f(2)};
    assert(e[0] == 2 && traced("2"));
    struct { char s[4]; int t; } cs = {.s = "abc", .s[1] = 'x', .t = f(1)};
    assert(strcmp(cs.s, "axc") == 0 && traced("1"));
    struct { char s[4]; int t; } ct = {.s[3] = 'q', .s = "a", .t = f(1)};
    assert(ct.s[0] == 'a' && ct.s[3] == 0 && traced("1"));
}

struct s { int v, w; };

static void literals(void) {
    struct s z = {0, 3}, *p = &z;
again:
    p = &(struct s){p->v + 1, p->w * 2};
    if (p->v < 3) goto again;
    assert(p->v == 3 && p->w == 24);
    int *a = (int[]){1, 2, 3};
    for (int i = 0; i < 2; i++) {
        int sum = 0;
        for (int *q = (int[3]){i, [2] = i + 1}, j = 0; j < 3; j++) sum += q[j];
        assert(sum == 2 * i + 1);
    }
    assert(a[2] == 3);
    struct s *q = &(struct s){f(1), .v = f(2)};
    assert(q->v == 2 && q->w == 0 && traced("2"));
    int *one = &(int){7};
    assert(*one == 7);
}

int main(void) {
    unions();
    structures();
    arrays();
    literals();
    return 0;
}
