package invariants

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/fault"
	"culprit/frontend/frontendtest"
)

// The final set is what all filters leave of what all good runs have differently,
// and nothing else; the statement where the failure shows if memory is used wrongly.
func TestChoose(t *testing.T) {
	for _, tt := range []struct {
		c    Candidate
		f    fault.FailureKind
		part int
	}{
		{Candidate{Step: Agreed}, fault.WrongOutput, byAll},
		{Candidate{Step: Agreed, level: 1}, fault.WrongOutput, byFew},
		{Candidate{Step: Agreed, local: true}, fault.WrongOutput, byLocal},
		{Candidate{Step: Unmarked}, fault.WrongOutput, some},
		{Candidate{Step: Sliced, strayed: true}, fault.WrongOutput, explained},
		{Candidate{Step: Failed}, fault.WrongOutput, outside},
		{Candidate{Step: Agreed, symptom: true}, fault.WrongOutput, showing},
		{Candidate{Step: Agreed, symptom: true}, fault.UndefinedBehavior, byAll},
		{Candidate{Step: Sliced, symptom: true}, fault.UndefinedBehavior, showing},
	} {
		d := &Diagnosis{Candidates: []Candidate{tt.c}}
		d.choose(&fault.Failure{Kind: tt.f})
		if c := &d.Candidates[0]; c.part != tt.part || c.Final() != (tt.part == byAll) {
			t.Errorf("%+v: part %d, want %d", tt.c, c.part, tt.part)
		}
	}
}

// TestScoreOrder checks that what is read comes in the order of the parts of the list.
func TestScoreOrder(t *testing.T) {
	ordered := []Candidate{
		{part: byAll, Step: Agreed, Runs: 8}, {part: byAll, Step: Agreed, Runs: 5}, {part: byAll, Step: Agreed, Way: true, Runs: 8},
		{part: byFew, Step: Agreed, level: 1, Runs: 8}, {part: byFew, Step: Agreed, level: 3, Runs: 8}, {part: showing, symptom: true, Step: Unmarked},
		{part: some, Step: Unmarked, Runs: 3}, {part: some, Step: Unmarked, Runs: 2}, {part: some, Step: Unmarked, given: true, suspicion: 1, Runs: 8},
		{part: explained, Step: Sliced}, {part: unbroken, suspicion: 0.4}, {part: unbroken, suspicion: 0.3}, {part: outside, Step: Failed},
	}
	d := &Diagnosis{Bad: 8}
	for i := 1; i < len(ordered); i++ {
		if a, b := ordered[i-1].score(d), ordered[i].score(d); a <= b {
			t.Errorf("candidate %d has %.2f, the one behind it %.2f", i-1, a, b)
		}
	}
}

// The invariants of the closest 4, 2 and 1 of the good runs are those that
// training on them alone has.
func TestLevels(t *testing.T) {
	prog := frontendtest.Execute(t, "#include <stdio.h>\nint g, h;\nint main(void) { scanf(\"%d\", &g); for (h = g; h < 6; h++) if (h - g == 2) break; return g > h; }\n")
	for _, tt := range []struct {
		good []string
		want []int
	}{
		{[]string{"1", "2", "3", "4", "5", "6", "7", "8"}, []int{8, 4, 2, 1}},
		{[]string{"1", "2", "3", "4", "5", "6"}, []int{6, 4, 2, 1}}, {[]string{"3", "1", "2"}, []int{3, 2, 1}}, {[]string{"5"}, []int{1}}, {nil, nil},
	} {
		in := &fault.Input{Prog: prog, Oracle: &fault.Oracle{}, Failing: &fault.Test{}}
		tests := stdin(tt.good...)
		levels, err := learn(context.Background(), in, tests, false)
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, l := range levels {
			got = append(got, l.runs)
			// All in one, in place of one for each run.
			alone := newTrained(newPoints(prog, false))
			for _, test := range tests[:l.runs] {
				alone.watch(context.Background(), in, test)
			}
			if a, b := fmt.Sprint(l.ranges, l.taken, l.reached), fmt.Sprint(alone.ranges, alone.taken, alone.reached); a != b {
				t.Errorf("%v, %d runs: %s, alone %s", tt.good, l.runs, a, b)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("%v: %v, want %v", tt.good, got, tt.want)
		}
	}
}

// found lists the candidates that values are known of, with their lines.
func found(d *Diagnosis) string {
	var out []string
	for i := range d.Candidates {
		if c := &d.Candidates[i]; c.part <= showing {
			out = append(out, fmt.Sprintf("%s (%s)", c.Name, strings.Join(linesOf(append([]*cfg.Edge{c.Edge}, c.Expression...)), " ")))
		}
	}
	return strings.Join(out, "; ")
}

// What differs from the closest run only, wrong entries of tables, and the
// statement that prints are listed.
func TestListed(t *testing.T) {
	for _, tt := range []struct {
		name, src, failing string
		good               []string
		want               string
	}{
		{"closest", `#include <stdio.h>
int a, b, n;
int main(void) {
	scanf("%d %d", &a, &b);
	n = a * 2 + b;
	printf("%d\n", n);
	return 0;
}
`, "4 1", []string{"4 2", "1 1", "2 1", "3 3", "5 1", "6 1", "7 1", "8 1"}, "value stored in n (5)"},
		{"table", `#include <stdio.h>
int table[4], k, n;
int main(void) {
	table[0] = 1;
	table[1] = 3;
	table[2] = 90;
	scanf("%d", &k);
	n = table[k];
	printf("%d\n", n);
	return 0;
}
`, "2", []string{"0", "1"}, "value of a part of table (8 6)"},
		{"printing", `#include <stdio.h>
int main(void) {
	int k;
	scanf("%d", &k);
	printf("%d!\n", k);
	return 0;
}
`, "2", []string{"1", "3"}, "this statement (5)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := &fault.Input{Prog: frontendtest.Execute(t, tt.src), Failing: stdin(tt.failing)[0], Passing: stdin(tt.good...)}
			in.Failing.Expect = &fault.Expectation{HasOutput: true, Output: []byte("?")}
			got := found(diagnosis(t, in, Options{Good: 8}))
			if !strings.Contains(got, tt.want) {
				t.Errorf("want %q: %s", tt.want, got)
			}
		})
	}
}

