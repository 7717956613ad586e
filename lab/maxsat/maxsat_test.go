package maxsat

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"culprit/fault"
	"culprit/frontend/frontendtest"
	"culprit/logic"
	"culprit/smt"
	"culprit/smt/bitblast"
)

// failing is a failing run of a program.
func failing(t testing.TB, src, stdin, output string) *fault.Input {
	t.Helper()
	prog := frontendtest.Execute(t, src)
	in := &fault.Input{Prog: prog, Failing: &fault.Test{Stdin: []byte(stdin)}, Oracle: &fault.Oracle{}}
	if output != "" {
		in.Failing.Expect = &fault.Expectation{Output: []byte(output), HasOutput: true}
	}
	if err := fault.Locate(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	return in
}

// text lists the correction sets as lines: "3 5 4+6".
func (out *Corrections) text() string {
	var sets []string
	for _, s := range out.Sets {
		var lines []string
		for _, l := range s.Lines {
			lines = append(lines, fmt.Sprint(l.N))
		}
		sets = append(sets, strings.Join(lines, "+"))
	}
	return strings.Join(sets, " ")
}

var corpus = []struct {
	name, src, stdin, output string
	want                     string
}{
	// Line 4 may be another constant, line 7 another sum; with the condition
	// the other way line 6 makes it 3, so that line 6 has to change as well.
	{"other way", `#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int x = __VERIFIER_nondet_int(), y = 1;
	if (x > 5)
		y = 3;
	y = y + 1;
	assert(y == 3);
	return 0;
}
`, "0", "", "4 5+6 7"},
	// Here the condition is enough: line 6 does what is needed.
	{"condition", `#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int x = __VERIFIER_nondet_int(), y = 1;
	if (x > 5)
		y = 2;
	y = y + 1;
	assert(y == 3);
	return 0;
}
`, "0", "", "4 5 7"},
	// A value before a condition decides it.
	{"value of a condition", `#include <stdio.h>
int twice(int a) {
	return a + a;
}
int main(void) {
	int a = 0, r = 0;
	scanf("%d", &a);
	int big = twice(a) > 10;
	if (big)
		r = 1;
	else
		r = 2;
	printf("%d\n", r);
	return 0;
}
`, "4", "1\n", "3 8 9 12 13"},
	// All turns of a loop share their lines.
	{"loop", `#include <stdio.h>
int main(void) {
	int n = 0, s = 0, i;
	scanf("%d", &n);
	for (i = 0; i < n; i++)
		s += i;
	printf("sum %d\n", s);
	return 0;
}
`, "4", "sum 10\n", "3 5 6 7"},
	// Two lines together.
	{"pair", `#include <assert.h>
int a, b;
int main(void) {
	a = 1;
	b = 2;
	assert(a == 2 && b == 3);
	return 0;
}
`, "", "", "4+5"},
	// Of undefined behaviour the statement itself, and what it works on.
	{"index", `int t[4];
int main(void) {
	int i = 3;
	i = i + 1;
	t[i] = 5;
	return 0;
}
`, "", "", "3 4 5"},
	{"memory", `#include <stdio.h>
int t[4];
int main(void) {
	int i = 0;
	scanf("%d", &i);
	t[0] = 5;
	t[1] = 6;
	int *p = t + i;
	printf("%d\n", *p);
	return 0;
}
`, "1", "5\n", "7 8 9"},
}

// TestMaxSAT compares the correction sets of small programs with those that
// follow from their text, with what trying all sets finds, and checks each.
func TestMaxSAT(t *testing.T) {
	for _, tt := range corpus {
		t.Run(tt.name, func(t *testing.T) {
			in := failing(t, tt.src, tt.stdin, tt.output)
			got, err := Analyse(context.Background(), in, Config{})
			if err != nil {
				t.Fatal(err)
			}
			sets := strings.Fields(got.text())
			slices.Sort(sets)
			want := strings.Fields(tt.want)
			slices.Sort(want)
			if !slices.Equal(sets, want) {
				t.Errorf("%v, want %v; %s; %v", sets, want, got.Goal, got.Notes)
			}
			naive := naiveSets(t, in)
			slices.Sort(naive)
			if !slices.Equal(sets, naive) {
				t.Errorf("%v, all sets tried: %v", sets, naive)
			}
		})
	}
}

// naiveSets tries all sets of up to three lines, each with a formula and a
// solver of its own, in which the lines that stay are asserted.
func naiveSets(t testing.TB, in *fault.Input) []string {
	var out []string
	var found [][]int
	var try func(set []int, from, size int)
	units := unrolled(t, in).units
	try = func(set []int, from, size int) {
		if size > 0 {
			for k := from; k < len(units); k++ {
				try(append(slices.Clone(set), k), k+1, size-1)
			}
			return
		}
		for _, f := range found {
			if contains(set, f) {
				return
			}
		}
		f := unrolled(t, in)
		for k, x := range f.units {
			if !slices.Contains(set, k) {
				f.hard = append(f.hard, x.sel)
			}
		}
		s := smt.New(f.tb, bitblast.New(bitblast.Config{}), smt.Config{Recheck: &bitblast.Naive{}})
		switch s.Check(f.hard...) {
		case smt.Sat:
			found = append(found, set)
			var lines []int
			for _, k := range set {
				lines = append(lines, f.units[k].line.N)
			}
			slices.Sort(lines)
			out = append(out, strings.ReplaceAll(strings.Trim(fmt.Sprint(lines), "[]"), " ", "+"))
		case smt.Unknown:
			t.Fatal("undecided")
		}
	}
	for size := range 3 {
		try(nil, 0, size+1)
	}
	return out
}

// unrolled is the formula of a run.
func unrolled(t testing.TB, in *fault.Input) *formula {
	t.Helper()
	ctx := context.Background()
	tr, err := newTrail(ctx, in)
	if err != nil {
		t.Fatal(err)
	}
	a := &analysis{trail: tr, ctx: ctx, conf: Config{}.withDefaults()}
	u, err := a.unroll(scope{terms: a.conf.Terms, steps: a.conf.Terms})
	if err != nil {
		t.Fatal(err)
	}
	return &u.formula
}

// TestFormulaHolds evaluates the formula in the run: everything but the postcondition
// has to hold if all lines stay.
func TestFormulaHolds(t *testing.T) {
	for _, tt := range corpus {
		in := failing(t, tt.src, tt.stdin, tt.output)
		ctx := context.Background()
		tr, err := newTrail(ctx, in)
		if err != nil {
			t.Fatal(err)
		}
		u := newUnroller(ctx, tr, scope{terms: 1 << 20, steps: 1 << 20})
		if err := u.run(func() {}); err != nil {
			t.Fatal(err)
		}
		for _, f := range u.hard {
			if u.st.Eval(f) != 1 {
				t.Errorf("%s: %s does not hold in the run", tt.name, u.tb.String(f))
			}
		}
		if u.st.Eval(u.path) != 1 || u.path == logic.False {
			t.Errorf("%s: path %s", tt.name, u.tb.String(u.path))
		}
	}
}

// TestLineByLine compares the lines found one by one with the sets of one line
// of the formula of all lines, and runs all models.
func TestLineByLine(t *testing.T) {
	for _, tt := range corpus {
		in := failing(t, tt.src, tt.stdin, tt.output)
		all, err := Analyse(context.Background(), in, Config{Size: 1})
		if err != nil {
			t.Fatal(err)
		}
		tr, err := newTrail(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		a := &analysis{trail: tr, ctx: context.Background(), conf: Config{}.withDefaults(), replays: newReplayer(context.Background(), tr)}
		a.lineByLine()
		a.finish()
		want, got := strings.Fields(all.text()), strings.Fields(a.out.text())
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, together %v", tt.name, got, want)
		}
		for _, s := range append(all.Sets, a.out.Sets...) {
			if s.Check != Passed && s.Check != Definition {
				t.Errorf("%s: line %d: check %d", tt.name, s.Lines[0].N, s.Check)
			}
		}
		if len(a.out.Open) > 0 {
			t.Errorf("%s: %v is open", tt.name, a.out.Open)
		}
	}
}

// TestTooLarge has an answer where the formula of all lines is too large.
func TestTooLarge(t *testing.T) {
	src := `#include <stdio.h>
int sum(int n) {
	int s = 0, i;
	for (i = 0; i < n; i++)
		s = s * 3 + i;
	return s;
}
int main(void) {
	int n = 0, a, b = 7;
	scanf("%d", &n);
	a = sum(n);
	if (a > 1000)
		b = b + 1;
	printf("%d\n", b);
	return 0;
}
`
	in := failing(t, src, "400", "10\n")
	got, err := Analyse(context.Background(), in, Config{Terms: 2000})
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(got.text())
	slices.Sort(lines)
	if want := []string{"13", "14", "9"}; !slices.Equal(lines, want) || got.Complete {
		t.Errorf("%v, want %v; %v", lines, want, got.Notes)
	}
	if got.Terms > 2000+200 {
		t.Errorf("%d terms", got.Terms)
	}
}

// TestInstances doubts the turns of a loop one by one.
func TestInstances(t *testing.T) {
	in := failing(t, corpus[3].src, corpus[3].stdin, corpus[3].output)
	got, err := Analyse(context.Background(), in, Config{Instances: true, Size: 1})
	if err != nil {
		t.Fatal(err)
	}
	six := 0
	for _, s := range got.Sets {
		if s.Lines[0].N == 6 {
			six++
		}
	}
	if six != 4 {
		t.Errorf("%d of 4 turns: %s", six, got.text())
	}
}

// TestMethod is the answer for the user, and those that are none.
func TestMethod(t *testing.T) {
	in := failing(t, corpus[4].src, "", "")
	m := Method(Config{})
	res, err := m.Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Locations) != 2 || !strings.Contains(res.Locations[0].Reason, "line 5 did something else") || res.Locations[0].Score != res.Locations[1].Score {
		t.Errorf("%+v", res.Locations)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := m.Run(ctx, in); err == nil {
		t.Error("no error after the end of the context")
	}
	got, err := Analyse(context.Background(), in, Config{Size: 1})
	if err != nil || len(got.Sets) != 0 || got.Complete || !slices.Contains(got.Notes, stopSize) {
		t.Errorf("%+v, %v", got, err)
	}
}
