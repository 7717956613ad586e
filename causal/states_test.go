package causal

import (
	"context"
	"slices"
	"strings"
	"testing"

	"culprit/fault"
	"culprit/frontend"
)

// States of statements that only the failing run executes are wrong, and so are
// those with other values than the correct run has, or another outcome.
func TestStates(t *testing.T) {
	const right = `#include <stdio.h>
int main(void) {
	int n = 4, k = 0;
	int m = n + 1;
	if (m > 4)
		k = 2;
	n = m - k;
	printf("%d %d\n", n, k);
	return 0;
}
`
	lower := func(src string) *fault.Input {
		prog, err := frontend.Parse("t.c", []byte(src), frontend.Config{PtrBits: 64, Execute: true})
		if err != nil {
			t.Fatal(err)
		}
		return &fault.Input{Prog: prog, Failing: &fault.Test{}}
	}
	for name, c := range map[string]struct {
		from, to string
		wrong    []int // lines
	}{
		"value":  {"n + 1", "n + 3", []int{4, 7}},
		"branch": {"m > 4", "m > 6", []int{5, 7}},
		"same":   {"n + 1", "1 + n", nil},
	} {
		in := lower(strings.Replace(right, c.from, c.to, 1))
		in.Reference = lower(right).Prog
		s, err := NewStates(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		g, err := in.Graph(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		var wrong []int
		for i := range g.N() {
			if e := g.Edge(i); fault.Shown(e) && !s.Right(i) && !slices.Contains(wrong, e.Pos.Line) {
				wrong = append(wrong, e.Pos.Line)
			}
		}
		if !slices.Equal(wrong, c.wrong) {
			t.Errorf("%s: wrong in lines %v, want %v", name, wrong, c.wrong)
		}
		in.Close()
	}
}
