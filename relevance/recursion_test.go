package relevance_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/cfg/alias"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/rounds"
	"culprit/interp"
	"culprit/relevance"
	"culprit/smt/bitblast"
)

// recursive makes a program without inputs whose functions call each other, by
// name and through pointers, and change locals before and after their calls.
// All variables have eight bits. It calls reach_error, mostly.
func recursive(r *rand.Rand) string {
	var b strings.Builder
	n := 2 + r.IntN(2)
	b.WriteString("typedef unsigned char u8;\nextern void reach_error(void);\nstatic u8 g;\n")
	for i := range n {
		fmt.Fprintf(&b, "static u8 f%d(u8 n, u8 a);\n", i)
	}
	value := func() string {
		return []string{"n", "a", "x", "g", "r", fmt.Sprint(r.IntN(5)), "x + a", "r + 1", "x + g"}[r.IntN(9)]
	}
	step := func() {
		to := []string{"x", "g", "r"}[r.IntN(3)]
		switch r.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "\tif (%s > %d) %s = %s;\n", value(), r.IntN(4), to, value())
		default:
			fmt.Fprintf(&b, "\t%s = %s;\n", to, value())
		}
	}
	call := func() {
		f := fmt.Sprintf("f%d", r.IntN(n))
		if r.IntN(4) == 0 {
			fmt.Fprintf(&b, "\t{ u8 (*p)(u8, u8) = x > %d ? %s : f%d; if (n > 0) r = p(n - 1, %s); }\n", r.IntN(4), f, r.IntN(n), value())
			return
		}
		result := []string{"r = ", "", "x = "}[r.IntN(3)]
		fmt.Fprintf(&b, "\tif (n > %d) %s%s(n - 1, %s);\n", r.IntN(2), result, f, value())
	}
	for i := range n {
		fmt.Fprintf(&b, "static u8 f%d(u8 n, u8 a) {\n\tu8 x = %d, r = 0;\n", i, r.IntN(4))
		for range 1 + r.IntN(2) {
			step()
			call()
		}
		step()
		fmt.Fprintf(&b, "\treturn %s;\n}\n", value())
	}
	fmt.Fprintf(&b, "int main(void) {\n\tu8 k = f%d(%d, %d);\n\tif (k < %d && g < %d) reach_error();\n\treturn 0;\n}\n", r.IntN(n), 1+r.IntN(4), r.IntN(4), 1+r.IntN(12), 1+r.IntN(12))
	return b.String()
}

// stacked executes a trace with its Return edges and a frame for each call.
type stacked struct {
	globals map[*cfg.Var]uint64
	frames  []map[*cfg.Var]uint64
}

func (s *stacked) clone() *stacked {
	c := &stacked{globals: maps.Clone(s.globals)}
	for _, f := range s.frames {
		c.frames = append(c.frames, maps.Clone(f))
	}
	return c
}

func (s *stacked) at(v *cfg.Var) map[*cfg.Var]uint64 {
	if v.Proc == nil || v == v.Proc.Ret {
		return s.globals
	}
	return s.frames[len(s.frames)-1]
}

func (s *stacked) eval(x cfg.Expr) uint64 {
	return cfg.Eval(x, func(v *cfg.Var) uint64 { return s.at(v)[v] }, func(*cfg.Load) uint64 { panic("load") })
}

// step executes an edge; instead, if given, replaces the value it assigns to v.
func (s *stacked) step(e *cfg.Edge, v *cfg.Var, instead *uint64) bool {
	switch st := e.Stmt.(type) {
	case *cfg.Assign:
		s.at(st.Dst)[st.Dst] = s.eval(st.Src)
	case *cfg.Havoc:
		s.at(st.Dst)[st.Dst] = 0
	case *cfg.Assume:
		return s.eval(st.Cond) != 0
	case *cfg.Call:
		frame := map[*cfg.Var]uint64{}
		for i, p := range st.Proc.Params {
			frame[p] = s.eval(st.Args[i])
		}
		s.frames = append(s.frames, frame)
	case *cfg.Return:
		s.frames = s.frames[:len(s.frames)-1]
	}
	if instead != nil {
		s.at(v)[v] = *instead
	}
	return true
}

// blocks reports whether some value of v in place of what step k assigns keeps
// the rest of the trace from being executed: Definition 3.1 of a trace with one
// execution.
func (s *stacked) blocks(edges []*cfg.Edge, v *cfg.Var) bool {
	for x := range uint64(1) << v.Type.Width() {
		t := s.clone()
		for i, e := range edges {
			ok := false
			if i == 0 {
				ok = t.step(e, v, &x)
			} else {
				ok = t.step(e, nil, nil)
			}
			if !ok {
				return true
			}
		}
	}
	return false
}

