package verifier

import (
	"culprit/automata"
	"culprit/cfg"
	"culprit/danger"
	"culprit/relevance"
)

// found records a replayed trace and analyses the relevance of its
// statements.
func (v *run) found(t *cfg.Trace, target *cfg.Loc) {
	r := relevance.TraceResult{Trace: t, Error: target}
	v.res.Traces = append(v.res.Traces, r)
}

// danger removes the trace just found together with the traces that are like
// it, by its canonical danger automaton. Where that cannot be built the trace
// alone is removed.
func (v *run) danger(word []automata.Letter, target *cfg.Loc, f feasibility) {
	v.covered[target] = true
	if v.pool == nil {
		v.pool = danger.NewPool(v.checker)
	}
	exact := exactWord(append([]automata.Letter(nil), word...))
	states, ok := v.enc.Concrete(v.letters(word), f.trace.Inputs)
	if !ok {
		v.log("danger: the execution could not be followed; trace removed exactly")
		v.subtract(exact)
		return
	}
	run := automata.Run(v.rem, word)
	labels := make([]int32, len(run))
	for i, q := range run {
		labels[i] = v.rem.Label[q]
	}
	seq := v.pool.Trace(word, states, labels)
	isTarget := func(q automata.State) bool { return v.ctl.Loc(v.rem, q) == target }
	d := danger.Build(v.ctx, v.pool, v.rem, isTarget, run, seq)
	if !automata.Accepts(d.NFA, word) {
		v.log("danger: the automaton does not accept its trace; trace removed exactly")
		v.subtract(exact)
		return
	}
	if v.cfg.Check {
		if err := danger.Check(v.pool, d, v.rem, word); err != nil {
			panic(err)
		}
	}
	before := v.rem.NumStates()
	v.subtract(automata.Subset(d.NFA))
	s := v.pool.Stats
	v.log("danger: %d states; remaining automaton %d -> %d states; %d predicates, %d annotated, %d same, %d by model, %d queries",
		d.NFA.NumStates(), before, v.rem.NumStates(), s.Predicates, s.Annotated, s.Same, s.Models, s.Queries)
}
