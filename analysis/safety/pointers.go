package safety

import (
	"fmt"
	"slices"

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
			ok = cfg.Disjunction(cfg.Compare(cfg.Eq, off, m.ptr(0)), ok)
		}
		bad := cfg.Conjunction(when, cfg.Negate(ok))
		key := fmt.Sprint(e.From.ID, " ", cfg.Key(bad))
		if cfg.IsFalse(bad) || seen[key] {
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
	at := addressesOf(p)
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
				if !cfg.IsTrue(when) {
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
			bad := cfg.Conjunction(cfg.Compare(cfg.Ne, x, y), cfg.Compare(cfg.Ne, at.slot(x), at.slot(y)))
			checks = append(checks, check{bad, UBCompare, cfg.Reason{Kind: cfg.OtherObject, Text: what + " of pointers to different objects: " + b.Site.Text}, b.Site.Pos})
		})
		guard(p, loc, checks)
		g.first(loc, sets)
	}
}

// Bounds of arrays that are parts of larger objects (C11 6.5.6p8, annex J.2): rows of
// an array of arrays, and members. valid-deref is about whole objects, so that an
// index which leads from one row into the next is not its error. An element counts
// that the program denotes by the array and an index, as for gcc's -fsanitize=bounds;
// what a pointer into the array leads to does not, since programs walk through all
// rows with one pointer, and clear them with one memset.

// Indexed is what the front end knows of the address of an element of such an array.
type Indexed struct {
	Index  cfg.Expr // in elements, or in bytes if the length is
	Length cfg.Expr
	Past   bool // it is not accessed, so that it may be the one past the last
	Longer bool // the array may be longer than its type says
	Text   string
	Pos    cfg.Pos
}

// Indices adds an error location for each element that may be none. They are listed
// by the expressions for their addresses.
func Indices(p *cfg.Program, at map[cfg.Expr]Indexed) {
	if len(at) == 0 {
		return
	}
	guardAll(p, func(_ *cfg.Loc, e cfg.Expr, add func(check)) {
		x, ok := at[e]
		if !ok {
			return
		}
		outside := cfg.Negate(cfg.Compare(cfg.ULt, x.Index, x.Length))
		switch {
		case x.Longer:
			outside = less(x.Index, konst(p.PtrBits, 0))
		case x.Past:
			outside = cfg.Negate(cfg.Compare(cfg.ULe, x.Index, x.Length))
		}
		add(check{outside, UBBounds, cfg.Reason{Kind: cfg.Forbidden, Text: x.Text + " is not an element of its array"}, x.Pos})
	})
}

// Misaligned accesses (C11 6.3.2.3p7): a pointer is followed that is not a multiple of
// the alignment of the type that it points to. The object decides, by what C and the
// psABI promise of its address, together with the offset in it: package address makes
// the other bits unknown, so that a proof holds wherever objects lie. Where an object
// may lie at any address, such as a small buffer of char, the offset decides, and a
// proof says that the object is assumed to be aligned. A member of a packed structure
// that is reached through a pointer to the structure is not misaligned, one that is
// reached through a pointer of its own type may be.

// Followed is what the front end knows of a pointer that accesses follow.
type Followed struct {
	// Back is what is added to the expression at hand to get the pointer: the
	// constructors of addresses merge constants.
	Back  uint64
	Align uint64 // of the type that it points to, more than 1
	Type  string
	Pos   cfg.Pos
}

// Aligning is what Alignments asks of other parts.
type Aligning struct {
	Multiple func(addr cfg.Expr) uint64 // a power of two that divides an address wherever objects lie
	Targets  Targets
	Stricter []cfg.Expr // pointers that become ones to types of a larger alignment
}

// Alignments adds an error location for each access through one of the pointers
// followed of which alias analysis does not know that it is aligned. Access here is
// also that a part of the address is kept for one.
func Alignments(p *cfg.Program, followed map[cfg.Expr]Followed, how Aligning) {
	if len(followed) == 0 {
		return
	}
	at := addressesOf(p)
	for _, loc := range p.Locs[:len(p.Locs):len(p.Locs)] {
		if loc.Kind != cfg.Plain || len(loc.Out) == 0 {
			continue
		}
		var checks []check
		seen := map[string]bool{}
		add := func(addr, when cfg.Expr) {
			ptr, f, ok := pointerOf(addr, followed)
			if !ok || how.Multiple(ptr) >= f.Align {
				return
			}
			odd, closed := at.misaligned(p, ptr, f, how)
			bad := cfg.Conjunction(when, odd)
			if key := cfg.Key(bad); !seen[key] {
				seen[key] = true
				kind := cfg.Forbidden
				if closed {
					kind = cfg.Misplaced
				}
				text := fmt.Sprintf("access of %s at an address that is not a multiple of %d", f.Type, f.Align)
				checks = append(checks, check{bad, UBAlign, cfg.Reason{Kind: kind, Text: text}, f.Pos})
			}
		}
		evaluated(loc, func(e, when cfg.Expr) {
			if l, ok := e.(*cfg.Load); ok {
				add(l.Addr, when)
			}
		})
		for _, e := range loc.Out {
			switch s := e.Stmt.(type) {
			case *cfg.Assign:
				if s.Dst.Temp {
					add(s.Src, cfg.True)
				}
			case *cfg.Store:
				add(s.Addr, cfg.True)
			case *cfg.MemCopy:
				add(s.Dst, cfg.True)
				add(s.Src, cfg.True)
			}
		}
		guard(p, loc, checks)
	}
}

// misaligned is the condition that a pointer is not a multiple of the alignment, where
// objects without that alignment are assumed to have it. In a slot they do. closed
// says that it rests on no other bits of addresses than those of offsets.
func (at addresses) misaligned(p *cfg.Program, ptr cfg.Expr, f Followed, how Aligning) (bad cfg.Expr, closed bool) {
	odd := func(x cfg.Expr) cfg.Expr {
		return cfg.Compare(cfg.Ne, arithmetic(cfg.And, x, at.ptr(f.Align-1)), at.ptr(0))
	}
	objects, others := how.Targets(ptr)
	small := slices.DeleteFunc(objects, func(o *cfg.Object) bool { return o.Align >= f.Align })
	switch {
	case len(small) == 0 || f.Align > cfg.HeapAlign || !p.Slots && (others || len(objects) > 1):
		return odd(ptr), false
	case p.Slots:
		bad, closed = odd(ptr), true
	default:
		bad = odd(at.sub(ptr, &cfg.AddrOf{Obj: small[0], Bits: at.bits}))
	}
	for _, o := range small {
		if slices.ContainsFunc(how.Stricter, func(x cfg.Expr) bool {
			objects, _ := how.Targets(x)
			return slices.Contains(objects, o)
		}) {
			p.Assume(f.Pos, fmt.Sprintf("assumes that %s, which is accessed as %s, lies at a multiple of %d", o.Name, f.Type, f.Align))
		}
	}
	return bad, closed
}

// pointerOf finds the pointer that an address is computed from.
func pointerOf(addr cfg.Expr, followed map[cfg.Expr]Followed) (ptr cfg.Expr, f Followed, ok bool) {
	for x := range cfg.Pointers(addr) {
		if f, ok = followed[x]; ok {
			if f.Back == 0 {
				return x, f, true
			}
			return arithmetic(cfg.PtrAdd, x, konst(width(x), int64(f.Back))), f, true
		}
	}
	return nil, f, false
}
