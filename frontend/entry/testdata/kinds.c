typedef unsigned long size_t;
enum colour { RED, GREEN = 5, BLUE };
struct list { int v; struct list *next, *prev; };
typedef struct { int *data; int len, cap; } vec;
typedef struct tree { char *key; struct tree *left, *right; unsigned f : 3; union { int i; float g; }; } tree;
struct hooks { void *(*get)(size_t); void (*put)(void *); enum colour (*ask)(const vec *); };
struct unknown;

int numbers(signed char a, unsigned short b, long long c, _Bool d, enum colour e, float f, long double g, unsigned __int128 h);
int numbers(signed char a, unsigned short b, long long c, _Bool d, enum colour e, float f, long double g, unsigned __int128 h)
{
    return a + b;
}
size_t text(const char *s) { return !s; }
int array(const int *a, size_t n) { return n > 1 && a[0]; }
int behind(int count, tree **nodes) { return count && nodes[0]; }
int fixed(short m[3][2]) { return m[2][1]; }
int lists(struct list *l) { return l->v; }
int container(vec *v) { return v->len; }
int trees(tree *t) { return t->left != 0; }
int taken(const void *a, const void *b) { const vec *x = a; return x->len - ((const vec *)b)->len; }
int block(void *p) { return p != 0; }
int callbacks(struct hooks h, int (*f)(int, ...)) { return f(1) + (h.get != 0); }
int incomplete(struct unknown *p) { return p != 0; }
_Complex double complex_number(_Complex double z) { return z; }
int nothing(void) { return 0; }
int old(a, b) int a; char *b; { return b[a]; }
long distance(const char *begin, const char *end) { return end - begin; }
void move(int *to, const int *from, size_t n) { while (n--) *to++ = *from++; }
int reads(char *(*reader)(char *line, int size, void *stream), void *stream) { char b[4]; return reader(b, 4, stream) != 0; }
struct string { char *str; size_t cap; };
int copied(char *to, const char *from, size_t n) { return n > 0 && to[n - 1] == from[0]; }
int in(struct string *s, const char *text, size_t maxlen) { return s->cap > maxlen && text[0]; }
struct point { int x, y; };
static int inner(struct point *p, size_t n) { return p != 0 && n > 3 ? p->x : 0; }
int object(struct point *p, size_t n) { if (!p || p->x > 3) return inner(p, n); return (*p).y + (int)n; }
int indexed(struct point *p, size_t n) { return n > 1 ? p[1].x : p->y; }
int walked(struct point *p, size_t n) { int s = 0; for (struct point *q = p; n--; q++) s += q->x; return s; }
int arguments(int argc, char **argv) { return argc > 0 && argv[argc - 1][0]; }
struct reader { char *mem; unsigned cap, rpos, wpos; };
int found(struct reader *r, int (*search)(const int *at, int n, long *a, _Bool *is, void *data)) { _Bool b; return search(0, 0, 0, &b, 0) && b && r->rpos < r->wpos; }
int named(const char *pattern, const char *s, int s_len, struct point *caps, int num_caps) { return pattern[0] && s_len > 0 && s[0] && num_caps > 1 && caps[1].x; }
int appended(char *to, const char *from, int from_len) { return from_len > 0 && to[0] == from[0]; }
int limited(char *to, const char *from, size_t to_size) { return to_size > 0 && to[0] == from[0]; }
