package hoare_test

import (
	"testing"

	"culprit/hoare"
	"culprit/interp"
	"culprit/logic"
)

// TestRunSelect counts the branches that select the value of a line, in the
// order of its evaluations, and lets each of them go the other way.
func TestRunSelect(t *testing.T) {
	rec := recordC(t, `int a = 1, b = 2, n;
int less(int x, int y) { return x < y; }
int count(void) { n++; return n > 0; }
int main(void) {
	int i, x;
	for (i = 0; i < 2; i++)
		x = less(a, b) && less(a, 5);
	x = less(a, b) && less(b, a);
	x = !less(a, b) || less(a, 5);
	x = less(a, b) && (less(b, a) || (less(a, 5) && less(1, b)));
	x = less(a, b) && count();
	x = !(less(b, a) || less(b, 1));
	int p = 1, q = 0;
	for (i = 0; i < 2; i++)
		if (q) x = 1; else x = 0;
	if (q) x = 1; else if (q) x = 2; else x = 0;
	if (p) x = 4; else if (q) x = 5; else x = 6;
	if (q) x = 1;
	x = 3;
	if (q) x = 1; else x = less(a, b);
	x = 0;
	return x;
}
`, 64, interp.RunConfig{})
	want := map[int][]int{7: {2, 2}, 8: {1}, 9: {1}, 10: {3}, 11: {1}, 12: {2}, 15: {1, 1}, 16: {2}, 17: {1}}
	r := newRun(t, rec, hoare.RunOptions{Select: true})
	got := map[int][]int{}
	for _, i := range r.Instances() {
		branches := r.Selected(i)
		if len(branches) == 0 {
			continue
		}
		def, _ := r.Value(i)
		is := r.TB.BV(r.TB.Width(def), r.Eval(def))
		for _, j := range branches {
			line := r.Edge(j).Pos.Line
			if j == branches[0] {
				got[line] = append(got[line], len(branches))
			}
			if !r.Selects(j) {
				t.Errorf("instance %d selects nothing", j)
			}
			m := map[logic.T]logic.T{}
			for _, v := range r.TB.Vars(r.Cond(j)) {
				m[v] = r.TB.BV(r.TB.Width(v), 1-r.Eval(v))
			}
			if r.TB.Subst(def, m) == is {
				t.Errorf("instance %d, line %d: the value does not depend on branch %d", i, line, j)
			}
		}
	}
	if len(got) != len(want) {
		t.Errorf("%v branches, want %v", got, want)
	}
	for line, n := range want {
		if len(got[line]) != len(n) || got[line][0] != n[0] || got[line][len(n)-1] != n[len(n)-1] {
			t.Errorf("line %d: %v branches, want %v", line, got[line], n)
		}
	}
	plain := newRun(t, rec, hoare.RunOptions{})
	for _, i := range plain.Instances() {
		if plain.Selects(i) || plain.Selected(i) != nil {
			t.Errorf("instance %d selects a value", i)
		}
	}
}
