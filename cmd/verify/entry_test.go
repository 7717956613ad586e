package main

import (
	"cmp"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"culprit/cmd/verify/console"
	"culprit/report"
)

// entered is a file of functions without main, but for one that is never called.
const entered = `#include <stdlib.h>
struct list { int v; struct list *next; };
typedef struct { int *data; int len, cap; } vec;
int length(const struct list *l) { int n = 0; for (; l; l = l->next) n++; return n; }
int last(const struct list *l) { while (l->next) l = l->next; return l->v; }
void destroy(struct list *l) { while (l) { struct list *next = l->next; free(l); l = next; } }
void twice(struct list *l) { if (l->next) free(l->next); destroy(l); }
int first(const int *a, int n) { return a[0]; }
int top(const vec *v) { return v->data[v->len - 1]; }
int push(vec *v, int x) { if (v->len == v->cap) return -1; v->data[v->len++] = x; return 0; }
void copy(char *to, const char *from) { while ((*to++ = *from++)) ; }
static int calls(int (*f)(int)) { return f(1) > 0; }
static int last_error;
int divide(int x) { return x / (last_error + 1); }
struct unknown;
int opaque(struct unknown *p) { return p != 0; }
int main(void) { int *p = 0; return *p + calls(0); }
`

// TestArgumentsExist: with --malloc-may-fail the blocks behind arguments are there.
func TestArgumentsExist(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{"f.c": `#include <stdlib.h>
int checks(const int *a, int n) { int *p = malloc(4); if (!p) return n ? a[0] : 0; *p = n; n = *p; free(p); return n; }
int forgets(const int *a, int n) { int *p = malloc(4); *p = n ? a[0] : 0; n = *p; free(p); return n; }
`})
	for function, want := range map[string]string{"checks": "TRUE ub", "forgets": "FALSE valid-deref  f.c:3:56 "} {
		if out, _, _ := verify(t, dir, "f.c", "--property", "ub", "--malloc-may-fail", "--entry", function); !strings.HasPrefix(out, want) {
			t.Errorf("%s: not %s\n%s", function, want, out)
		}
	}
}

// TestSurroundings: answers say that pointers do not meet, and what variables hold.
func TestSurroundings(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{"f.c": `#include <assert.h>
#include <ctype.h>
#include <errno.h>
int g;
static const int k[2] = {1, 2};
typedef const int constant;
static constant four = 4;
void two(int *a, int *b) { *a = 1; *b = 2; assert(*a == 1); }
void global(int *a) { g = 1; *a = 2; assert(g == 1); }
void one(int *a) { *a = 2; assert(*a == k[1]); }
void fresh(void) { assert(g == 0); }
void counts(void) { static int n; assert(n++ == 0); }
void failed(void) { assert(errno == 0); }
void upper(void) { assert(toupper(233) == 233); }
void typed(void) { assert(four == 4); }
struct ops { int (*op)(int); };
void calls(struct ops *o) { if (o) o->op(1); }
`})
	const own, first, hidden = "each pointer leads to an object of its own", "variables, as g, have their first values (--any-globals)", "of functions and of the library, as "
	for _, c := range []struct {
		function, flag, verdict string
		says, not               []string
	}{
		{"two", "", "TRUE", []string{own}, []string{first, hidden}},
		{"global", "", "TRUE", []string{own, first}, []string{hidden}},
		{"one", "", "TRUE", nil, []string{own, first, hidden}},
		{"fresh", "", "TRUE", []string{first}, []string{own, hidden}},
		{"fresh", "--any-globals", "FALSE", nil, []string{own, first, hidden}},
		{"counts", "--any-globals", "TRUE", []string{hidden + "n,"}, []string{own, first}},
		{"failed", "--any-globals", "TRUE", []string{hidden + "errno,"}, []string{own, first}},
		{"upper", "", "TRUE", []string{hidden + "those of toupper,"}, []string{own, first}},
		{"typed", "--any-globals", "TRUE", nil, []string{own, first, hidden}},
		{"calls", "", "TRUE", []string{"no pointer is null"}, nil},
		{"calls", "--null", "FALSE", []string{"struct ops.op may be null"}, nil},
	} {
		out, _, _ := verify(t, dir, "f.c", "--property", "all-asserts", "--effort=0", "--entry", c.function, "--length=2", cmp.Or(c.flag, "--timeout=60s"))
		said := strings.Join(strings.Fields(out), " ")
		ok := strings.HasPrefix(out, c.verdict)
		for _, s := range c.says {
			ok = ok && strings.Contains(said, s)
		}
		for _, s := range c.not {
			ok = ok && !strings.Contains(said, s)
		}
		if !ok {
			t.Errorf("%s %s: not %s\n%s", c.function, c.flag, c.verdict, out)
		}
	}
}

