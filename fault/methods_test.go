package fault

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/frontend/frontendtest"
	"culprit/interp"
	"culprit/interp/dependence"
)

// input prepares a failing run of a program.
func input(t *testing.T, src string, test *Test) *Input {
	t.Helper()
	prog := frontendtest.Execute(t, src)
	in := &Input{Prog: prog, Failing: test}
	if err := Locate(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	return in
}

func status(n int) *Expectation { return &Expectation{Status: n, HasStatus: true} }

func run(t *testing.T, m Method, in *Input) *Result {
	t.Helper()
	if missing := m.Needs.Missing(in); missing != 0 {
		t.Fatalf("%s: %v", m.Name, missing)
	}
	res, err := m.Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// where writes the lines of a result and the numbers of their instances.
func where(res *Result) string {
	var out []string
	for _, l := range res.Locations {
		out = append(out, fmt.Sprintf("%d:%s/%d", l.Pos.Line, l.Role, len(l.Instances)))
	}
	return strings.Join(out, " ")
}

// The guard of line 6 misses the last element: the loop ends too early.
const sumC = `int main(void) {
	int t[5] = {1, 2, 3, 4, 5};
	int skip = 3;
	int s = 0;
	for (int i = 0; i < 5; i++) {
		if (i != skip && i < 4)
			s += t[i];
	}
	if (s > 100)
		s = 0;
	return s;
}
`

func TestSwitching(t *testing.T) {
	in := input(t, sumC, &Test{Expect: status(11)})
	if in.Failure.Kind != WrongStatus || in.Failure.Pos.Line != 11 {
		t.Errorf("%+v", in.Failure)
	}
	res := run(t, PredicateSwitching(), in)
	if got := where(res); got != "6:predicate/1" {
		t.Errorf("%s\n%v", got, res.Notes)
	}
	// 5 instances of line 6, 6 of line 5, 1 of line 9.
	if got := fmt.Sprint(res.Stats.More); got != "[{branch instances 12} {switched 12} {critical 1}]" || res.Stats.Reruns != 12 {
		t.Error(got, res.Stats.Reruns)
	}
	if r := res.Locations[0].Reason; !strings.Contains(r, "in 1 of 5 executions") {
		t.Error(r)
	}
}

// Naive twin: every branch instance is switched in a run from the start.
func TestSwitchingTwin(t *testing.T) {
	for _, want := range []int{0, 1, 3, 6, 8, 10, 11, 15, 40} {
		test := &Test{Expect: status(want)}
		prog := frontendtest.Execute(t, sumC)
		in := &Input{Prog: prog, Failing: test}
		if err := Locate(context.Background(), in); err == ErrPasses {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		rec, err := in.Recording(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		var naive []int
		for inst := range rec.All(0) {
			if !IsBranch(inst.Edge) {
				continue
			}
			for _, other := range inst.Edge.From.Out {
				s := interp.NewSession(prog, Config(prog, test, Budget{}))
				s.Force(interp.Force{At: inst.Index, Take: other})
				if r := s.Finish(); other != inst.Edge && r.Status == interp.Exited && r.Code == want {
					naive = append(naive, inst.Index)
				}
			}
		}
		var got []int
		for _, l := range run(t, PredicateSwitching(), in).Locations {
			got = append(got, l.Instances...)
		}
		if fmt.Sprint(compact(got)) != fmt.Sprint(naive) {
			t.Errorf("status %d: %v, want %v", want, got, naive)
		}
	}
}

// The last instances of each statement are kept, in run order.
func TestRecent(t *testing.T) {
	r := newRecent[string, int](3)
	var want []int
	for i := range 100 {
		r.add([]string{"a", "b", "b"}[i%3], i)
	}
	for i := range 100 {
		if left := 99 - i; i%3 == 0 && left < 9 || i%3 != 0 && left < 5 && left != 0 {
			want = append(want, i)
		}
	}
	if got := r.all(func(i int) int { return i }); fmt.Sprint(got) != fmt.Sprint(want) || r.n != 100 {
		t.Errorf("%v, want %v", got, want)
	}
}

const checkC = `#include <assert.h>
extern int input(void);
int main(void) {
	int n = input();
	int ok = 0;
	if (n > 3)
		return 0;
	if (n == 2)
		ok = 1;
	assert(ok);
	return 0;
}
`

// To switch the check itself explains nothing; a branch that keeps the run
// from the check comes after one that lets it succeed.
func TestSwitchingAssertion(t *testing.T) {
	in := input(t, checkC, &Test{Values: []uint64{1}})
	res := run(t, PredicateSwitching(), in)
	if got := where(res); got != "8:predicate/1 6:predicate/1" {
		t.Error(got)
	}
	if r := res.Locations[1].Reason; !strings.HasSuffix(r, "without reaching the check again") {
		t.Error(r)
	}
	res = run(t, ValueReplacement(), in)
	if got := where(res); got != "4:value/1 5:value/1 6:predicate/1 8:predicate/1" {
		t.Error(got)
	}
}

func TestReplacement(t *testing.T) {
	src := `int twice(int x) {
	return x + x + 1;
}
int main(int argc, char **argv) {
	int a = argc * 10;
	int b = twice(argc);
	int c = a - b;
	return c;
}
`
	// Right is 2*argc, so that 8 instead of 7 is expected.
	in := input(t, src, &Test{Expect: status(8)})
	in.Passing = []*Test{{Args: []string{"x"}, Expect: &Expectation{}}}
	res := run(t, ValueReplacement(), in)
	if got := where(res); got != "2:value/1 5:value/1 6:value/1 7:value/1 8:value/1" {
		t.Errorf("%s", got)
	}
	for _, l := range res.Locations {
		if l.Pos.Line == 2 && l.Reason != "the run passes with 2 instead of 3" {
			t.Error(l.Reason)
		}
	}
}

// Limits end a search with what is known and a note, or an error before
// anything is.
func TestLimits(t *testing.T) {
	for _, m := range []Method{PredicateSwitching(), ValueReplacement()} {
		in := input(t, sumC, &Test{Expect: status(11)})
		in.Budget.Runs = 3
		res := run(t, m, in)
		if res.Stats.Reruns != 3 || len(res.Notes) != 1 || !strings.Contains(res.Notes[0], "limit of re-executions is reached after") {
			t.Errorf("%s: %d %q", m.Name, res.Stats.Reruns, res.Notes)
		}
		ended, end := context.WithCancel(context.Background())
		end()
		if _, err := m.Run(ended, in); err == nil {
			t.Errorf("%s: no error after the end", m.Name)
		}
	}
}

const totalsC = `#include <stdio.h>
int main(void) {
	int n, s = 0;
	while (scanf("%d", &n) == 1) {
		if (n > 3)
			s += n;
		printf("%d ", s);
	}
	printf("\ntotal %d\n", s);
	return 0;
}
`

// A wrong output shows where its first wrong byte was printed, a missing one
// at the end.
func TestWrongOutput(t *testing.T) {
	for want, line := range map[string]int{
		"0 0 3 7 12 \ntotal 12\n": 7,
		"0 0 0 4 9 \ntotal 12\n":  9,
		"0 0 0 4 9":               7,
		"0 0 0 4 9 \n":            9,
		"0 0 0 4 9 \ntotal 9\n.":  10,
	} {
		in := input(t, totalsC, &Test{Stdin: []byte("1 2 3 4 5"), Expect: &Expectation{Output: []byte(want), HasOutput: true}})
		f := in.Failure
		if f.Kind != WrongOutput || f.Pos.Line != line || f.Edge == nil {
			t.Errorf("%q: line %d, want %d: %+v", want, f.Pos.Line, line, f)
		}
		if _, ok := f.Edge.Stmt.(*cfg.Lib); ok != (line < 10) {
			t.Errorf("%q: at %v", want, f.Edge)
		}
	}
	in := input(t, totalsC, &Test{Stdin: []byte("1 2 3 4 5"), Expect: &Expectation{Output: []byte("0 0 3 7 12 \ntotal 12\n"), HasOutput: true}})
	if got := where(run(t, PredicateSwitching(), in)); got != "5:predicate/1" {
		t.Error(got)
	}
	if got := where(run(t, ValueReplacement(), in)); got != "5:predicate/1" {
		t.Error(got)
	}
}

// The dynamic slice lacks the branch that kept the sum from growing, the
// relevant slice has it. Locations come in the order of their distance. What
// printed before the wrong byte is in both.
func TestSlices(t *testing.T) {
	in := input(t, totalsC, &Test{Stdin: []byte("1 2 3 4 5"), Expect: &Expectation{Output: []byte("0 0 3 7 12 \ntotal 12\n"), HasOutput: true}})
	res := run(t, Slice(), in)
	if got := where(res); got != "7:value/2 3:value/1 4:predicate/3 4:value/3" {
		t.Error(got)
	}
	res = run(t, RelevantSlice(), in)
	if got := where(res); got != "7:value/2 3:value/1 4:predicate/3 5:predicate/3 4:value/3" {
		t.Error(got)
	}
	src := `int f(int x) {
	int unused = x * 2;
	return x + 1;
}
int main(int argc, char **argv) {
	int a = argc;
	int b = 3;
	if (a > 0)
		b = f(a);
	int c = a + 5;
	return b;
}
`
	in = input(t, src, &Test{Expect: status(77)})
	if got := where(run(t, Slice(), in)); got != "11:value/1 9:value/1 3:value/1 8:predicate/1 6:value/1 9:value/1" {
		t.Error(got)
	}
}

// What printed before a wrong byte belongs to the slice: it may have printed
// too much.
func TestSliceOfOutput(t *testing.T) {
	src := `#include <stdio.h>
int main(int argc, char **argv) {
	int n = argc + 1;
	if (n > 1)
		printf(" ");
	printf("x\n");
	return 0;
}
`
	in := input(t, src, &Test{Expect: &Expectation{Output: []byte(" y\n"), HasOutput: true}})
	if got := where(run(t, Slice(), in)); got != "6:value/1 5:value/1 4:predicate/1 3:value/1" {
		t.Error(got)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if _, err := in.Graph(ended); err == nil {
		t.Error("a graph without time")
	}
}

// Distances are the shortest ways, by a naive fixpoint.
func TestDistances(t *testing.T) {
	in := input(t, totalsC, &Test{Stdin: []byte("1 2 7 4 5 3 9"), Expect: &Expectation{Output: []byte("x"), HasOutput: true}})
	in.Failure.At = 60
	g, err := in.Graph(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, kinds := range []dependence.DepKind{dependence.DataDep | dependence.ControlDep, dependence.DataDep | dependence.ControlDep | dependence.SummaryDep} {
		for at := range g.N() {
			set := g.Slice([]int{at}, kinds)
			want := map[int]int{at: 0}
			for changed := true; changed; {
				changed = false
				for i := g.N() - 1; i >= 0; i-- {
					d, ok := want[i]
					if !ok {
						continue
					}
					var deps []int
					for _, j := range g.Data(i) {
						deps = append(deps, int(j))
					}
					deps = append(deps, g.Control(i))
					if kinds&dependence.SummaryDep != 0 {
						for _, r := range g.Summary(i) {
							for _, j := range g.Branches(r.Edge)[r.From:r.To] {
								deps = append(deps, int(j))
							}
						}
					}
					for _, j := range deps {
						if j < 0 || !set.Has(j) {
							continue
						}
						n := d
						if Shown(g.Edge(j)) && g.User(j) {
							n++
						}
						if old, ok := want[j]; !ok || n < old {
							want[j] = n
							changed = true
						}
					}
				}
			}
			for i, d := range distances(context.Background(), g, []int{at}, set, kinds) {
				if w, ok := want[i]; !ok && d >= 0 || ok && int(d) != w {
					t.Fatalf("from %d: instance %d (%v) is at %d, want %v", at, i, g.Edge(i), d, want[i])
				}
			}
		}
	}
}

// A reference program says what is expected of every input, so that a failing
// input can be made smaller.
func TestReference(t *testing.T) {
	prog, right := frontendtest.Execute(t, totalsC), frontendtest.Execute(t, strings.Replace(totalsC, "n > 3", "n > 2", 1))
	o := Reference(right, Budget{}, false)
	in := &Input{Prog: prog, Oracle: o, Failing: &Test{Stdin: []byte("10 11 12\n13 3 14\n15\n")}}
	if err := Locate(context.Background(), in); err != nil || in.Failure.Kind != WrongOutput {
		t.Fatal(err, in.Failure)
	}
	small := ReduceTest(context.Background(), in.Failing, func(c *Test) Outcome {
		got, _ := o.Judge(context.Background(), c, Execute(context.Background(), prog, c, Budget{}))
		return got
	})
	if string(small.Stdin) != "3" {
		t.Errorf("%q", small.Stdin)
	}
	broken := Reference(frontendtest.Execute(t, "int main(void) {\n int z = 0;\n return 1 / z;\n}\n"), Budget{}, false)
	if got, _ := broken.Judge(context.Background(), &Test{}, Execute(context.Background(), prog, &Test{}, Budget{})); got != Unresolved {
		t.Error(got)
	}
}

func TestLocate(t *testing.T) {
	prog := frontendtest.Execute(t, sumC)
	for _, tt := range []struct {
		want Expectation
		err  string
	}{
		{Expectation{}, ErrPasses.Error()},
		{*status(6), ErrPasses.Error()},
	} {
		err := Locate(context.Background(), &Input{Prog: prog, Failing: &Test{Expect: &tt.want}})
		if fmt.Sprint(err) != tt.err {
			t.Errorf("%+v: %v", tt.want, err)
		}
	}
	err := Locate(context.Background(), &Input{Prog: prog, Failing: &Test{}, Budget: Budget{Steps: 5}})
	if err == nil || !strings.Contains(err.Error(), "step limit") {
		t.Error(err)
	}
	in := input(t, "int main(void) {\n int z = 0;\n return 5 / z;\n}\n", &Test{})
	if f := in.Failure; f.Kind != UndefinedBehavior || f.Pos.Line != 3 || f.Edge == nil || f.Edge.Pos.Line != 3 || f.At < 1 {
		t.Errorf("%+v", f)
	}
	in = input(t, checkC, &Test{Values: []uint64{3}})
	if f := in.Failure; f.Kind != FailedAssertion || f.Pos.Line != 10 || f.Edge == nil || !strings.Contains(f.What, "violated") {
		t.Errorf("%+v", f)
	}
}

// A string literal cannot have been written by anything else: what the format
// of a printf is read from does not bring branches into the relevant slice.
func TestRelevantLiteral(t *testing.T) {
	src := `#include <stdio.h>
char buf[4];
void put(char *p) {
	if (p != 0)
		*p = 'x';
}
int main(int argc, char **argv) {
	char *fmt = "%d\n";
	put(0);
	put(argc > 5 ? fmt : buf);
	printf(fmt, 7);
	return 0;
}
`
	in := input(t, src, &Test{Expect: &Expectation{Output: []byte("2\n"), HasOutput: true}})
	if got := where(run(t, RelevantSlice(), in)); got != "11:value/1 8:value/1" {
		t.Error(got)
	}
}

// Freed memory is used because somebody freed it.
func TestSliceFreed(t *testing.T) {
	src := `#include <stdlib.h>
int main(int argc, char **argv) {
	int *p = malloc(4);
	int *q = malloc(4);
	int again = argc;
	int other = 2;
	*p = 3;
	free(q);
	if (again)
		free(p);
	other++;
	return *p;
}
`
	in := input(t, src, &Test{})
	if got := where(run(t, Slice(), in)); got != "12:value/1 3:value/1 10:value/1 9:predicate/1 5:value/1" {
		t.Error(got, in.Failure.Kind, in.Failure.Freed)
	}
}
