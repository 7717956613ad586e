// Attribute and pragma scalar_storage_order, transparent unions.
extern void abort(void);
extern void *memcpy(void *, const void *, unsigned long);
#define check(c) ((c) ? (void)0 : abort())
#define BIG __attribute__((scalar_storage_order("big-endian")))

struct BIG big { unsigned short s; int i; long long l; float f; double d; char c; int a[3]; unsigned *p; short m[2][2]; };
struct inner { int n; };
struct BIG nested { struct inner plain; int n; };
struct BIG bits { unsigned a : 3; unsigned b : 13; int c : 16; unsigned long long d : 40; unsigned e : 1; };
typedef struct { int x; } __attribute__((scalar_storage_order("little-endian"))) little;
#pragma scalar_storage_order big-endian
struct pragma { int x; };
#pragma scalar_storage_order default
struct after { int x; };
union BIG view { unsigned w; unsigned char b[4]; };

static int byte(const void *p, int i) { return ((const unsigned char *)p)[i]; }
static struct big init = {0x1234, 1, 2, 1.0f, -2.0, 'x', {7, 8, 9}};

typedef union { int *ip; float *fp; long *lp; } any __attribute__((transparent_union));
static int first(any p) { return *p.ip; }
static int which(any p, int n) { return n == 0 ? *p.ip : (int)*p.fp; }

int main(void) {
	check(byte(&init, 0) == 0x12 && byte(&init, 1) == 0x34 && init.s == 0x1234 && init.i == 1 && init.l == 2);
	check(init.f == 1 && init.d == -2 && byte((char *)&init + __builtin_offsetof(struct big, f), 0) == 0x3f && byte((char *)&init + __builtin_offsetof(struct big, d), 0) == 0xc0);
	check(init.a[1] == 8 && byte((char *)&init + __builtin_offsetof(struct big, a), 7) == 8);
	struct big b = init, *q = &b;
	unsigned u = 5;
	q->p = &u;
	for (int i = 0; i < 3; i++) q->a[i] += i << 8;
	q->m[1][0] = -2;
	q->i += 3;
	q->i -= 0x01020304;
	check(b.a[2] == 521 && *b.p == 5 && b.m[1][0] == -2 && b.i == 4 - 0x01020304 && ++b.l == 3 && (b.s = -1) == 0xffff);
	b.f = b.f / 4 + b.a[0];
	check(b.f == 7.25f && b.c == 'x');
	struct nested n = {{1}, 1};
	check(byte(&n, 0) == 1 && byte(&n, 7) == 1);
	struct bits v = {5, 0x1234, -2, 0x123456789aULL, 1};
	check(byte(&v, 0) == (5 << 5 | 0x12) && byte(&v, 1) == 0x34 && byte(&v, 2) == 0xff && byte(&v, 3) == 0xfe);
	check(v.a == 5 && v.b == 0x1234 && v.c == -2 && v.d == 0x123456789aULL && v.e == 1);
	v.b++;
	v.d ^= 0xff;
	check(v.a == 5 && v.b == 0x1235 && v.d == 0x1234567865ULL && v.c == -2);
	little le = {1};
	struct pragma pr = {1};
	struct after af = {1};
	check(byte(&le, 0) == 1 && byte(&pr, 3) == 1 && pr.x == 1 && byte(&af, 0) == 1);
	union view w = {0x01020304};
	check(w.b[0] == 1 && w.b[3] == 4);
	w.b[1] = 0xff;
	check(w.w == 0x01ff0304);
	int x = 4;
	float y = 6;
	any z;
	z.ip = &x;
	int (*fn)(any) = first;
	check(first(&x) == 4 && which(&y, 1) == 6 && first(z) == 4 && fn(&x) == 4);
	return 0;
}
