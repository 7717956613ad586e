package alias

import (
	"bytes"
	"maps"
	"slices"

	"culprit/cfg"
	"culprit/cfg/clib"
)

// Calls of the C library reach what their arguments point to, directly and
// through memory, and nothing else but errno. Pointers do not travel through
// files. Streams are not memory of the program, and constants that are passed
// are numbers.

// libUse is one call and what its arguments point to.
type libUse struct {
	stmt *cfg.Lib
	args []node
	at   []node // the classes it may read or write, once all are known
}

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
	addr, off := s.Addr, uint64(0)
	if b, ok := addr.(*cfg.Binary); ok && b.Op == cfg.PtrAdd {
		k, ok := b.Y.(*cfg.Const)
		if !ok {
			return
		}
		addr, off = b.X, k.V
	}
	o, ok := addr.(*cfg.AddrOf)
	c, isConst := s.Val.(*cfg.Const)
	if !ok || !isConst || c.T.Width() != 8 || !o.Obj.Const || off >= o.Obj.Size {
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
