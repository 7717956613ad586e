package localization

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"culprit/internal/gcc"
	"culprit/lab/scoring"
)

// TestInvariants measures a fault that changes a stored value: the sum of the
// tests that pass is never above 99.
func TestInvariants(t *testing.T) {
	const right = `#include <stdio.h>
int sum;
static int half(int x) {
	int y = x;
	if (x > 100)
		y = x / 2;
	return y;
}
int main(void) {
	int c, n = 0;
	while ((c = getchar()) >= '0')
		n = n * 10 + c - '0';
	sum = half(n);
	printf("%d\n", sum);
	return 0;
}
`
	dir := t.TempDir()
	files := writeAll(t, dir, map[string]string{"right.c": right, "wrong.c": strings.Replace(right, "x / 2", "x * 2", 1)})
	v := Version{ID: "s/p/v1", Program: "s/p", File: files["wrong.c"], Correct: files["right.c"], Lines: []scoring.FaultLine{{Line: 6}}}
	for _, text := range []string{"102", "10", "12", "99", "103"} {
		v.Cases = append(v.Cases, gcc.Case{Name: text, Stdin: []byte(text)})
	}
	runs := Invariants(context.Background(), []Version{v}, Config{Tests: 1})
	var got []string
	for _, r := range runs {
		line := r.Method
		if r.Found {
			line += ": found"
		}
		if r.InEnd {
			line += " in the end"
		}
		got = append(got, line)
	}
	want := "invariants, tests: found in the end; invariants, tests and made: found in the end; invariants, made: found in the end; " +
		"ochiai: found; tarantula: found; slice: found; failing statement; random order"
	if g := strings.Join(got, "; "); g != want {
		t.Errorf("got %s", g)
	}
	if r := runs[0]; r.Invariants == 0 || r.Failed < r.Sliced || r.Sliced < r.Unmarked || r.Unmarked < r.Final || r.Final == 0 || r.Good != 3 || r.Bad != 1 || r.Missing {
		t.Errorf("%+v", r)
	}
	var b strings.Builder
	if err := TableInvariants(runs).Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"\ns/p        invariants, tests                  1 ", "\nall        random order ", "\npaper 004  invariants, made                   8 "} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("no %q in\n%s", part, b.String())
		}
	}
	// The symptom is the call of printf, which prints sum, which is the result of
	// half, which is returned, kept in y and computed in the line of the fault.
	way := runs[len(runs)-1].Way
	if !way.Found || way.Functions != 2 || way.Lines != 4 || way.Instances < 4 || way.Executed == 0 {
		t.Errorf("%+v", way)
	}
	if rows := TableDistance(runs).Rows; len(rows) != 3 || rows[2][0] != "paper 004" {
		t.Errorf("%v", rows)
	}
	if rows := TableRanks(runs).Rows; len(rows) != 2 || rows[0][0] != "s/p/v1" {
		t.Errorf("%v", rows)
	}
	lost := TableLost(runs)
	if r := lost.Rows[0]; len(lost.Rows) != 7 || r[1] != "invariants, tests" || r[3] != "100" || r[4] != "0" || lost.Foot != 4 {
		t.Errorf("%v", lost.Rows)
	}
	if n := len(InvariantDetails(runs).Rows); n != len(runs) {
		t.Errorf("%d rows", n)
	}
}

// Shares are of sums, by the size of the run.
func TestShares(t *testing.T) {
	run := func(id string, lines, failed, sliced, unmarked int) InvariantRun {
		r := InvariantRun{Run: Run{ID: id, Method: "invariants, tests"}, Failed: failed, Sliced: sliced, Unmarked: unmarked}
		r.Metrics.Lines = lines
		return r
	}
	var got []string
	for _, row := range TableShares([]InvariantRun{run("a", 300, 10, 2, 1), run("b", 19, 4, 4, 4), run("c", 10, 6, 6, 3), run("d", 20, 2, 1, 1), run("e", 99, 0, 0, 0)}).Rows {
		got = append(got, fmt.Sprint(row))
	}
	want := "[below 20 invariants, tests 2 5.0 0 30] [below 50 invariants, tests 1 2.0 50 0] [100 and more invariants, tests 1 10.0 80 50] [all invariants, tests 4 5.5 41 31] [6217 and more paper 004 8 148.4 81 58]"
	if g := strings.Join(got, " "); g != want {
		t.Errorf("got %s", g)
	}
}

// A fault is lost at the first step that drops it.
func TestLost(t *testing.T) {
	for _, tt := range []struct {
		r    InvariantRun
		want string
	}{
		{InvariantRun{}, lostNoRuns}, {InvariantRun{Good: 1}, lostDiffers}, {InvariantRun{Good: 1, InFailed: true}, lostSlice},
		{InvariantRun{Good: 1, InFailed: true, InSlice: true}, lostFilter}, {InvariantRun{Good: 1, InFailed: true, InSlice: true, InUnmarked: true}, lostDisagree},
		{InvariantRun{Good: 1, InFailed: true, InSlice: true, InUnmarked: true, InAgreed: true}, lostFewer}, {InvariantRun{Good: 1, InEnd: true}, ""},
	} {
		if got := tt.r.lost(); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.r, got, tt.want)
		}
	}
}
