package alias

import (
	"bytes"
	"maps"
	"slices"

	"culprit/cfg"
	"culprit/cfg/clib"
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
		return a.separate()
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

// separate keeps memory outside together, and separate from that of the program. It
// reports whether anything changed.
func (a *analysis) separate() bool {
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

// Calls of the C library reach what their arguments point to, directly and
// through memory, and nothing else but errno. Pointers do not travel through
// files. Streams are not memory of the program, and constants that are passed
// are numbers.

// lib applies the constraints of a library call.
func (a *analysis) lib(s *cfg.Lib) {
	var args []node
	for _, x := range s.Args {
		if n := a.value(x); n != none {
			args = append(args, n)
		}
	}
	a.libs = append(a.libs, libUse{stmt: s, args: args})
	e := s.Effect()
	if s.Dst != nil {
		dst := a.vars[s.Dst.ID]
		if e.Returns {
			for _, n := range args {
				a.join(a.pointee(dst), n)
			}
		}
		if e.Own {
			a.join(a.pointee(dst), a.object("the library's "+s.Func))
		}
	}
	if e.Stores {
		for i, n := range args {
			if i > 0 || !e.Known {
				a.join(a.pointee(n), args[0])
			}
			if !e.Known {
				for _, m := range args {
					a.join(a.pointee(n), m)
				}
			}
		}
	}
	if e.Allocates && len(args) > 0 {
		m := a.fresh()
		a.memory[m] = true
		a.join(a.pointee(args[0]), m)
	}
	if at := scanFormat(s); at >= 0 && a.readsPointers(s, at) {
		for _, n := range args {
			a.join(a.pointee(n), a.wild)
		}
	}
}

// scanFormat is the index of the format of a call of the scanf family, or -1.
func scanFormat(s *cfg.Lib) int {
	if f := clib.Lookup(s.Func); f != nil {
		return f.FormatOf(clib.Scanf)
	}
	return -1
}

// object is the class of an object that the library owns.
func (a *analysis) object(name string) node {
	n, ok := a.owned[name]
	if !ok {
		n = a.fresh()
		a.memory[n] = true
		a.owned[name] = n
	}
	return n
}

// readsPointers reports whether a call of the scanf family may read a pointer:
// its format is not known, or has a %p.
func (a *analysis) readsPointers(s *cfg.Lib, format int) bool {
	if format >= len(s.Args) {
		return true
	}
	addr, ok := s.Args[format].(*cfg.AddrOf)
	if !ok || !addr.Obj.Const {
		return true
	}
	text, _, _ := bytes.Cut(a.text(addr.Obj), []byte{0})
	parts, ok := clib.ScanParts(string(text))
	return !ok || slices.ContainsFunc(parts, func(p clib.ScanPart) bool { return p.Conv == 'p' })
}

// text is the contents of a string literal, from the stores that make it.
func (a *analysis) text(o *cfg.Object) []byte {
	if a.texts == nil {
		a.texts = map[*cfg.Object][]byte{}
		for _, e := range a.prog.Edges {
			if s, ok := e.Stmt.(*cfg.Store); ok && e.Role == cfg.RoleImplicit {
				a.initialises(s)
			}
		}
	}
	return a.texts[o]
}

func (a *analysis) initialises(s *cfg.Store) {
	off, fixed := cfg.Distance(s.Addr)
	o, ok := cfg.Base(s.Addr).(*cfg.AddrOf)
	c, isConst := s.Val.(*cfg.Const)
	if !fixed || !ok || !isConst || c.T.Width() != 8 || !o.Obj.Const || off >= o.Obj.Size {
		return
	}
	if a.texts[o.Obj] == nil {
		a.texts[o.Obj] = make([]byte, o.Obj.Size)
	}
	a.texts[o.Obj][off] = byte(c.V)
}

// reached lists the classes that a call may read or write: those that hold
// memory or are accessed by others, and errno if it sets that.
func (a *analysis) reached(u libUse, used map[node]bool, errno node) []node {
	seen := map[node]bool{}
	var out []node
	work := slices.Clone(u.args)
	for len(work) > 0 {
		n := a.find(work[len(work)-1])
		work = work[:len(work)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		if a.memory[n] || used[n] {
			out = append(out, n)
		}
		if p := a.points[n]; p != none {
			work = append(work, p)
		}
	}
	if errno != none && u.stmt.Effect().Errno && !seen[a.find(errno)] {
		out = append(out, a.find(errno))
	}
	return out
}

// errno is the class of the program's errno, or none.
func (a *analysis) errno() node {
	for _, o := range a.prog.Objects {
		if o.Name == clib.Errno && o.Proc == nil {
			return a.objects[o.ID]
		}
	}
	return none
}

// libRegions fills the regions of the library calls.
func (a *analysis) libRegions(region func(n node, name string) *cfg.Region) {
	for _, u := range a.libs {
		u.stmt.Regions = nil
		for _, n := range u.at {
			u.stmt.Regions = append(u.stmt.Regions, region(n, "library"))
		}
		slices.SortFunc(u.stmt.Regions, func(x, y *cfg.Region) int { return x.ID - y.ID })
	}
}

func sortedNodes(m map[string]node) []node {
	var out []node
	for _, n := range slices.Sorted(maps.Keys(m)) {
		out = append(out, m[n])
	}
	return out
}
