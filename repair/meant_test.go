package repair

import (
	"context"
	"strings"
	"testing"

	"culprit/fault"
	"culprit/frontend"
	"culprit/interp"
)

// TestMeant compares the first fix of undefined behaviour with the one that is
// meant: correct runs say which statements still have to be reached.
func TestMeant(t *testing.T) {
	const nondet = "extern unsigned __VERIFIER_nondet_uint(void);\n#include <stdlib.h>\n"
	for _, c := range []struct {
		name, src string
		values    []uint64
		after     string // "" if no change is a fix
		property  fault.Property
	}{
		{"guard of an index", nondet + "static int get(const int *t, unsigned n, unsigned i) {\n\tif (i > n)\n\t\treturn -1;\n\treturn t[i];\n}\nint main(void) {\n\tint t[4] = {1, 2, 3, 4};\n\treturn get(t, 4, __VERIFIER_nondet_uint());\n}\n",
			[]uint64{4}, "if (i >= n)", fault.Property{}},
		{"no guard of an index", nondet + "static int at(unsigned i) {\n\tstatic int t[4] = {1, 2, 3, 4};\n\tif (i == 7)\n\t\treturn -1;\n\treturn t[i];\n}\nint main(void) {\n\treturn at(__VERIFIER_nondet_uint());\n}\n",
			[]uint64{6}, "if (i >= sizeof t / sizeof t[0]) return -1;", fault.Property{}},
		{"condition of a pointer", nondet + "static int first(const int *p, unsigned n) {\n\tif (!p && n == 0)\n\t\treturn -1;\n\treturn p[0];\n}\nint main(void) {\n\tint t[2] = {3, 4};\n\treturn first(__VERIFIER_nondet_uint() ? t : 0, 2);\n}\n",
			[]uint64{0}, "if (!p || n == 0)", fault.Property{}},
		{"operands in the wrong order", nondet + "static unsigned end(const char *s, unsigned n) {\n\tunsigned i = 0;\n\twhile (s[i] != 0 && i < n)\n\t\ti++;\n\treturn i;\n}\nint main(void) {\n\tchar *s = malloc(2);\n\tif (!s)\n\t\treturn 1;\n\ts[0] = (char)__VERIFIER_nondet_uint();\n\ts[1] = (char)__VERIFIER_nondet_uint();\n\tunsigned k = end(s, 2);\n\tfree(s);\n\treturn k > 2;\n}\n",
			[]uint64{1, 1}, "i < n && s[i] != 0", fault.Property{}},
		{"freed too early", nondet + "struct e { int v; struct e *next; };\nint main(void) {\n\tstruct e *l = 0;\n\tfor (unsigned n = __VERIFIER_nondet_uint() % 3; n > 0; n--) {\n\t\tstruct e *e = malloc(sizeof *e);\n\t\tif (!e)\n\t\t\tabort();\n\t\te->next = l;\n\t\tl = e;\n\t}\n\twhile (l) {\n\t\tfree(l);\n\t\tl = l->next;\n\t}\n\treturn 0;\n}\n",
			[]uint64{1}, "{ struct e *saved = l->next; free(l); l = saved; }", fault.Property{}},
		{"statements in the wrong order", nondet + "int main(void) {\n\tint *p = malloc(sizeof *p), k = 0;\n\tif (!p)\n\t\treturn 1;\n\t*p = (int)__VERIFIER_nondet_uint();\n\tif (*p == 0)\n\t\treturn 2;\n\tfree(p);\n\tk += *p + 1;\n\treturn k;\n}\n",
			[]uint64{3}, "k += *p + 1; free(p);", fault.Property{}},
		{"every run fails", nondet + "struct c { int v; };\nstatic void put(struct c *h, int v) { h->v = v; }\nint main(void) {\n\tstruct c *h = NULL;\n\tif (!h && h)\n\t\tabort();\n\tput(h, 1);\n\treturn 0;\n}\n",
			nil, "", fault.Property{}},
		{"mask to be cleared", nondet + "#include <assert.h>\n#define R 1u\n#define W 2u\n#define X 4u\nstatic unsigned without(unsigned set, unsigned m) { return set & m; }\nint main(void) {\n\tunsigned in = __VERIFIER_nondet_uint() & (R | W | X), out = in;\n\tif (out & W)\n\t\tout = without(out, X);\n\tassert(!((out & W) && (out & X)));\n\tassert((out & R) == (in & R));\n\treturn 0;\n}\n",
			[]uint64{3}, "return set & ~m;", fault.Property{}},
		{"code of another result", nondet + "#include <assert.h>\nenum { OK, FULL = -1, EMPTY = -2 };\nstatic int top, stack[4];\nstatic int push(int v) {\n\tif (top == 4)\n\t\treturn FULL;\n\tstack[top++] = v;\n\treturn OK;\n}\nstatic int pop(int *v) {\n\tif (top == 0)\n\t\treturn OK;\n\t*v = stack[--top];\n\treturn OK;\n}\nint main(void) {\n\tunsigned n = __VERIFIER_nondet_uint() % 3;\n\tfor (unsigned i = 0; i < n; i++)\n\t\tpush(7);\n\tint v = -1;\n\tif (pop(&v) == OK)\n\t\tassert(v >= 0);\n\treturn 0;\n}\n",
			[]uint64{0}, "return EMPTY;", fault.Property{}},
		{"name of another bound", nondet + "#define ROWS 3\n#define COLS 4\nstatic int grid[ROWS][COLS];\nint main(void) {\n\tunsigned c = __VERIFIER_nondet_uint() % 5;\n\tint sum = 0;\n\tif (c >= COLS)\n\t\treturn 0;\n\tfor (int r = 0; r < COLS; r++)\n\t\tsum += grid[r][c];\n\treturn sum;\n}\n",
			[]uint64{1}, "r < ROWS", fault.Property{}},
		{"text without an end", nondet + "#include <string.h>\nint main(void) {\n\tchar to[8];\n\tconst char *from = __VERIFIER_nondet_uint() ? \"short\" : \"as long\\tas a line\";\n\tstrncpy(to, from, 8);\n\treturn (int)strlen(to);\n}\n",
			[]uint64{0}, "to[7] = '\\0';", fault.Property{}},
		{"result that is too large", nondet + "#include <limits.h>\nextern int __VERIFIER_nondet_int(void);\nstatic int scaled(int n) {\n\tif (n < 0)\n\t\treturn -1;\n\treturn n * 1000;\n}\nint main(void) {\n\treturn scaled(__VERIFIER_nondet_int()) < 0;\n}\n",
			[]uint64{2147484}, "if (n > INT_MAX / 1000) return -1;", fault.Property{Checks: interp.OverflowCheck}},
		{"arguments in the wrong order, or another result", nondet + "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nstatic int clamp(int x, int lo, int hi) {\n\tif (x < lo)\n\t\treturn lo;\n\tif (x > hi)\n\t\treturn hi;\n\treturn x;\n}\nstatic int volume;\nstatic void change_volume(int delta) {\n\tvolume = clamp(volume + delta, 100, 0);\n}\nint main(void) {\n\tint d = __VERIFIER_nondet_int();\n\tif (d < -10 || d > 10)\n\t\treturn 0;\n\tvolume = 50;\n\tchange_volume(d);\n\tassert(volume >= 40 && volume <= 60);\n\treturn 0;\n}\n",
			[]uint64{0}, "", fault.Property{}},
		{"parts of a macro", nondet + "#include <assert.h>\n#define HALF(x) x / 2\nstatic int middle(int lo, int hi) {\n\treturn HALF(lo + hi);\n}\nint main(void) {\n\tint lo = (int)(__VERIFIER_nondet_uint() % 100), hi = lo + (int)(__VERIFIER_nondet_uint() % 100);\n\tint m = middle(lo, hi);\n\tassert(lo <= m && m <= hi);\n\treturn 0;\n}\n",
			[]uint64{50, 0}, "#define HALF(x) ((x) / 2)", fault.Property{}},
		{"count that outgrows its type", nondet + "#include <assert.h>\nstruct list { unsigned char count; unsigned bytes; };\nstatic void parse(struct list *l, unsigned bytes) {\n\tunsigned char n;\n\tn = bytes / 4;\n\tl->count = n;\n\tl->bytes = bytes;\n}\nint main(void) {\n\tstruct list l;\n\tunsigned n = __VERIFIER_nondet_uint() % 1000;\n\tparse(&l, 4 * n);\n\tassert(l.count == n);\n\treturn 0;\n}\n",
			[]uint64{300}, "unsigned n;", fault.Property{}},
		{"time that wraps around", nondet + "#include <assert.h>\nstruct timer { unsigned start, period; int fired; };\nstatic void tick(struct timer *t, unsigned now) {\n\tif (now >= t->start + t->period)\n\t\tt->fired = 1;\n}\nint main(void) {\n\tstruct timer t;\n\tt.start = __VERIFIER_nondet_uint();\n\tt.period = 1000;\n\tt.fired = 0;\n\tunsigned after = __VERIFIER_nondet_uint() % 2000;\n\ttick(&t, t.start + after);\n\tassert(t.fired == (after >= 1000));\n\treturn 0;\n}\n",
			[]uint64{4294967000, 10}, "now - t->start >= t->period", fault.Property{}},
		{"copy that lacks a statement", nondet + "#include <assert.h>\nstruct box { int x, y, w, h; };\nstatic void shift(struct box *b) {\n\tif (b->x < 0) {\n\t\tb->w += b->x;\n\t\tb->x = 0;\n\t}\n\tif (b->y < 0) {\n\t\tb->y = 0;\n\t}\n\tif (b->x + b->w > 50)\n\t\tb->w = 50 - b->x;\n\tif (b->y + b->h > 50)\n\t\tb->h = 50 - b->y;\n}\nint main(void) {\n\tstruct box b;\n\tb.x = (int)(__VERIFIER_nondet_uint() % 40) - 20;\n\tb.y = (int)(__VERIFIER_nondet_uint() % 40) - 20;\n\tint right = b.x + 30, below = b.y + 30;\n\tb.w = b.h = 30;\n\tshift(&b);\n\tassert(b.x + b.w == right);\n\tassert(b.y + b.h == below);\n\treturn 0;\n}\n",
			[]uint64{25, 5}, "b->h += b->y;", fault.Property{}},
		{"copy that was not adapted", nondet + "#include <assert.h>\nstruct box { int x0, y0, x1, y1; };\nstatic void grow(struct box *b, int x, int y) {\n\tif (x < b->x0)\n\t\tb->x0 = x;\n\tif (x > b->x1)\n\t\tb->x1 = x;\n\tif (y < b->y0)\n\t\tb->y0 = y;\n\tif (y > b->y1)\n\t\tb->y1 = x;\n}\nint main(void) {\n\tstruct box b = {0, 0, 0, 0};\n\tint x = (int)(__VERIFIER_nondet_uint() % 100) - 50, y = (int)(__VERIFIER_nondet_uint() % 100) - 50;\n\tgrow(&b, x, y);\n\tassert(b.x0 <= x && x <= b.x1);\n\tassert(b.y0 <= y && y <= b.y1);\n\treturn 0;\n}\n",
			[]uint64{50, 60}, "b->y1 = y;", fault.Property{}},
		{"operands grouped otherwise", nondet + "struct ids { unsigned n; int *at; };\nstatic int add(struct ids *s, int id) {\n\tint *at = realloc(s->at, sizeof(int) * s->n + 1);\n\tif (!at)\n\t\treturn -1;\n\ts->at = at;\n\ts->at[s->n++] = id;\n\treturn 0;\n}\nint main(void) {\n\tstruct ids s = {0, NULL};\n\tunsigned n = __VERIFIER_nondet_uint() % 3;\n\tfor (unsigned i = 0; i < n; i++)\n\t\tif (add(&s, 1))\n\t\t\tbreak;\n\tfree(s.at);\n\treturn 0;\n}\n",
			[]uint64{2}, "sizeof(int) * (s->n + 1)", fault.Property{}},
		{"step that reads what the body freed", nondet + "struct e { void (*drop)(struct e *); struct e *next; };\nstatic void drop(struct e *e) { free(e); }\nstatic struct e *head;\nstatic void clear(void) {\n\tfor (struct e *e = head; e; e = e->next) {\n\t\tif (e->drop)\n\t\t\te->drop(e);\n\t}\n\thead = NULL;\n}\nint main(void) {\n\tfor (unsigned n = __VERIFIER_nondet_uint() % 3; n > 0; n--) {\n\t\tstruct e *e = malloc(sizeof *e);\n\t\tif (!e)\n\t\t\tabort();\n\t\te->drop = drop;\n\t\te->next = head;\n\t\thead = e;\n\t}\n\tclear();\n\treturn 0;\n}\n",
			[]uint64{1}, "for (struct e *e = head, *next; e; e = next) { next = e->next;", fault.Property{Leaks: interp.Lost}},
		{"result that others ask for", nondet + "#include <assert.h>\nstatic int code;\nstatic int seek(int to) { return to < 0 ? -22 : to; }\nstatic int put(int n) { return n > 8 ? -28 : n; }\nstatic int outer_put(int n) {\n\tint res;\n\tres = put(n);\n\tif (res < 0) {\n\t\tcode = -res;\n\t\treturn -1;\n\t}\n\treturn res;\n}\nstatic int outer_seek(int to) {\n\tint res;\n\tres = seek(to);\n\treturn res;\n}\nint main(void) {\n\tint n = (int)(__VERIFIER_nondet_uint() % 20) - 10;\n\tint put = outer_put(n < 0 ? 0 : n);\n\tassert(put == -1 ? code == 28 : put >= 0);\n\tint at = outer_seek(n);\n\tassert(at == -1 || at == n && n >= 0);\n\treturn 0;\n}\n",
			[]uint64{5}, "if (res < 0) { code = -res; return -1; }", fault.Property{}},
		{"function that is never called", nondet + "#include <assert.h>\nstatic int blocks;\nstatic int *a, *b;\nstatic int *take(void) { blocks++; return malloc(sizeof(int)); }\nstatic void give(int *p) { if (p) { blocks--; free(p); } }\nstatic void clear_first(void) { give(a); a = NULL; }\nstatic void clear_second(void) { give(b); b = NULL; }\nstatic void clear(void) {\n\tclear_first();\n}\nint main(void) {\n\ta = take();\n\tif (__VERIFIER_nondet_uint() % 2)\n\t\tb = take();\n\tclear();\n\tassert(blocks == 0);\n\treturn 0;\n}\n",
			[]uint64{1}, "clear_second();", fault.Property{}},
		{"only case that goes on", "#include <assert.h>\nenum kind { SKIP, LOOP, TRY, UNTIL, WAIT };\n#define MAX 4\nstatic int set[5][MAX];\nstatic void all(int to, int from) {\n\tfor (int i = 0; i < MAX; i++)\n\t\tif (set[from][i])\n\t\t\tset[to][i] = 1;\n}\nstatic void leave(enum kind k, int n) {\n\tswitch (k) {\n\tcase LOOP:\n\t\tif (n == 0)\n\t\t\tall(1, n);\n\t\tbreak;\n\tcase TRY:\n\t\tif (n == 1)\n\t\t\tall(2, n);\n\n\tcase UNTIL:\n\t\tif (n < 2)\n\t\t\tall(3, n);\n\t\tbreak;\n\tdefault:\n\t\tbreak;\n\t}\n}\nint main(void) {\n\tset[0][0] = set[1][2] = 1;\n\tleave(UNTIL, 0);\n\tassert(set[3][0] && !set[3][2]);\n\tleave(TRY, 1);\n\tassert(set[2][2]);\n\tassert(!set[3][2]);\n\treturn 0;\n}\n",
			nil, "break;", fault.Property{}},
		{"values of two members", nondet + "#include <assert.h>\nstruct size { int width, height; };\nstatic struct size turned(int width, int height) {\n\tstruct size s;\n\ts.width = width;\n\ts.height = height;\n\treturn s;\n}\nint main(void) {\n\tint w = (int)(__VERIFIER_nondet_uint() % 100), h = (int)(__VERIFIER_nondet_uint() % 100);\n\tstruct size s = turned(w, h);\n\tassert(s.width == h);\n\tassert(s.height == w);\n\treturn 0;\n}\n",
			[]uint64{3, 4}, "s.width = height;", fault.Property{}},
		{"case of an enumeration that goes on", nondet + "#include <assert.h>\nenum unit { BYTES, WORDS, PAGES };\nstruct part { enum unit unit; unsigned n; enum unit shown; };\nstatic unsigned bytes(struct part *p) {\n\tunsigned n = p->n;\n\tp->shown = p->unit;\n\tswitch (p->unit) {\n\tcase PAGES:\n\t\tn *= 1024;\n\tcase WORDS:\n\t\tn *= 4;\n\t\tbreak;\n\tcase BYTES:\n\t\tbreak;\n\t}\n\treturn n;\n}\nint main(void) {\n\tstruct part p;\n\tp.unit = __VERIFIER_nondet_uint() % 3;\n\tp.n = __VERIFIER_nondet_uint() % 100;\n\tunsigned n = bytes(&p);\n\tassert(n == (p.unit == BYTES ? p.n : p.unit == WORDS ? 4 * p.n : 1024 * p.n));\n\treturn 0;\n}\n",
			[]uint64{2, 3}, "break;", fault.Property{}},
		{"block that is gone with its size", nondet + "struct stack { int *at; unsigned n, room; };\nstatic int push(struct stack *s, int x) {\n\tif (s->n == s->room) {\n\t\tunsigned room = s->room ? 2 * s->room : 2;\n\t\tint *at = realloc(s->at, room * sizeof *at);\n\t\tif (!at)\n\t\t\treturn -1;\n\t\ts->at = at;\n\t\ts->room = room;\n\t}\n\ts->at[s->n++] = x;\n\treturn 0;\n}\nstatic void clear(struct stack *s) {\n\tfree(s->at);\n\ts->n = 0;\n}\nint main(void) {\n\tstruct stack s = {NULL, 0, 0};\n\tunsigned n = __VERIFIER_nondet_uint() % 3;\n\tfor (unsigned i = 0; i < n; i++)\n\t\tif (push(&s, (int)i))\n\t\t\treturn 1;\n\tclear(&s);\n\tif (push(&s, 7))\n\t\treturn 1;\n\tint last = s.at[0];\n\tfree(s.at);\n\treturn last;\n}\n",
			[]uint64{1}, "s->room = 0;", fault.Property{}},
		{"bits that are carried", nondet + "#include <assert.h>\nstatic unsigned address(unsigned page, unsigned offset) {\n\treturn page << 4 | offset;\n}\nint main(void) {\n\tunsigned page = __VERIFIER_nondet_uint() % 100, offset = __VERIFIER_nondet_uint() % 20;\n\tassert(address(page, offset) == 16 * page + offset);\n\treturn 0;\n}\n",
			[]uint64{3, 17}, "(page << 4) + offset", fault.Property{}},
		{"variable of the environment", nondet + "#include <string.h>\nstatic unsigned room(void) {\n\tunsigned n = (unsigned)strlen(getenv(\"EDITOR\"));\n\treturn n + 1;\n}\nint main(void) {\n\treturn room() > 20;\n}\n",
			nil, "if (getenv(\"EDITOR\") == 0) return 0;", fault.Property{}},
		{"member of a union", nondet + "#include <assert.h>\nstatic union {\n\tstruct { unsigned char red, green, blue; };\n\tunsigned char all[3];\n} color;\nstatic void set(unsigned char r, unsigned char g, unsigned char b) {\n\tcolor.red = r;\n\tcolor.green = g;\n\tcolor.green = b;\n}\nint main(void) {\n\tunsigned r = __VERIFIER_nondet_uint() % 256, g = __VERIFIER_nondet_uint() % 256, b = __VERIFIER_nondet_uint() % 256;\n\tset((unsigned char)r, (unsigned char)g, (unsigned char)b);\n\tassert(color.red == r && color.green == g);\n\tassert(color.blue == b);\n\treturn 0;\n}\n",
			[]uint64{1, 2, 3}, "color.blue = b;", fault.Property{}},
		{"member that is called alike", nondet + "#include <assert.h>\nstruct range { unsigned from, length; };\nstatic void cut(struct range *r, unsigned length) {\n\tif (length > r->length)\n\t\treturn;\n\tr->from += r->length - length;\n}\nint main(void) {\n\tstruct range r;\n\tr.from = __VERIFIER_nondet_uint() % 100;\n\tr.length = __VERIFIER_nondet_uint() % 100;\n\tunsigned end = r.from + r.length;\n\tcut(&r, 10);\n\tassert(r.from + r.length == end);\n\treturn 0;\n}\n",
			[]uint64{3, 20}, "r->length = length;", fault.Property{}},
		{"half of a negative value", nondet + "#include <assert.h>\nstatic int cents(int mills) {\n\tint half = 5;\n\treturn (mills + half) / 10;\n}\nint main(void) {\n\tint m = (int)(__VERIFIER_nondet_uint() % 2000) - 1000;\n\tint off = 10 * cents(m) - m;\n\tassert(off <= 5 && off >= -5);\n\treturn 0;\n}\n",
			[]uint64{994}, "mills < 0 ? -5 : 5", fault.Property{}},
		{"block without values", nondet + "struct line { char *text; unsigned n; };\nstatic struct line *new_line(unsigned n) {\n\tstruct line *l = malloc(sizeof *l);\n\tif (!l)\n\t\treturn NULL;\n\tl->n = n;\n\tif (n > 0)\n\t\tl->text = calloc(n, 1);\n\treturn l;\n}\nint main(void) {\n\tstruct line *l = new_line(__VERIFIER_nondet_uint() % 3);\n\tif (!l)\n\t\treturn 1;\n\tfree(l->text);\n\tfree(l);\n\treturn 0;\n}\n",
			[]uint64{0}, "calloc(1, sizeof *l)", fault.Property{}},
		{"assertion that does what is tested", nondet + "#include <assert.h>\n#include <stdbool.h>\nstruct item { unsigned flags; };\nstatic bool mark(struct item *it, unsigned flag, bool on) {\n\tif (flag == 0)\n\t\treturn false;\n\tif (on)\n\t\tit->flags |= flag;\n\telse\n\t\tit->flags ^= flag;\n\treturn true;\n}\nstatic bool marked(const struct item *it, unsigned flag) {\n\treturn (it->flags & flag) != 0;\n}\nint main(void) {\n\tstruct item it = {__VERIFIER_nondet_uint() % 16};\n\tunsigned then = __VERIFIER_nondet_uint() % 2;\n\tassert(mark(&it, 4, then));\n\tassert(marked(&it, 4) == (then == 1));\n\treturn 0;\n}\n",
			[]uint64{0, 0}, "it->flags &= ~flag;", fault.Property{}},
		{"case that goes on", nondet + "#include <assert.h>\nstatic unsigned scale(unsigned n, char unit) {\n\tswitch (unit) {\n\tcase 'k':\n\t\tn *= 1024;\n\tcase 'w':\n\t\tn *= 2;\n\t\tbreak;\n\tdefault:\n\t\treturn 0;\n\t}\n\treturn n;\n}\nint main(void) {\n\tunsigned n = __VERIFIER_nondet_uint() % 100;\n\tassert(scale(n, 'k') == n * 1024);\n\treturn 0;\n}\n",
			[]uint64{1}, "break;", fault.Property{}},
		{"divided too early", nondet + "#include <assert.h>\nstatic unsigned percent(unsigned part, unsigned whole) {\n\treturn part / whole * 100;\n}\nint main(void) {\n\tunsigned whole = __VERIFIER_nondet_uint() % 100 + 1, part = __VERIFIER_nondet_uint() % (whole + 1);\n\tunsigned p = percent(part, whole);\n\tassert(p <= 100 && (2 * part < whole || p >= 50));\n\treturn 0;\n}\n",
			[]uint64{1, 1}, "part * 100 / whole", fault.Property{}},
		{"name that is there", nondet + "#include <string.h>\nstatic unsigned both(char *to, unsigned room, const char *a, unsigned na, const char *b, unsigned nb) {\n\tunsigned n = na < room ? na : room;\n\tmemcpy(to, a, n);\n\tunsigned left = room - n;\n\tunsigned k = nb < room ? nb : left;\n\tmemcpy(to + n, b, k);\n\treturn n + k;\n}\nint main(void) {\n\tchar to[6], a[4] = \"abc\", b[4] = \"def\";\n\tunsigned na = __VERIFIER_nondet_uint() % 5, nb = __VERIFIER_nondet_uint() % 5;\n\treturn (int)both(to, sizeof to, a, na, b, nb);\n}\n",
			[]uint64{4, 4}, "nb < left ? nb : left", fault.Property{}},
		{"block that is lost", nondet + "static int parse(char **to, const char *s) {\n\tchar *copy = malloc(2);\n\tif (!copy)\n\t\treturn -1;\n\tcopy[0] = s[0];\n\tif (copy[0] == '#')\n\t\treturn 1;\n\t*to = copy;\n\treturn 0;\n}\nint main(void) {\n\tchar *t = 0;\n\tif (parse(&t, __VERIFIER_nondet_uint() ? \"# a\" : \"b\") == 0)\n\t\tfree(t);\n\treturn 0;\n}\n",
			[]uint64{1}, "free(copy); return 1;", fault.Property{Leaks: interp.Lost}},
		{"bound of a farther index", nondet + "static unsigned pairs(const char *s, unsigned n) {\n\tunsigned k = 0;\n\tfor (unsigned i = 0; i < n; i++)\n\t\tif (s[i] == '\\r' && s[i + 1] == '\\n')\n\t\t\tk++;\n\treturn k;\n}\nint main(void) {\n\tunsigned n = __VERIFIER_nondet_uint() % 3 + 1;\n\tchar *s = malloc(n);\n\tfor (unsigned i = 0; i < n; i++)\n\t\ts[i] = (char)__VERIFIER_nondet_uint();\n\tunsigned k = pairs(s, n);\n\tfree(s);\n\treturn (int)k;\n}\n",
			[]uint64{0, 13}, "i + 1 < n && s[i] == ", fault.Property{}},
		{"room for the end of a text", nondet + "#include <string.h>\nstatic char *copy(const char *s) {\n\tchar *t = malloc(strlen(s));\n\tunsigned i = 0;\n\tif (!t)\n\t\treturn 0;\n\tfor (; s[i]; i++)\n\t\tt[i] = s[i];\n\tt[i] = 0;\n\treturn t;\n}\nint main(void) {\n\tunsigned k = __VERIFIER_nondet_uint();\n\tif (k > 1)\n\t\treturn 0;\n\tchar *t = copy(k ? \"ab\" : \"abc\");\n\tint n = t ? (int)strlen(t) : 0;\n\tfree(t);\n\treturn n;\n}\n",
			[]uint64{1}, "malloc(strlen(s) + 1)", fault.Property{}},
		{"freed before what is between", nondet + "struct e { struct e *next; };\nint main(void) {\n\tstruct e *l = 0;\n\tint left = 0;\n\tfor (unsigned n = __VERIFIER_nondet_uint() % 3; n > 0; n--) {\n\t\tstruct e *e = malloc(sizeof *e);\n\t\tif (!e)\n\t\t\tabort();\n\t\te->next = l;\n\t\tl = e;\n\t\tleft++;\n\t}\n\twhile (l) {\n\t\tfree(l);\n\t\tleft--;\n\t\tl = l->next;\n\t}\n\treturn left;\n}\n",
			[]uint64{1}, "{ struct e *saved = l->next; free(l); left--; l = saved; }", fault.Property{}},
		{"bit of a wide mask", nondet + "static unsigned long long set;\nstatic void add(unsigned n) {\n\tif (n >= 64)\n\t\treturn;\n\tset |= 1 << n;\n}\nint main(void) {\n\tadd(__VERIFIER_nondet_uint());\n\treturn set == 0;\n}\n",
			[]uint64{31}, "set |= 1ULL << n", fault.Property{Checks: interp.OverflowCheck}},
		{"freed without a return", nondet + "static int parse(char *b, unsigned n) { return n == 3 ? -1 : (b[0] = 1); }\nstatic int load(unsigned n) {\n\tchar *b = malloc(4);\n\tint r;\n\tif (!b)\n\t\treturn -1;\n\tif (parse(b, n) < 0) {\n\t\tfree(b);\n\t}\n\tr = b[0];\n\tfree(b);\n\treturn r;\n}\nint main(void) {\n\treturn load(__VERIFIER_nondet_uint());\n}\n",
			[]uint64{3}, "return -1;", fault.Property{}},
		{"function that says what is right", nondet + "#include <assert.h>\nstatic unsigned days(unsigned y) {\n\treturn y % 4 == 0 || (y % 100 != 0 || y % 400 == 0) ? 366 : 365;\n}\nstatic int leap(unsigned y) {\n\tif (y % 400 == 0)\n\t\treturn 1;\n\tif (y % 100 == 0)\n\t\treturn 0;\n\treturn y % 4 == 0;\n}\nint main(void) {\n\tunsigned y = 1900 + __VERIFIER_nondet_uint() % 200, n = days(y);\n\tassert((n == 366) == leap(y));\n\treturn 0;\n}\n",
			[]uint64{1}, "y % 4 == 0 && (y % 100 != 0 || y % 400 == 0)", fault.Property{}},
		{"what the statement behind asks", nondet + "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nstatic int lo, hi, n;\nstatic void add(int x) {\n\tif (x < 0)\n\t\treturn;\n\tif (x < lo)\n\t\tlo = x;\n\tif (n == 0 || x > hi)\n\t\thi = x;\n\tn++;\n}\nint main(void) {\n\tint last = 0;\n\tfor (int i = 0; i < 3; i++) {\n\t\tint x = __VERIFIER_nondet_int();\n\t\tadd(x);\n\t\tif (x >= 0)\n\t\t\tlast = x;\n\t\tassert(n == 0 || (lo <= last && last <= hi));\n\t\tassert(n != 1 || lo == hi);\n\t}\n\treturn 0;\n}\n",
			[]uint64{5, 0, 0}, "n == 0 || x < lo", fault.Property{}},
		{"empty statements", nondet + "static int at(unsigned i) {\n\tstatic int t[4] = {1, 2, 3, 4};;\n\tfor (; i == 7;) {\n\t\t;\n\t\treturn -1;\n\t}\n\t;\n\treturn t[i];\n}\nint main(void) {\n\treturn at(__VERIFIER_nondet_uint());\n}\n",
			[]uint64{6}, "if (i >= sizeof t / sizeof t[0]) return -1;", fault.Property{}},
		{"size of a pointer", nondet + "#include <string.h>\nstruct e { int a[8]; };\nstatic struct e *copy(const struct e *from) {\n\tstruct e *to = malloc(sizeof(to));\n\tif (!to)\n\t\treturn NULL;\n\tmemcpy(to, from, sizeof(struct e));\n\treturn to;\n}\nint main(void) {\n\tstruct e e = {{0}};\n\tif (__VERIFIER_nondet_uint())\n\t\tfree(copy(&e));\n\treturn 0;\n}\n",
			[]uint64{1}, "malloc(sizeof(*to))", fault.Property{}},
		{"closed twice", nondet + "struct c { char *buf; int open, errors; };\nstatic void close_it(struct c *c) {\n\tfree(c->buf);\n\tc->open = 0;\n}\nstatic int put(struct c *c, unsigned ok) {\n\tif (!c->open)\n\t\treturn -1;\n\tif (ok)\n\t\treturn 0;\n\tc->errors++;\n\tclose_it(c);\n\treturn -1;\n}\nint main(void) {\n\tstruct c c = {malloc(4), 1, 0};\n\tput(&c, __VERIFIER_nondet_uint());\n\tclose_it(&c);\n\treturn 0;\n}\n",
			[]uint64{0}, "c->buf = 0;", fault.Property{}},
		{"way to a block that is freed", nondet + "struct e { struct e *prev, *next; };\nstruct l { struct e *head, *tail; };\nstatic void push(struct l *l) {\n\tstruct e *e = malloc(sizeof *e);\n\tif (!e)\n\t\treturn;\n\te->next = NULL;\n\te->prev = l->tail;\n\tif (l->head == NULL)\n\t\tl->head = e;\n\telse\n\t\tl->tail->next = e;\n\tl->tail = e;\n}\nstatic void pop(struct l *l) {\n\tstruct e *e = l->tail;\n\tif (!e)\n\t\treturn;\n\tl->tail = e->prev;\n\tif (l->tail == NULL)\n\t\tl->head = NULL;\n\tfree(e);\n}\nint main(void) {\n\tstruct l l = {NULL, NULL};\n\tint n = 0;\n\tpush(&l);\n\tpush(&l);\n\tif (__VERIFIER_nondet_uint())\n\t\tpop(&l);\n\tfor (struct e *e = l.head; e; e = e->next)\n\t\tn++;\n\twhile (l.tail)\n\t\tpop(&l);\n\treturn n;\n}\n",
			[]uint64{1}, "if (l->tail) l->tail->next = NULL;", fault.Property{}},
		{"room that is counted down", nondet + "static unsigned put(unsigned char *to, unsigned n, const char *s) {\n\tunsigned k = 0;\n\twhile (*s) {\n\t\t*to++ = (unsigned char)*s++;\n\t\tn--;\n\t\tk++;\n\t}\n\treturn k;\n}\nint main(void) {\n\tchar text[6];\n\tunsigned char to[3];\n\tfor (int i = 0; i < 5; i++)\n\t\ttext[i] = (char)__VERIFIER_nondet_uint();\n\ttext[5] = 0;\n\treturn (int)put(to, sizeof to, text);\n}\n",
			[]uint64{1, 1, 1, 1, 1}, "while (*s && n > 0)", fault.Property{}},
		{"result that the caller asks for", nondet + "#include <limits.h>\nextern int __VERIFIER_nondet_int(void);\nstruct b { int row, height, bytes; };\nstatic int layout(struct b *b) {\n\tb->bytes = b->row * b->height;\n\treturn 0;\n}\nint main(void) {\n\tstruct b b;\n\tb.row = __VERIFIER_nondet_int();\n\tb.height = __VERIFIER_nondet_int();\n\tif (b.row <= 0 || b.height <= 0)\n\t\treturn 1;\n\tif (layout(&b) < 0)\n\t\treturn 1;\n\treturn b.bytes == 0;\n}\n",
			[]uint64{100000, 100000}, "b->row > INT_MAX / b->height) return -1;", fault.Property{Checks: interp.OverflowCheck}},
		{"sign that is shifted out", nondet + "extern unsigned char __VERIFIER_nondet_uchar(void);\nstatic unsigned address(int group, unsigned low) {\n\treturn group << 24 | low;\n}\nint main(void) {\n\treturn address(100 + __VERIFIER_nondet_uchar() % 100, 3) == 1;\n}\n",
			[]uint64{90}, "(unsigned)group << 24", fault.Property{Checks: interp.OverflowCheck}},
		{"number that is too large", nondet + "#include <limits.h>\nstatic int number(const char *s) {\n\tint v = 0;\n\tfor (; *s; s++) {\n\t\tif (*s < '0' || *s > '9')\n\t\t\treturn -1;\n\t\tv = v * 10 + (*s - '0');\n\t}\n\treturn v;\n}\nint main(void) {\n\tchar s[12] = {0};\n\tfor (int i = 0; i < 11; i++)\n\t\ts[i] = (char)__VERIFIER_nondet_uint();\n\treturn number(s) > 9;\n}\n",
			[]uint64{50, 49, 52, 55, 52, 56, 51, 54, 52, 56, 0}, "v > (INT_MAX - (*s - '0')) / 10", fault.Property{Checks: interp.OverflowCheck}},
		{"pointer for a function of the library", nondet + "#include <string.h>\nstatic const char *names[3] = {\"a\", \"b\", \"c\"};\nstatic const char *name(unsigned k) {\n\tfor (unsigned i = 0; i < 3; i++)\n\t\tif (k == i)\n\t\t\treturn names[i];\n\treturn NULL;\n}\nstatic int kind(unsigned k) {\n\tconst char *s = name(k);\n\tif (!strcmp(s, \"b\"))\n\t\treturn 1;\n\treturn 0;\n}\nint main(void) {\n\treturn kind(__VERIFIER_nondet_uint());\n}\n",
			[]uint64{3}, "s && !strcmp(s, ", fault.Property{}},
		{"limit that is named", nondet + "#include <string.h>\nenum { ROOM = 8 };\nstatic unsigned char to[ROOM];\nstatic void fill(const unsigned char *p) {\n\tunsigned n = p[0];\n\tfor (unsigned i = 0; i < n && i < ROOM; i++)\n\t\tto[i] = p[1];\n\tmemset(to + n, 255, ROOM - n);\n}\nint main(void) {\n\tunsigned char p[2];\n\tp[0] = (unsigned char)__VERIFIER_nondet_uint();\n\tp[1] = (unsigned char)__VERIFIER_nondet_uint();\n\tfill(p);\n\treturn to[0];\n}\n",
			[]uint64{9, 1}, "ROOM) ", fault.Property{}},
		{"elements for bytes", nondet + "static int *copy(const int *from, unsigned n) {\n\tint *to = malloc(n);\n\tif (!to)\n\t\treturn NULL;\n\tfor (unsigned i = 0; i < n; i++)\n\t\tto[i] = from[i];\n\treturn to;\n}\nint main(void) {\n\tint t[3] = {1, 2, 3}, r = 0;\n\tint *to = copy(t, __VERIFIER_nondet_uint() % 4);\n\tif (to)\n\t\tr = 1;\n\tfree(to);\n\treturn r;\n}\n",
			[]uint64{1}, "malloc(n * sizeof(int))", fault.Property{}},
		{"values that inputs are compared with", nondet + "static int find(const unsigned *t, int n, unsigned k) {\n\tint lo = 0, hi = n;\n\twhile (lo <= hi) {\n\t\tint mid = lo + (hi - lo) / 2;\n\t\tif (t[mid] == k)\n\t\t\treturn mid;\n\t\tif (t[mid] < k)\n\t\t\tlo = mid + 1;\n\t\telse\n\t\t\thi = mid - 1;\n\t}\n\treturn -1;\n}\nint main(void) {\n\tunsigned *t = malloc(3 * sizeof *t);\n\tif (!t)\n\t\treturn 1;\n\tt[0] = 10 * 20;\n\tt[1] = 20 * 20;\n\tt[2] = 25 * 20;\n\tint i = find(t, 3, __VERIFIER_nondet_uint());\n\tfree(t);\n\treturn i >= 0;\n}\n",
			[]uint64{512}, "n - 1", fault.Property{}},
		{"beginning of a text", nondet + "static void rstrip(char *s) {\n\tchar *p = s;\n\twhile (*p)\n\t\tp++;\n\twhile (*--p == ' ')\n\t\t*p = 0;\n}\nint main(void) {\n\tchar *s = malloc(3);\n\tif (!s)\n\t\treturn 1;\n\ts[0] = (char)__VERIFIER_nondet_uint();\n\ts[1] = (char)__VERIFIER_nondet_uint();\n\ts[2] = 0;\n\trstrip(s);\n\tint r = s[0];\n\tfree(s);\n\treturn r;\n}\n",
			[]uint64{' ', ' '}, "p > s && *--p", fault.Property{}},
		{"difference without a sign", nondet + "#include <string.h>\nstatic int unpack(const char *from, unsigned n, char *to) {\n\tif (n - 4 < 0)\n\t\treturn -1;\n\tmemcpy(to, from + 4, n - 4);\n\treturn 0;\n}\nint main(void) {\n\tchar from[12] = {0}, to[8] = {0};\n\treturn unpack(from, __VERIFIER_nondet_uint() % 13, to);\n}\n",
			[]uint64{0}, "(n < 4)", fault.Property{}},
		{"guard before a declaration", nondet + "struct strip {\n\tunsigned length, rows;\n};\nstatic unsigned strips(const struct strip *d) {\n\tunsigned n = d->length / d->rows;\n\treturn n * 2;\n}\nint main(void) {\n\tstruct strip d = {__VERIFIER_nondet_uint(), __VERIFIER_nondet_uint()};\n\treturn strips(&d) > 1000;\n}\n",
			[]uint64{1, 0}, "if (d->rows == 0) return 0;", fault.Property{}},
		{"pointer that is found again", nondet + "struct item {\n\tint code;\n\tchar *name;\n};\nstatic void drop(struct item **p) {\n\tstruct item *it = *p;\n\tif (!it)\n\t\treturn;\n\tfree(it->name);\n\tfree(it);\n\tit = NULL;\n}\nint main(void) {\n\tstruct item *it = calloc(1, sizeof *it);\n\tif (!it)\n\t\treturn 1;\n\tif (__VERIFIER_nondet_uint())\n\t\tdrop(&it);\n\tdrop(&it);\n\treturn 0;\n}\n",
			[]uint64{1}, "*p = NULL;", fault.Property{Leaks: interp.Lost}},
		{"way out that cleans up", nondet + "static int open_file(char **to, unsigned mode) {\n\tchar *name = malloc(2);\n\tif (!name)\n\t\treturn -1;\n\tname[0] = 'a';\n\tif (mode > 9)\n\t\treturn -1;\n\tif (mode == 5)\n\t\tgoto fail;\n\t*to = name;\n\treturn 0;\nfail:\n\tfree(name);\n\treturn -1;\n}\nint main(void) {\n\tchar *name;\n\tif (open_file(&name, __VERIFIER_nondet_uint()) == 0)\n\t\tfree(name);\n\treturn 0;\n}\n",
			[]uint64{10}, "goto fail;", fault.Property{Leaks: interp.Lost}},
		{"guard that ends as the others do", nondet + "#include <limits.h>\nstruct parser {\n\tint length, errors;\n};\nstatic void digit(struct parser *p, unsigned char ch) {\n\tif (ch < '0') {\n\t\tp->errors++;\n\t\treturn;\n\t}\n\tif (ch > '9') {\n\t\tp->errors++;\n\t\treturn;\n\t}\n\tp->length *= 10;\n\tp->length += ch - '0';\n}\nint main(void) {\n\tstruct parser p = {0, 0};\n\tfor (int i = 0; i < 11; i++)\n\t\tdigit(&p, (unsigned char)__VERIFIER_nondet_uint());\n\treturn p.errors;\n}\n",
			[]uint64{57, 57, 57, 57, 57, 57, 57, 57, 57, 57, 57}, "if (p->length > (INT_MAX - (ch - '0')) / 10) { p->errors++; return; }", fault.Property{Checks: interp.OverflowCheck}},
		{"part of nothing", nondet + "static unsigned total;\nstatic unsigned shown;\nstatic void show(unsigned n) {\n\tunsigned percent = 100 * n / total;\n\tshown += percent;\n}\nint main(void) {\n\ttotal = __VERIFIER_nondet_uint() % 10;\n\tshow(total / 2);\n\treturn shown > 60;\n}\n",
			[]uint64{0}, "total ? 100 * n / total : 0", fault.Property{}},
		{"member that is left unset", "#include <assert.h>\n#include <stddef.h>\nenum mode { PLAIN, QUOTED };\nstatic struct lexer {\n\tconst char *at;\n\tenum mode mode;\n\tint line;\n} lex;\nstatic void begin(const char *s) {\n\tlex.at = s;\n\tlex.line = 1;\n}\nstatic int words(const char *s) {\n\tint n = 0;\n\tbegin(s);\n\tfor (; *lex.at; lex.at++) {\n\t\tif (*lex.at == '\"')\n\t\t\tlex.mode = lex.mode == QUOTED ? PLAIN : QUOTED;\n\t\telse if (*lex.at == ' ' && lex.mode == PLAIN)\n\t\t\tn++;\n\t\tif (*lex.at == '\\n')\n\t\t\tlex.mode = PLAIN;\n\t}\n\treturn n;\n}\nint main(void) {\n\tassert(words(\"a b c\") == 2);\n\tassert(words(\"a \\\"b c\") == 1);\n\tassert(words(\"a b\") == 1);\n\treturn 0;\n}\n",
			nil, "lex.mode = PLAIN;", fault.Property{}},
		{"list behind two pointers", nondet + "#include <assert.h>\nstruct item { int key; struct item *next; };\nstatic int taken(struct item **list, int key) {\n\tstruct item *last;\n\tif ((*list)->key == key) {\n\t\tlast = *list;\n\t\t*list = last->next;\n\t\tfree(last);\n\t\treturn 1;\n\t}\n\tfor (last = *list; last->next; last = last->next)\n\t\tif (last->next->key == key) {\n\t\t\tstruct item *it = last->next;\n\t\t\tlast->next = it->next;\n\t\t\tfree(it);\n\t\t\treturn 1;\n\t\t}\n\treturn 0;\n}\nint main(void) {\n\tstruct item *list = calloc(1, sizeof *list);\n\tif (!list)\n\t\treturn 1;\n\tlist->key = 4;\n\tassert(taken(&list, 3) == 0);\n\tassert(taken(&list, 4) == 1);\n\tassert(taken(&list, 4) == 0);\n\treturn 0;\n}\n",
			nil, "if (*list == 0) return 0;", fault.Property{}},
		{"element that is looked ahead at", nondet + "static unsigned lines(const char *text, unsigned left) {\n\tunsigned n = 0;\n\twhile (left > 0) {\n\t\tif (text[0] == 13 && text[1] == 10) {\n\t\t\ttext++;\n\t\t\tleft--;\n\t\t}\n\t\tn += *text++ == 10;\n\t\tleft--;\n\t}\n\treturn n;\n}\nint main(void) {\n\tunsigned n = __VERIFIER_nondet_uint() % 4 + 1;\n\tchar *text = malloc(n);\n\tif (!text)\n\t\treturn 1;\n\tfor (unsigned i = 0; i < n; i++)\n\t\ttext[i] = (char)(__VERIFIER_nondet_uint() % 16);\n\tunsigned all = lines(text, n);\n\tfree(text);\n\treturn (int)all;\n}\n",
			[]uint64{0, 13}, "if (left > 1 && text[0] == 13", fault.Property{}},
		{"index that is not asked for", nondet + "#define VALID(c) ((c) < 4)\nstatic const char *names[4] = {\"\", \"get\", \"put\", \"end\"};\nstruct message { unsigned wanted, code; };\nstatic unsigned length(const char *s) {\n\tunsigned n = 0;\n\twhile (s[n])\n\t\tn++;\n\treturn n;\n}\nstatic unsigned report(const struct message *m) {\n\tif (VALID(m->code))\n\t\treturn length(names[m->wanted]) + length(names[m->code]);\n\treturn 0;\n}\nint main(void) {\n\tstruct message m;\n\tm.wanted = __VERIFIER_nondet_uint() % 9;\n\tm.code = __VERIFIER_nondet_uint() % 9;\n\treturn (int)report(&m);\n}\n",
			[]uint64{7, 2}, "VALID(m->wanted) && VALID(m->code)", fault.Property{}},
		{"member that adds up", nondet + "#include <assert.h>\nstruct reader { int line, at, value; };\nstatic void begin(struct reader *r) {\n\tr->line = 1;\n\tr->at = 0;\n}\nstatic int number(struct reader *r, const char *s) {\n\tfor (; *s >= '0' && *s <= '9'; s++) {\n\t\tr->value = r->value * 10 + (*s - '0');\n\t\tr->at++;\n\t\tif (r->value > 999)\n\t\t\treturn -1;\n\t}\n\treturn r->at;\n}\nint main(void) {\n\tstruct reader r = {0, 0, 0};\n\tbegin(&r);\n\tassert(number(&r, \"12\") == 2 && r.value == 12);\n\tbegin(&r);\n\tassert(number(&r, \"345\") == 3);\n\tassert(r.value == 345);\n\treturn 0;\n}\n",
			nil, "r->value = 0;", fault.Property{}},
		{"value from before a table grew", nondet + "#include <assert.h>\nstruct set { unsigned size, used; int *at; };\nstatic unsigned place(unsigned size, int x) { return (unsigned)x % size; }\nstatic int grow(struct set *s) {\n\tunsigned size = 2 * s->size + 1;\n\tint *at = calloc(size, sizeof *at);\n\tif (!at)\n\t\treturn -1;\n\tfor (unsigned i = 0; i < s->size; i++)\n\t\tif (s->at[i])\n\t\t\tat[place(size, s->at[i])] = s->at[i];\n\tfree(s->at);\n\ts->at = at;\n\ts->size = size;\n\treturn 0;\n}\nstatic int put(struct set *s, int x) {\n\tunsigned i = place(s->size, x);\n\tif (s->used == s->size - 1)\n\t\tgrow(s);\n\ts->at[i] = x;\n\ts->used++;\n\treturn 0;\n}\nstatic int has(const struct set *s, int x) { return s->at[place(s->size, x)] == x; }\nint main(void) {\n\tstruct set s = {2, 0, 0};\n\ts.at = calloc(2, sizeof *s.at);\n\tif (!s.at)\n\t\treturn 1;\n\tput(&s, 1);\n\tassert(has(&s, 1));\n\tput(&s, 4);\n\tassert(has(&s, 1));\n\tput(&s, 8);\n\tassert(has(&s, 4));\n\tfree(s.at);\n\treturn 0;\n}\n",
			nil, "i = place(s->size, x);", fault.Property{}},
		{"variable without what it stands with elsewhere", nondet + "#include <assert.h>\n#define FIRST 30\nstatic int leaps(int years) {\n\tint n = (years + FIRST) / 100;\n\tfor (int i = 0; i < years; i++)\n\t\tn += i % 4 == 2;\n\treturn 10 * n + (years + FIRST) % 7;\n}\nint main(void) {\n\tassert(leaps(0) == 72);\n\tassert(leaps(15) == 113);\n\tassert(leaps(16) == 114);\n\treturn 0;\n}\n",
			nil, "i < years + FIRST", fault.Property{}},
		{"case after which another assertion is to hold", nondet + "#include <assert.h>\nenum size { NONE, SMALL, LARGE };\nstruct page { enum size size; unsigned at, entry; };\nstatic int walk(unsigned entry, unsigned kind, struct page *p) {\n\tint found = 0;\n\tp->size = NONE;\n\tp->entry = entry;\n\tswitch (entry & 3) {\n\tcase 1:\n\t\tswitch (kind) {\n\t\tcase 1:\n\t\t\tp->size = SMALL;\n\t\t\tp->at = kind;\n\t\t\tfound = 1;\n\t\t\tbreak;\n\t\tdefault:\n\t\t\tbreak;\n\t\t}\n\tcase 2:\n\t\tif (!(entry & 64)) {\n\t\t\tp->size = LARGE;\n\t\t\tp->at = entry;\n\t\t\tfound = 1;\n\t\t}\n\t\tbreak;\n\tdefault:\n\t\tbreak;\n\t}\n\treturn found;\n}\nint main(void) {\n\tstruct page p;\n\tif (walk(__VERIFIER_nondet_uint() % 256, __VERIFIER_nondet_uint() % 3, &p)) {\n\t\tif (p.size == LARGE)\n\t\t\tassert((p.entry & 3) == 2);\n\t\telse\n\t\t\tassert(p.at < 4);\n\t}\n\treturn 0;\n}\n",
			[]uint64{1, 1}, "break;", fault.Property{}},
		{"difference that is large instead of negative", nondet + "#include <assert.h>\nstatic unsigned long now;\nstatic int late(unsigned long sent, unsigned long limit) {\n\tif (now - sent > limit)\n\t\treturn 1;\n\treturn 0;\n}\nint main(void) {\n\tnow = 1000 + __VERIFIER_nondet_uint() % 100;\n\tunsigned long sent = 1000 + __VERIFIER_nondet_uint() % 100;\n\tif (sent >= now)\n\t\tassert(!late(sent, 50));\n\telse\n\t\tassert(late(sent, 50) == (now > sent + 50));\n\treturn 0;\n}\n",
			[]uint64{10, 20}, "now - sent > limit && now > sent", fault.Property{}},
		{"flag that is set before the loop", nondet + "#include <assert.h>\n#include <stdbool.h>\nstatic int at[4];\nstatic void check(int *out) {\n\tbool bad = false;\n\tfor (int i = 0; i < 4; i++) {\n\t\tout[i] = 0;\n\t\tif (at[i] < 0)\n\t\t\tbad = true;\n\t\tif (bad)\n\t\t\tout[i] = 1;\n\t}\n}\nint main(void) {\n\tint out[4];\n\tunsigned k = __VERIFIER_nondet_uint() % 4;\n\tat[k] = -1;\n\tcheck(out);\n\tfor (unsigned i = 0; i < 4; i++)\n\t\tassert(out[i] == (i == k));\n\treturn 0;\n}\n",
			[]uint64{1}, "bad = false;", fault.Property{}},
		{"loop that is over before its texts are", nondet + "#include <assert.h>\nstatic int compared(const char *a, const char *b, unsigned n) {\n\tunsigned i = 0;\n\twhile (i < n && a[i] && a[i] == b[i])\n\t\ti++;\n\treturn a[i] - b[i];\n}\nint main(void) {\n\tchar a[4] = {0}, b[4] = {0};\n\tfor (unsigned i = 0; i < 3; i++) {\n\t\ta[i] = (char)('a' + __VERIFIER_nondet_uint() % 2);\n\t\tb[i] = (char)('a' + __VERIFIER_nondet_uint() % 2);\n\t}\n\tunsigned n = __VERIFIER_nondet_uint() % 3;\n\tint same = 1;\n\tfor (unsigned i = 0; i < n; i++)\n\t\tsame = same && a[i] == b[i];\n\tassert((compared(a, b, n) == 0) == same);\n\tassert(n == 0 || a[0] == b[0] || compared(a, b, n) == a[0] - b[0]);\n\treturn 0;\n}\n",
			[]uint64{0, 0, 0, 1, 0, 0, 1}, "if (i >= n) return 0;", fault.Property{}},
		{"relation of which any other would do", nondet + "#include <assert.h>\nstatic unsigned sum(unsigned a, unsigned b) { return 31 * a + b; }\nstatic int checked(unsigned a, unsigned b, unsigned known) {\n\tif (sum(a, b) != known)\n\t\treturn -1;\n\treturn 0;\n}\nint main(void) {\n\tassert(sum(1, 2) == 33);\n\tassert(checked(1, 2, 34) == 0);\n\treturn 0;\n}\n",
			nil, "", fault.Property{}},
		{"quotient that is converted", nondet + "#include <assert.h>\nstatic int percent(unsigned part, unsigned whole) {\n\treturn (int)(part / whole) * 100;\n}\nint main(void) {\n\tunsigned whole = __VERIFIER_nondet_uint() % 100 + 1, part = __VERIFIER_nondet_uint() % (whole + 1);\n\tint p = percent(part, whole);\n\tassert(p <= 100 && (2 * part < whole || p >= 50));\n\treturn 0;\n}\n",
			[]uint64{1, 1}, "(int)(part * 100 / whole)", fault.Property{}},
		{"pointer that has moved on", nondet + "#include <assert.h>\n#include <string.h>\nstatic unsigned char flash[16];\nstatic void page(unsigned at, const void *from, unsigned n) { memcpy(flash + at, from, n < 4 ? n : 4); }\nstatic void put(unsigned at, const void *buf, unsigned len) {\n\tconst unsigned char *bytes = buf;\n\twhile (len > 0) {\n\t\tunsigned n = len < 4 ? len : 4;\n\t\tpage(at, buf, n);\n\t\tat += n;\n\t\tbytes += n;\n\t\tlen -= n;\n\t}\n}\nint main(void) {\n\tunsigned char in[8];\n\tfor (unsigned i = 0; i < 8; i++)\n\t\tin[i] = (unsigned char)(3 * i + 1);\n\tunsigned len = __VERIFIER_nondet_uint() % 9;\n\tput(2, in, len);\n\tfor (unsigned i = 0; i < len; i++)\n\t\tassert(flash[2 + i] == in[i]);\n\treturn 0;\n}\n",
			[]uint64{7}, "page(at, bytes, n)", fault.Property{}},
		{"question that comes too early", nondet + "#include <assert.h>\nstruct range { unsigned from, to; };\nstatic int parsed(struct range *r, unsigned from, unsigned to) {\n\tif (from < 1)\n\t\treturn -1;\n\tif (to < from)\n\t\treturn -1;\n\tto--;\n\tr->from = from;\n\tr->to = to;\n\treturn 0;\n}\nint main(void) {\n\tstruct range r;\n\tif (parsed(&r, __VERIFIER_nondet_uint() % 8, __VERIFIER_nondet_uint() % 8) == 0)\n\t\tassert(r.from <= r.to);\n\treturn 0;\n}\n",
			[]uint64{3, 3}, "if (to <= from)", fault.Property{}},
		{"end that is asked for too late", nondet + "struct lexer { const unsigned char *at, *end; };\nstatic unsigned skip(struct lexer *s) {\n\tunsigned n = 0;\n\twhile (s->at < s->end && *s->at == ' ')\n\t\ts->at++;\n\tfor (;;) {\n\t\tif (*s->at < 128)\n\t\t\tbreak;\n\t\ts->at++;\n\t\tn++;\n\t}\n\treturn n;\n}\nint main(void) {\n\tunsigned len = __VERIFIER_nondet_uint() % 4 + 1;\n\tunsigned char *text = malloc(len);\n\tif (!text)\n\t\treturn 1;\n\tfor (unsigned i = 0; i < len; i++)\n\t\ttext[i] = (unsigned char)__VERIFIER_nondet_uint();\n\tstruct lexer s = {text, text + len};\n\tunsigned n = skip(&s);\n\tfree(text);\n\treturn (int)n;\n}\n",
			[]uint64{0, 200}, "!(s->at < s->end", fault.Property{}},
		{"quotient that does not fit", nondet + "#include <limits.h>\nstatic int divided(int a, int b) {\n\tif (b == 0)\n\t\treturn 0;\n\treturn a / b;\n}\nint main(void) {\n\tint a = (int)__VERIFIER_nondet_uint(), b = (int)__VERIFIER_nondet_uint();\n\treturn divided(a, b) > 7;\n}\n",
			[]uint64{1 << 31, 1<<32 - 1}, "b == -1 && a == INT_MIN ? a : a / b", fault.Property{Checks: interp.OverflowCheck}},
		{"remainder that is none", nondet + "static int left(int a, int b) {\n\tif (b == 0)\n\t\treturn 0;\n\treturn a % b;\n}\nint main(void) {\n\tint a = (int)__VERIFIER_nondet_uint(), b = (int)__VERIFIER_nondet_uint();\n\treturn left(a, b) > 7;\n}\n",
			[]uint64{1 << 31, 1<<32 - 1}, "b == -1 ? 0 : a % b", fault.Property{Checks: interp.OverflowCheck}},
		{"function with another number", nondet + "#include <assert.h>\nstruct word { int whole; float value; };\nstatic struct word words[2];\nstatic float value(unsigned i) { return words[i & 1].value; }\nstatic int whole(unsigned i) { return words[i & 1].whole; }\nstatic int line(void) { return (int)value(1); }\nint main(void) {\n\tint n = (int)(__VERIFIER_nondet_uint() % 100000000);\n\twords[1].whole = n;\n\twords[1].value = (float)n;\n\tint got = line();\n\tassert(got == n);\n\treturn whole(0) + (value(0) > 1);\n}\n",
			[]uint64{16777217}, "whole(1)", fault.Property{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			conf := frontend.Config{PtrBits: 64, Execute: true}
			files := []frontend.Source{{Name: "p.c", Text: []byte(c.src)}}
			prog, err := frontend.ParseFiles(files, conf)
			if err != nil {
				t.Fatal(err)
			}
			checked, err := frontend.ParseFiles(files, frontend.Config{PtrBits: 64})
			if err != nil {
				t.Fatal(err)
			}
			in := &fault.Input{Prog: prog, Verifier: checked, Oracle: &fault.Oracle{}, Failing: &fault.Test{Values: c.values, Property: c.property}, Source: &fault.Source{Files: files, Execute: conf}}
			if err := fault.Locate(context.Background(), in); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(in.Close)
			got := ""
			for _, l := range repaired(t, in).Locations {
				if l.Change != nil && l.Change.Mends() {
					got = l.Change.After
					break
				}
			}
			if (c.after == "") != (got == "") || !strings.Contains(got, c.after) {
				t.Errorf("%q, want %q", got, c.after)
			}
		})
	}
}

