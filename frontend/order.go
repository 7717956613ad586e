package frontend

import (
	"slices"

	"culprit/cfg"

	"modernc.org/cc/v4"
)

// The order of evaluation. C leaves it open for the operands of most operators
// and for arguments. The lowering takes one, that of gcc. Where another order
// may have another effect, because one part calls a function that writes what
// another part reads or writes, or because both may end the program, the order
// is an assumption that the program notes; with Config.AllOrders both orders
// are alternatives. That parts without calls must not conflict is up to the
// program (C11 6.5p2).

// part is one of the parts whose order is open.
type part struct {
	n     cc.ExpressionNode
	place bool // of an assignment: n is not read
}

func partsOf(ns ...cc.ExpressionNode) []part {
	var out []part
	for _, n := range ns {
		out = append(out, part{n: n})
	}
	return out
}

// maxAlternatives bounds how often one full expression is lowered in both
// orders.
const maxAlternatives = 4

// orderMatters reports whether the order of the parts may matter.
func (f *fn) orderMatters(parts []part) bool {
	if f.dead() || f.constant || f.l.conf.Execute || f.pr == nil || isPrelude(f.pr.fn.name) ||
		!slices.ContainsFunc(parts, func(o part) bool { return !f.l.u.pure(o.n) }) {
		return false
	}
	effects := make([]*effect, len(parts))
	for i, o := range parts {
		if effects[i] = f.l.effects.of(o.n); o.place {
			effects[i] = f.l.effects.ofPlace(o.n)
		}
		for _, e := range effects[:i] {
			if f.conflict(e, effects[i]) {
				return true
			}
		}
	}
	return false
}

// conflict reports whether two effects may differ in the other order.
func (f *fn) conflict(a, b *effect) bool {
	if !a.calls && !b.calls {
		return false
	}
	checks := f.l.conf.Checks != 0
	return affects(a, b) || affects(b, a) || a.ends && b.ends || checks && (a.ends && b.calls || b.ends && a.calls)
}

// affects reports whether a writes what b reads or writes.
func affects(a, b *effect) bool {
	for k := range a.writes {
		if b.reads[k] || b.writes[k] {
			return true
		}
	}
	return a.writesMemory && (b.readsMemory || b.writesMemory) || a.anything && (b.calls || b.readsMemory || len(b.reads) > 0)
}

// unsequenced evaluates the parts of the expression at: run does it, from the last to the first if
// reversed. usual says which of them is the order that is taken.
func (f *fn) unsequenced(at func() span, what string, usual bool, parts []part, run func(reversed bool) []val) []val {
	if !f.orderMatters(parts) {
		return run(usual)
	}
	if !f.l.conf.AllOrders || f.alternatives >= maxAlternatives || slices.ContainsFunc(parts, func(o part) bool { return hasLabel(o.n) }) {
		f.assumeOrder(at(), what, usual)
		return run(usual)
	}
	f.alternatives++
	defer func() { f.alternatives-- }()
	choice := f.temp(f.l.tt.boolT)
	f.emit(&cfg.Havoc{Dst: choice, Kind: cfg.Uninit}, span{pos: f.at.pos}, cfg.RoleImplicit)
	from := f.cur
	cond := binary(cfg.Eq, &cfg.VarRef{V: choice}, konst(choice.Type, 0))
	f.assume(cond, span{pos: f.at.pos}, cfg.RoleImplicit)
	first := run(usual)
	ended := f.cur
	f.cur = from
	f.assume(cfg.Negate(cond), span{pos: f.at.pos}, cfg.RoleImplicit)
	second := run(!usual)
	return f.join(ended, first, second)
}

// join continues both at other, with the values vs, and here, with the values
// ws.
func (f *fn) join(other *cfg.Loc, vs, ws []val) []val {
	here := f.cur
	switch {
	case here == nil:
		f.cur = other
		return vs
	case other == nil:
		return ws
	}
	end := f.newLoc(cfg.Pos{})
	out := slices.Clone(vs)
	places := make([]place, len(vs))
	for i, v := range vs {
		switch {
		case v.t.k == kVoid || v.e == nil && v.lv == nil:
		case v.e != nil:
			x := f.tempOf(v.t, f.bits(v).Type())
			places[i] = place{t: v.t, flat: &flat{t: v.t, v: x}}
			out[i] = val{e: &cfg.VarRef{V: x}, t: v.t}
		default:
			places[i] = f.structTemp(v.t)
			out[i] = val{t: v.t, lv: &places[i]}
		}
	}
	for _, way := range []struct {
		at *cfg.Loc
		vs []val
	}{{other, vs}, {here, ws}} {
		f.cur = way.at
		for i, p := range places {
			switch {
			case p.t == nil:
			case p.flat != nil && p.flat.v != nil && p.t.scalar():
				f.emit(&cfg.Assign{Dst: p.flat.v, Src: f.bits(way.vs[i])}, span{}, cfg.RoleImplicit)
			default:
				f.store(p, way.vs[i], span{}, cfg.RoleImplicit)
			}
		}
		f.jump(end)
	}
	f.start(end)
	return out
}

// initialOrder notes where the order of the expressions of an initialiser
// matters. Another one is not an alternative.
func (f *fn) initialOrder(name string, d *cc.Declarator, c *contents) {
	var exprs []cc.ExpressionNode
	c.each(func(e cc.ExpressionNode) {
		if !f.l.u.pure(e) || len(exprs) < 16 {
			exprs = append(exprs, e)
		}
	})
	if f.orderMatters(partsOf(exprs...)) {
		at := f.l.u.src.between(d.NameTok(), d.NameTok())
		at.text = name
		f.assumeOrder(at, "the initialisers", false)
	}
}

// calleeOrder notes where it matters that the function which a pointer points
// to is known before the arguments are. Another order is not an alternative.
func (f *fn) calleeOrder(callee cc.ExpressionNode, args []cc.ExpressionNode) {
	for _, a := range args {
		if f.orderMatters(partsOf(callee, a)) {
			f.assumeOrder(f.l.u.src.node(callee), "the function and the arguments", false)
			return
		}
	}
}

// assumeOrder notes that one order is taken.
func (f *fn) assumeOrder(at span, what string, reversed bool) {
	if !at.pos.IsValid() {
		at.pos = f.at.pos
	}
	way := "left to right"
	if reversed {
		way = "right to left"
	}
	f.l.notes.assumeOrder(at.pos, "assumes that %s are evaluated %s: %s (see --order)", what, way, at.text)
}
