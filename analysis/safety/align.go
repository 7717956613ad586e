package safety

import (
	"fmt"
	"slices"

	"culprit/cfg"
)

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
	at := addresses{bits: p.PtrBits, slotBits: p.SlotBits()}
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
			bad := and(when, odd)
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
	for {
		if f, ok = followed[addr]; ok {
			if f.Back == 0 {
				return addr, f, true
			}
			return arithmetic(cfg.PtrAdd, addr, konst(width(addr), int64(f.Back))), f, true
		}
		b, sum := addr.(*cfg.Binary)
		if !sum || b.Op != cfg.PtrAdd {
			return nil, f, false
		}
		addr = b.X
	}
}
