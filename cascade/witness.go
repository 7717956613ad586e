package cascade

import (
	"maps"
	"slices"

	"culprit/logic"
)

// witness is an assignment that satisfies the formula as long as it can be
// carried back with it. While it does, the formula is satisfiable, and nothing
// has to be asked. It begins with the values of the run, which contradict
// only the condition. A symbol that is replaced by its definition keeps
// its value: one of the symbols that are new with the definition gets what
// that takes, if the definition can be solved for it.
type witness struct {
	w     *walk
	m     *logic.Model
	all   *logic.Evaluator // of the formula
	one   *logic.Evaluator // of single definitions
	last  *logic.Model     // the last answer
	dirty []int            // items that are not evaluated yet
	holds bool
}

func newWitness(w *walk) *witness {
	x := &witness{w: w, m: logic.NewModel(), all: w.all, one: w.one, holds: true}
	x.all.Reset(x.m)
	return x
}

// enter gives a symbol the value that it had in the run.
func (x *witness) enter(s logic.T) {
	if _, ok := x.m.BV[s]; !ok {
		x.m.BV[s] = x.ran(s)
	}
}

// ran is the value of a symbol in the run.
func (x *witness) ran(s logic.T) uint64 {
	if _, ok := x.w.t.run.Def(s); !ok && x.w.t.ownerOf(s) >= 0 {
		return 1 // an opaque condition, which the run passed
	}
	return x.w.t.run.Eval(s)
}

// lift carries the value of a symbol over to those of its definition.
func (x *witness) lift(s, def logic.T) {
	want, ok := x.m.BV[s]
	if !ok || !x.holds {
		return
	}
	tb := x.w.t.tb
	var fresh []logic.T
	for _, v := range tb.Vars(def) {
		if _, ok := x.m.BV[v]; !ok {
			fresh = append(fresh, v)
			x.enter(v)
		}
	}
	x.one.Reset(x.m)
	if x.one.Value(def) == want {
		return
	}
	is := tb.BV(max(1, tb.Width(def)), want)
	eq := def
	if tb.Sort(def).Kind != logic.SBool {
		eq = tb.Eq(def, is)
	} else if want == 0 {
		eq = tb.Not(def)
	}
	for _, v := range fresh {
		e, ok := tb.SolveFor(eq, v)
		if !ok {
			continue
		}
		before := x.m.BV[v]
		x.m.BV[v] = x.one.Value(e)
		x.one.Reset(x.m)
		if x.one.Value(def) == want {
			return
		}
		x.m.BV[v] = before
		x.one.Reset(x.m)
	}
}

// satisfies reports whether the witness still satisfies the formula.
func (x *witness) satisfies() bool {
	for _, k := range x.dirty {
		it := &x.w.items[k]
		x.holds = x.holds && (it.operand || x.all.Holds(it.now))
	}
	x.dirty = x.dirty[:0]
	return x.holds
}

// renew makes another assignment the witness: one that satisfies the formula.
func (x *witness) renew(m *logic.Model) {
	x.m = m
	x.all.Reset(m)
	x.holds, x.dirty = true, x.dirty[:0]
}

// repair changes single values of an assignment until it satisfies the items
// in which, whose terms are fs. If it fails, the assignment is what it was.
func (x *witness) repair(m *logic.Model, fs []logic.T, which []int) bool {
	size := 0
	for _, k := range which {
		size += x.w.t.tb.Size(fs[k])
	}
	if size > mostRepaired {
		return false
	}
	type change struct {
		v  logic.T
		to uint64
	}
	var undo []change
	bad := x.violated(m, fs, which)
	for range repairSteps {
		if len(bad) == 0 {
			return true
		}
		var best change
		least := len(which) + 1
		for _, v := range x.w.t.tb.Vars(fs[bad[0]]) {
			before := m.BV[v]
			for _, to := range x.proposals(m, fs[bad[0]], v) {
				if to == before {
					continue
				}
				m.BV[v] = to
				x.one.Reset(m)
				if x.one.Holds(fs[bad[0]]) {
					if n := x.count(fs, which); n < least {
						best, least = change{v, to}, n
					}
				}
			}
			m.BV[v] = before
		}
		if best.v == 0 {
			break
		}
		undo = append(undo, change{best.v, m.BV[best.v]})
		m.BV[best.v] = best.to
		bad = x.violated(m, fs, which)
	}
	if len(bad) == 0 {
		return true
	}
	for _, c := range slices.Backward(undo) {
		m.BV[c.v] = c.to
	}
	return false
}

// proposals are values of a symbol that may satisfy a term: those that make
// both sides of a comparison equal, or differ by one, and the extreme ones.
func (x *witness) proposals(m *logic.Model, f, v logic.T) []uint64 {
	tb := x.w.t.tb
	if tb.Sort(v).Kind == logic.SBool {
		return []uint64{1 - m.BV[v]}
	}
	x.one.Reset(m)
	mask := ^uint64(0) >> (64 - tb.Width(v))
	out := []uint64{mask >> 1, mask>>1 + 1}
	for _, c := range tb.Cone(f) {
		as := tb.Args(c)
		if tb.Sort(c).Kind != logic.SBool || len(as) != 2 || tb.Sort(as[0]).Kind != logic.SBV || !tb.Occurs(v, c) {
			continue
		}
		d := x.one.Value(as[1]) - x.one.Value(as[0])
		for _, e := range []uint64{0, 1, ^uint64(0)} {
			for _, to := range []uint64{m.BV[v] + d + e, m.BV[v] - d + e} {
				if to &= mask; !slices.Contains(out, to) {
					out = append(out, to)
				}
			}
		}
	}
	return out
}

// violated lists the items that an assignment does not satisfy.
func (x *witness) violated(m *logic.Model, fs []logic.T, which []int) []int {
	x.one.Reset(m)
	var out []int
	for _, k := range which {
		if !x.one.Holds(fs[k]) {
			out = append(out, k)
		}
	}
	return out
}

// count counts them under the present assignment.
func (x *witness) count(fs []logic.T, which []int) int {
	n := 0
	for _, k := range which {
		if !x.one.Holds(fs[k]) {
			n++
		}
	}
	return n
}

// closest is the witness or the last answer, whichever satisfies more.
func (x *witness) closest(fs []logic.T, which []int) *logic.Model {
	if x.last == nil || x.last == x.m {
		return x.m
	}
	n := len(x.violated(x.m, fs, which))
	if n == 0 {
		return x.m
	}
	for v, to := range x.m.BV { // symbols that came later
		if _, ok := x.last.BV[v]; !ok {
			x.last.BV[v] = to
		}
	}
	if len(x.violated(x.last, fs, which)) < n {
		return x.last
	}
	return x.m
}

// with is the witness with the values of a model of some terms in place of its
// own.
func (x *witness) with(over *logic.Model, fs []logic.T, which []int) *logic.Model {
	m := logic.NewModel()
	maps.Copy(m.BV, x.m.BV)
	for _, k := range which {
		for _, v := range x.w.t.tb.Vars(fs[k]) {
			m.BV[v] = over.BV[v]
		}
	}
	m.Arr, m.Fun = over.Arr, over.Fun
	return m
}
