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