// TestPrecondition: an access beyond an argument says how much its callers have to give,
// and with that the function is proved.
func TestPrecondition(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{"f.c": `struct s { char *text; };
int third(const int *a) { return a[2]; }
int rows(int m[][4]) { return m[2][1]; }
int before(const char *s) { return s[-1]; }
int member(const struct s *p) { return p->text[9]; }
int counted(const int *a, int n) { return a[n]; }
`})
	for _, c := range []struct{ function, want, assume string }{
		{"third", "len(a) >= 3 (--assume 'len(a) >= 3')", "len(a) >= 3"},
		{"rows", "len(m) >= 3 (--assume 'len(m) >= 3')", "len(m) >= 3"},
		{"before", "s leads into a larger block, and not to its beginning", ""},
		{"member", "struct s.text leads to more than", ""},
		{"counted", "", ""},
	} {
		out, _, status := verify(t, dir, "f.c", "--entry", c.function)
		said := strings.Join(strings.Fields(out), " ")
		if status != 10 || strings.Contains(said, "unless every caller sees to it that "+c.want) != (c.want != "") {
			t.Errorf("%s: status %d\n%s", c.function, status, out)
		}
		if c.assume == "" {
			continue
		}
		if out, _, status := verify(t, dir, "f.c", "--entry", c.function, "--assume", c.assume); status != 0 {
			t.Errorf("%s with %s: status %d\n%s", c.function, c.assume, status, out)
		}
	}
}

// TestEntry: functions are called with all arguments that their preconditions allow,
// which are printed; inputs repeat what fails.
func TestEntry(t *testing.T) {
	dir := folder(t, map[string]string{"f.c": entered})
	for _, c := range []struct {
		args, want string // the beginning of the answer
		note       string
	}{
		{"--entry length", "TRUE ub", "no pointer is null but those that end a chain (--null)"},
		{"--entry last", "TRUE ub", "chains of struct list end after at most 2 (--depth-of-links)"},
		{"--entry last --null", "FALSE valid-deref  f.c:5:", "l may be null"},
		{"--entry destroy --null", "TRUE ub", ""},
		{"--entry twice", "FALSE valid-deref  f.c:6:", ""},
		{"--entry first", "FALSE valid-deref  f.c:8:", ""},
		{"--entry first --assume n>0", "TRUE ub", "n>0"},
		{"--entry first --assume n>4", "UNKNOWN ub", "no arguments of first fulfil what is assumed of them"},
		{"--entry first --assume n>4 --length 8", "TRUE ub", ""},
		{"--entry top", "FALSE valid-deref  f.c:9:", "vec.len is at most vec.cap"},
		{"--entry push", "TRUE ub", ""},
		{"--entry copy", "FALSE ", "from is a string of at most 4 characters"},
		{"--entry copy --assume len(from)<=len(to)", "TRUE ub", ""},
		{"--entry calls", "TRUE ub", "f returns any value and changes nothing"},
		{"--entry divide", "TRUE ub", ""},
		{"--entry divide --any-globals", "FALSE ", "the variable last_error has any value"},
		{"--entry divide --any-globals --property unreach-call", "TRUE unreach-call", ""},
		{"--entry first --data-model ILP32", "FALSE valid-deref  f.c:8:", ""},
	} {
		t.Run(c.args, func(t *testing.T) {
			t.Parallel()
			out, errs, _ := verify(t, dir, append([]string{"f.c"}, strings.Fields(c.args)...)...)
			if !strings.HasPrefix(out, c.want) {
				t.Fatalf("got %s%s, want %s", out, errs, c.want)
			}
			if !strings.Contains(strings.Join(strings.Fields(out), " "), c.note) {
				t.Errorf("%q is not in\n%s", c.note, out)
			}
			replay := regexp.MustCompile(`replay: (.*)`).FindStringSubmatch(out)
			switch {
			case replay != nil:
				if out, errs, status := shell(t, dir, replay[1]); status != exitStopped {
					t.Errorf("%s: status %d\n%s%s", replay[1], status, out, errs)
				}
			case strings.HasPrefix(c.want, "FALSE"):
				t.Errorf("nothing repeats it:\n%s", out)
			}
			if strings.Contains(out, "call of") && strings.Contains(out, "where to look") {
				t.Errorf("the call is a place:\n%s", out)
			}
		})
	}
}

