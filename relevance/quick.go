package relevance

import (
	"slices"

	"culprit/cfg"
	"culprit/logic"
)

// quick decides a target by executing the rest of the trace with constants in
// place of the assigned value. In a recorded run, where little is arbitrary,
// all terms then stay constants, while a symbol in place of a pointer makes
// every later read of memory a case distinction over all writes.
//
// A condition that becomes false by form blocks the trace for all inputs; one
// that is false in the execution given, without later inputs, avoids this run.
// If no constant does, nothing is known.
func (r *run) quick(t *target, step int) (m Mark, ok bool) {
	m = Mark{Step: step, Var: t.v}
	for _, v := range r.quickValues(t, step) {
		if r.ctx.Err() != nil {
			return m, false
		}
		scope := r.tb.Mark()
		sx := r.suffix(t, []int{step}, t.constant(r.tb, r.prog, v))
		kind := r.falsified(sx)
		r.tb.Release(scope)
		switch {
		case kind == BlocksTrace:
			m.Status, m.Kind, m.Fix = Relevant, kind, v
			return m, true
		case kind == AvoidsRun && !ok:
			m.Status, m.Kind, m.Fix = Relevant, kind, v
			ok = true
		}
	}
	return m, ok
}

// falsified says what a constant does to the conditions that it changes.
func (r *run) falsified(sx *suffix) FixKind {
	if slices.Contains(sx.changed, logic.False) {
		return BlocksTrace
	}
	r.ev.Reset(r.m0)
	for _, c := range sx.changed {
		if !slices.ContainsFunc(r.tb.Vars(c), func(v logic.T) bool { return r.later(sx, v) }) && !applies(r.tb, c) && !r.ev.Holds(c) {
			return AvoidsRun
		}
	}
	return NoFix
}

// quickValues are the simplest values, and the neighbours of the one that was
// assigned.
func (r *run) quickValues(t *target, step int) []uint64 {
	w := t.width()
	switch {
	case t.block != nil:
		return []uint64{0, 0xff}
	case t.typ.Kind == cfg.Bool:
		return []uint64{0, 1}
	case t.pointer():
		return append([]uint64{0}, r.objects(step)...)
	case t.typ.Kind == cfg.Float:
		return []uint64{0, floatBits(1, w), floatBits(-1, w)}
	}
	vs := []uint64{0, 1, cfg.Mask(^uint64(0), w)}
	if t.v != nil {
		for _, wr := range r.writes[step] {
			if wr.sym == t.v.ID {
				r.ev.Reset(r.m0)
				v := r.ev.Value(wr.val)
				vs = append(vs, cfg.Mask(v+1, w), cfg.Mask(v-1, w))
			}
		}
	}
	return dedupe(append(vs, 1<<uint(w-1)-1, 1<<uint(w-1)))
}
