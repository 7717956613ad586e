package maxsat

import (
	"cmp"
	"context"
	"slices"

	"culprit/analysis/flow"
	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
	"culprit/interp/dependence"
)

// trail is what all formulas of one failing run share.
type trail struct {
	in   *fault.Input
	prog *cfg.Program
	g    *dependence.Graph
	rec  *interp.Recording
	ctrl *flow.Control
	post postcondition

	accesses map[access][]uint64     // addresses that statements read or wrote, ascending
	input    []bool                  // instances that bring inputs in
	relevant *dependence.InstanceSet // what the postcondition, or something printed before, may depend on
	earlier  map[int]bool            // instances that print before the one of the postcondition
	printing map[*cfg.Edge]bool      // their statements
	fixed    map[*cfg.Loc]bool       // branches that are the failed check itself
	checks   map[*cfg.Proc]bool      // procedures that are only it

	lines []candidate // last ones first
}

// access is a statement, and the size of what it reads or writes.
type access struct {
	edge *cfg.Edge
	size uint64
}

// candidate is a line that the failure may depend on.
type candidate struct {
	line      fault.Line
	edge      *cfg.Edge // the last
	instances []int     // in relevant
}

// newTrail reads the failing run.
func newTrail(ctx context.Context, in *fault.Input) (*trail, error) {
	g, err := in.Graph(ctx)
	if err != nil {
		return nil, err
	}
	if in.Failure.At < 0 || in.Failure.At >= g.N() {
		return nil, fault.ErrNoInstance
	}
	t := &trail{
		in: in, prog: in.Prog, g: g, ctrl: flow.NewControl(in.Prog),
		accesses: map[access][]uint64{}, earlier: map[int]bool{}, printing: map[*cfg.Edge]bool{}, fixed: map[*cfg.Loc]bool{}, checks: map[*cfg.Proc]bool{},
	}
	if t.rec, err = in.Recording(ctx); err != nil {
		return nil, err
	}
	t.post = newPostcondition(in, g, t.rec.Result.Stdout)
	t.check(in.Failure)
	t.before()
	from := append(fault.Criterion(g, in.Failure), t.post.at)
	for i := range t.earlier {
		from = append(from, i)
	}
	t.relevant = g.Relevant(from)
	t.read()
	t.visit()
	return t, nil
}

// before finds what printed before the postcondition's instance. Its output was as
// expected, and has to stay.
func (t *trail) before() {
	f := t.in.Failure
	if f.Kind != fault.WrongOutput {
		return
	}
	for i := t.g.PrintedBefore(t.post.at); i >= 0; i = t.g.PrintedBefore(i) {
		t.earlier[i] = true
		t.printing[t.g.Edge(i)] = true
	}
}

// read finds inputs and candidates.
func (t *trail) read() {
	t.input = make([]bool, t.post.at+1)
	index := map[fault.Line]int{}
	for i := range t.input {
		t.input[i] = t.isInput(i)
		e := t.g.Edge(i)
		line, ok := t.line(e)
		if !ok || t.input[i] || !t.relevant.Has(i) || t.exempt(e) {
			continue
		}
		k, ok := index[line]
		if !ok {
			k = len(t.lines)
			index[line] = k
			t.lines = append(t.lines, candidate{line: line})
		}
		c := &t.lines[k]
		c.edge, c.instances = e, append(c.instances, i)
	}
	slices.SortStableFunc(t.lines, func(a, b candidate) int {
		return cmp.Compare(b.instances[len(b.instances)-1], a.instances[len(a.instances)-1])
	})
}

// visit collects the addresses that statements use.
func (t *trail) visit() {
	for inst := range t.rec.All(0) {
		if inst.Index == t.post.at {
			break
		}
		for _, list := range [][]cfg.Access{inst.Reads, inst.Writes} {
			for _, a := range list {
				if a.Var != nil || a.Size > 8 {
					continue
				}
				k := access{inst.Edge, a.Size}
				if at, ok := slices.BinarySearch(t.accesses[k], a.Addr); !ok && len(t.accesses[k]) < maxAccesses {
					t.accesses[k] = slices.Insert(t.accesses[k], at, a.Addr)
				}
			}
		}
	}
}

// line is the source line of a statement of the user that does something.
func (t *trail) line(e *cfg.Edge) (fault.Line, bool) {
	if !e.From.Proc.Pos.IsValid() || !e.Pos.IsValid() {
		return fault.Line{}, false
	}
	switch e.Stmt.(type) {
	case *cfg.Return, *cfg.Skip:
		return fault.Line{}, false
	case *cfg.Assume:
		if len(e.From.Out) < 2 {
			return fault.Line{}, false
		}
	}
	return fault.LineOf(e.Pos), true
}

// exempt are statements that are never doubted: the failed check itself.
func (t *trail) exempt(e *cfg.Edge) bool {
	c, ok := e.Stmt.(*cfg.Call)
	return t.fixed[e.From] || ok && t.checks[c.Proc]
}

// isInput reports whether an instance brings an input in: it is one, or
// library code that works only on inputs, or takes over the result of
// such a call.
func (t *trail) isInput(i int) bool {
	e := t.g.Edge(i)
	deps := t.g.Data(i)
	in := library(e)
	switch s := e.Stmt.(type) {
	case *cfg.Havoc, *cfg.Alloc, *cfg.MemHavoc:
		return true
	case *cfg.Assign:
		_, copies := s.Src.(*cfg.VarRef)
		in = in || copies && len(deps) == 1 && library(t.g.Edge(int(deps[0])))
	}
	for _, d := range deps {
		in = in && t.input[d]
	}
	return in
}

// library reports whether an edge is a library call, in the body of a library
// function, or the initialisation of a constant.
func library(e *cfg.Edge) bool {
	switch s := e.Stmt.(type) {
	case *cfg.Lib:
		return true
	case *cfg.Call:
		return !s.Proc.Pos.IsValid()
	}
	return !e.From.Proc.Pos.IsValid() || !e.Pos.IsValid()
}

// check finds the branch that is the failed assertion itself, which is not
// doubted: the innermost one around it. If its function has no other, it is
// there for checking, and its calls are not doubted either.
func (t *trail) check(f *fault.Failure) {
	if f.Kind != fault.FailedAssertion {
		return
	}
	for i := f.At; i >= 0; i = t.g.Control(i) {
		e := t.g.Edge(i)
		if _, ok := e.Stmt.(*cfg.Assume); !ok || len(e.From.Out) < 2 {
			continue
		}
		t.fixed[e.From] = true
		proc, branches := e.From.Proc, 0
		for _, l := range t.prog.Locs {
			if l.Proc == proc && len(l.Out) > 1 {
				branches++
			}
		}
		t.checks[proc] = branches == 1 && proc != t.prog.Main
		return
	}
}