// TestEntryFormat: a format that a function gets with a list of arguments matches them.
// One that it prints alone may be anything.
func TestEntryFormat(t *testing.T) {
	dir := folder(t, map[string]string{"f.c": `#include <stdarg.h>
#include <stdio.h>
struct buffer { char *data; unsigned len, cap; };
int add(struct buffer *b, const char *format, ...) {
	va_list ap;
	va_start(ap, format);
	int n = vsnprintf(b->data + b->len, b->cap - b->len, format, ap);
	va_end(ap);
	return n;
}
int over(struct buffer *b, const char *format, ...) {
	va_list ap;
	va_start(ap, format);
	int n = vsnprintf(b->data + b->len, b->cap - b->len + 1, format, ap);
	va_end(ap);
	return n;
}
void number(const char *format, int x) { char text[20]; snprintf(text, sizeof text, format, x); }
void alone(const char *format) { printf(format); }
`})
	const assumed = "is assumed to match the arguments that follow it"
	for _, c := range []struct{ function, want, note string }{
		{"add", "TRUE ub", assumed}, {"over", "FALSE valid-deref  f.c:14:", ""}, {"number", "TRUE ub", assumed}, {"alone", "FALSE valid-deref  f.c:19:", ""},
	} {
		out, errs, _ := verify(t, dir, "f.c", "--entry", c.function)
		if !strings.HasPrefix(out, c.want) || !strings.Contains(strings.Join(strings.Fields(out), " "), c.note) {
			t.Errorf("got %s%s, want %s, %q", out, errs, c.want, c.note)
		}
	}
}

// TestEntries: a pattern is one line for each function.
func TestEntries(t *testing.T) {
	dir := folder(t, map[string]string{"f.c": entered, "g.c": "int other(int x) { return x & 1; }\n"})
	for _, c := range []struct {
		args, want string
		status     int
	}{
		{"f.c --entry l* --length=2", "(?s)^length  TRUE ub .*\nlast    TRUE ub .*\n2 functions: 2 TRUE, 0 FALSE, 0 UNKNOWN, 0 cannot be called\n$", 0},
		{"f.c g.c --entry=o*", "(?s)^opaque  f.c:16:5: opaque cannot be called: p leads to the incomplete type struct unknown\nother   TRUE ub .*\n2 functions: 1 TRUE, 0 FALSE, 0 UNKNOWN, 1 cannot be called\n$", 20},
		{"f.c --entry ?irst", "^first  FALSE valid-deref ", 10},
	} {
		out, errs, status := verify(t, dir, strings.Fields(c.args)...)
		if !regexp.MustCompile(c.want).MatchString(out) || status != c.status {
			t.Errorf("%s: %d\n%s%s", c.args, status, out, errs)
		}
	}
}

// TestEntriesJSON has the report of each function, and pages in folders of their own.
func TestEntriesJSON(t *testing.T) {
	dir := folder(t, map[string]string{"f.c": entered})
	out, errs, status := verify(t, dir, "f.c", "--entry", "[fo]*", "--format", "json", "--report", "out")
	var x report.Entries
	if err := json.Unmarshal([]byte(out), &x); err != nil || status != 10 || x.Status != 10 || len(x.Functions) != 2 {
		t.Fatalf("%v, status %d\n%s%s", err, status, errs, out)
	}
	if f := x.Functions[0]; f.Name != "first" || f.Report == nil || f.Report.Verdict != "FALSE" || f.Refused != nil {
		t.Errorf("%+v", f)
	}
	if f := x.Functions[1]; f.Name != "opaque" || f.Report != nil || f.Refused == nil || f.Refused.Line != 16 || f.Refused.Col != 5 {
		t.Errorf("%+v", f)
	}
	if _, err := os.Stat(filepath.Join(dir, "out", "first", "f.html")); err != nil {
		t.Error(err)
	}
	for _, flags := range []string{"-o x", "--witness x", "--format sarif"} {
		if out, errs, status := verify(t, dir, append([]string{"f.c", "--entry", "f*"}, strings.Fields(flags)...)...); status != console.ExitBadInput || out != "" || !strings.Contains(errs, "several functions") {
			t.Errorf("%s: status %d\n%s%s", flags, status, errs, out)
		}
	}
}

