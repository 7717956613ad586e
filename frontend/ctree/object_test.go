package ctree_test

import (
	"testing"

	"culprit/frontend"
	"culprit/frontend/ctree"
)

// TestObjects: uses lead to their declarations, also in what macros expand to.
func TestObjects(t *testing.T) {
	const src = `#include <assert.h>
static int hidden;
extern int shared;
int shared;
static int f(int x) { int y = x; { int y = hidden; x = y; } return x + y; }
int main(void) {
    int x = f(shared);
    assert(x == f(2));
    return x;
}
`
	tree, err := frontend.NewTree([]frontend.Source{{Name: "a.c", Text: []byte(src)}}, "a.c", frontend.Config{Execute: true})
	if err != nil {
		t.Fatal(err)
	}
	uses := map[ctree.Object]int{}
	for _, f := range tree.Funcs {
		if f.Body != nil {
			f.Body.Walk(func(n *ctree.Node) {
				if n.Kind == ctree.NodeName {
					uses[n.Object]++
				}
			})
		}
	}
	for o, want := range map[ctree.Object]int{
		{Name: "hidden", File: "a.c"}:             1,
		{Name: "shared"}:                          1,
		{Name: "f", File: "a.c"}:                  2,
		{Name: "x", File: "a.c", Func: "f"}:       3,
		{Name: "y", File: "a.c", Func: "f"}:       1,
		{Name: "y", File: "a.c", Func: "f", N: 1}: 1,
		{Name: "x", File: "a.c", Func: "main"}:    2,
		{Name: "__culprit_assert"}:                1,
	} {
		if uses[o] != want {
			t.Errorf("%v: %d uses, want %d", o, uses[o], want)
		}
		delete(uses, o)
	}
	if len(uses) > 0 {
		t.Errorf("unexpected: %v", uses)
	}
}

// TestTypeNames: types have the names that C text can use.
func TestTypeNames(t *testing.T) {
	const src = `union number { int i; float f; };
struct pair { union number first, second; };
enum color { RED };
typedef struct { int n; } count;
int main(void) {
    union number u = {1}, *pu = &u;
    struct pair p = {u, u};
    enum color c = RED;
    count n = {1}, a[2] = {n, n};
    return pu->i + p.first.i + c + a[0].n;
}
`
	tree, err := frontend.NewTree([]frontend.Source{{Name: "a.c", Text: []byte(src)}}, "a.c", frontend.Config{Execute: true})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][2]string{}
	for _, f := range tree.Funcs {
		if f.Body != nil {
			f.Body.Walk(func(n *ctree.Node) {
				for _, v := range n.Vars {
					got[v.Name] = [2]string{v.Type.Text, v.Type.Elem}
				}
			})
		}
	}
	for name, want := range map[string][2]string{
		"u": {"union number"}, "pu": {"pointer to union number", "union number"}, "p": {"struct pair"},
		"c": {"enum color"}, "n": {"count"}, "a": {"array of 2 count", "count"},
	} {
		if got[name] != want {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
	}
}
