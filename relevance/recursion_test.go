package relevance_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"culprit/analysis/alias"
	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/gen"
	"culprit/internal/rounds"
	"culprit/interp"
	"culprit/relevance"
	"culprit/smt/bitblast"
)

// stacked executes a trace with its Return edges and a frame for each call.
type stacked struct {
	globals map[*cfg.Var]uint64
	frames  []map[*cfg.Var]uint64
	inputs  []uint64 // those left
}

func (s *stacked) clone() *stacked {
	c := &stacked{globals: maps.Clone(s.globals), inputs: s.inputs}
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
		if st.Kind == cfg.Nondet && len(s.inputs) > 0 {
			s.at(st.Dst)[st.Dst] = s.inputs[0]
			s.inputs = s.inputs[1:]
		}
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

// blocks reports whether some value of v in place of what the first edge assigns
// keeps the edges from being executed, whatever the inputs after it: Definition
// 3.1 in one state.
func (s *stacked) blocks(edges []*cfg.Edge, v *cfg.Var) bool {
	first := s.clone()
	first.step(edges[0], nil, nil) // takes its input, if it has one
	later := vectors(len(first.inputs))
	for x := range uint64(1) << v.Type.Width() {
		if !slices.ContainsFunc(later, func(in []uint64) bool {
			t := s.clone()
			t.step(edges[0], v, &x)
			t.inputs = in
			return t.finish(edges[1:])
		}) {
			return true
		}
	}
	return false
}

// finish executes edges, and tells whether none of them blocks.
func (s *stacked) finish(edges []*cfg.Edge) bool {
	for _, e := range edges {
		if !s.step(e, nil, nil) {
			return false
		}
	}
	return true
}

// vectors are all values of n inputs.
func vectors(n int) [][]uint64 {
	out := [][]uint64{nil}
	for range n {
		var next [][]uint64
		for _, v := range out {
			next = append(next, append(slices.Clone(v), 0), append(slices.Clone(v), 1))
		}
		out = next
	}
	return out
}

// executions are the states before each step of a trace, for all inputs that follow
// it.
func executions(edges []*cfg.Edge) (out [][]*stacked) {
	n := 0
	for _, e := range edges {
		if h, ok := e.Stmt.(*cfg.Havoc); ok && h.Kind == cfg.Nondet {
			n++
		}
	}
	for _, in := range vectors(n) {
		states := []*stacked{{globals: map[*cfg.Var]uint64{}, frames: []map[*cfg.Var]uint64{{}}, inputs: in}}
		for i, e := range edges {
			next := states[i].clone()
			if !next.step(e, nil, nil) {
				break
			}
			states = append(states, next)
		}
		if len(states) > len(edges) {
			out = append(out, states)
		}
	}
	return out
}

// joinOf is the step before which a trace with all its Return edges is at a
// location of the procedure of step k, in the same activation; -1 if it is not.
func joinOf(edges []*cfg.Edge, k int, at *cfg.Loc) int {
	var calls []*cfg.Edge
	for i := k; i < len(edges)-1; i++ {
		to := edges[i].To
		switch edges[i].Stmt.(type) {
		case *cfg.Call:
			calls = append(calls, edges[i])
			continue
		case *cfg.Return:
			if len(calls) == 0 {
				return -1
			}
			to, calls = calls[len(calls)-1].To, calls[:len(calls)-1]
		}
		if len(calls) == 0 && to == at {
			return i + 1
		}
	}
	return -1
}

// afterReturns is the first step from step k on that is not a Return.
func afterReturns(edges []*cfg.Edge, k int) int {
	for k >= 0 && k < len(edges) {
		if _, ok := edges[k].Stmt.(*cfg.Return); !ok {
			break
		}
		k++
	}
	return k
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
			return t.finish(edges[j.At:]), true
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
	traces, open, count, branches := 0, 0, map[relevance.Status]int{}, map[relevance.Status]int{}
	for seed := range uint64(rounds.Of(150)) {
		inputs := seed%2 == 1
		src := gen.Recursive(rand.New(rand.NewPCG(seed, 35)), inputs)
		p := frontendtest.Parse(t, src, frontend.Config{PtrBits: 64, ErrorFuncs: []string{"reach_error"}})
		alias.Assign(p)
		o := interp.Execute(p, interp.Constant{V: seed / 2 % 2}, interp.Limits{Steps: 2000, Record: true})
		if o.Status != interp.ReachedError || len(o.Trace.Edges) > 300 || len(o.Trace.Inputs) > 3 {
			continue
		}
		traces++
		if len(o.Trace.Inputs) > 0 {
			open++
		}
		short, full := &cfg.Trace{}, []int(nil) // without Return edges, and where its steps are
		for i, e := range o.Trace.Edges {
			if _, ok := e.Stmt.(*cfg.Return); ok {
				continue
			}
			for _, in := range o.Trace.Inputs {
				if in.Step == i {
					short.Inputs = append(short.Inputs, cfg.Input{Step: len(short.Edges), Value: in.Value})
				}
			}
			short.Edges, full = append(short.Edges, e), append(full, i)
		}
		all := executions(o.Trace.Edges)
		if len(all) == 0 {
			t.Fatalf("seed %d: the trace has no execution\n%s", seed, src)
		}
		for _, tr := range []*cfg.Trace{short, o.Trace} {
			res, err := relevance.Analyze(context.Background(), p, tr, o.Loc, bitblast.New(bitblast.Config{}), relevance.Config{Branches: true})
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, src)
			}
			if tr == o.Trace && !inputs {
				joins := relevance.Joins(p, tr)
				for _, m := range res.Branches {
					e, j := tr.Edges[m.Step], joins(m.Step)
					if want := joinOf(tr.Edges, m.Step, j.Loc); afterReturns(tr.Edges, j.At) != afterReturns(tr.Edges, want) {
						t.Fatalf("seed %d: branch at step %d joins at %d, want %d\n%s", seed, m.Step, j.At, want, src)
					} else {
						j.At = want
					}
					want, known := relevance.Irrelevant, m.Status != relevance.Undecided
					for _, x := range e.From.Out {
						if x == e {
							continue
						}
						ends, ok := all[0][m.Step].otherWay(tr.Edges, m.Step, x, j)
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
				case *cfg.Havoc:
					vars = []*cfg.Var{s.Dst}
				}
				want := relevance.Irrelevant
				for _, v := range vars {
					if v.Type.Width() <= 8 && slices.ContainsFunc(all, func(states []*stacked) bool { return states[k].blocks(o.Trace.Edges[k:], v) }) {
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
	t.Log(traces, "traces,", open, "with inputs,", count, branches)
	if open < traces/10 {
		t.Error("too few traces have inputs")
	}
	if branches[relevance.Relevant] == 0 || branches[relevance.Irrelevant] == 0 {
		t.Error("too few branches")
	}
	if count[relevance.Relevant] < traces || count[relevance.Irrelevant] < traces || count[relevance.Undecided] > traces {
		t.Error("too few cases, or too many undecided ones")
	}
}