// TestEntryRefused: what cannot be called is one line.
func TestEntryRefused(t *testing.T) {
	dir := folder(t, map[string]string{"f.c": entered})
	for _, c := range []struct{ args, want string }{
		{"--entry none", "f.c:1:1: no function none has a body here\n"},
		{"--entry z*", "f.c:1:1: no function that --entry z* matches has a body here\n"},
		{"--entry opaque", "f.c:16:5: opaque cannot be called: p leads to the incomplete type struct unknown\n"},
		{"--null", "verify: --null: says something about --entry, which is missing (see verify --help)\n"},
		{"--entry last --length=-1", "verify: --length: must be from 0 to 65536 (see verify --help)\n"},
		{"--entry last --depth-of-links 0", "verify: --depth-of-links: must be at least 1 (see verify --help)\n"},
		{"--entry last --depth-of-links 100000", "f.c:5:5: last cannot be called: its arguments take more than 4000 statements: lower --depth-of-links or --length\n"},
		{"--entry first --assume n>", "--entry first: call of first:"},
	} {
		out, errs, status := verify(t, dir, append([]string{"f.c"}, strings.Fields(c.args)...)...)
		if out != "" || !strings.HasPrefix(errs, c.want) || strings.Count(errs, "\n") != 1 || status != console.ExitBadInput {
			t.Errorf("%s: %d\n%s%s", c.args, status, out, errs)
		}
	}
}

// TestHarnessText: what harness prints compiles, and is what --entry asks about.
func TestHarnessText(t *testing.T) {
	dir := folder(t, map[string]string{"f.c": entered})
	for _, f := range []string{"last", "push"} {
		out, errs, status := verify(t, dir, "harness", f, "f.c")
		if status != console.ExitOK {
			t.Fatalf("%s: %d\n%s", f, status, errs)
		}
		file := filepath.Join(dir, f+".c")
		if err := os.WriteFile(file, []byte(out), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, errs, _ := verify(t, dir, f+".c", "--property", "ub"); !strings.HasPrefix(out, "TRUE ub") {
			t.Errorf("%s: %s%s", f, out, errs)
		}
		gcc, err := exec.LookPath("gcc")
		if err != nil {
			continue
		}
		if out, err := exec.Command(gcc, "-c", "-Wall", "-Werror", file, "-o", filepath.Join(dir, "f.o")).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", f, err, out)
		}
	}
}

// TestContract asks about functions whose comments say what they require and ensure.
func TestContract(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{"a.c": `/*@ requires \valid_read(a + (0 .. n-1));
    ensures -1 <= \result < n;
    ensures \result >= 0 ==> a[\result] == x; */
int find(const int *a, int n, int x) {
	for (int i = 0; i < n; i++) if (a[i] == x) return i;
	return -1;
}
/*@ requires \valid(p) && \valid(q);
    ensures *p == \old(*q) && *q == \old(*p); */
void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; }
/*@ ensures *p == \old(*q) && *q == \old(*p); */
void copy(int *p, int *q) { *p = *q; *q = *p; }
/*@ ensures \result == a + b; */
int add(int a, int b) { return (int)((unsigned)a + (unsigned)b); }
//@ requires x != 0;
int part(int x) { return 10 / x; }
/*@ requires p->nosuch; ensures \result; */
int other(int *p) { return *p; }
/*@ behavior pos: assumes x > 0; ensures \result == 1;
    behavior neg: assumes x < 0; ensures \result == -1; */
int sign(int x) { return x > 0 ? 1 : -1; }
/*@ requires n > 5 && n < 3; */
int none(int n) { return n; }
/*@ requires sorted(p); ensures \result == *p; */
int first(const int *p) { return p[0]; }
`})
	for name, want := range map[string]string{
		"find": "TRUE all-asserts", "swap": "TRUE all-asserts", "copy": "FALSE unreach-call", "add": "FALSE unreach-call",
		"part": "TRUE ub", "other": "TRUE ub", "sign": "TRUE all-asserts", "none": "UNKNOWN ub", "first": "TRUE all-asserts",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, complaint, _ := verify(t, dir, "--entry", name, "--effort", "0", "a.c")
			if !strings.HasPrefix(out, want+" ") {
				t.Errorf("%s%s, want %s", out, complaint, want)
			}
			says := map[string]string{"find": "its contract requires \\valid_read(a + (0 .. n-1))", "add": "assertion ensures \\result == a + b violated", "other": "nothing of its contract, which is not about this program", "first": "requires sorted(p)"}[name]
			if !strings.Contains(strings.Join(strings.Fields(out), " "), says) {
				t.Errorf("%s does not say %q", out, says)
			}
		})
	}
}

