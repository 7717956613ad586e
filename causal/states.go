package causal

import (
	"context"
	"slices"

	"culprit/fault"
	"culprit/interp"
)

// States says which states of a failing run are right: those that a run of the
// correct program has on the same input.
type States struct{ m *mapping }

// NewStates compares the failing run of in with that of in.Reference.
func NewStates(ctx context.Context, in *fault.Input) (*States, error) {
	f, err := failing(ctx, in)
	if err != nil {
		return nil, err
	}
	p, err := reference(ctx, in.Reference, func() *interp.Session {
		return interp.NewSession(in.Reference, fault.Config(in.Reference, in.Failing, in.Budget))
	})
	if err != nil {
		return nil, err
	}
	return &States{versions(f, p)}, nil
}

// Right reports whether instance i of the failing run has a counterpart in that
// of the correct program which goes the same way and writes the same values: what it prints is not compared.
func (s *States) Right(i int) bool {
	m := s.m
	j, ok := m.al.There(i)
	if !ok {
		return false
	}
	if e := m.f.g.Edge(i); len(e.From.Out) > 1 && m.edges[e.ID] != m.p.g.Edge(j) {
		return false
	}
	m.before(pair{i + 1, j + 1})
	return slices.EqualFunc(m.f.writesOf(i), m.p.writesOf(j), func(a, b access) bool {
		if a.v >= 0 {
			x, ok := m.value(a.val, a.size, m.f.prog.Vars[a.v].Pointer())
			return b.v >= 0 && ok && x == b.val
		}
		x, ok := m.value(a.val, a.size, false)
		return a.v == b.v && a.size == b.size && ok && x == b.val
	})
}
