// Package sample executes programs on generated inputs for package relevance,
// which compares a program with and without a change.
//
// An input depends on the statement that takes it, on how often that has been
// executed, and on a seed: two versions of a program get the same inputs at
// the same statements, whatever else they do.
package sample

import (
	"culprit/cfg"
	"culprit/interp"
	"culprit/relevance"
)

// Execute implements relevance.ExecuteFunc.
func Execute(prog *cfg.Program) func(in relevance.Inputs, steps int) relevance.Execution {
	code := interp.CompileChecked(prog)
	return func(in relevance.Inputs, steps int) relevance.Execution { return execute(code, in, steps) }
}

func execute(code *interp.Code, in relevance.Inputs, steps int) relevance.Execution {
	src := newSource(in)
	o := code.Execute(src, interp.Limits{Steps: steps, Record: true, Checks: true})
	x := relevance.Execution{End: ending(&o), Edges: o.Trace.Edges, Inputs: src.asked, Value: o.Value, Byte: o.Byte}
	for i := range o.Notes {
		n := &o.Notes[i]
		x.Undefined = append(x.Undefined, relevance.Undefined{Edge: n.Edge, Text: n.Kind.String()})
	}
	return x
}

func ending(o *interp.Outcome) relevance.Ending {
	switch o.Status {
	case interp.ReachedError:
		return relevance.Failed
	case interp.Exited:
		return relevance.Ended
	}
	return relevance.Cut
}

// key is one execution of a statement that takes an input.
type key struct {
	edge, n int
}

// source is an interp.InputSource.
type source struct {
	seed  uint64
	count map[int]int // by edge
	given map[key]*cfg.Input
	trace bool // what is not given is zero
	asked int
}

func newSource(in relevance.Inputs) *source {
	s := &source{seed: in.Seed, count: map[int]int{}, trace: in.Trace != nil}
	if !s.trace {
		return s
	}
	s.given = map[key]*cfg.Input{}
	count := map[int]int{}
	next := in.Trace.Inputs
	for k, e := range in.Trace.Edges {
		switch e.Stmt.(type) {
		case *cfg.Havoc, *cfg.MemHavoc:
			for len(next) > 0 && next[0].Step < k {
				next = next[1:]
			}
			if len(next) > 0 && next[0].Step == k {
				s.given[key{e.ID, count[e.ID]}] = &next[0]
			}
			count[e.ID]++
		}
	}
	return s
}

// next is the input given for an execution of e, or a generator of one.
func (s *source) next(e *cfg.Edge) (*cfg.Input, interp.Random) {
	k := key{e.ID, s.count[e.ID]}
	s.count[e.ID]++
	s.asked++
	return s.given[k], interp.NewRandom((s.seed*0x9e3779b97f4a7c15+uint64(k.edge))*0xbf58476d1ce4e5b9 + uint64(k.n))
}

// Value implements interp.InputSource.
func (s *source) Value(e *cfg.Edge, h *cfg.Havoc) (uint64, bool) {
	in, r := s.next(e)
	switch {
	case in != nil:
		return in.Value, true
	case s.trace:
		return 0, true
	}
	return r.Value(e, h)
}

// Memory implements interp.InputSource.
func (s *source) Memory(e *cfg.Edge, addr, size uint64) (map[uint64]byte, bool) {
	in, r := s.next(e)
	switch {
	case in != nil:
		return in.Mem, true
	case s.trace:
		return nil, true
	}
	return r.Memory(e, addr, size)
}

// Choose implements interp.Chooser.
func (s *source) Choose([]*cfg.Edge) int { return 0 }
