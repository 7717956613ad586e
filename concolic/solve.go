package concolic

import (
	"maps"
	"math"
	"slices"

	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
)

// question is a search for a model of goal and of the conditions around it.
type question struct {
	w     *walk
	goal  logic.T
	vars  []logic.T // inputs, oldest first
	conds []logic.T
	ev    *logic.Evaluator
}

// solve looks for a model that satisfies c too, and makes it the walk's.
func (w *walk) solve(c logic.T) bool {
	q, ok := w.ask(c)
	if !ok {
		return false
	}
	mark := w.tb.Mark()
	m := q.answer()
	w.tb.Release(mark)
	if m != nil {
		w.model = m
	}
	w.ev.Reset(w.model) // also because terms were released
	return m != nil
}

// answer goes through the steps.
func (q *question) answer() *logic.Model {
	n := len(q.vars)
	if n == 0 {
		return nil
	}
	base := q.w.model
	if m := q.free(base, q.vars[max(0, n-maxInputs/8):], smt.QueryWork); m != nil || n <= maxInputs/8 {
		return m
	}
	if m := q.mixed(base); m != nil {
		return m
	}
	if m := q.descend(base); m != nil {
		return m
	}
	if n > maxInputs {
		if m := q.free(base, q.vars[n-maxInputs:], 2*smt.QueryWork); m != nil {
			return m
		}
	}
	return q.free(base, q.vars, 8*smt.QueryWork)
}

// free asks the solver for values of some inputs; the others keep those of
// base, which satisfies every condition without a free input.
func (q *question) free(base *logic.Model, free []logic.T, limit work.Amount) *logic.Model {
	tb := q.w.tb
	fixed := map[logic.T]logic.T{}
	for _, v := range q.vars {
		if _, found := slices.BinarySearch(free, v); found {
			continue
		}
		fixed[v] = tb.Constant(tb.Sort(v), base.BV[v])
	}
	f := []logic.T{tb.Subst(q.goal, fixed)}
	for _, c := range q.conds {
		if slices.ContainsFunc(free, func(v logic.T) bool { return tb.Occurs(v, c) }) {
			f = append(f, tb.Subst(c, fixed))
		}
	}
	if q.w.solver.CheckBudget(smt.Budget{Work: limit, Ctx: q.w.ctx}, f...) != smt.Sat {
		return nil
	}
	m := q.with(base)
	found := q.w.solver.Model()
	for _, v := range free {
		m.BV[v] = found.BV[v]
	}
	if !q.valid(m) {
		return nil
	}
	return m
}

// with is a copy of m to be changed.
func (q *question) with(m *logic.Model) *logic.Model {
	q.w.tb.Clock.Count(len(m.BV), 5*work.Visit)
	out := *m
	out.BV = maps.Clone(m.BV)
	return &out
}

// valid evaluates the goal and the conditions.
func (q *question) valid(m *logic.Model) bool {
	q.ev.Reset(m)
	if !q.ev.Holds(q.goal) {
		return false
	}
	return !slices.ContainsFunc(q.conds, func(c logic.T) bool { return !q.ev.Holds(c) })
}

// difference is how far the sides of the compared values are apart, with
// their sign; 0 where the goal is not a comparison.
func (q *question) difference(m *logic.Model) float64 {
	tb := q.w.tb
	c := q.goal
	if tb.Op(c) == logic.OpNot {
		c = tb.Args(c)[0]
	}
	if n := len(tb.Args(c)); n != 2 || tb.Sort(tb.Args(c)[0]).Kind != logic.SBV {
		return 0
	}
	q.ev.Reset(m)
	width := tb.Width(tb.Args(c)[0])
	a, b := q.ev.Value(tb.Args(c)[0]), q.ev.Value(tb.Args(c)[1])
	signed := func(v uint64) float64 { return float64(int64(v<<(64-width)) >> (64 - width)) }
	switch tb.Op(c) {
	case logic.OpEq:
		return signed(a - b)
	case logic.OpULt:
		return float64(a) - float64(b)
	case logic.OpSLt:
		return signed(a) - signed(b)
	}
	return 0
}

