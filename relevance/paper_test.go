package relevance_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/interp"
	"culprit/relevance"
	"culprit/smt/bitblast"
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
	prog, err := frontend.Parse("test.c", []byte(src), frontend.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return prog
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
		out = append(out, fmt.Sprintf("[%d,%d]", value(v, r.Lo), value(v, r.Hi)))
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
	prog := parse(t, figure1)
	t.Log(describe(fail(t, prog), true))
}
