package safety

import (
	"math/bits"

	"culprit/cfg"
)

// tests reports whether control stays in the component at l only while a
// counter has not reached something that does not change.
func (g *loops) tests(l *cfg.Loc) bool {
	leaves, stays := false, 0
	var cond cfg.Expr
	for _, e := range l.Out {
		if !g.in[e.To] {
			leaves = true
			continue
		}
		s, ok := e.Stmt.(*cfg.Assume)
		if !ok {
			return false
		}
		cond = s.Cond
		stays++
	}
	return leaves && stays == 1 && g.bounded(cond)
}

// bounded reports whether a condition cannot hold again and again.
func (g *loops) bounded(cond cfg.Expr) bool {
	b, ok := cond.(*cfg.Binary)
	if !ok {
		return false
	}
	switch b.Op {
	case cfg.LAnd:
		return g.bounded(b.X) || g.bounded(b.Y)
	case cfg.Ne, cfg.ULt, cfg.ULe, cfg.SLt, cfg.SLe:
		return g.meets(b, b.X, b.Y) || g.meets(b, b.Y, b.X)
	}
	return false
}

// meets reports whether the side of a comparison that counts meets a value for
// which it fails, the other side being fixed.
func (g *loops) meets(b *cfg.Binary, side, other cfg.Expr) bool {
	v, plain := counter(side)
	if v == nil || !g.fixed(other) {
		return false
	}
	step, ok := g.step(v)
	if !ok {
		return false
	}
	w := v.Type.Width()
	if plain && step&1 == 1 && b.Op != cfg.ULe && b.Op != cfg.SLe {
		return true // also if nothing is known about the other side
	}
	stride := uint64(1) << bits.TrailingZeros64(step)
	if stride > 64 {
		return false
	}
	for r := range stride {
		if !failsAt(b, v, w, r, stride) {
			return false
		}
	}
	return true
}

// failsAt reports whether the condition fails for a number of a residue class.
// It looks near the ends of the ranges and near zero.
func failsAt(b *cfg.Binary, v *cfg.Var, w int, r, stride uint64) bool {
	for _, base := range []uint64{0, 1 << (w - 1), cfg.Mask(^uint64(0), w) - stride + 1, 1<<(w-1) - stride} {
		x := cfg.Mask(base&^(stride-1)+r, w)
		if holds, ok := value(b, v, x); ok && holds == 0 {
			return true
		}
	}
	return false
}

// counter is the variable that an expression is, maybe with more bits.
func counter(e cfg.Expr) (v *cfg.Var, plain bool) {
	plain = true
	for {
		switch x := e.(type) {
		case *cfg.VarRef:
			if x.V.Type.Kind != cfg.Bits {
				return nil, false
			}
			return x.V, plain
		case *cfg.Cast:
			if x.Op != cfg.SExt && x.Op != cfg.ZExt {
				return nil, false
			}
			e, plain = x.X, false
		default:
			return nil, false
		}
	}
}

// own reports whether only the component's own edges can change v in it.
func (g *loops) own(v *cfg.Var) bool { return v.Proc == g.f || v.Proc == nil && !g.calling }

// fixed reports whether the value of e does not change in the component.
func (g *loops) fixed(e cfg.Expr) bool {
	ok := true
	cfg.Walk(e, func(x cfg.Expr) {
		switch x := x.(type) {
		case *cfg.VarRef:
			ok = ok && len(g.defs[x.V]) == 0 && g.own(x.V)
		case *cfg.Load:
			ok = false
		}
	})
	return ok
}

// step is what each way round adds to v, once.
func (g *loops) step(v *cfg.Var) (uint64, bool) {
	for range 4 {
		defs := g.defs[v]
		if len(defs) != 1 || !g.own(v) || !g.once(nil, defs[0]) {
			return 0, false
		}
		a, ok := defs[0].Stmt.(*cfg.Assign)
		if !ok {
			return 0, false
		}
		if u, ok := a.Src.(*cfg.VarRef); ok { // a copy counts like the original
			v = u.V
			continue
		}
		n, ok := added(a.Src, v)
		n = cfg.Mask(n, v.Type.Width())
		return n, ok && n != 0
	}
	return 0, false
}

