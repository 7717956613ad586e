package relevance_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"culprit/analysis/alias"
	"culprit/cfg"
	"culprit/internal/gen"
	"culprit/internal/rounds"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/relevance"
	"culprit/relevance/sample"
	"culprit/smt"
	"culprit/smt/bitblast"
)

const prelude = `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void *malloc(unsigned long);
extern void *memset(void *, int, unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
`

// TestAnalyze runs small C programs until they fail. Statements that are not
// listed are irrelevant.
func TestAnalyze(t *testing.T) {
	for _, c := range []struct {
		name   string
		src    string
		inputs []uint64
		want   string
	}{
		{"later input", `int main() {
  int x = 3, y;
  y = __VERIFIER_nondet_int();
  if (y > x) reach_error();
}`, []uint64{5}, `
x = 3: relevant, 2147483647 blocks the trace, [2147483647,2147483647] exactly
y = __VERIFIER_nondet_int(): relevant, 0 blocks the trace, [-2147483648,3] exactly
`},
		{"later input that always helps", `int main() {
  int x = 3, y;
  y = __VERIFIER_nondet_int();
  if (y == x + 1) reach_error();
}`, []uint64{4}, `
y = __VERIFIER_nondet_int(): relevant, 0 blocks the trace, [-2147483648,3] [5,2147483647] exactly
`},
		{"two later inputs", `int main() {
  unsigned char x = 3, y, z;
  y = __VERIFIER_nondet_uchar();
  z = __VERIFIER_nondet_uchar();
  if (y + z == 2 * x) reach_error();
}`, []uint64{4, 2}, `
y = __VERIFIER_nondet_uchar(): relevant, 7 blocks the trace, [7,255] exactly
z = __VERIFIER_nondet_uchar(): relevant, 7 blocks the trace, [7,255] exactly
`},
		{"earlier input", `int main() {
  int y = __VERIFIER_nondet_int();
  int x = 3;
  if (x < y) reach_error();
}`, []uint64{5}, `
y = __VERIFIER_nondet_int(): relevant, 0 blocks the trace, [-2147483648,3] exactly
x = 3: relevant, 2147483647 blocks the trace, [2147483647,2147483647] exactly
`},
		{"avoids a run", `int main() {
  int y = __VERIFIER_nondet_int();
  int x = 3;
  if (x != y) reach_error();
}`, []uint64{5}, `
y = __VERIFIER_nondet_int(): relevant, 3 blocks the trace, [3,3] exactly
x = 3: relevant, 5 avoids this run
`},
		{"calls", `int id(int a, int b) { return a; }
int main() {
  int x = id(1, 2);
  if (x) reach_error();
}`, nil, `
id(1, 2): relevant, 0 blocks the trace, [0,0] exactly
return a: relevant, 0 blocks the trace, [0,0] exactly
x = id(1, 2): relevant, 0 blocks the trace, [0,0] exactly
`},
		{"memory", `int a[4];
int main() {
  int i = 2;
  a[1] = 7;
  a[i] = 5;
  if (a[2] == 5) reach_error();
}`, nil, `
i = 2: relevant, 0 blocks the trace, [-2147483648,-2147483647] [-2147483645,-1073741823] [-1073741821,1] [3,1073741825] [1073741827,2147483647] exactly
a[i] = 5: relevant, 0 blocks the trace, [-2147483648,4] [6,2147483647] exactly
`},
		{"struct copy", `struct s { int a, b, c; int z[3]; } p, q;
int main() {
  struct s *r = &q;
  p.a = 1; p.b = 2;
  *r = p;
  if (r->b == 2) reach_error();
}`, nil, `
p.b = 2: relevant, 0 blocks the trace, [-2147483648,1] [3,2147483647] exactly
*r = p: relevant, 0 blocks the trace
`},
		{"memset", `char b[8];
int main() {
  memset(b, 3, 8);
  b[0] = 1;
  if (b[5] == 3) reach_error();
}`, nil, `
memset(b, 3, 8): relevant, 0 blocks the trace
`},
		{"pointers", `int x, y;
int main() {
  int *p = &x, *q = &y;
  if (p != q) reach_error();
}`, nil, `
p = &x: relevant, 1048608 blocks the trace
q = &y: relevant, 1048576 blocks the trace
`},
		{"heap", `int main() {
  int *p = malloc(4), *q = malloc(__VERIFIER_nondet_int());
  if (p) reach_error();
}`, []uint64{4}, `
p = malloc(4): relevant, 0 blocks the trace
__VERIFIER_nondet_int(): relevant, -1 blocks the trace, [-2147483648,-1] exactly
`},
		{"floats", `int main() {
  double d = 1.5;
  int n = 2;
  d = d * n;
  if (d > 2.0) reach_error();
}`, nil, `
d = 1.5: relevant, 0 blocks the trace
n = 2: relevant, 0 blocks the trace, [-2147483648,1] exactly
d = d * n: relevant, 0 blocks the trace
`},
		{"bool", `int main() {
  _Bool b = 1;
  if (b) reach_error();
}`, nil, `
b = 1: relevant, 0 blocks the trace, [0,0] exactly
`},
		{"cell that only another index reads", `int t[2] = {1, 0};
int main() {
  int v = 0, i;
  i = v & 1;
  t[1] = v & 1;
  if (t[i] == 1) reach_error();
}`, nil, `
t[0] = 1: relevant, 0 blocks the trace, [-2147483648,0] [2,2147483647] exactly
i = v & 1: relevant, 1 blocks the trace, [-2147483647,-1073741825] [-1073741823,-1] [1,1073741823] [1073741825,2147483647] exactly
`},
		{"nothing", `int main() {
  int x = 1;
  reach_error();
}`, nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			prog := parse(t, prelude+c.src)
			res := fail(t, prog, c.inputs...)
			if got := describe(res, false); got != strings.TrimPrefix(c.want, "\n") {
				t.Errorf("got\n%s\nwant%s", got, c.want)
			}
			re := relevance.Confirm(context.Background(), prog, &res, bitblast.New(bitblast.Config{}), 100, relevance.Config{})
			if len(re.Wrong) > 0 || re.Unknown > 0 {
				t.Error(re, re.Wrong)
			}
		})
	}
}

