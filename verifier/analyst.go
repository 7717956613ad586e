package verifier

import (
	"cmp"
	"context"
	"slices"

	"culprit/analysis/values"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
)

// analyst is the source that analyses values. Where that succeeds it mostly
// does so at once, and where it goes on for seconds refinement often needs
// hundredths of that: so it gets a short attempt before everything else, stops
// in the midst of what it does, and goes on beside the other sources when they
// had their turn. Its result then takes the place of the program automaton.
type analyst struct {
	values *work.Coroutine // nil: not begun, or used up
	graph  *values.Graph
	again  bool // the second attempt has begun
}

// first makes the short attempt; nil if it ends without a graph.
func (s *analyst) first(ctx context.Context, v *run) *values.Graph {
	if v.cfg.NoValues || !withValues.On() {
		return nil
	}
	prog, limit := v.task.prog, v.cfg.share(limitPart, maxShare)
	s.values = v.clock.NewCoroutine(ctx, func(ctx context.Context, clock *work.Clock) {
		s.graph = values.Analyze(prog, values.Limits{Ctx: ctx, Clock: clock, Work: limit, NoFloats: true})
	})
	v.progress(PhaseValues)
	s.values.Until(cmp.Or(v.cfg.valuesFirst, v.cfg.share(2*limitPart, 2*turnWork)))
	if !s.values.Over() {
		v.log("value analysis: not finished after %v, put off", v.clock.Since(v.begun))
	}
	return s.result(v)
}

// result is the graph, once there is one that is of use.
func (s *analyst) result(v *run) *values.Graph {
	if s.values == nil || !s.values.Over() {
		return nil
	}
	s.stop(v)
	switch g := s.graph; {
	case !g.Complete:
		v.log("value analysis: gave up")
		return nil
	case slices.ContainsFunc(g.Reaches(), func(n *values.Node) bool { return n.Loc.ID < 0 }):
		v.log("value analysis does not follow all calls: not used")
		return nil
	default:
		return g
	}
}

// stop ends the analysis.
func (s *analyst) stop(v *run) {
	if s.values != nil {
		s.values.Stop()
		v.stats.Phases[PhaseValues] += s.values.Busy()
		s.values = nil
	}
}

// turn begins the second attempt when the other sources had their turn, and
// takes what has become of it.
func (s *analyst) turn(ctx context.Context, v *run) (over bool) {
	switch {
	case s.values == nil:
		return false
	case len(v.res.Traces) > 0: // whose neighbours are found by picking words
		s.stop(v)
		return false
	case !s.again && v.elapsed() >= cmp.Or(v.cfg.valuesAgain, v.cfg.share(limitPart, 3*turnWork)):
		s.again = true
		s.values.Keep(func() { v.interrupt() })
	}
	if g := s.result(v); g != nil {
		v.renew(ctx, g)
	}
	return false
}

// atFirst lets the analysis go on once the first of several traces is known, for as
// much work as led to it: a danger automaton covers more where control flow that no
// execution takes is gone. It reports whether the program automaton is another one.
func (s *analyst) atFirst(ctx context.Context, v *run) bool {
	if s.values == nil || ctx.Err() != nil {
		return false
	}
	s.values.Until(v.cfg.share(limitPart, 2*v.elapsed()))
	g := s.result(v)
	if g != nil {
		v.renew(ctx, g)
		clear(v.pick.uses)
	}
	return g != nil
}

// last lets the analysis come to its end where nothing else is left to do but
// what could not be decided. It reports whether that changed anything.
func (s *analyst) last(ctx context.Context, v *run) bool {
	if s.values == nil || v.known.closed() || len(v.res.Traces) > 0 || ctx.Err() != nil {
		return false
	}
	s.values.Until(work.Hour)
	g := s.result(v)
	if g != nil {
		v.renew(ctx, g)
	}
	return g != nil
}

// renew goes on with the automaton of a value analysis. The automata subtracted from
// the one before are subtracted from it, too, as far as it is proved with the same
// predicates. All else that was found out is about the old one.
func (v *run) renew(ctx context.Context, g *values.Graph) {
	ctl, err := v.control(g)
	if err != nil || ctl.Graph == nil {
		return
	}
	v.unroll.restart()
	old := v.proof
	v.known.gaps, v.task.deeper = nil, false
	v.install(ctx, ctl, v.checker.Enc, v.checker.Solver)
	v.proof.Foretold, v.proof.Joint = old.Foretold, old.Joint
	for _, j := range old.Joint {
		v.rest.dropFinals(func(l *cfg.Loc) bool { return slices.Contains(j.Targets, l) })
	}
	for _, f := range old.Foretold {
		v.rest.dropFinals(func(l *cfg.Loc) bool { return l == f.Target })
	}
	v.log("value analysis: program automaton of %d states, %d letters", v.rest.nfa.NumStates(), len(ctl.Letters))
	for _, a := range old.Automata {
		fh := hoare.NewFloydHoare(v.checker, a.(*hoare.FloydHoare).Predicates()[1:])
		if !v.rest.empty() && v.rest.subtractWithin(ctx, fh, turnWork) {
			v.proof.Automata = append(v.proof.Automata, fh)
		}
	}
}
