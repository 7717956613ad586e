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

// Alignments adds an error location for each access through one of the pointers
// followed of which alias analysis does not know that it is aligned: multiple is a
// power of two that divides an address wherever objects lie. Access here is also that
// a part of the address is kept for one.
func Alignments(p *cfg.Program, followed map[cfg.Expr]Followed, multiple func(addr cfg.Expr) uint64, targets Targets) {
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
			if !ok || multiple(ptr) >= f.Align {
				return
			}
			bad := and(when, at.misaligned(p, ptr, f, targets))
			if key := cfg.Key(bad); !seen[key] {
				seen[key] = true
				text := fmt.Sprintf("access of %s at an address that is not a multiple of %d", f.Type, f.Align)
				checks = append(checks, check{bad, UBAlign, cfg.Reason{Kind: cfg.Forbidden, Text: text}, f.Pos})
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
// objects without that alignment are assumed to have it.
func (at addresses) misaligned(p *cfg.Program, ptr cfg.Expr, f Followed, targets Targets) cfg.Expr {
	odd := func(x cfg.Expr) cfg.Expr {
		return cfg.Compare(cfg.Ne, arithmetic(cfg.And, x, at.ptr(f.Align-1)), at.ptr(0))
	}
	objects, others := targets(ptr)
	small := func(o *cfg.Object) bool { return o.Align < f.Align }
	if !slices.ContainsFunc(objects, small) || len(objects) > maxListed {
		return odd(ptr)
	}
	bad, none := cfg.Expr(cfg.False), cfg.Expr(cfg.True)
	for _, o := range objects {
		off := at.sub(ptr, &cfg.AddrOf{Obj: o, Bits: at.bits})
		in := cfg.Compare(cfg.ULe, off, at.ptr(o.Size))
		if !others && len(objects) == 1 {
			in = cfg.True
		}
		bad, none = or(bad, and(in, odd(off))), and(none, cfg.Negate(in))
		if small(o) {
			p.Assume(f.Pos, fmt.Sprintf("assumes that %s, which is accessed as %s, lies at a multiple of %d", o.Name, f.Type, f.Align))
		}
	}
	if others {
		bad = or(bad, and(none, odd(ptr)))
	}
	return bad
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