// countdown is a program with a trace of many candidates.
const countdown = prelude + `int a[8];
int main() {
  int n = __VERIFIER_nondet_int(), s = 0;
  __VERIFIER_assume(n > 16 && n < 30);
  for (int i = 0; i < n; i++) {
    a[i & 7] = i;
    s += a[(i * 3) & 7];
  }
  if (s > 100) reach_error();
}`

func TestManyCandidates(t *testing.T) {
	prog := parse(t, countdown)
	one := fail(t, prog, 26)
	if len(one.Marks) <= 64 {
		t.Errorf("%d marks only", len(one.Marks))
	}
	t.Run("parallel", func(t *testing.T) {
		// The result must not depend on how many checks run at the same time.
		conf := relevance.Config{NewEngine: func() smt.Engine { return bitblast.New(bitblast.Config{}) }}
		two, err := relevance.Analyze(context.Background(), prog, one.Trace, one.Error, nil, conf)
		if err != nil {
			t.Fatal(err)
		}
		same := cmp.Comparer(func(a, b *cfg.Var) bool { return a == b })
		if d := cmp.Diff(one.Marks, two.Marks, same); d != "" {
			t.Error(d)
		}
	})
	t.Run("bounded", func(t *testing.T) {
		// What is decided is decided as without a bound, and it is the same
		// however many checks run at the same time.
		var all work.Clock
		if _, err := relevance.Analyze(context.Background(), prog, one.Trace, one.Error, bitblast.New(bitblast.Config{}), relevance.Config{Clock: &all}); err != nil {
			t.Fatal(err)
		}
		conf := relevance.Config{MarkWork: all.Now() / 100}
		decided := -1
		for _, conf.NewEngine = range []smt.Factory{nil, func() smt.Engine { return bitblast.New(bitblast.Config{}) }} {
			res, err := relevance.Analyze(context.Background(), prog, one.Trace, one.Error, bitblast.New(bitblast.Config{}), conf)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for i, m := range res.Marks {
				if m.Status != relevance.Undecided {
					n++
					if m.Status != one.Marks[i].Status {
						t.Errorf("step %d: %v and %v", m.Step, m.Status, one.Marks[i].Status)
					}
				}
			}
			if n < len(res.Marks)/2 || decided >= 0 && n != decided {
				t.Errorf("%d of %d marks are decided, %d before", n, len(res.Marks), decided)
			}
			decided = n
		}
	})
	if testing.Short() {
		return // the rest is slow under the race detector, and without goroutines
	}
	t.Run("infeasible", func(t *testing.T) {
		tr := *one.Trace
		tr.Edges = append(tr.Edges[:len(tr.Edges):len(tr.Edges)],
			&cfg.Edge{From: prog.Main.Entry, To: prog.Main.Entry, Stmt: &cfg.Assume{Cond: cfg.False}})
		_, err := relevance.Analyze(context.Background(), prog, &tr, nil, bitblast.New(bitblast.Config{}), relevance.Config{})
		if !errors.Is(err, relevance.ErrInfeasible) {
			t.Error(err)
		}
	})
	t.Run("wrong inputs", func(t *testing.T) {
		// Inputs that do not follow the trace are replaced by others.
		tr := *one.Trace
		tr.Inputs = nil
		res, err := relevance.Analyze(context.Background(), prog, &tr, nil, bitblast.New(bitblast.Config{}), relevance.Config{})
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range res.Marks {
			if m.Status != one.Marks[i].Status {
				t.Errorf("step %d: %v and %v", m.Step, m.Status, one.Marks[i].Status)
			}
		}
	})
}