// added is the constant that an expression adds to v, modulo 2^w.
func added(e cfg.Expr, v *cfg.Var) (uint64, bool) {
	if c, ok := e.(*cfg.Cast); ok && c.Op == cfg.Trunc {
		e = c.X
	}
	b, ok := e.(*cfg.Binary)
	if !ok {
		return 0, false
	}
	x, _ := counter(b.X)
	k, constant := b.Y.(*cfg.Const)
	switch {
	case (b.Op == cfg.Add || b.Op == cfg.PtrAdd) && x == v && constant:
		return k.V, true
	case b.Op == cfg.Sub && x == v && constant:
		return -k.V, true
	case b.Op == cfg.Add:
		y, _ := counter(b.Y)
		if k, ok := b.X.(*cfg.Const); ok && y == v {
			return k.V, true
		}
	}
	return 0, false
}

// value computes an expression over v alone.
func value(e cfg.Expr, v *cfg.Var, x uint64) (uint64, bool) {
	switch e := e.(type) {
	case *cfg.Const:
		return e.V, e.T.Kind != cfg.Float
	case *cfg.VarRef:
		return x, e.V == v
	case *cfg.Cast:
		n, ok := value(e.X, v, x)
		switch e.Op {
		case cfg.SExt:
			return cfg.Mask(uint64(cfg.SignExtend(n, width(e.X))), e.T.Width()), ok
		case cfg.ZExt, cfg.Trunc:
			return cfg.Mask(n, e.T.Width()), ok
		}
	case *cfg.Binary:
		a, okA := value(e.X, v, x)
		b, okB := value(e.Y, v, x)
		w := e.X.Type().Width()
		if !okA || !okB || e.X.Type().Kind != cfg.Bits {
			return 0, false
		}
		is := func(c bool) (uint64, bool) {
			if c {
				return 1, true
			}
			return 0, true
		}
		switch e.Op {
		case cfg.Ne:
			return is(a != b)
		case cfg.ULt:
			return is(a < b)
		case cfg.ULe:
			return is(a <= b)
		case cfg.SLt:
			return is(cfg.SignExtend(a, w) < cfg.SignExtend(b, w))
		case cfg.SLe:
			return is(cfg.SignExtend(a, w) <= cfg.SignExtend(b, w))
		case cfg.Add, cfg.PtrAdd:
			return cfg.Mask(a+b, w), true
		case cfg.Sub:
			return cfg.Mask(a-b, w), true
		case cfg.Mul:
			return cfg.Mask(a*b, w), true
		}
	}
	return 0, false
}

// walks reports whether what leaves l reads or writes at an address that each
// way round moves on, so that it comes to leave the object.
func (g *loops) walks(l *cfg.Loc) bool {
	found := false
	see := func(addr cfg.Expr) {
		p, ok := addr.(*cfg.VarRef)
		if ok {
			if step, ok := g.step(p.V); ok && small(step, p.V.Type.Width(), g.p) {
				found = true
			}
			return
		}
		b, ok := addr.(*cfg.Binary)
		if !ok || b.Op != cfg.PtrAdd || width(b.X) != g.p.PtrBits {
			return
		}
		if v, plain := counter(b.Y); v != nil && plain && g.fixed(b.X) {
			if step, ok := g.step(v); ok && small(step, g.p.PtrBits, g.p) {
				found = true
			}
			return
		}
		if v, _ := counter(b.X); v != nil && g.fixed(b.Y) {
			if step, ok := g.step(v); ok && small(step, g.p.PtrBits, g.p) {
				found = true
			}
		}
	}
	evaluated(l, func(x, when cfg.Expr) {
		if x, ok := x.(*cfg.Load); ok && cfg.IsTrue(when) && !x.Region.Ghost() {
			see(x.Addr)
		}
	})
	if len(l.Out) == 1 {
		if s, ok := l.Out[0].Stmt.(*cfg.Store); ok {
			see(s.Addr)
		}
	}
	return found
}

// small reports whether a step up or down cannot jump from one object to
// another.
func small(step uint64, w int, p *cfg.Program) bool {
	n := cfg.SignExtend(step, w)
	return n != 0 && max(n, -n) < int64(p.SlotLead())/4
}