// TestContractOutside asks about functions that call others which have a contract and no
// body, and about one whose contract stands in a header, where its parameter has another
// name.
func TestContractOutside(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{"a.h": `/*@ requires size >= 0 && \valid(buf + (0 .. size - 1));
    assigns buf[0 .. size - 1];
    ensures -1 <= \result <= size; */
int receive(char *buf, int size);
//@ ensures \result == \null || \result->refs > 0;
struct thing *lookup(int key);
/*@ assigns *n, count; ensures *n == \old(*n) + 1; */
void next(int *n);
/*@ assigns \nothing; ensures \result == x / y; requires y != 0; */
int ratio(int x, int y);
/*@ assigns everything(n); ensures \result == 1; */
int odd(int n);
/*@ requires 0 <= n <= 16; */
int all(int n);
extern int count;
`, "a.c": `#include "a.h"
struct thing { int refs; };
int all(int limit) { char buf[16]; int n = receive(buf, limit), sum = 0; for (int i = 0; i < n; i++) sum += buf[i] != 0; return sum; }
int longer(void) { char buf[16]; return receive(buf, 17); }
int terminated(void) { char buf[16] = {0}; int n = receive(buf, 16); return n < 0 ? 0 : buf[n]; }
int use(int key) { struct thing *t = lookup(key); return t ? 100 / t->refs : 0; }
int unchecked(int key) { return lookup(key)->refs; }
//@ requires n < 100; ensures \result == n + 1;
int step(int n) { next(&n); return n; }
//@ ensures \result == 3;
int kept(void) { int n = 3; count = 3; next(&n); return count; }
int by(int y) { return ratio(1, y); }
//@ ensures \result == 1;
int strange(void) { return odd(3); }
`})
	for name, want := range map[string][2]string{
		"all": {"TRUE", "receive does what its contract says"}, "longer": {"FALSE valid-deref", "buf[16]"}, "terminated": {"FALSE valid-deref", "buf[16]"},
		"use": {"TRUE", "lookup does what its contract says, and changes nothing"}, "unchecked": {"FALSE valid-deref", ""},
		"step": {"TRUE all-asserts", ""}, "kept": {"FALSE unreach-call", ""}, "by": {"FALSE unreach-call", "requires y != 0"},
		"strange": {"FALSE unreach-call", "nothing of the contract of odd"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, complaint, _ := verify(t, dir, "--entry", name, "--effort", "0", "a.c")
			if !strings.HasPrefix(out, want[0]+" ") || !strings.Contains(strings.Join(strings.Fields(out), " "), want[1]) {
				t.Errorf("%s%s, want %q", out, complaint, want)
			}
		})
	}
}

// TestContractFrame asks whether functions change no more than their contract says.
func TestContractFrame(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{"a.c": `struct s { int a, b[4]; double d; struct s *next; };
static int total, table[40];
/*@ assigns p->a; */
void one(struct s *p) { p->a = 1; }
/*@ assigns p->a; */
void other(struct s *p) { p->a = 1; if (p->b[2] == 7) p->d = -p->d; }
/*@ assigns p->a; */
void behind(struct s *p) { p->a = 1; if (p->next) p->next->a = 2; }
/*@ requires n <= 4; assigns p->b[0 .. n-1]; */
void fill(struct s *p, unsigned n) { for (unsigned i = 0; i < n; i++) p->b[i] = 1; }
/*@ requires n < 4; assigns p->b[0 .. n-1]; */
void more(struct s *p, unsigned n) { for (unsigned i = 0; i <= n; i++) p->b[i] = 1; }
/*@ assigns \nothing; ensures \result >= 0; */
int count(const char *s) { int n = 0; for (; *s; s++) n += *s == ' '; return n; }
/*@ assigns \nothing; */
int counted(int x) { total += x == 12345; return x; }
/*@ assigns total, table[3]; */
void named(int x) { total = x; table[3] = x; }
/*@ requires 0 <= i < 40; assigns table[3]; */
void indexed(int i) { table[i] = 1; }
/*@ requires *out < 100; assigns *out; ensures *out == \old(*out) + 1; */
void bump(unsigned *out) { ++*out; }
/*@ assigns everything; */
void unread(void) { total = 1; }
static volatile int port; static const int fixed[4]; static int (*callback)(int); static double _Complex z; static long double ld;
static float vec __attribute__((vector_size(16))); static int rows[3][50], *ip = &total; extern struct opaque op;
static struct { unsigned a : 3, : 2, b : 5; union { int i; float f; }; const int k; } bits;
/*@ assigns bits, rows[1][2], *ip; */
void kinds(int x) { bits.b = 3; bits.i = x; rows[1][2] = x; total = port + fixed[1]; }
/*@ assigns bits.i; */
void bit(int x) { bits.b = x; }
/*@ assigns rows[1][2]; */
void cell(int i) { if (i >= 0 && i < 3) rows[i][2] = 4; }
`})
	for name, want := range map[string][2]string{
		"one": {"TRUE", ""}, "other": {"FALSE unreach-call", "assigns p->a: the rest of *p stays violated"},
		"behind": {"FALSE unreach-call", "assigns p->a: the rest of *struct s.next stays"}, "fill": {"TRUE", ""},
		"more": {"FALSE unreach-call", "the rest of *p stays"}, "count": {"TRUE all-asserts", ""},
		"counted": {"FALSE unreach-call", "assigns \\nothing: the rest of total stays"}, "named": {"TRUE all-asserts", ""},
		"indexed": {"FALSE unreach-call", "the rest of table stays"}, "bump": {"TRUE all-asserts", ""},
		"unread": {"TRUE", "nothing of its contract"},
		"kinds":  {"TRUE all-asserts", ""}, "bit": {"FALSE unreach-call", "assigns bits.i: the rest of bits stays"}, "cell": {"FALSE unreach-call", "the rest of rows stays"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, complaint, _ := verify(t, dir, "--entry", name, "--effort", "0", "a.c")
			if !strings.HasPrefix(out, want[0]+" ") || !strings.Contains(strings.Join(strings.Fields(out), " "), want[1]) {
				t.Errorf("%s%s, want %q", out, complaint, want)
			}
		})
	}
}

