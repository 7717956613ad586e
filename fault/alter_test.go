package fault

import (
	"context"
	"slices"
	"testing"

	"culprit/frontend/frontendtest"
)

// TestAlter alters the statements of failing runs: one instance, all of them,
// and in vain; a run that returns early keeps little of the failing one.
func TestAlter(t *testing.T) {
	tests := []struct {
		name, src string
		test      *Test
		want      map[int]string  // lines with which the run passes
		most      map[int]float64 // of what they keep; 1 of others
	}{
		{"one instance", sumC, &Test{Expect: status(11)}, map[int]string{
			6:  "the run passes if this is true",
			7:  "the run passes with 11 instead of 6",
			11: "the run passes with 11 instead of 6",
		}, map[int]float64{}},
		{"all instances", `int main(void) {
	int s = 0, step;
	for (int i = 0; i < 5; i++) {
		step = 2;
		s = s * 3 + step;
	}
	return s == 121;
}
`, &Test{Expect: status(1)}, map[int]string{
			4: "the run passes with one less here each time", 5: "the run passes with one less here each time", 7: "the run passes with 1 instead of 0",
		}, nil},
		{"most is left out", `int main(void) {
	int n = 3, s = 0;
	if (n < 0)
		return 6;
	s = n + 1;
	s = s + 1;
	return s;
}
`, &Test{Expect: status(6)}, map[int]string{3: "the run passes if this is true", 6: "the run passes with 6 instead of 5"}, map[int]float64{3: 0.5}},
		{"the check is avoided", `#include <assert.h>
int main(void) {
	int a = 1, b = 2;
	if (a)
		assert(b == 1);
	return 0;
}
`, nil, map[int]string{3: "the run passes with 1 instead of 2"}, nil},
	}
	for _, tt := range tests {
		if tt.test == nil {
			tt.test = &Test{}
		}
		in := &Input{Prog: frontendtest.Execute(t, tt.src), Failing: tt.test}
		if err := Locate(context.Background(), in); err != nil {
			t.Fatal(err)
		}
		g, err := in.Graph(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		var statements [][]int
		at := map[int]int{}
		var of []int
		for i := g.N() - 1; i >= 0; i-- {
			e := g.Edge(i)
			if !g.User(i) || !Shown(e) {
				continue
			}
			k, ok := at[statement(e).ID]
			if !ok {
				k = len(statements)
				at[statement(e).ID] = k
				statements, of = append(statements, nil), append(of, e.Pos.Line)
			}
			statements[k] = append(statements[k], i)
		}
		got, err := Alter(context.Background(), in, statements, 1_000_000)
		if err != nil {
			t.Fatal(err)
		}
		seen, keeps := map[int]string{}, map[int]float64{}
		for k := range got {
			if got[k].Passes {
				seen[of[k]], keeps[of[k]] = got[k].How, got[k].Keeps
			}
		}
		for line, how := range tt.want {
			if seen[line] != how {
				t.Errorf("%s: line %d: %q, want %q", tt.name, line, seen[line], how)
			}
			if most, ok := tt.most[line]; tt.most != nil && (keeps[line] <= 0 || ok && keeps[line] > most || !ok && keeps[line] != 1) {
				t.Errorf("%s: line %d keeps %v", tt.name, line, keeps[line])
			}
		}
		if tt.name == "the check is avoided" && seen[4] != "" {
			t.Errorf("line 4 avoids the check, but %s", seen[4])
		}
		none, err := Alter(context.Background(), in, statements, -1)
		if err != nil || slices.ContainsFunc(none, func(a Alteration) bool { return a.Passes || a.Runs > 0 }) {
			t.Errorf("%s: without work %v, %v", tt.name, none, err)
		}
	}
}
