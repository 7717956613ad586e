package cascade_test

import (
	"context"
	"slices"
	"testing"

	"culprit/cascade"
	"culprit/fault"
)

// TestReading reads what decides the failure first, then what passes its value
// on, and what takes inputs last.
func TestReading(t *testing.T) {
	const src = `#include <stdio.h>
int limit(int n) {
	int most = 10;
	if (n > 5)
		most = 2 * n;
	return most;
}
int main(void) {
	int n;
	scanf("%d", &n);
	int m = limit(n);
	printf("%d\n", m);
	return 0;
}
`
	tree := build(t, input(t, src, &fault.Test{Stdin: []byte("6\n"), Expect: &fault.Expectation{Output: []byte("10\n"), HasOutput: true}}), cascade.Config{})
	footnotes := 0
	var visit func(n *fault.Node)
	visit = func(n *fault.Node) {
		for _, l := range n.Support {
			if l.Pos.Line == 10 {
				t.Error("the input is not a footnote")
			}
		}
		for _, l := range n.Given {
			footnotes++
			if l.Pos.Line != 10 && l.Pos.Line != 11 { // 11 calls
				t.Errorf("line %d is a footnote", l.Pos.Line)
			}
		}
		for _, c := range n.Children {
			visit(c)
		}
	}
	if visit(tree.Result().Tree); footnotes == 0 {
		t.Error("no footnotes")
	}
	read := func() (order []int, passes map[int]bool) {
		passes = map[int]bool{}
		for _, l := range tree.Result().Locations {
			if !slices.Contains(order, l.Pos.Line) {
				order = append(order, l.Pos.Line)
			}
			passes[l.Pos.Line] = passes[l.Pos.Line] || l.Passes
		}
		return order, passes
	}
	before, passes := read()
	if passes[4] || passes[5] { // the level alone
		t.Errorf("%v, %v", before, passes)
	}
	tree.Alter(context.Background())
	order, passes := read()
	rank := func(line int) int { return slices.Index(order, line) }
	if rank(4) > 1 || rank(5) > 1 || rank(11) != 2 || rank(6) != 3 || order[len(order)-1] != 10 || len(order) != len(before) {
		t.Errorf("%v", order)
	}
	for line, want := range map[int]bool{4: true, 5: true, 6: true, 10: false, 12: false} {
		if passes[line] != want {
			t.Errorf("line %d: passes %v", line, passes[line])
		}
	}
}

// TestReadingDecides reads what computes a flag before what only asks for it, and
// makes no difference between levels near the failure where the run passes.
func TestReadingDecides(t *testing.T) {
	const src = `#include <stdio.h>
int main(void) {
	int n, r = 4;
	scanf("%d", &n);
	int odd = n % 2;
	if (odd)
		r = 7;
	int s = 2 * r;
	if (n > 100)
		s = 0;
	printf("%d\n", s);
	return 0;
}
`
	tree := build(t, input(t, src, &fault.Test{Stdin: []byte("5\n"), Expect: &fault.Expectation{Output: []byte("8\n"), HasOutput: true}}), cascade.Config{})
	tree.Alter(t.Context())
	score := map[int]float64{}
	for _, l := range tree.Result().Locations {
		score[l.Pos.Line] = max(score[l.Pos.Line], l.Score)
	}
	if score[5] <= score[6] || score[8] != score[5] || score[6] < 1 || score[7] >= score[6] {
		t.Errorf("%v", score)
	}
}

// TestReadingKept reads a test of the input with which the run passes, since nothing
// is computed of it any more, after what sets the result right.
func TestReadingKept(t *testing.T) {
	const src = `#include <stdio.h>
int main(void) {
	int n, s = 0;
	scanf("%d", &n);
	if (n > 8) {
		puts("none");
		return 0;
	}
	int k = n + 1;
	s = s + 2 * k;
	s = s - n;
	if (s < 10)
		puts("some");
	else
		puts("none");
	return 0;
}
`
	tree := build(t, input(t, src, &fault.Test{Stdin: []byte("5\n"), Expect: &fault.Expectation{Output: []byte("none\n"), HasOutput: true}}), cascade.Config{})
	tree.Alter(t.Context())
	score := map[int]float64{}
	for _, l := range tree.Result().Locations {
		score[l.Pos.Line] = max(score[l.Pos.Line], l.Score)
	}
	if score[5] < 4 || score[12] <= score[5] {
		t.Errorf("%v", score)
	}
}

// TestReadingGuard reads the condition around the call of the function that checks
// before what led to its values, and no loop around the call.
func TestReadingGuard(t *testing.T) {
	const src = `#include <assert.h>
#include <stdio.h>
static int half(int n) {
	assert(n % 2 == 0);
	return n / 2;
}
int main(void) {
	int n, m = 0;
	scanf("%d", &n);
	if (n > 10)
		m = n - 10;
	for (int i = 0; i < 1; i++)
		if (m > 0)
			printf("%d\n", half(n));
	return 0;
}
`
	tree := build(t, input(t, src, &fault.Test{Stdin: []byte("15\n")}), cascade.Config{})
	tree.Alter(t.Context())
	score := map[int]float64{}
	for _, l := range tree.Result().Locations {
		score[l.Pos.Line] = max(score[l.Pos.Line], l.Score)
	}
	if score[13] <= score[10] || score[10] < score[12] || score[12] < 1 {
		t.Errorf("%v", score)
	}
}

// TestReadingOrder reads on where an altered run passes, and at the branch that
// such a cause contradicts, before other branches of the same level.
func TestReadingOrder(t *testing.T) {
	const src = `#include <stdio.h>
int main(void) {
	int n, x = 0, y = 4, z = 0;
	scanf("%d", &n);
	if (n > 3)
		x = 1;
	if (x + n > 100)
		z = 1;
	if (n > 2)
		y = 7;
	if (n + y > 200)
		z = 2;
	printf("%d\n", y + 10 * x + 100 * z);
	return 0;
}
`
	tree := build(t, input(t, src, &fault.Test{Stdin: []byte("5\n"), Expect: &fault.Expectation{Output: []byte("14\n"), HasOutput: true}}), cascade.Config{})
	tree.Alter(t.Context())
	turns := map[int]int{} // lines by turn
	var visit func(n *fault.Node)
	visit = func(n *fault.Node) {
		if turns[n.Turn] != 0 {
			t.Errorf("two nodes at %d", n.Turn)
		}
		turns[n.Turn] = n.Pos.Line
		for _, c := range n.Children {
			visit(c)
		}
	}
	visit(tree.Result().Tree)
	for k, line := range []int{13, 9, 5, 11, 7} {
		if turns[k+1] != line {
			t.Errorf("%v: line %d is not at %d", turns, line, k+1)
		}
	}
}
