package relevance

import (
	"slices"

	"culprit/cfg"
	"culprit/logic"
)

// maxCone bounds the terms searched for constants.
const maxCone = 20000

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
		add(^uint64(0))
	}
	near := c.compared(c.sx.changed, w)
	if c.t.block == nil && c.t.typ.Kind == cfg.Float {
		for _, f := range []float64{1, -1} {
			add(floatBits(f, w))
		}
	} else {
		slices.SortFunc(near, func(a, b uint64) int { return simpler(a, b, w) })
	}
	vs = append(vs, near...)
	vs = dedupe(vs)
	if len(vs) > c.conf.Trials {
		vs = vs[:c.conf.Trials]
	}
	if !c.t.pointer() {
		add(1<<uint(w-1) - 1)
		add(1 << uint(w-1))
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
func simpler(a, b uint64, w int) int {
	key := func(v uint64) (uint64, bool) {
		if s := cfg.SignExtend(v, w); s < 0 {
			return uint64(-s), true
		}
		return v, false
	}
	ka, na := key(a)
	kb, nb := key(b)
	switch {
	case ka != kb && ka < kb:
		return -1
	case ka != kb:
		return 1
	case na == nb:
		return 0
	case nb:
		return -1
	}
	return 1
}

// compared collects the constants that comparisons in fs mention, as values of
// w bits, and their neighbours.
func (r *run) compared(fs []logic.T, w int) []uint64 {
	tb := r.tb
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
	for _, t := range cone[:min(len(cone), maxCone)] {
		switch tb.Op(t) {
		case logic.OpEq, logic.OpULt, logic.OpSLt:
		default:
			continue
		}
		args := tb.Args(t)
		x, y := args[0], args[1]
		if tb.Sort(x).Kind != logic.SBV {
			continue
		}
		switch {
		case tb.IsConst(y):
			add(y, tb.ConstVal(y))
			if k := offset(x); k != 0 {
				add(y, tb.ConstVal(y)-k)
			}
		case tb.IsConst(x):
			add(x, tb.ConstVal(x))
			if k := offset(y); k != 0 {
				add(x, tb.ConstVal(x)-k)
			}
		default:
			if k := offset(y) - offset(x); k != 0 {
				add(x, k)
			}
		}
	}
	return dedupe(vs)
}

// objects lists addresses of objects known before a step: those whose address
// the trace takes, then those it allocated.
func (r *run) objects(step int) []uint64 {
	const most = 8
	var vs []uint64
	for _, e := range r.tr.Edges {
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			cfg.Walk(x, func(x cfg.Expr) {
				if a, ok := x.(*cfg.AddrOf); ok && len(vs) < most && !slices.Contains(vs, a.Obj.Addr) {
					vs = append(vs, a.Obj.Addr)
				}
			})
		})
	}
	r.ev.Reset(r.m0)
	for k, e := range r.tr.Edges[:step] {
		if _, ok := e.Stmt.(*cfg.Alloc); ok && len(vs) < 2*most {
			vs = append(vs, r.ev.Value(r.writes[k][0].val))
		}
	}
	return vs
}
