package safety

import (
	"fmt"

	"culprit/cfg"
)

// Pointers that C does not define: those that arithmetic leads out of the object
// that they point into, more than one place behind its end (C11 6.5.6p8), and the
// difference and order of pointers to different objects (6.5.6p9, 6.5.8p5).
//
// Arithmetic counts where its result is kept or compared. Where it is the address
// of an access, the access has a check of its own. Adding 0 leads nowhere.
//
// Package address makes unknown what depends on where objects lie, such as the
// order of two of them, so that the checks of differences come before it
// (Distances). It leaves them alone: that two addresses lie in one slot is a fact
// about the objects.

// first executes statements before all that leaves loc.
func (g *editor) first(loc *cfg.Loc, list []cfg.Stmt) {
	edges, from := loc.Out, loc
	for _, s := range list {
		from.Out = nil
		next := g.p.NewLoc(loc.Proc, loc.Pos)
		g.p.NewEdge(from, next, s, edges[0].Pos, "", cfg.RoleImplicit)
		from = next
	}
	for _, e := range edges {
		e.From = from
	}
	from.Out = edges
}

// arithmetic adds an error location for each result of pointer arithmetic that is
// kept or compared and may be outside of the object.
func (m *instrumenter) arithmetic(edges []*cfg.Edge) {
	checks := map[*cfg.Loc][]check{}
	seen := map[string]bool{}
	add := func(e *cfg.Edge, sum, when cfg.Expr) {
		if !m.led(e, sum) {
			return
		}
		ok := m.inside(sum, e.From.Proc)
		switch off := m.offset(sum).(type) {
		case *cfg.Const:
			if off.V == 0 {
				return
			}
		default:
			ok = or(cfg.Compare(cfg.Eq, off, m.ptr(0)), ok)
		}
		bad := and(when, cfg.Negate(ok))
		key := fmt.Sprint(e.From.ID, " ", cfg.Key(bad))
		if isFalse(bad) || seen[key] {
			return
		}
		seen[key] = true
		checks[e.From] = append(checks[e.From], check{bad, UBPointer, cfg.Reason{Kind: cfg.Forbidden, Text: "arithmetic leads a pointer out of its object"}, e.Pos})
	}
	find := &steps{addresses: m.addresses}
	for _, e := range edges {
		find.of(e, func(s step) { add(e, s.sum, s.when) })
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			visit := visitor{seen: map[cfg.Expr]cfg.Expr{}, f: func(x, when cfg.Expr) {
				if b, ok := x.(*cfg.Binary); ok && b.T.Kind == cfg.Bool {
					add(e, b.X, when)
					add(e, b.Y, when)
				}
			}}
			visit.visit(x, cfg.True)
		})
	}
	for _, l := range m.p.Locs[:len(m.p.Locs):len(m.p.Locs)] {
		guard(m.p, l, checks[l])
	}
}

// inside is the condition that an address is in the live object that its root
// points into, or right behind it.
func (m *instrumenter) inside(addr cfg.Expr, proc *cfg.Proc) cfg.Expr {
	none := m.ptr(0)
	if ok := m.named(addr, none); ok != nil {
		return ok
	}
	objects, others := m.targets(cfg.Base(addr))
	return m.among(&class{objects: objects, heap: others}, addr, none, proc, nil)
}

// Distances adds an error location for each difference and comparison of pointers
// that may point into different objects. It must run before regions are known.
func Distances(p *cfg.Program, c Checks) {
	if c&Compare == 0 {
		return
	}
	for _, o := range p.Objects {
		if o.Size > p.SlotRoom() {
			p.Assume(p.Main.Pos, "not checked: differences and order of pointers, in a program with objects of "+o.CType.String())
			return
		}
	}
	g := editor{p}
	at := addresses{bits: p.PtrBits, slotBits: p.SlotBits()}
	for _, loc := range p.Locs[:len(p.Locs):len(p.Locs)] {
		if loc.Kind != cfg.Plain || len(loc.Out) == 0 {
			continue
		}
		var sets []cfg.Stmt
		var checks []check
		evaluated(loc, func(e, when cfg.Expr) {
			b, ok := e.(*cfg.Binary)
			if !ok || b.Site == nil || b.Site.CType != nil || b.Signed || b.Op != cfg.Sub && b.Op != cfg.ULt && b.Op != cfg.ULe {
				return
			}
			side := func(name string, x cfg.Expr) cfg.Expr {
				v := g.temp(loc.Proc, name, x.Type())
				v.CType = cfg.PointerTo(nil, p.PtrBits)
				if !isTrue(when) {
					x = &cfg.Ite{Cond: when, Then: x, Else: at.ptr(0)}
				}
				sets = append(sets, &cfg.Assign{Dst: v, Src: x})
				return &cfg.VarRef{V: v}
			}
			x, y := side("#left", b.X), side("#right", b.Y)
			what := "order"
			if b.Op == cfg.Sub {
				what = "difference"
			}
			bad := and(cfg.Compare(cfg.Ne, x, y), cfg.Compare(cfg.Ne, at.slot(x), at.slot(y)))
			checks = append(checks, check{bad, UBCompare, cfg.Reason{Kind: cfg.OtherObject, Text: what + " of pointers to different objects: " + b.Site.Text}, b.Site.Pos})
		})
		guard(p, loc, checks)
		g.first(loc, sets)
	}
}
