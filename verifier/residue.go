package verifier

import (
	"slices"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/logic"
)

// residue is what a trace asks of the values that neither the text of the program nor
// the world determines. All other inputs have their values.
type residue struct {
	tb      *logic.Table
	s       *hoare.Sym
	bound   []condition // of inputs that are not free (boundInputs), and of texts
	conds   []condition // of the trace, in its order
	answers map[int]cfg.Answer
	facts   []fact
	first   int    // step of the first such value
	last    int    // step of the last answer
	what    string // an unknown value that no error may rest on, whatever it is
}

// condition is a condition of a trace.
type condition struct {
	step int
	role condRole
	term logic.T
}

// condRole says what becomes of a condition that does not hold.
type condRole uint8

const (
	askedCond     condRole = iota // the program goes elsewhere
	statedCond                    // it holds
	elseErrorCond                 // the program fails there
)

// residueOf is the residue of a trace, nil if it has no value that is not known.
func (v *run) residueOf(t *cfg.Trace) *residue {
	p := v.task.orig
	bound := boundInputs(t)
	isOpen := func(in cfg.Input) bool {
		mayFail, is := bound[in.Step]
		return is && !(mayFail && failing(t.Edges[in.Step], in)) || open(p, t.Edges[in.Step], in)
	}
	first := slices.IndexFunc(t.Inputs, func(in cfg.Input) bool {
		h, ok := t.Edges[in.Step].Stmt.(*cfg.MemHavoc)
		return isOpen(in) || ok && h.Text != nil
	})
	if first < 0 {
		return nil
	}
	enc := hoare.NewEncoder(logic.TableOn(v.clock), p)
	tb := enc.TB
	r := &residue{tb: tb, answers: map[int]cfg.Answer{}, first: t.Inputs[first].Step, last: t.Inputs[first].Step}
	var at []logic.T
	r.s = enc.Residual(t, func(_ *cfg.Edge, in cfg.Input) bool { return isOpen(in) }, v.ask(), func(step int, q *cfg.Question, args []uint64, a cfg.Answer) {
		r.answers[step] = a
		r.last = step
		r.facts = append(r.facts, newFact(q, args, a))
	}, func(addr logic.T, _ *cfg.Region) { at = append(at, addr) })
	if step := v.nowhere(tb, t, r.s, at); step >= 0 {
		r.what = unknownName(t.Edges, step)
		return r
	}
	if i, texts := unreadable(tb, r.s, t); i >= 0 {
		r.what, r.facts = unknownName(t.Edges, r.s.Inputs[i].Step), append(r.facts, texts...)
		return r
	}
	for _, in := range r.s.Inputs {
		if bound[in.Step] {
			r.bound = append(r.bound, condition{in.Step, statedCond, tb.SLe(tb.BV(int(tb.Sort(in.Term).W), 0), in.Term)})
		}
	}
	for _, c := range readableInputs(tb, r.s) {
		r.bound = append(r.bound, condition{0, statedCond, c})
	}
	for i, g := range r.s.Guard {
		c := condition{step: r.s.GuardStep[i], term: g}
		switch e := t.Edges[c.step]; {
		case stated(e):
			c.role = statedCond
		case elseError(e):
			c.role = elseErrorCond
		}
		r.conds = append(r.conds, c)
	}
	return r
}
