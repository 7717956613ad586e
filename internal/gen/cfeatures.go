package gen

// cfeatures are functions of two arguments that use one part of C each. lib
// marks those that need the C library.
var cfeatures = []struct {
	lib  bool
	code string
}{
	{false, `
struct list { int v; struct list *next; };
static void feat(int a, int b) {
  struct list n[4], *p, **pp; int i;
  for (i = 0; i < 4; i++) { n[i].v = a + i * b; n[i].next = i < 3 ? &n[i + 1] : 0; }
  pp = &n[0].next; *pp = (*pp)->next;
  for (p = n; p; p = p->next) mix(p->v);
  mix(n[1].next - n); mix(&n[3] > &n[1]); mix((char *)&n[2] - (char *)&n[0] == 2 * sizeof(struct list));
}`},
	{false, `
static void feat(int a, int b) {
  int i = a & 7, j = b & 3, t[8] = {1, 2, 3, 4, 5, 6, 7, 8}; int *p = t;
  mix(t[i++ & 7]); mix(i); mix(*p++ + a); mix(*++p); mix(--*p); mix((*p)--); mix(p[-1]); mix(j-- - 1); mix(j);
  p += 2; mix(p - t); p -= 1; mix(*p); mix(2[t]); mix(*(t + j * j % 8 * (j > 0)));
}`},
	{false, `
static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
static int ack(int m, int n) { if (m == 0) return n + 1; if (n == 0) return ack(m - 1, 1); int r = ack(m, n - 1); return ack(m - 1, r); }
static int odd(int n); static int even(int n) { return n == 0 ? 1 : odd(n - 1); } static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static void feat(int a, int b) { { mix(fact((a & 7) + 1)); mix(ack(a & 1, b & 3)); mix(even(b & 15)); } }`},
	{false, `
struct rec { int k; char t[3]; };
static struct rec build(int d, int x) { struct rec r, s; r.k = x; r.t[0] = d; r.t[1] = x; r.t[2] = 0; if (d > 0) { s = build(d - 1, x + r.k); r.k += s.k; r.t[2] += s.t[1]; } return r; }
static void feat(int a, int b) { { struct rec r = build(a & 3, b); mix(r.k); mix(r.t[0]); mix(r.t[1]); mix(r.t[2]); mix(build(1, a).t[1]); } }`},
	{false, `
static void feat(int a, int b) {
  int n = a & 15, s = 0;
again:
  if (n > 0) { s += n; n--; if (n == 3) goto out; goto again; }
out:
  mix(s); mix(n);
  for (int i = 0;; i++) { if (i == 2) continue; if (i > (b & 7)) break; s ^= i; }
  mix(s);
  switch (a & 3) { case 0: do { s++; case 1: s += 2; case 2: s += 3; default: s += 4; } while (++n < 5); }
  mix(s); mix(n);
}`},
	{false, `
typedef unsigned char byte;
struct pk { byte a; int b; short c; } __attribute__((packed));
struct al { char c; long long v __attribute__((aligned(16))); };
struct bf { unsigned a : 1; unsigned : 0; int b : 7; unsigned long long c : 20; byte d : 3; byte e : 6; _Bool f : 1; unsigned g : 31; };
static void feat(int a, int b) {
  struct pk p = {a, b, a ^ b}; struct bf f = {a, b, a, b, a, b, b}; byte *q = (byte *)&p; unsigned i;
  mix(sizeof p); mix(sizeof(struct al)); mix(sizeof f); mix(__builtin_offsetof(struct pk, c)); mix(_Alignof(struct al));
  for (i = 0; i < sizeof p; i++) mix(q[i]);
  f.b++; f.d += 5; f.e <<= 1; f.f = b; f.g = -f.g; f.c *= 3;
  mix(f.a); mix(f.b); mix(f.c); mix(f.d); mix(f.e); mix(f.f); mix(f.g); mix(f.b < 0); mix(f.g - 1 < 0); mix(-f.d); mix(f.a++); mix(f.a);
  struct bf *r = &f; r->b = a; r->c = b; r->e = r->d = a; mix(r->b); mix(r->c); mix(r->d); mix(r->e); mix((r->b = b) + 1); mix(r->a ? 10 : 20);
}`},
	{false, `
static void feat(int a, int b) {
  union { struct { unsigned lo : 4, mid : 7; int hi : 21; }; unsigned all; unsigned char by[4]; struct { short s0, s1; } h; } u;
  u.all = a; mix(u.lo); mix(u.mid); mix(u.hi); mix(u.by[1]); u.mid = b; mix(u.all); u.hi = b; mix(u.all); mix(u.h.s1); u.h.s0--; mix(u.all);
}`},
	{false, `
static int sum(int n, const int *p) { int s = 0; while (n--) s += *p++; return s; }
struct vec { int x, y; };
static int dot(struct vec a, struct vec b) { return a.x * b.x + a.y * b.y; }
static void feat(int a, int b) {
  mix(sum(3, (int[]){a, b, a - b})); mix(dot((struct vec){a, b}, (struct vec){.y = 2, .x = 3}));
  struct vec v[2][2] = {[1][0] = {a, b}, [0] = {{1}, {2, 3}}}; mix(v[0][1].y); mix(v[1][0].x); mix(v[1][1].x); mix(dot(v[1][0], v[0][1]));
  struct vec *p = &v[0][0] + 2; mix(p->y); mix((&v[1])[-1][1].x); mix(sizeof v / sizeof v[0][0]);
}`},
	{false, `
static int inc(int x) { return x + 1; } static int dbl(int x) { return 2 * x; } static int neg(int x) { return -x; }
typedef int (*fn)(int);
static fn choose(int i) { static const fn tab[] = {inc, dbl, neg}; return tab[i % 3u]; }
struct op { const char *name; fn f; } ops[] = {{"inc", inc}, {"dbl", &dbl}, {"neg", neg}};
static void feat(int a, int b) {
  mix(choose(a & 3)(b)); mix((*ops[(unsigned)b % 3].f)(a)); mix(ops[1].f == dbl); mix(ops[(unsigned)a % 3].name[1]); fn f = a > b ? inc : neg; mix(f(f(a)));
  int (*arr[2])(int) = {f, dbl}; for (int i = 0; i < 2; i++) b = arr[i](b); mix(b);
}`},
	{false, `
static void feat(int a, int b) {
  char s[] = "abc\tdef", t[10] = "xy", *p = s; const char *m[] = {"zero", "one", "two" "three"}; wch w = L'x'; int n = 0;
  while (*p) n = n * 7 + *p++; mix(n); mix(p - s); mix(sizeof s); mix(t[5]); mix(m[2][4]); mix(sizeof "four"); mix(*m[a & 1]); mix(w); s[a & 3] = b; mix(s[0] + s[1]); mix("lit"[b & 3]);
}`},
	{false, `
static void feat(int a, int b) {
  int x = a ?: 5; mix(x); mix(({ int q = a * 2; q + b; })); __typeof__(a + 1LL) z = a; z <<= 20; mix(z); mix(__builtin_expect(a > b, 1));
  switch (a & 63) { case 0 ... 9: mix(1); break; case 10 ... 40: mix(2); default: mix(3); }
  mix(sizeof(int[(b & 3) + 1])); mix((a, b)); mix(!!a + !a); mix(sizeof(a > 0 ? (short)1 : (char)2)); mix(_Generic(a, int: 1, default: 2)); mix(1 ? -1 : 0u); mix((0 ? -1 : 1u) > -2);
}`},
	{false, `
static void feat(int a, int b) {
  signed char c = a; unsigned char u = b; short h = a; unsigned short w = b; long l = a; unsigned long ul = b;
  mix(c * u); mix(c < u); mix(c + w); mix((unsigned)c < u); mix(l < ul); mix(h - w); mix(-u); mix(~w); mix(u << 24); mix(c >> 3); mix((c + 1U) / 2); mix(h % 7); mix(-h / 3); mix(w * w); mix(l * 3000000000u); mix((char)(u + 200)); mix(u += 300); mix(c *= 5); mix(w >>= 3); mix(c /= 3); mix(-7 / 2 + -7 % 2); mix((short)a * (long long)b); mix(c == (char)c); mix(ul - 1 > l); mix(a >> (b & 31)); mix((unsigned)a >> (b & 31)); mix((_Bool)(a & 6) + (_Bool)0.1); mix(0x7fffffff + (a & 1)); mix(2147483648 - 1); mix(sizeof(2147483648)); mix(sizeof(0x80000000)); mix('\x80'); mix('ab');
}`},
	{false, `
static int count(int n, ...) { __builtin_va_list ap; int i, s = 0; __builtin_va_start(ap, n); for (i = 0; i < n; i++) s += i; __builtin_va_end(ap); return s; }
static void feat(int a, int b) { mix(count(a & 3, 1, 2L, "x")); }`},
	{false, `
struct node { struct node *l, *r; int k; }; static struct node pool[16]; static int used;
static struct node *mk(int k) { struct node *n = &pool[used++ & 15]; n->l = n->r = 0; n->k = k; return n; }
static struct node *put1(struct node *root, int k) { struct node **pp = &root; while (*pp) pp = k < (*pp)->k ? &(*pp)->l : &(*pp)->r; *pp = mk(k); return root; }
static void feat(int a, int b) { struct node *r = 0; used = 0; for (int i = 0; i < 10; i++) r = put1(r, (a * i + b) % 17); struct node *st[20]; int sp = 0; while (r || sp) { while (r) { st[sp++] = r; r = r->l; } r = st[--sp]; mix(r->k); r = r->r; } }`},
	{false, `
static int gcnt; static int tick(int x) { gcnt = gcnt * 10 + x; return x & 1; }
static void feat(int a, int b) {
  int r; gcnt = 0; r = tick(1) && tick(2) && tick(3) || tick(4); mix(gcnt); mix(r); r = tick(a & 1) ? tick(5) : tick(6); mix(gcnt); r = (tick(1), tick(2)); mix(gcnt); for (tick(7); tick(a & 1) && r < 3; r++, tick(8)) ; mix(gcnt); if (tick(2) || (r = tick(b & 3))) mix(r); mix(gcnt); mix(tick(3) ? tick(1) ? 1 : 2 : 3); r += tick(1); int t[3] = {tick(1), tick(2), tick(3)}; mix(gcnt + t[0]);
}`},
	{false, `
static void feat(int a, int b) {
  int m[3][4]; int (*row)[4] = m; int *flat = &m[0][0]; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) m[i][j] = i * a + j * b;
  mix(row[1][2]); mix((*(row + 2))[1]); mix(flat[7]); mix(*(*(m + 1) + 3)); row++; mix(row[-1][0] + (*row)[0]); mix(&m[2][0] - &m[0][1]); mix(sizeof *row); mix((char *)(row + 1) - (char *)row); int *p = m[2]; mix(p == flat + 8); mix(m[a & 1][b & 3]);
}`},
	{false, `
static void feat(int a, int b) {
  unsigned long addr = (unsigned long)&a; int *p = (int *)addr; *p += 3; mix(a); void *v = &b; mix(*(int *)v); char *c = (char *)&b; mix(c[0]); mix(*(unsigned short *)(c + 2)); c[1] = 7; mix(b); *(short *)&a = -2; mix(a); mix((addr & 3) == 0); mix(p != 0); mix(!v); p = 0; mix(p == (void *)0); mix(p ? 1 : 2);
  long long big = 0x1122334455667788LL; unsigned char *q = (unsigned char *)&big; for (int i = 0; i < 8; i += 3) mix(q[i]); *(int *)(q + 2) = a; mix(big); 
}`},
	{false, `
enum e1 { A1, B1 = 10, C1 }; enum e2 { N2 = -5, P2 }; struct flex { int n; char d[]; }; extern int later; static int tent; static int tent;
static volatile int vol = 3; static const int k[2] = {4, 5}; int later = 12; static int *gp2 = &later; static const int *kp = &k[1]; static char *cp = (char *)&later + 1; static struct { int a, *p; } sp = {3, &tent};
static void feat(int a, int b) { enum e1 x = C1; mix(x + N2); mix(sizeof(enum e1)); mix((enum e1)-1 > 0); mix((enum e2)-1 > 0); mix(P2 < 0u); vol += a; mix(vol); mix(*kp); *gp2 = b; mix(later); mix(sizeof(struct flex)); mix(*cp); *sp.p = a; mix(tent); { extern int later; mix(later); } { static int st = 7; st += a; mix(st); } }`},
	{false, `
static int swap2(int *x, int *y) { int t = *x; *x = *y; *y = t; return *x - *y; }
static void feat(int a, int b) { int i, c[5] = {a, b, 3, -a, b + 9}; for (i = 0; i < 4; i++) for (int j = 0; j < 4 - i; j++) if (c[j] > c[j + 1]) swap2(&c[j], c + j + 1); for (i = 0; i < 5; i++) mix(c[i]); mix(swap2(&a, &b)); mix(a); }`},
	{false, `
struct big { int a[6]; struct { char c; short s[2]; } in[2]; };
static struct big gb; static struct big mod(struct big x, int i) { x.a[i] += 5; x.in[1].s[0] = i; return x; }
static void feat(int a, int b) { struct big l = {{a, b}, {{1, {2, 3}}, {4}}}, *p = &gb; *p = l; l = mod(*p, 1); mix(l.a[1]); mix(p->a[1]); mix(mod(l, 2).in[1].s[0]); gb.in[0] = l.in[1]; mix(gb.in[0].c); struct big t[2] = {l, gb}; t[0] = t[1]; mix(t[0].a[0] + t[0].in[0].s[0]); p = t; (p + 1)->in[1].s[1] = b; mix(t[1].in[1].s[1]); mix((a ? l : gb).a[1]); }`},
	{false, `
static void feat(int a, int b) { int n = (a & 3) + 2; int v[n], m[n][3]; for (int i = 0; i < n; i++) { v[i] = i * b; for (int j = 0; j < 3; j++) m[i][j] = i + j * a; } mix(v[n - 1]); mix(m[n - 1][2]); mix(sizeof v); mix(sizeof m / sizeof m[0]); mix(sizeof(int[n])); int *p = v + 1; mix(*p); }`},
	{false, `
static unsigned rotl(unsigned x, unsigned r) { return x << (r & 31) | x >> (-r & 31); }
static void feat(int a, int b) { unsigned h = 2166136261u; unsigned long long x = ((unsigned long long)(unsigned)a << 32) | (unsigned)b; for (int i = 0; i < 8; i++) { h ^= (unsigned char)(x >> (i * 8)); h *= 16777619; } mix(h); mix(rotl(h, a)); x *= 6364136223846793005ULL; x ^= x >> 33; mix(x); mix(x % 1000003); mix(x / 7); mix((long long)x / -7); mix((long long)x % 13); mix((long long)x >> 5); mix((int)x); mix((unsigned short)x * (unsigned short)x); mix((signed char)x); mix(x > 1ULL << 63); }`},
	{true, `
void *malloc(unsigned long); void *calloc(unsigned long, unsigned long); void *realloc(void *, unsigned long); void free(void *);
struct cell { int v; struct cell *n; };
static void feat(int a, int b) { struct cell *h = 0, *c; for (int i = 0; i < 5; i++) { c = malloc(sizeof *c); c->v = a + i * b; c->n = h; h = c; } while (h) { mix(h->v); c = h->n; free(h); h = c; } int *p = calloc(4, sizeof(int)); mix(p[3]); p[1] = a; p = realloc(p, 8 * sizeof(int)); mix(p[1]); p[7] = b; mix(p[7]); free(p); free(0); }`},
	{true, `
unsigned long strlen(const char *); int strcmp(const char *, const char *); int strncmp(const char *, const char *, unsigned long); char *strcpy(char *, const char *); char *strncpy(char *, const char *, unsigned long); char *strcat(char *, const char *); char *strchr(const char *, int); char *strrchr(const char *, int); char *strstr(const char *, const char *); void *memcpy(void *, const void *, unsigned long); void *memmove(void *, const void *, unsigned long); void *memset(void *, int, unsigned long); int memcmp(const void *, const void *, unsigned long); void *memchr(const void *, int, unsigned long);
static int sgn(int x) { return x < 0 ? -1 : x > 0; }
static void feat(int a, int b) { char s[32] = "hello", t[32]; strcpy(t, s); strcat(t, " wor"); mix(strlen(t)); mix(sgn(strcmp(s, t))); mix(sgn(strncmp(s, t, a & 7))); mix(strchr(t, 'o') - t); mix(strrchr(t, 'o') - t); mix(strstr(t, "wo") - t); mix(strchr(t, 'z') == 0); strncpy(s, "ab", 5); mix(s[4]); memset(t + 2, b, 4); mix(t[3]); mix(t[6]); memmove(t + 1, t, 8); mix(t[8]); memcpy(s, t, a & 15); mix(s[2]); mix(sgn(memcmp(s, t, 3))); mix(memchr(t, 'w', 20) == 0); }`},
	{true, `
int abs(int); long labs(long); int isdigit(int); int isalpha(int); int isspace(int); int toupper(int); int tolower(int); int atoi(const char *); int isupper(int); int isalnum(int); int isxdigit(int); int ispunct(int);
static void feat(int a, int b) { mix(abs(a)); mix(labs(-7)); for (int c = (a & 63) + 20; c < 128; c += 9) { mix(!!isdigit(c) + 2 * !!isalpha(c) + 4 * !!isspace(c) + 8 * !!isupper(c) + 16 * !!isalnum(c) + 32 * !!isxdigit(c) + 64 * !!ispunct(c)); mix(toupper(c)); mix(tolower(c)); } mix(atoi(" -123x")); }`},
	{true, `
double fabs(double); double sqrt(double); double floor(double); double ceil(double); double trunc(double); double round(double); float sqrtf(float); double fmin(double, double); double fmax(double, double); int __builtin_isnan(double); double fmod(double, double); double copysign(double, double);
static void md(double d) { union { double d; unsigned long long u; } u; u.d = d; mix(d != d ? 3 : u.u); }
static void feat(int a, int b) { double x = a / 7.0, y = b / 3.0f; md(x); md(y); md(fabs(x)); md(sqrt(fabs(y))); md(floor(x)); md(ceil(x)); md(trunc(x)); md(round(x)); md(sqrtf(3.0f)); md(fmin(x, y)); md(fmax(x, y)); md(x / 0.0); md(-x * 0.0); md((float)x + (float)y); md((float)(x + y)); md((int)x); md((unsigned char)3.9); md(a * 1.1f); md(1e308 * 10 - 1e308); mix(__builtin_isnan(0.0 / 0.0)); mix(x < y); mix(x == x); mix(!(x < y)); mix(!x); mix(x && y); float f = a; f++; md(f); f += 0.1; md(f); f *= b; md(f); md((long long)x); md((double)(unsigned long long)-1); md((float)0xffffffffu); md(16777217 + 0.0f); md(copysign(x, y)); double z = 0; z -= 0.0; md(z); md(-0.0); mix(0.1 + 0.2 == 0.3); mix(0.1f == 0.1); int i = 5; i *= 1.5; mix(i); i += 0.9; mix(i); i /= 0.3; mix(i); unsigned char uc = 200; uc *= 1.2; mix(uc); }`},
	{true, `
static double acc(int n, ...) { __builtin_va_list ap; double s = 0; __builtin_va_start(ap, n); while (n--) s += __builtin_va_arg(ap, int); s += __builtin_va_arg(ap, double); __builtin_va_end(ap); return s; }
static void feat(int a, int b) { if (va) mix((long long)acc(2, a & 255, b & 255, 1.5)); }`},
}