// TestEnlarged: a macro that arrays are as long as is not made larger for a fix.
func TestEnlarged(t *testing.T) {
	const src = "extern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);\n#define N 4\nstatic unsigned t[N], used;\nstatic void put(unsigned i) {\n\tif (used > N)\n\t\treturn;\n\tt[used % N] = i;\n\tused = used + 1;\n}\nint main(void) {\n\tunsigned n = __VERIFIER_nondet_uint();\n\tfor (unsigned i = 0; i < n; i++)\n\t\tput(i);\n\tif (used > N)\n\t\treach_error();\n\treturn 0;\n}\n"
	conf := frontend.Config{PtrBits: 64, Execute: true}
	files := []frontend.Source{{Name: "p.c", Text: []byte(src)}}
	prog, err := frontend.ParseFiles(files, conf)
	if err != nil {
		t.Fatal(err)
	}
	in := &fault.Input{Prog: prog, Oracle: &fault.Oracle{}, Failing: &fault.Test{Values: []uint64{6}}, Source: &fault.Source{Files: files, Execute: conf}}
	if err := fault.Locate(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(in.Close)
	right := false
	for _, l := range repaired(t, in).Locations {
		c := l.Change
		if c == nil {
			continue
		}
		if c.Fix() && strings.Contains(c.After, "#define") {
			t.Errorf("called a fix: %s", c.After)
		}
		right = right || strings.Contains(c.After, "used >= N")
	}
	if !right {
		t.Error("the right change is missing")
	}
}

// TestAgreed is about what a failing run does, and prints, before the assertion that fails held last, or another one did.
func TestAgreed(t *testing.T) {
	const printing = "#include <assert.h>\n#include <stdio.h>\n"
	for _, c := range []struct{ name, src, printed string }{
		{"in a loop", printing + "int main(void) {\n\tfor (int i = 0; i < 5; i++) {\n\t\tprintf(\"%d\", i);\n\t\tassert(i >= 0);\n\t\tassert(i < 3);\n\t}\n\treturn 0;\n}\n", "012"},
		{"another one", printing + "int main(void) {\n\tint n = 1;\n\tputs(\"a\");\n\tassert(n == 1);\n\tputs(\"b\");\n\tassert(n == 2);\n\treturn 0;\n}\n", "a\n"},
		{"none", printing + "static int one(void) {\n\tif (puts(\"b\") < 0)\n\t\treturn 1;\n\treturn 2;\n}\nint main(void) {\n\tputs(\"a\");\n\tassert(one() == 2 && one() == 1);\n\treturn 0;\n}\n", "a\nb\nb\n"},
	} {
		s := asserting(t, c.src)
		if got := string(s.right(context.Background())); got != c.printed {
			t.Errorf("%s: %q, want %q (%v, %q)", c.name, got, c.printed, *s.asserted, s.failing[0].base.Stdout)
		}
	}
}
