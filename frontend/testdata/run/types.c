/* Assertions hold when gcc compiles the program: the types of bit-fields,
   enumeration constants and converted pointers. */
#include <assert.h>

typedef unsigned long long ull;
typedef long long ll;

static struct {
    ull a : 20, b : 31, c : 32, d : 33, e : 40, f : 63, g : 64;
    ll sa : 20, sb : 31, sc : 32, sd : 33, se : 40, sf : 63, sg : 64;
    unsigned ua : 31, ub : 32;
    unsigned char uc : 3;
    _Bool bo : 1;
    unsigned long ul : 30;
} s;

static void promotion(void) {
    assert(s.a - 1 < 0 && s.b - 1 < 0 && s.ua - 1 < 0 && s.uc - 1 < 0 && s.bo - 1 < 0 && s.ul - 1 < 0);
    assert(s.c - 1 > 0 && s.d - 1 > 0 && s.e - 1 > 0 && s.f - 1 > 0 && s.g - 1 > 0 && s.ub - 1 > 0);
    assert(s.sa - 1 < 0 && s.sc - 1 < 0 && s.sd - 1 < 0u && s.sf - 1 < 0);
    assert(s.sa - 1 > 0u && s.sc - 1 > 0u);
    assert(sizeof(+s.a) == 4 && sizeof(+s.c) == 4 && sizeof(+s.d) == 8 && sizeof(s.e + 1) == 8 && sizeof(+s.sc) == 4);
}

static struct { ull x : 40, y : 40; ll sx : 40, sy : 40; ull z : 3; } w;

static void arithmetic(void) {
    ull m = 0xffffffffffull, r;
    w.x = w.y = m;
    w.sx = -1;
    w.sy = 0x7fffffffff;
    assert(w.x + 1 == 0 && w.x + w.y == m - 1 && w.x * w.y == 1 && (w.x << 4) == m - 15);
    assert(w.x + 1u == 0 && w.x + 1ull == m + 1 && -w.x == 1 && ~w.x == 0 && w.x + w.z + 1 == 0);
    assert(w.x == -1 && w.x == m && !(w.x > -2) == 0 && w.sx < 0u && w.x + w.sx == m - 1);
    r = w.x + 1; assert(r == 0);
    r = (w.x = w.x) + 1; assert(r == 0);
    r = ++w.x; assert(r == 0);
    w.x = m;
    r = w.x++ + 1; assert(r == 0 && w.x == 0);
    w.x = m;
    r = (w.x += 2) << 39; assert(r == 0x8000000000);
    w.x = m;
    r = (1 ? w.x : w.y) + 1; assert(r == 0);
    r = (w.z ? 0 : w.x) + 1; assert(r == 0);
    r = (w.z, w.x) + 1; assert(r == 0);
    r = (ull)w.x + 1; assert(r == m + 1);
    r = (w.x + 1) * 1.0; assert(r == 0);
    ll q = w.sx * 3; assert(q == -3);
    q = -w.sy - 1; assert(q == -0x8000000000);
    int k = 3;
    r = k - w.x; assert(r == 4);
    r = w.x >> k; assert(r == m >> 3);
    r = w.x ^ -1; assert(r == 0);
    double d = w.x + 1; assert(d == 0);
    int cases = 0;
    switch (w.x + 1) { case 0: cases = 1; }
    assert(cases == 1);
    int a[4] = {1, 2, 3, 4};
    assert(a[w.x + 2] == 2);
}

enum { A = -1, B = 0x80000000u };
enum { E = 0xffffffff, F = E + 0 };
enum g { G1 = 'a', G2, G3 = G2 * 2 };
enum { I = (char)200, J };
enum { K = 1u, L = K - 2 < 0 };
enum big { M = 1ll << 40, N, O = N - M, P = -1 };
enum { X0 = 5000000000, X1 = sizeof(X0), X2 = 3, X3 = sizeof(X2), X4 = 0x80000000u, X5 = sizeof(X4) };
enum ub { U1 = 0x80000000 };
enum ub2 { V = -2147483648, V2 };
static struct { enum ub u : 32; enum big b : 41; enum g g : 7; } x;

static void enumerations(void) {
    assert(B > -1 && A < 0 && sizeof(B) == 8 && sizeof(A) == 8);
    assert(F == -1u && F - 1 > 0 && sizeof(F) == 4);
    assert(G2 - 100 < 0 && G3 == 196 && J == -55 && L == 1);
    assert(sizeof(M) == 8 && sizeof(N) == 8 && sizeof(O) == 8 && O == 1 && N > P);
    assert(X1 == 8 && X3 == 4 && X5 == 4 && sizeof(X4) == 8);
    enum ub e = -1;
    assert(e > 0 && U1 - 1 > 0 && sizeof(enum ub2) == 4 && V < V2 && sizeof(enum big) == 8);
    x.u = 0x80000000; x.b = -1; x.g = 100;
    assert(x.u > 0 && x.b < 0 && x.g - 101 < 0);
    int hit = 0;
    switch (B) { case 0x80000000u: hit = 1; }
    assert(hit);
}

static void pointers(void) {
    int *p = (int *)0x80000000u;
    ll l = (ll)p;
    assert(sizeof p == 8 ? l == 0x80000000ll : l == -0x80000000ll);
    ull u = (ull)p;
    assert(u == (ull)l);
    assert((ll)(unsigned long)p == 0x80000000ll);
}

static int ia = 3e10, ib = (int)-3e10;
static signed char ic = 128.5;

static void floats(void) {
    float fs[] = {-128.5f, -128.9f, 127.9f, -0.9f};
    signed char want[] = {-128, -128, 127, 0};
    for (int i = 0; i < 4; i++) {
        signed char c = fs[i];
        unsigned char u = fs[i] < 0 ? 0 : fs[i];
        assert(c == want[i] && u == (fs[i] < 0 ? 0 : 127));
    }
    assert(ia == 2147483647 && ib == -2147483647 - 1 && ic == 127);
    /* gcc takes the nearest value of constants out of range. */
    assert((int)2147483648.0f == 2147483647 && (signed char)300.0f == 127 && (short)-1e9 == -32768);
    assert((unsigned)-1.0 == 0 && (unsigned char)300.0 == 255 && (unsigned)5e9 == 4294967295u);
}

int main(void) {
    floats();
    promotion();
    arithmetic();
    enumerations();
    pointers();
    return 0;
}
