package relevance_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/relevance"
	"culprit/relevance/sample"
	"culprit/smt/bitblast"
	"culprit/verifier"
)

// script gives inputs in order, then zeros.
type script []uint64

func (s *script) Value(_ *cfg.Edge, h *cfg.Havoc) (uint64, bool) {
	if h.Kind != cfg.Nondet || len(*s) == 0 {
		return 0, true
	}
	v := (*s)[0]
	*s = (*s)[1:]
	return v, true
}

func (s *script) Memory(*cfg.Edge, uint64, uint64) (map[uint64]byte, bool) { return nil, true }

// parse lowers a C program.
func parse(t testing.TB, src string) *cfg.Program {
	t.Helper()
	return frontendtest.Parse(t, src, frontend.Config{})
}

// fail runs a program until it fails and analyses the trace.
func fail(t testing.TB, prog *cfg.Program, inputs ...uint64) relevance.TraceResult {
	t.Helper()
	in := script(inputs)
	o := interp.Execute(prog, &in, interp.Limits{Record: true})
	if o.Status != interp.ReachedError {
		t.Fatalf("%v at %v: %s", o.Status, o.Loc, o.Reason)
	}
	res, err := relevance.Analyze(context.Background(), prog, o.Trace, o.Loc, bitblast.New(bitblast.Config{}), relevance.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// describe prints the marks, relevant ones only if all is not set.
func describe(res relevance.TraceResult, all bool) string {
	var b strings.Builder
	for _, m := range res.Marks {
		if m.Status == relevance.Irrelevant && !all {
			continue
		}
		e := res.Trace.Edges[m.Step]
		fmt.Fprintf(&b, "%s: %s", e.Text, m.Status)
		if m.Kind != relevance.NoFix {
			fmt.Fprintf(&b, ", %d %s", value(m.Var, m.Fix), m.Kind)
		}
		if len(m.Blocking) > 0 {
			fmt.Fprintf(&b, ", %s", ranges(m.Var, m.Blocking))
			if m.Exact {
				b.WriteString(" exactly")
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func value(v *cfg.Var, x uint64) int64 {
	if v != nil && v.Signed {
		return cfg.SignExtend(x, v.Type.Width())
	}
	return int64(x)
}

func ranges(v *cfg.Var, rs []relevance.Range) string {
	var out []string
	for _, r := range rs {
		lo, hi := value(v, r.Lo), value(v, r.Hi)
		if v == nil && r.Signed { // memory, of int
			lo, hi = int64(int32(r.Lo)), int64(int32(r.Hi))
		}
		out = append(out, fmt.Sprintf("[%d,%d]", lo, hi))
	}
	return strings.Join(out, " ")
}

func summary(s relevance.Summary) string {
	var b strings.Builder
	for _, st := range s.Statements {
		fmt.Fprintf(&b, "%s: visited %v relevant %v", st.Edge.Text, st.VisitedIn, st.RelevantIn)
		if st.HasFix {
			fmt.Fprintf(&b, ", fix %d", int32(st.Fix))
		}
		if len(st.Blocking) > 0 {
			b.WriteString(" blocking")
			for _, r := range st.Blocking {
				fmt.Fprintf(&b, " [%d,%d]", int32(r.Lo), int32(r.Hi))
			}
		}
		if st.Validated {
			b.WriteString(" validated")
		}
		if st.FixNote != "" {
			fmt.Fprintf(&b, " (%s)", st.FixNote)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

const figure1 = `
extern void reach_error(void);
extern void *malloc(unsigned long);
int main() {
  int *p1, *p2, i;
  p1 = 0;
  p2 = 0;
  i = 1;
  while (i < 10) {
    if (i == 0) {
      p1 = malloc(sizeof(int));
      p2 = malloc(sizeof(int));
    }
    if (!(p1 != 0 && p2 != 0)) reach_error();
    i = i + 1;
  }
  return 0;
}`

func TestFigure1(t *testing.T) {
	res := fail(t, parse(t, figure1))
	want := `p1 = 0: irrelevant
p2 = 0: irrelevant
i = 1: relevant, 0 blocks the trace, [0,0] [10,2147483647] exactly
`
	if got := describe(res, true); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// check is the injected verifier.
func check(ctx context.Context, prog *cfg.Program, _ *relevance.Fix) (relevance.Outcome, []cfg.Note) {
	r := verifier.Verify(ctx, prog, verifier.Config{NoRelevance: true, Work: work.Second, Replay: interp.Replay})
	switch r.Verdict {
	case verifier.True:
		return relevance.OutcomeSafe, nil
	case verifier.False:
		return relevance.OutcomeViolated, nil
	}
	return relevance.OutcomeUnknown, nil
}

// summarize analyses one failing run per list of inputs, and validates.
func summarize(t *testing.T, src string, runs ...[]uint64) []relevance.Summary {
	t.Helper()
	prog := parse(t, src)
	var rs []relevance.TraceResult
	for _, in := range runs {
		rs = append(rs, fail(t, prog, in...))
	}
	ctx := context.Background()
	sums := relevance.Summarize(ctx, prog, rs, bitblast.New(bitblast.Config{}), relevance.Config{})
	before := prog.String()
	relevance.Validate(ctx, prog, rs, sums, relevance.Tools{Verify: check, Execute: sample.Execute}, relevance.Config{})
	if prog.String() != before {
		t.Error("Validate changed the program")
	}
	return sums
}

func expect(t *testing.T, sums []relevance.Summary, want ...string) {
	t.Helper()
	if len(sums) != len(want) {
		t.Fatalf("%d summaries", len(sums))
	}
	for i, s := range sums {
		if got := summary(s); got != strings.TrimPrefix(want[i], "\n") {
			t.Errorf("summary %d: got\n%s\nwant%s", i, got, want[i])
		}
	}
}

func TestFigure1Program(t *testing.T) {
	expect(t, summarize(t, figure1, nil), `
p1 = 0: visited [0] relevant []
p2 = 0: visited [0] relevant []
i = 1: visited [0] relevant [0], fix 0 blocking [0,0] [10,2147483647] validated
`)
}

const figure2 = `
extern void reach_error(void);
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
int main() {
  int *p1, *p2, i, stopOnRequest, stopRequested;
  p1 = 0;
  p2 = 0;
  i = 1;
  while (i < 10) {
    if (i == 0) {
      p1 = malloc(sizeof(int));
      p2 = malloc(sizeof(int));
    }
    stopOnRequest = 0;
    stopRequested = __VERIFIER_nondet_int();
    if (stopRequested) {
      if (stopOnRequest) return 0;
    }
    if (!(p1 != 0 && p2 != 0)) reach_error();
    i = i + 1;
  }
  return 0;
}`

func TestFigure2(t *testing.T) {
	prog := parse(t, figure2)
	first, second := fail(t, prog, 1), fail(t, prog, 0)
	want := []string{`i = 1: relevant, 0 blocks the trace, [0,0] [10,2147483647] exactly
stopOnRequest = 0: relevant, 1 blocks the trace, [-2147483648,-1] [1,2147483647] exactly
stopRequested = __VERIFIER_nondet_int(): relevant, 0 blocks the trace, [0,0] exactly
`, `i = 1: relevant, 0 blocks the trace, [0,0] [10,2147483647] exactly
stopRequested = __VERIFIER_nondet_int(): relevant, 1 blocks the trace, [-2147483648,-1] [1,2147483647] exactly
`}
	for i, res := range []relevance.TraceResult{first, second} {
		if got := describe(res, false); got != want[i] {
			t.Errorf("trace %d: got\n%s\nwant\n%s", i, got, want[i])
		}
	}
	expect(t, summarize(t, figure2, []uint64{1}, []uint64{0}), `
p1 = 0: visited [0 1] relevant []
p2 = 0: visited [0 1] relevant []
i = 1: visited [0 1] relevant [0 1], fix 0 blocking [0,0] [10,2147483647] validated
stopOnRequest = 0: visited [0 1] relevant [0] (relevant in 1 of 2 traces only)
stopRequested = __VERIFIER_nondet_int(): visited [0 1] relevant [0 1] (no single constant avoids both paths)
`)
}

// Figure 7 with a smaller bound: x counts up to the value that is asserted not
// to occur.
func TestFigure7(t *testing.T) {
	sums := summarize(t, `
extern void reach_error(void);
int main() {
  int x;
  x = 0;
  while (x < 20) x++;
  if (x == 20) reach_error();
  return 0;
}`, nil)
	expect(t, sums, `
x = 0: visited [0] relevant [0], fix 1 blocking [-2147483648,-1] [1,2147483647] (no fix: other error traces remain)
x++: visited [0] relevant [0], fix 0 blocking [-2147483648,2147483647] (no fix: the assertion itself would read the constant)
`)
}

// Figure 8: the trace is one condition; an input that satisfies it.
func TestFigure8(t *testing.T) {
	expect(t, summarize(t, `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main() {
  int x = __VERIFIER_nondet_int();
  if (x == 0 || x == 1) reach_error();
  return 0;
}`, []uint64{1}), `
x = __VERIFIER_nondet_int(): visited [0] relevant [0], fix -1 blocking [-2147483648,-1] [2,2147483647] (no fix: it is an input)
`)
}