// TestEntryHeader asks about functions of a library that is one header, by itself and
// where a file includes it.
func TestEntryHeader(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{
		"lib.h":  "static int lib_get(const int *a, int n) { return a[n - 1]; }\nstatic inline int lib_two(void) { return 2; }\n",
		"use.c":  "#include \"lib.h\"\n",
		"main.c": "#include \"lib.h\"\nint lib_own(void) { return lib_two(); }\n",
		"api.h":  "int api(const int *a, int n) { return n > 0 ? a[n - 1] : 0; }\n",
		"api.c":  "#include \"api.h\"\n",
	})
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--entry", "lib_get", "use.c"}, "FALSE valid-deref  lib.h:1:"},
		{[]string{"--entry", "lib_get", "main.c"}, "FALSE valid-deref  lib.h:1:"},
		{[]string{"--entry", "lib_*", "use.c"}, "lib_two  TRUE ub"},
		{[]string{"--entry", "lib_*", "main.c"}, "1 functions: 1 TRUE"},
		{[]string{"check", "api.c"}, "api  TRUE "},
		{[]string{"check", "lib.h"}, "no function here may be called by other files"},
	} {
		out, complaint, _ := verify(t, dir, append(c.args, "--effort", "0")...)
		if c.args[0] == "check" {
			out, complaint, _ = verify(t, dir, c.args...)
		}
		if !strings.Contains(out+complaint, c.want) {
			t.Errorf("%q: %s%s, want %q", c.args, out, complaint, c.want)
		}
	}
}

// TestEntryLeak: what the caller of a function owns is not lost when the call returns,
// but is where the function forgets it.
func TestEntryLeak(t *testing.T) {
	dir := folder(t, map[string]string{"f.c": `#include <stdlib.h>
struct node { int v; struct node *next; };
int sum(const struct node *l) { int s = 0; for (; l; l = l->next) s ^= l->v; return s; }
void drop(struct node **l) { if (*l) *l = (*l)->next; }
void pop(struct node **l) { struct node *x = *l; if (x) { *l = x->next; free(x); } }
struct node *push(struct node *l) { struct node *x = malloc(sizeof *x); if (!x) return l; x->next = l; return x; }
void make(void) { push(0); }
`})
	for function, want := range map[string]string{"sum": "TRUE valid-memsafety", "drop": "FALSE valid-memtrack", "pop": "TRUE valid-memsafety", "push": "TRUE valid-memsafety", "make": "FALSE valid-memtrack"} {
		if out, _, _ := verify(t, dir, "f.c", "--property=valid-memsafety", "--effort=0", "--entry", function); !strings.HasPrefix(out, want) {
			t.Errorf("%s is not %s\n%s", function, want, out)
		}
	}
}