// otherWay executes the program from the state before step k of the trace along
// another edge to the join, and then the rest of the trace. It says whether that
// comes to its end; known is false if the other way fails or goes on for long.
func (s *stacked) otherWay(edges []*cfg.Edge, k int, o *cfg.Edge, j relevance.Join) (ends, known bool) {
	t := s.clone()
	var calls []*cfg.Edge
	at := o.To
	for range 5000 {
		switch {
		case at == j.Loc && len(calls) == 0:
			if j.At < 0 {
				return false, true
			}
			for _, e := range edges[j.At:] {
				if !t.step(e, nil, nil) {
					return false, true
				}
			}
			return true, true
		case at.Kind != cfg.Plain:
			return false, false
		case at == at.Proc.Exit && len(calls) == 0:
			return false, true
		case at == at.Proc.Exit:
			t.frames = t.frames[:len(t.frames)-1]
			at, calls = calls[len(calls)-1].To, calls[:len(calls)-1]
			continue
		}
		next := (*cfg.Edge)(nil)
		for _, e := range at.Out {
			if a, ok := e.Stmt.(*cfg.Assume); !ok || t.eval(a.Cond) != 0 {
				next = e
				break
			}
		}
		if next == nil {
			return false, true
		}
		t.step(next, nil, nil)
		at = next.To
		if c, ok := next.Stmt.(*cfg.Call); ok {
			calls, at = append(calls, next), c.Proc.Entry
		}
	}
	return false, false
}

// TestRecursionTwin compares the marks of traces through functions that call
// each other with executions of the replaced values, with and without the
// Return edges that a trace may leave out.
func TestRecursionTwin(t *testing.T) {
	traces, count, branches := 0, map[relevance.Status]int{}, map[relevance.Status]int{}
	for seed := range uint64(rounds.Of(150)) {
		src := recursive(rand.New(rand.NewPCG(seed, 35)))
		p := frontendtest.Parse(t, src, frontend.Config{PtrBits: 64, ErrorFuncs: []string{"reach_error"}})
		alias.Assign(p)
		o := interp.Execute(p, interp.Constant{}, interp.Limits{Steps: 2000, Record: true})
		if o.Status != interp.ReachedError || len(o.Trace.Edges) > 300 {
			continue
		}
		traces++
		short, full := &cfg.Trace{Inputs: o.Trace.Inputs}, []int(nil) // without Return edges, and where its steps are
		for i, e := range o.Trace.Edges {
			if _, ok := e.Stmt.(*cfg.Return); !ok {
				short.Edges, full = append(short.Edges, e), append(full, i)
			}
		}
		if len(short.Inputs) > 0 {
			t.Fatalf("seed %d has inputs\n%s", seed, src)
		}
		states := []*stacked{{globals: map[*cfg.Var]uint64{}, frames: []map[*cfg.Var]uint64{{}}}}
		for i, e := range o.Trace.Edges {
			next := states[i].clone()
			if !next.step(e, nil, nil) {
				t.Fatalf("seed %d: step %d blocks\n%s", seed, i, src)
			}
			states = append(states, next)
		}
		for _, tr := range []*cfg.Trace{short, o.Trace} {
			res, err := relevance.Analyze(context.Background(), p, tr, o.Loc, bitblast.New(bitblast.Config{}), relevance.Config{MaxRanges: 1, Branches: true})
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, src)
			}
			if tr == o.Trace {
				joins := relevance.Joins(p, tr)
				for _, m := range res.Branches {
					e, j := tr.Edges[m.Step], joins(m.Step)
					want, known := relevance.Irrelevant, m.Status != relevance.Undecided
					for _, x := range e.From.Out {
						if x == e {
							continue
						}
						ends, ok := states[m.Step].otherWay(tr.Edges, m.Step, x, j)
						known = known && ok
						if !ends {
							want = relevance.Relevant
						}
					}
					branches[m.Status]++
					if known && m.Status != want {
						t.Fatalf("seed %d: branch at step %d, %s, is %v, want %v\n%s", seed, m.Step, e.Text, m.Status, want, src)
					}
				}
			}
			for _, m := range res.Marks {
				e, k := tr.Edges[m.Step], m.Step
				if tr == short {
					k = full[m.Step]
				}
				var vars []*cfg.Var
				switch s := e.Stmt.(type) {
				case *cfg.Assign:
					vars = []*cfg.Var{s.Dst}
				case *cfg.Call:
					vars = s.Proc.Params
				}
				want := relevance.Irrelevant
				for _, v := range vars {
					if v.Type.Width() <= 8 && states[k].blocks(o.Trace.Edges[k:], v) {
						want = relevance.Relevant
					} else if v.Type.Width() > 8 {
						want = relevance.Undecided // too many values
					}
				}
				count[m.Status]++
				if want != relevance.Undecided && m.Status != relevance.Undecided && m.Status != want {
					t.Fatalf("seed %d: step %d, %s, is %v, want %v\n%s", seed, m.Step, e.Text, m.Status, want, src)
				}
			}
		}
	}
	t.Log(traces, "traces,", count, branches)
	if branches[relevance.Relevant] == 0 || branches[relevance.Irrelevant] == 0 {
		t.Error("too few branches")
	}
	if count[relevance.Relevant] < traces || count[relevance.Irrelevant] < traces || count[relevance.Undecided] > traces {
		t.Error("too few cases, or too many undecided ones")
	}
}
