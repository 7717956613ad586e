package alias

import (
	"slices"

	"culprit/cfg"
)

// Pointers from outside: inputs, results of functions without body, what is
// not initialised, and numbers that the program did not compute from
// addresses. They may point to any object of the program, and to memory that
// is not part of it; the class wild stands for both. As soon as one of them is
// used as an address, all memory is one region.
//
// With Program.Apart they lead to no object of the program: wild is memory
// outside alone, where only pointers from outside lie unless the program
// stores it there.

// firstAddress is the least number that is taken for an address of memory.
// Smaller ones are null with an offset.
const firstAddress = 4096

// havoc marks what a variable with an arbitrary value points to.
func (a *analysis) havoc(e *cfg.Edge, s *cfg.Havoc) {
	v := s.Dst
	switch {
	case v.Type != a.ptr:
	case !v.CType.Pointer():
		a.number[a.find(a.pointee(a.vars[v.ID]))] = true
	case s.Kind != cfg.Uninit || !a.prog.Initialised && cfg.ReadFrom(e.To, v):
		a.join(a.pointee(a.vars[v.ID]), a.wild)
	}
}

// counts notes that n holds the number e, of which no pointer is a part.
func (a *analysis) counts(n node, e cfg.Expr) {
	if a.large(e) {
		a.number[a.find(a.pointee(n))] = true
	}
}

// large reports whether the number e could be an address. Where errors are
// small negative pointers, nobody follows them.
func (a *analysis) large(e cfg.Expr) bool {
	if e.Type() != a.ptr {
		return false
	}
	k, ok := e.(*cfg.Const)
	return !ok || k.V >= firstAddress && k.V <= cfg.Mask(^uint64(firstAddress-1), a.ptr.Width())
}

// memHavoc marks what pointers in memory of arbitrary contents point to.
func (a *analysis) memHavoc(s *cfg.MemHavoc) {
	to, isObject := s.Dst.(*cfg.AddrOf)
	if isObject && to.Obj.Outside {
		a.everything = append(a.everything, func(r *cfg.Region) { s.Region = r })
		return
	}
	a.value(s.Size)
	m := a.address(s.Dst)
	a.block(m, s.Dst, s.Size, false, func(r *cfg.Region) { s.Region = r })
	n := a.pointee(m)
	switch {
	case s.Kind == cfg.Uninit:
		a.unset(n)
	case isObject && hasPointer(to.Obj.CType):
		a.join(n, a.wild)
	default:
		a.number[a.find(n)] = true
	}
}

// unset notes that what points to n may be uninitialised memory.
func (a *analysis) unset(n node) {
	if !a.prog.Initialised {
		a.uninit[a.find(n)] = true
	}
}

// hasPointer reports whether values of type t have pointers in them.
func hasPointer(t *cfg.CType) bool {
	if t == nil {
		return false
	}
	for _, m := range t.Members {
		if hasPointer(m.Type) {
			return true
		}
	}
	return t.Pointer() || t.Array() && hasPointer(t.Elem)
}

// outside finds the accesses through pointers from outside, and if there are
// any, unites all memory. It reports whether anything changed.
//
// Pointers to a class may be numbers only where the program converts one to a
// pointer. Uninitialised memory counts only for objects in which no pointer is
// stored: that a list was built before it is read is not seen here.
func (a *analysis) outside() bool {
	for _, n := range a.converted {
		if n = a.find(n); a.number[n] && a.accessed(n) {
			a.join(n, a.wild)
		}
	}
	for _, x := range a.accesses {
		if n := a.find(x.at); a.uninit[n] && !a.memory[n] {
			a.join(n, a.wild)
		}
	}
	if a.prog.Apart {
		return a.apart()
	}
	w := a.find(a.wild)
	if !a.accessed(w) || a.memory[w] && a.points[w] != none && a.find(a.points[w]) == w && a.united(w) {
		return false
	}
	a.join(a.pointee(w), w)
	for _, o := range a.objects {
		a.join(o, a.wild)
	}
	for _, x := range a.accesses {
		a.join(x.at, a.wild)
	}
	for _, n := range sortedNodes(a.owned) {
		a.join(n, a.wild)
	}
	a.memory[a.find(a.wild)] = true
	return true
}

// apart keeps memory outside together, and apart from that of the program. It
// reports whether anything changed.
func (a *analysis) apart() bool {
	if !a.accessed(a.wild) {
		return false
	}
	changed := false
	join := func(n node) {
		if a.find(n) != a.find(a.wild) {
			a.join(n, a.wild)
			changed = true
		}
	}
	join(a.pointee(a.wild))
	for _, o := range a.prog.Objects {
		if o.Outside {
			join(a.objects[o.ID])
		}
	}
	// Pointers that were never set and others from outside may be equal.
	for _, x := range a.accesses {
		if a.uninit[a.find(x.at)] {
			join(x.at)
		}
	}
	return changed
}

// united reports whether everything is in class w.
func (a *analysis) united(w node) bool {
	for _, o := range a.objects {
		if a.find(o) != w {
			return false
		}
	}
	return !slices.ContainsFunc(a.accesses, func(x access) bool { return a.find(x.at) != w })
}
