package repair

import (
	"slices"
	"strconv"
	"testing"

	"culprit/fault"
	"culprit/interp"
)

// TestNearAndFar picks the tests that are most similar to the failing run, and of
// the rest some from all over the suite.
func TestNearAndFar(t *testing.T) {
	var tests []*fault.Test
	var like []float64
	for i := range 20 {
		tests = append(tests, &fault.Test{Name: strconv.Itoa(i)})
		like = append(like, float64(i%5))
	}
	names := func(tests []*fault.Test) (out []string) {
		for _, t := range tests {
			out = append(out, t.Name)
		}
		return out
	}
	picked, rest := nearAndFar(tests, like, 8)
	if got := names(picked); !slices.Equal(got[:4], []string{"4", "9", "14", "19"}) || len(got) != 8 {
		t.Errorf("picked %v", got)
	}
	if len(rest) != 12 || rest[0].Name != "8" {
		t.Errorf("rest %v", names(rest))
	}
	for _, r := range rest {
		if slices.Contains(picked, r) {
			t.Errorf("%s is picked and left", r.Name)
		}
	}
	if picked, rest := nearAndFar(tests[:3], like, 8); len(picked) != 3 || len(rest) != 0 {
		t.Errorf("of 3: %v and %v", names(picked), names(rest))
	}
}

// TestFurther executes what passes the first tests on all others: a change that
// is wrong for one of many tests is not counted as one that keeps them.
func TestFurther(t *testing.T) {
	const src = "#include <stdio.h>\nint main(void) {\n\tint n;\n\tscanf(\"%d\", &n);\n\tif (n > 500)\n\t\tputs(\"large\");\n\telse\n\t\tputs(\"small\");\n\treturn 0;\n}\n"
	in := input(t, src, [2]string{"500", "large"})
	for i := range 300 {
		n, want := i, "small"
		if i == 299 {
			n, want = 499, "small"
		}
		text := strconv.Itoa(n)
		in.Passing = append(in.Passing, &fault.Test{Name: text, Stdin: []byte(text), Expect: &fault.Expectation{Output: []byte(want), HasOutput: true, FoldSpace: true}})
	}
	res := repaired(t, in)
	if len(res.Changes) == 0 {
		t.Fatal("no fix")
	}
	for _, l := range res.Locations {
		if c := l.Change; c != nil && c.Kept == c.Passing && c.Passing < 300 {
			t.Errorf("line %d: %q was executed on %d of 300 passing runs", l.Pos.Line, c.After, c.Passing)
		}
	}
}

// TestStepsOfChanged gives changed runs the time of the longest test, and of
// hanging ones not many times what the original took until it was stopped; more
// where no run is known to its end.
func TestStepsOfChanged(t *testing.T) {
	for _, c := range []struct {
		status         interp.Status
		steps, longest int
		first          bool
		want           int
	}{
		{interp.Exited, 100, 100, true, 20_400},
		{interp.Exited, 100, 50_000, true, 200_400},
		{interp.Exited, 100, 5_000_000, true, 400_400},
		{interp.Exited, 100, 100, false, 81_600},
		{interp.Faulted, 100, 100, true, 20_400},
		{interp.Faulted, 100, 0, true, 200_400},
		{interp.StepLimit, 10_000_000, 1_000, true, 404_000},
	} {
		if got := stepsOfChanged(c.status, c.steps, c.longest, c.first); got != c.want {
			t.Errorf("%v after %d steps, longest %d: %d, want %d", c.status, c.steps, c.longest, got, c.want)
		}
	}
}