// A second pass narrows an expression to the values of locals within it that break
// invariants of their own, and to what computes them from such that keep theirs.
func TestInside(t *testing.T) {
	const src = `#include <stdio.h>
int total;
int main(void) {
	int n;
	scanf("%d", &n);
	int base = n % 2 + 3;
	int step = n / 100 * 50;
	int sum = base + 1;
	if (base > 3)
		sum = sum + step;
	total = sum;
	printf("%d\n", total);
	return 0;
}
`
	test := func(in, out string) *fault.Test {
		return &fault.Test{Stdin: []byte(in), Expect: &fault.Expectation{HasOutput: true, Output: []byte(out)}}
	}
	in := &fault.Input{Prog: frontendtest.Execute(t, src), Failing: test("101", "6\n"), Passing: []*fault.Test{test("1", "5\n"), test("3", "5\n"), test("4", "4\n"), test("7", "5\n")}}
	d := diagnosis(t, in, Options{Good: 8})
	for i := range d.Candidates {
		if c := &d.Candidates[i]; c.Name == "value stored in total" {
			if got := strings.Join(linesOf(c.Expression), " "); !c.Final() || got != "7" {
				t.Errorf("lines %s: %s", got, describe(d))
			}
			return
		}
	}
	t.Error(describe(d))
}

// Where no invariant fails, stores of locals that are in no memory are looked
// at, and then the statements at the fewest dependences from the failure: a wrong
// constant breaks nothing. They are listed, but in no final set.
func TestNothingFails(t *testing.T) {
	const src = `#include <stdio.h>
int high;
int main(void) {
	int n;
	scanf("%d", &n);
	int least = 3;
	int m = n;
	int k = m * 2;
	high = k > least;
	printf("%d\n", high);
	return 0;
}
`
	test := func(in, out string) *fault.Test {
		return &fault.Test{Stdin: []byte(in), Expect: &fault.Expectation{HasOutput: true, Output: []byte(out)}}
	}
	in := &fault.Input{
		Prog: frontendtest.Execute(t, src), Failing: test("9", "0\n"),
		Passing: []*fault.Test{test("2", "1\n"), test("3", "1\n"), test("1", "0\n")},
	}
	d := diagnosis(t, in, Options{Good: 8})
	local, constant := false, false
	for i := range d.Candidates {
		c := &d.Candidates[i]
		local = local || c.Step == Agreed && c.Name == "value stored in k" && c.Observed == "18" && c.Expected == "2 to 6"
		constant = constant || c.Step == Unbroken && c.Edge.Pos.Line == 6
	}
	if !local || !constant || d.Final() != 1 { // the input
		t.Errorf("local %v, constant %v, %d candidates: %s", local, constant, d.Final(), describe(d))
	}
}

// What the slice removed comes last, such as a branch that goes a new way to no
// effect. Where every input fails there are only statements that the failure depends
// on.
func TestLastResorts(t *testing.T) {
	const src = `#include <stdio.h>
int seen;
int main(void) {
	int n;
	scanf("%d", &n);
	if (n > 8)
		seen = 1;
	printf("%d\n", n * 2);
	return 0;
}
`
	prog := frontendtest.Execute(t, src)
	test := func(in, out string) *fault.Test {
		return &fault.Test{Stdin: []byte(in), Expect: &fault.Expectation{HasOutput: true, Output: []byte(out)}}
	}
	lines := func(d *Diagnosis) string {
		var out []string
		for i := range d.Candidates {
			out = append(out, fmt.Sprint(d.Candidates[i].Edge.Pos.Line))
		}
		slices.Sort(out)
		return strings.Join(slices.Compact(out), " ")
	}
	d := diagnosis(t, &fault.Input{Prog: prog, Failing: test("9", "27\n"), Passing: []*fault.Test{test("1", "2\n"), test("2", "4\n")}}, Options{Good: 8})
	if got := lines(d); !strings.Contains(got, "6") || !strings.Contains(got, "8") {
		t.Errorf("lines %s: %s", got, describe(d))
	}
	in := &fault.Input{Prog: prog, Failing: test("9", "27\n"), Reference: frontendtest.Execute(t, strings.Replace(src, "n * 2", "n * 3 + 1", 1))}
	d = diagnosis(t, in, Options{Good: 8, Tries: 20})
	if got := lines(d); got != "5 8" || d.Good != 0 || len(d.notes) == 0 {
		t.Errorf("without a passing run: lines %s, %v", got, d.notes)
	}
}
