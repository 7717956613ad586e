package inductive

import (
	"context"
	"slices"

	"culprit/automata"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/logic"
	"culprit/smt"
	"culprit/verifier/unroll"
)

// Segment is all executions from one cutpoint to the next. Cutpoints are the
// start, the heads of loops and the final states.
type Segment struct {
	from, To automata.State
	Path     []logic.T // that it is taken, over the state at from
	After    map[logic.T]logic.T
	u        *unroll.Unrolling // whose instances the path is about
	end      int32             // the last of them
}

// SegmentsOf cuts the control into segments, with the terms of an encoder. ok
// is false if they become too large.
func SegmentsOf(ctx context.Context, ctl *hoare.Control, enc *hoare.Encoder, engine smt.Engine) (out []Segment, heads []automata.State, ok bool) {
	a := ctl.Auto
	heads = automata.LoopHeads(a)
	cut := make([]bool, a.NumStates())
	for _, q := range heads {
		cut[q] = true
	}
	for _, from := range append([]automata.State{a.Initial[0]}, heads...) {
		// The part of the control up to the next cutpoints, from a copy of this
		// one on.
		start := automata.State(a.NumStates())
		part := &automata.NFA{Initial: []automata.State{start}, Final: append(slices.Clone(a.Final), false),
			Out: append(slices.Clone(a.Out), a.Out[from]), Label: append(slices.Clone(a.Label), a.Label[from])}
		for q := range a.Out {
			if cut[q] || a.Final[q] {
				part.Final[q], part.Out[q] = true, nil
			}
		}
		u := unroll.NewWith(enc, ctl, part, engine)
		u.Arrived = func(q automata.State, id int32, s *hoare.Sym) {
			out = append(out, Segment{from, q, u.Formula([]int32{id}, nil), changes(enc, s), u, id})
		}
		if !u.NextLevel(ctx) {
			return nil, nil, false
		}
	}
	return out, heads, true
}

// changes maps the symbols that have other values in a state to these.
func changes(enc *hoare.Encoder, s *hoare.Sym) map[logic.T]logic.T {
	m := map[logic.T]logic.T{}
	for i, t := range s.Vals {
		if t != enc.VarTerm[i] {
			m[enc.VarTerm[i]] = t
		}
	}
	for i, t := range s.Regs {
		if t != enc.RegTerm[i] {
			m[enc.RegTerm[i]] = t
		}
	}
	return m
}

// finalsOf marks the states of the control at some locations.
func finalsOf(ctl *hoare.Control, locs []*cfg.Loc) []bool {
	out := make([]bool, ctl.Auto.NumStates())
	for q := range out {
		out[q] = slices.Contains(locs, ctl.Loc(ctl.Auto, automata.State(q)))
	}
	return out
}
