package relevance

import (
	"cmp"
	"slices"

	"culprit/cfg"
	"culprit/logic"
)

// trials lists constants to try as fix values, best first: for pointers null
// and the objects known before the statement, otherwise the simplest values,
// the ends of the type and what the changed conditions compare with.
func (c *check) trials() []uint64 {
	w := c.t.width()
	if c.t.block == nil && c.t.typ.Kind == cfg.Bool {
		return []uint64{0, 1}
	}
	var vs []uint64
	add := func(v uint64) { vs = append(vs, cfg.Mask(v, w)) }
	add(0)
	if c.t.pointer() {
		vs = append(vs, c.objects(c.sx.first)...)
	} else {
		add(1)
		if c.t.signed() {
			add(^uint64(0))
		}
	}
	near := c.compared(c.sx.changed, c.sx.x, w)
	if c.t.block == nil && c.t.typ.Kind == cfg.Float {
		for _, f := range []float64{1, -1} {
			add(floatBits(f, w))
		}
	} else {
		slices.SortFunc(near, func(a, b uint64) int { return c.t.simpler(a, b) })
	}
	vs = append(vs, near...)
	c.hints = append(c.hints[:0], near...)
	vs = dedupe(vs)
	if len(vs) > c.conf.Trials {
		vs = vs[:c.conf.Trials]
	}
	if !c.t.pointer() {
		add(1<<uint(w-1) - 1)
		add(1 << uint(w-1))
		add(^uint64(0))
	}
	return dedupe(vs)
}

// dedupe drops later duplicates.
func dedupe(vs []uint64) []uint64 {
	seen := map[uint64]bool{}
	out := vs[:0]
	for _, v := range vs {
		if !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}

// simpler orders values by magnitude, positive ones first.
func (t *target) simpler(a, b uint64) int {
	key := func(v uint64) (uint64, int) {
		if t.signed() && cfg.SignExtend(v, t.width()) < 0 {
			return cfg.Mask(-v, t.width()), 1
		}
		return v, 0
	}
	ka, na := key(a)
	kb, nb := key(b)
	return cmp.Or(cmp.Compare(ka, kb), cmp.Compare(na, nb))
}

// compared collects the constants that comparisons in fs mention, the values
// that x is compared with in the execution given, and their neighbours, as
// values of w bits.
func (r *run) compared(fs []logic.T, x logic.T, w int) []uint64 {
	tb := r.tb
	r.ev.Reset(r.m0)
	var vs []uint64
	add := func(t logic.T, v uint64) {
		v = uint64(cfg.SignExtend(v, tb.Width(t)))
		for _, x := range []uint64{v, v + 1, v - 1} {
			vs = append(vs, cfg.Mask(x, w))
		}
	}
	offset := func(t logic.T) uint64 {
		if tb.Op(t) == logic.OpAdd {
			args := tb.Args(t)
			if k := args[len(args)-1]; tb.IsConst(k) {
				return tb.ConstVal(k)
			}
		}
		return 0
	}
	cone := tb.Cone(fs...)
	for _, t := range cone[:min(len(cone), maxHeld)] {
		switch tb.Op(t) {
		case logic.OpEq, logic.OpULt, logic.OpSLt:
		default:
			continue
		}
		args := tb.Args(t)
		a, b := args[0], args[1]
		if tb.Sort(a).Kind != logic.SBV {
			continue
		}
		if tb.IsConst(a) || !tb.IsConst(b) && tb.Occurs(x, b) {
			a, b = b, a
		}
		switch {
		case tb.IsConst(b):
			add(b, tb.ConstVal(b))
			if k := offset(a); k != 0 {
				add(b, tb.ConstVal(b)-k)
				add(b, -k) // where the sum wraps around
				add(b, 1<<uint(tb.Width(b)-1)-k)
			}
		case tb.Occurs(x, a) && !tb.Occurs(x, b):
			add(b, r.ev.Value(b)-offset(a))
		default:
			if k := offset(b) - offset(a); k != 0 {
				add(b, k)
			}
		}
	}
	return dedupe(vs)
}

// objects lists addresses of objects known before a step: those whose address
// the trace takes, then those it allocated.
func (r *run) objects(step int) []uint64 {
	vs := takenObjects(r.tr)
	r.ev.Reset(r.m0)
	for k, e := range r.tr.Edges[:step] {
		if _, ok := e.Stmt.(*cfg.Alloc); ok && len(vs) < 2*maxObjects {
			vs = append(vs, r.ev.Value(r.writes[k][0].val))
		}
	}
	return vs
}

// takenObjects lists addresses of objects that a trace takes.
func takenObjects(tr *cfg.Trace) (vs []uint64) {
	for _, e := range tr.Edges {
		if len(vs) == maxObjects {
			break
		}
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			cfg.Walk(x, func(x cfg.Expr) {
				if a, ok := x.(*cfg.AddrOf); ok && len(vs) < maxObjects && !slices.Contains(vs, a.Obj.Addr) {
					vs = append(vs, a.Obj.Addr)
				}
			})
		})
	}
	return vs
}

// simplestIn is the simplest value of some ranges.
func (t *target) simplestIn(rs []Range) uint64 {
	v := rs[0].Lo
	for _, r := range rs {
		v = t.simplest(v, r.Lo, r.Hi)
		if lo, hi := cfg.SignExtend(r.Lo, t.width()), cfg.SignExtend(r.Hi, t.width()); r.Signed && lo < 0 && hi > 0 {
			return 0
		}
	}
	return v
}

// simplest gives the simplest of some values.
func (t *target) simplest(vs ...uint64) uint64 { return slices.MinFunc(vs, t.simpler) }
