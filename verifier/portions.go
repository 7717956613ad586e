package verifier

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"culprit/analysis/values"
	"culprit/automata"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
)

// The parts of a recheck need nothing from each other, and are done side by side:
// whoever is free takes the next one. The decisions of a part and its work
// do not depend on who does it: each has a copy of the terms that are there
// before the first part, and no part leaves others behind. So neither answers nor
// budgets depend on the processors.

// part is a part of a recheck.
type part func(*rechecker) error

// proof checks every step of a proof, and that the automata cover the program.
func (k *rechecker) proof(p *Proof) error {
	parts, err := k.parts(p)
	if err != nil {
		return err
	}
	return k.sideBySide(parts)
}

// parts divides the recheck of a proof, when what others do not have copies of
// is rechecked.
func (k *rechecker) parts(p *Proof) (parts []part, err error) {
	cur := p.Control.Auto
	for _, j := range p.Joint {
		if err := j.Check(k, p.Control.Prog); err != nil {
			return nil, within("invariant of the program", err)
		}
		rest := remaining{ctl: p.Control, nfa: cur}
		rest.dropFinals(func(l *cfg.Loc) bool { return slices.Contains(j.Targets, l) })
		cur = rest.nfa
	}
	for _, f := range p.Foretold {
		if err := f.Check(k, p.Control.Prog); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Target.Pos, err)
		}
		rest := remaining{ctl: p.Control, nfa: cur}
		rest.dropFinals(func(l *cfg.Loc) bool { return l == f.Target })
		cur = rest.nfa
	}
	left := cur
	if u := p.Unrolling; u != nil {
		if left, _, err = automata.Difference(cur, automata.Subset(u.Rem), k.stop); err != nil {
			return nil, err
		}
		parts = append(parts, func(k *rechecker) error { return k.unrolling(p.Control, u) })
	}
	if p.Unrolling == nil || !automata.Empty(left) { // it began when some traces had been removed
		parts = append(parts, func(k *rechecker) error { return k.cover(p, left) })
		for i, w := range p.Words {
			parts = append(parts, func(k *rechecker) error { return within(fmt.Sprintf("word %d", i), k.word(p.Control, w)) })
		}
	}
	// The order of terms is that in which they are evaluated: with facts first,
	// more steps are decided by that.
	if g := p.Control.Graph; g != nil {
		more, err := k.graphParts(p.Control.Prog, g)
		if err != nil {
			return nil, err
		}
		parts = append(parts, more...)
	}
	if p.Unrolling == nil || !automata.Empty(left) {
		for i, h := range p.Automata {
			more, err := k.automatonParts(h)
			if err != nil {
				return nil, within(fmt.Sprintf("automaton %d", i), err)
			}
			for _, do := range more {
				parts = append(parts, func(k *rechecker) error { return within(fmt.Sprintf("automaton %d", i), do(k)) })
			}
		}
	}
	return parts, nil
}

// within says in what an error is.
func within(what string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// cover recomputes that the automata and words cover the traces that remain.
func (k *rechecker) cover(p *Proof, cur *automata.NFA) (err error) {
	for _, h := range p.Automata {
		if cur, _, err = automata.Difference(cur, h.Stored(), k.stop); err != nil {
			return err
		}
	}
	for _, w := range p.Words {
		if cur, _, err = automata.Difference(cur, w, k.stop); err != nil {
			return err
		}
	}
	if !automata.Empty(cur) {
		return fmt.Errorf("%d states of the program are not covered", cur.NumStates())
	}
	return nil
}

// graphParts are a few nodes of the value analysis each. All terms of its facts
// and statements are made here.
func (k *rechecker) graphParts(prog *cfg.Program, g *values.Graph) (out []part, err error) {
	const what = "value analysis"
	facts := make([][]logic.T, len(g.Nodes))
	for i, n := range g.Nodes {
		if k.stop() {
			return nil, k.ctx.Err()
		}
		facts[i] = k.enc.Facts(n)
	}
	if err := k.entry(prog, g, facts); err != nil {
		return nil, within(what, err)
	}
	from, edges := 0, 0
	for i, n := range g.Nodes {
		for _, e := range n.Loc.Out {
			if k.statements[e] == nil && n.Loc.Kind == cfg.Plain {
				k.statements[e] = k.enc.EffectOf(&hoare.Letter{Edges: []*cfg.Edge{e}})
			}
		}
		edges += len(n.Loc.Out)
		if to := i + 1; edges >= partSteps || to == len(g.Nodes) {
			first := from
			out = append(out, func(k *rechecker) error { return within(what, k.graph(g, facts, first, to)) })
			from, edges = to, 0
		}
	}
	return out, nil
}

// automatonParts are a few transitions of a Floyd-Hoare automaton each. All terms
// of their letters are made here.
func (k *rechecker) automatonParts(h annotated) (out []part, err error) {
	tb := k.enc.TB
	if q := h.Stored().Initial(); tb.And(h.Conjuncts(q)...) != tb.True() {
		return nil, fmt.Errorf("something is claimed to hold initially")
	}
	for steps := range slices.Chunk(h.Steps(), partSteps) {
		for _, st := range steps {
			if k.effects[st.Letter] == nil {
				k.effects[st.Letter] = k.enc.EffectOf(st.Letter)
			}
		}
		out = append(out, func(k *rechecker) error { return k.floydHoare(h, steps) })
	}
	return out, nil
}

// beside is a rechecker with a copy of the terms of k. Data that both only read
// is shared.
func (k *rechecker) beside() *rechecker {
	o := newRechecker(k.ctx, k.enc.Clone(&work.Clock{}))
	o.each, o.first, o.effects, o.statements = k.each, k.first, k.effects, k.statements
	return o
}

// sideBySide does all parts. The error is that of the first one that has one.
func (k *rechecker) sideBySide(parts []part) error {
	errs := make([]error, len(parts))
	var next atomic.Int64
	check := func(k *rechecker) {
		for n := int(next.Add(1)) - 1; n < len(parts); n = int(next.Add(1)) - 1 {
			if errs[n] = k.ctx.Err(); errs[n] == nil {
				errs[n] = parts[n](k)
			}
		}
	}
	if len(parts) < 2 || k.enc.TB.Len() > len(parts)*partTerms { // copying the terms takes longer
		check(k)
		return cmp.Or(errs...)
	}
	clock := k.enc.TB.Clock
	left := clock.Left()
	o := k.beside()
	other := clock.NewCoroutine(k.ctx, func(ctx context.Context, clock *work.Clock) {
		ctx, cancel := clock.WithLimit(ctx, left)
		defer cancel()
		o.ctx, o.enc.TB.Clock = ctx, clock
		check(o)
	})
	defer other.Stop()
	other.Run()
	check(k)
	other.Join()
	k.steps, k.syntactic, k.evaluated = k.steps+o.steps, k.syntactic+o.syntactic, k.evaluated+o.evaluated
	k.hard, k.usual = k.hard+o.hard, k.usual+o.usual
	if k.ctx.Err() != nil { // maybe only with the work of both
		return k.ctx.Err()
	}
	return cmp.Or(errs...)
}
