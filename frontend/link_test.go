package frontend_test

import (
	"strconv"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/interp"
)

// linked programs: files are divided by lines "--- NAME". The first line says
// with which status the program ends, or how it is refused.
var linked = []string{
	`exit 42
--- a.c
extern int shared; int tentative; int twice(int); static int own(void) { return 1; }
int main(void) { tentative += 3; return twice(shared) + own() + tentative - 2; }
--- b.c
int shared = 10; int tentative;
static int own(void) { return 5; }
int twice(int x) { tentative += 4; return 2 * x + 3 * own() + 1; }
`,
	`exit 7
--- static.c
static int n = 1; extern int other(void); int main(void) { n++; return n + other(); }
--- count.c
int n = 4; int other(void) { extern int n; return ++n; }
`,
	`exit 9
--- late.c
int n = 4; int other(void); int main(void) { return n + other(); }
--- early.c
static int n; static int helper(void) { n += 5; return n; } int other(void) { static int n = 1; return helper() + n - 1; }
`,
	`exit 12
--- list.c
struct node; extern struct node *head; struct node *next(struct node *); int value(struct node *);
int main(void) { return value(head) + value(next(head)); }
--- node.c
struct node { int v; struct node *n; };
static struct node last = { 5, 0 }; static struct node first = { 7, &last };
struct node *head = &first;
struct node *next(struct node *p) { return p->n; }
int value(struct node *p) { return p->v; }
`,
	`exit 5
--- opaque.c
struct s; struct box { struct s *p; }; extern struct box g; struct s *get(void);
int main(void) { return g.p == get() ? 5 : 6; }
--- full.c
struct s { int x; }; struct box { struct s *p; }; static struct s one; struct box g = { &one };
struct s *get(void) { return &one; }
int unused(void) { return g.p->x; }
`,
	`exit 3
--- tags.c
struct t { int a; int b; }; int f(void); int main(void) { struct t t = { 1, 2 }; return t.b + f(); }
--- other.c
struct t { char c[9]; }; typedef char shared; enum { b = 1 };
int f(void) { struct t t; return sizeof t == 9 ? b : 50; }
`,
	`exit 6
--- pointers.c
typedef int (*op)(int); op pick(int); static int inc(int x) { return x + 1; }
int main(void) { op o = inc; return pick(0)(1) + o(2); }
--- ops.c
static int inc(int x) { return x + 2; } static int dec(int x) { return x - 1; }
typedef int (*op)(int); op pick(int k) { return k ? dec : inc; }
`,
	`exit 8
--- implicit.c
int main(void) { return helper(3) + 1; }
--- helper.c
int helper(int x) { return 2 * x + 1; }
`,
	`exit 4
--- inline1.c
inline int two(void) { return 2; } int g(void); int main(void) { return two() + g(); }
--- inline2.c
inline int two(void) { return 2; } int g(void) { return two(); }
`,
	`exit 3
--- array1.c
extern int a[]; int last(void); int main(void) { a[1] = 3; return last(); }
--- array2.c
int a[2]; int last(void) { return a[1]; }
`,
	`exit 21
--- lib1.c
#include <stdlib.h>
#include <string.h>
char *copy(const char *); int main(void) { char *s = copy("ab"); int n = strlen(s); free(s); return abs(-19) + n; }
--- lib2.c
#include <stdlib.h>
#include <string.h>
char *copy(const char *s) { char *t = malloc(strlen(s) + 1); return strcpy(t, s); }
`,
	`exit 59
--- weak1.c
__attribute__((weak)) int f(void) { return 1; } __attribute__((weak)) int v = 1; int __attribute__((weak)) z = 7;
int g(void) { return 10; } int ga(void) __attribute__((weak, alias("g")));
static int st(void) { return 5; } int pub(void) __attribute__((alias("st")));
static int sv = 3; extern int av __attribute__((alias("sv"))); int other(void);
#pragma weak soft
int soft(void) { return 100; }
int main(void) { av++; return f() + v + z + ga() + other() + sv + soft(); }
--- weak2.c
int f(void) { return 2; } int v = 2; int z; static int st(void) { return 6; } int ga(void) { return 20; }
extern int pub(void), av; int other(void) { return pub() + st() * av; }
int soft(void) { return 2; }
`,
	`exit 6
--- inline3.c
extern inline __attribute__((gnu_inline)) int two(void) { return 2; } inline int three(void) { return 3; }
int main(void) { return two() + three(); }
--- inline4.c
int two(void) { return 4; } int three(void) { return 2; }
`,
	`pack2.c:2:5: second body of function f, the first is at pack1.c:1:34
--- pack1.c
int main(void) { return 0; } int f(void) { return 1; }
--- pack2.c

int f(void) { return 2; }
`,
	`init2.c:1:5: second initial value of x, the first is at init1.c:1:36
--- init1.c
static int x_; int main(void); int x = 1; int main(void) { return x; }
--- init2.c
int x = 1;
`,
	`kind2.c:1:5: f is a variable here and a function at kind1.c:1:34
--- kind1.c
int main(void) { return 0; } int f(void) { return 1; }
--- kind2.c
int f = 3;
`,
	`type2.c:1:11: x is of type long long here and of type int at type1.c:1:12
--- type1.c
extern int x; int main(void) { return x; }
--- type2.c
long long x = 3;
`,
	`shape2.c:1:25: x is of type struct s here and of type struct s at shape1.c:1:37
--- shape1.c
extern struct s { int a; int b; }   x; int main(void) { return x.a; }
--- shape2.c
struct s { int a, *b; } x;
`,
	`main1.c:1:1: none of the files defines a function main
--- main1.c
int f(void) { return 0; }
--- main2.c
static int mine(void) { return 0; }
`,
	`broken2.c:1:7: unexpected end of file
--- broken1.c
int main(void) { return 0; }
--- broken2.c
int f(
`,
}

// TestLink lowers programs of several files in both ways, and executes them.
func TestLink(t *testing.T) {
	for _, text := range linked {
		parts := strings.Split(text, "--- ")
		want := strings.TrimSpace(parts[0])
		var files []frontend.Source
		for _, p := range parts[1:] {
			name, src, _ := strings.Cut(p, "\n")
			files = append(files, frontend.Source{Name: name, Text: []byte(src)})
		}
		t.Run(files[0].Name, func(t *testing.T) {
			for _, bits := range []int{32, 64} {
				linkOne(t, files, bits, want)
			}
		})
	}
}

func linkOne(t *testing.T, files []frontend.Source, bits int, want string) {
	var status string
	for _, execute := range []bool{false, true} {
		p, err := frontend.ParseFiles(files, frontend.Config{PtrBits: bits, Execute: execute})
		if err != nil {
			status = err.Error()
			break
		}
		if err := cfg.Check(p); err != nil {
			t.Error(err)
		}
		names := map[string]bool{}
		for _, f := range p.Procs {
			if names[f.Name] {
				t.Errorf("two procedures named %s", f.Name)
			}
			names[f.Name] = true
		}
		if !execute {
			continue
		}
		r := interp.Run(p, interp.RunConfig{})
		status = r.Status.String()
		if r.Status == interp.Exited {
			status = "exit " + strconv.Itoa(r.Code)
		}
	}
	if !strings.HasPrefix(status, want) {
		t.Errorf("%d bits: %s\nwant %s", bits, status, want)
	}
}