// candidates are values of an input that satisfy the conditions on it alone,
// in ascending order as signed numbers.
func (q *question) candidates(base *logic.Model, v logic.T, own []logic.T) []uint64 {
	sort := q.w.tb.Sort(v)
	m := &logic.Model{BV: map[logic.T]uint64{}}
	top := mask(sort)
	vals := []uint64{base.BV[v], 0, 1, 2, 3, 7, 10, 100, top, top >> 1, top>>1 + 1}
	vals = append(vals, q.w.m.consts...)
	for i := range vals {
		vals[i] &= top
	}
	slices.Sort(vals)
	vals = slices.Compact(vals)
	vals = slices.DeleteFunc(vals, func(x uint64) bool {
		m.BV[v] = x
		q.ev.Reset(m)
		return slices.ContainsFunc(own, func(c logic.T) bool { return !q.ev.Holds(c) })
	})
	half := top>>1 + 1
	slices.SortFunc(vals, func(a, b uint64) int {
		switch x, y := (a^half)&top, (b^half)&top; { // signed order
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	return vals
}

// own lists the conditions on single inputs.
func (q *question) own() map[logic.T][]logic.T {
	out := map[logic.T][]logic.T{}
	for _, c := range q.conds {
		if vs := q.w.tb.Vars(c); len(vs) == 1 {
			out[vs[0]] = append(out[vs[0]], c)
		}
	}
	return out
}

// mixed bisects the mixtures of the least and the greatest values.
func (q *question) mixed(base *logic.Model) *logic.Model {
	n := len(q.vars)
	if n > maxMixed {
		return nil
	}
	lo, hi, ok := q.extremes(base)
	if !ok {
		return nil
	}
	mixture := func(k int) *logic.Model { // the first k are high
		m := q.with(base)
		for i, v := range q.vars {
			m.BV[v] = lo[i]
			if i < k {
				m.BV[v] = hi[i]
			}
		}
		return m
	}
	side := func(k int) (float64, *logic.Model) {
		m := mixture(k)
		if q.valid(m) {
			return 0, m
		}
		return q.difference(m), nil
	}
	a, b := 0, n
	da, m := side(a)
	if m != nil {
		return m
	}
	db, m := side(b)
	if m != nil {
		return m
	}
	if da == 0 || db == 0 || (da < 0) == (db < 0) {
		return nil
	}
	for b-a > 1 && q.w.ctx.Err() == nil {
		k := (a + b) / 2
		d, m := side(k)
		if m != nil {
			return m
		}
		if (d < 0) == (da < 0) {
			a = k
		} else {
			b = k
		}
	}
	// Input a changes the sign: it and some neighbours are free.
	from := max(0, min(a-maxInputs/8/2, n-maxInputs/8))
	near := mixture(a)
	if !q.conditions(near) {
		return nil
	}
	return q.free(near, q.vars[from:min(n, from+maxInputs/8)], smt.QueryWork)
}

// extremes are the least and the greatest candidate for each input. ok is false
// if one has none, or the time is up.
func (q *question) extremes(base *logic.Model) (lo, hi []uint64, ok bool) {
	own := q.own()
	for _, v := range q.vars {
		vals := q.candidates(base, v, own[v])
		if len(vals) == 0 || q.w.ctx.Err() != nil {
			return nil, nil, false
		}
		lo, hi = append(lo, vals[0]), append(hi, vals[len(vals)-1])
	}
	return lo, hi, true
}

// conditions reports whether m satisfies all conditions but the goal.
func (q *question) conditions(m *logic.Model) bool {
	q.ev.Reset(m)
	return !slices.ContainsFunc(q.conds, func(c logic.T) bool { return !q.ev.Holds(c) })
}

// descend changes single inputs as long as the difference gets smaller.
func (q *question) descend(base *logic.Model) *logic.Model {
	n := len(q.vars)
	own := q.own()
	cur := q.with(base)
	best := math.Abs(q.difference(cur))
	for range 2 {
		before := best
		for i, v := range q.vars {
			if i >= maxInputs/2 && i < n-maxInputs/2 {
				continue
			}
			for _, x := range q.candidates(cur, v, own[v]) {
				if q.w.ctx.Err() != nil {
					return nil
				}
				old := cur.BV[v]
				cur.BV[v] = x
				if d := math.Abs(q.difference(cur)); d < best && q.conditions(cur) {
					best = d
					if q.valid(cur) {
						return cur
					}
				} else if d == 0 && q.valid(cur) {
					return cur
				} else {
					cur.BV[v] = old
				}
			}
		}
		if best == before {
			return nil
		}
	}
	return nil
}

// ask is the question for inputs with which a condition holds; there is none if it depends on anything
// other than inputs.
func (w *walk) ask(c logic.T) (*question, bool) {
	vars, conds := w.groups.around(w.tb, c)
	slices.Sort(vars)
	vars = slices.Compact(vars)
	for _, v := range vars {
		if w.tb.Sort(v).Kind == logic.SArray || w.sym.Enc.Symbol(v) >= 0 {
			return nil, false // arbitrary memory, or a value nobody set
		}
	}
	return &question{w: w, goal: c, vars: vars, conds: conds, ev: w.trial}, len(vars) > 0
}