func TestOutOfTime(t *testing.T) {
	prog := parse(t, figure1)
	tr := fail(t, prog)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	res, err := relevance.Analyze(ctx, prog, tr.Trace, tr.Error, bitblast.New(bitblast.Config{}), relevance.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range res.Marks {
		if m.Status != relevance.Undecided {
			t.Errorf("step %d is %v", m.Step, m.Status)
		}
	}
}

// Fixes that the verifier does not confirm are not validated, with a reason.
func TestNotValidated(t *testing.T) {
	// Executions that say nothing of the statements executed: the verifier is
	// asked whether the assertion is reached.
	blind := func(p *cfg.Program) func(relevance.Inputs, int) relevance.Execution {
		run := sample.Execute(p)
		return func(in relevance.Inputs, steps int) relevance.Execution {
			x := run(in, steps)
			x.Edges = nil
			return x
		}
	}
	for _, c := range []struct {
		outcomes []relevance.Outcome
		execute  relevance.ExecuteFunc
		want     string
	}{
		{[]relevance.Outcome{relevance.OutcomeSafe}, nil, "no fix: it was not executed"},
		{[]relevance.Outcome{relevance.OutcomeViolated}, blind, "no fix: other error traces remain"},
		{[]relevance.Outcome{relevance.OutcomeUnknown}, blind, "no fix: the changed program was neither proved nor refuted"},
		{[]relevance.Outcome{relevance.OutcomeSafe, relevance.OutcomeSafe}, blind, "no fix: with it, the assertion is never reached"},
		{[]relevance.Outcome{relevance.OutcomeSafe, relevance.OutcomeUnknown}, blind, "no fix: it is not known whether the assertion is still reached"},
		{[]relevance.Outcome{relevance.OutcomeSafe, relevance.OutcomeViolated}, blind, "no fix: with it, nothing else decides whether the assertion fails"},
		{[]relevance.Outcome{relevance.OutcomeSafe}, sample.Execute, ""},
	} {
		prog := parse(t, figure1)
		ctx := context.Background()
		rs := []relevance.TraceResult{fail(t, prog)}
		sums := relevance.Summarize(ctx, prog, rs, bitblast.New(bitblast.Config{}), relevance.Config{})
		n := 0
		verify := func(context.Context, *cfg.Program, *relevance.Fix) (relevance.Outcome, []cfg.Note) {
			n++
			return c.outcomes[(n-1)%len(c.outcomes)], nil
		}
		relevance.Validate(ctx, prog, rs, sums, relevance.Tools{Verify: verify, Execute: c.execute}, relevance.Config{})
		for _, s := range sums[0].Statements {
			if s.HasFix && (s.FixNote != c.want || s.Validated != (c.want == "")) {
				t.Errorf("%v: validated %v, %q", c.outcomes, s.Validated, s.FixNote)
			}
		}
	}
}

// Traces of random programs with loops, calls and memory: every mark stands
// up to substitution.
func TestRandomPrograms(t *testing.T) {
	programs := uint64(rounds.Of(500))
	var sum relevance.Recheck
	undecided := 0
	for seed := range programs {
		prog := gen.Program(rand.New(rand.NewPCG(seed, 4)), gen.Options{Stmts: 16, MaxWidth: 8})
		alias.Assign(prog)
		traces, _ := gen.Traces(prog, 2000)
		for _, l := range prog.ErrorLocs() {
			tr := traces[l]
			if tr == nil {
				continue
			}
			if err := interp.Replay(prog, tr); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			engine := bitblast.New(bitblast.Config{})
			res, err := relevance.Analyze(context.Background(), prog, tr, l, engine, relevance.Config{})
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, prog)
			}
			for _, m := range res.Marks {
				if m.Status == relevance.Undecided {
					undecided++
				}
			}
			re := relevance.Confirm(context.Background(), prog, &res, engine, 20, relevance.Config{})
			if len(re.Wrong) > 0 || re.Unknown > 0 {
				t.Fatalf("seed %d: %v %q\n%s", seed, re, re.Wrong, prog)
			}
			sum.Relevant += re.Relevant
			sum.Irrelevant += re.Irrelevant
			sum.Skipped += re.Skipped
		}
	}
	t.Log(sum, "undecided", undecided)
	if sum.Relevant < int(programs)/25 || undecided*100 > sum.Relevant {
		t.Errorf("%v, %d undecided", sum, undecided)
	}
}
