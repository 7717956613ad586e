package cascade_test

import (
	"context"
	"slices"
	"testing"

	"culprit/cascade"
	"culprit/fault"
)

// A sum of floats depends on all iterations. The first portion has the last of
// them, the others follow level by level, and together they are what an integer
// sum has in one cause.
func TestPortions(t *testing.T) {
	program := func(typ, print string) string {
		return `#include <stdio.h>
int main(void) {
	` + typ + ` s = 1;
	` + typ + ` d = 2;
	for (int i = 0; i < 60; i++)
		s = s + d;
	printf("` + print + `\n", s);
	return 0;
}
`
	}
	test := &fault.Test{Expect: &fault.Expectation{Output: []byte("7\n"), HasOutput: true}}
	whole := build(t, input(t, program("int", "%d"), test), cascade.Config{})
	if got, want := lines(whole, whole.Root), []int{3, 4, 6, 7}; !slices.Equal(got, want) {
		t.Errorf("lines of the integer sum are %v, want %v", got, want)
	}
	want := whole.Support(whole.Root)
	for _, c := range []cascade.Config{{}, {NoIndependence: true, NoSkipping: true}} {
		tree := build(t, input(t, program("double", "%.0f"), test), c)
		if got, want := lines(tree, tree.Root), []int{6, 7}; !slices.Equal(got, want) {
			t.Errorf("lines of the first portion are %v, want %v", got, want)
		}
		var sizes, all []int
		for _, n := range tree.Nodes {
			if n != tree.Root && n.Kind != cascade.Rest {
				continue
			}
			if n.Level != len(sizes)+1 {
				t.Errorf("portion %d is on level %d", len(sizes)+1, n.Level)
			}
			is := tree.Support(n)
			for _, i := range is {
				if i != n.Condition && slices.Contains(all, i) {
					t.Errorf("instance %d is in two portions", i)
				}
			}
			sizes, all = append(sizes, len(is)), append(all, is...)
		}
		for _, n := range tree.Nodes {
			if n.Kind != cascade.Rest {
				continue
			}
			pruned, err := tree.Prune(context.Background(), n.ID)
			if err != nil {
				t.Fatal(err)
			}
			if pruned.Node(n.ID) != nil || len(pruned.Nodes) >= len(tree.Nodes) {
				t.Errorf("cause %d stays", n.ID)
			}
			break
		}
		slices.Sort(all)
		if all = slices.Compact(all); len(all) != len(want) {
			t.Errorf("portions of %v have %d instances, want %d", sizes, len(all), len(want))
		}
	}
}
