package alias

import (
	"sort"

	"culprit/cfg"
	"culprit/cfg/clib"
)

// address is the memory that e, used as an address, refers to.
func (a *analysis) address(e cfg.Expr) node {
	if n := a.value(e); n != none {
		return n
	}
	if k, ok := e.(*cfg.Const); ok && k.V >= firstAddress && !clib.IsStream(k.V) {
		return a.wild // a device, or where another program of the machine is
	}
	return a.fresh()
}

// value is what the value of e points to, or none if it is neither a pointer nor
// part of one. It records the loads in e.
func (a *analysis) value(e cfg.Expr) node {
	switch e := e.(type) {
	case *cfg.Const:
		return a.constant(e)
	case *cfg.VarRef:
		if e.V.Type.Kind == cfg.Bool || e.V.Ghost() {
			return none
		}
		return a.pointee(a.vars[e.V.ID])
	case *cfg.AddrOf:
		return a.objects[e.Obj.ID]
	case *cfg.FuncAddr:
		return none
	case *cfg.Unary:
		x := a.value(e.X)
		if e.Op == cfg.Neg || e.Op == cfg.Not {
			return x
		}
		return none
	case *cfg.Binary:
		return a.binary(e)
	case *cfg.Cast:
		x := a.value(e.X)
		switch e.Op {
		case cfg.ZExt, cfg.SExt, cfg.Trunc, cfg.FToBits, cfg.BitsToF:
			return x
		}
		return none
	case *cfg.Ite:
		a.value(e.Cond)
		return a.either(a.value(e.Then), a.value(e.Else))
	case *cfg.Load:
		if e.Region.Ghost() {
			a.ghostAt(e.Region, e.Addr, func(r *cfg.Region) { e.Region = r })
			return none
		}
		m := a.address(e.Addr)
		a.access(access{at: m, addr: e.Addr, width: 8 * e.T.Bytes(), set: func(r *cfg.Region) { e.Region = r }})
		return a.pointee(m)
	}
	panic("alias: unknown expression")
}

func (a *analysis) either(x, y node) node {
	if x == none {
		return y
	}
	a.join(x, y)
	return x
}

func (a *analysis) binary(e *cfg.Binary) node {
	x, y := a.value(e.X), a.value(e.Y)
	switch e.Op {
	case cfg.PtrAdd:
		if x == none {
			return y
		}
		return x
	case cfg.Shl, cfg.LShr, cfg.AShr:
		return x
	case cfg.Add, cfg.Sub, cfg.Mul, cfg.UDiv, cfg.SDiv, cfg.URem, cfg.SRem, cfg.And, cfg.Or, cfg.Xor:
		n := a.either(x, y)
		if n != none && (x == none && a.large(e.X) || y == none && a.large(e.Y)) {
			a.number[a.find(n)] = true
		}
		return n
	}
	return none
}

// constant finds out which memory a constant of pointer width may mean. What
// it is united with has no object in it until constants decides.
func (a *analysis) constant(c *cfg.Const) node {
	if c.T != a.ptr || clib.IsStream(c.V) {
		return none
	}
	if c.V >= a.heapBase {
		return a.inHeap
	}
	// Layout gives ascending addresses.
	i := sort.Search(len(a.prog.Objects), func(i int) bool { return a.prog.Objects[i].Addr > c.V }) - 1
	if i < 0 {
		return none
	}
	o := a.prog.Objects[i]
	if c.V > o.Addr+o.Size {
		return none
	}
	n, ok := a.inObject[o.ID]
	if !ok {
		n = a.fresh()
		a.inObject[o.ID] = n
	}
	return n
}

// constants unites constants with the memory at their value, but only if they
// serve as addresses: large numbers are mostly just numbers.
func (a *analysis) constants() {
	for again := true; again; {
		again = false
		for _, o := range a.prog.Objects {
			if n, ok := a.inObject[o.ID]; ok && a.find(n) != a.find(a.objects[o.ID]) && a.holdsOrAccessed(n) {
				a.join(n, a.objects[o.ID])
				again = true
			}
		}
		if !a.holdsOrAccessed(a.inHeap) {
			continue
		}
		for _, e := range a.prog.Edges {
			if s, ok := e.Stmt.(*cfg.Alloc); ok && a.find(a.allocs[s]) != a.find(a.inHeap) {
				a.join(a.allocs[s], a.inHeap)
				again = true
			}
		}
	}
}

func (a *analysis) access(x access) {
	a.accesses = append(a.accesses, x)
	a.touched = nil
}

// ghostAt records an access of a ghost region.
func (a *analysis) ghostAt(r *cfg.Region, addr cfg.Expr, set func(*cfg.Region)) {
	if x := r.Shadowed(addr); x != nil {
		a.shadows = append(a.shadows, shadow{a.address(x), set})
		return
	}
	a.ghosts = append(a.ghosts, set)
	a.ghost(addr)
}

// ghost records the loads in e, of which no pointer of the program is made.
func (a *analysis) ghost(e cfg.Expr) {
	if l, ok := e.(*cfg.Load); ok {
		a.value(l)
		return
	}
	cfg.Children(e, a.ghost)
}

func (a *analysis) block(m node, addr, size cfg.Expr, loose bool, set func(*cfg.Region)) {
	a.access(access{at: m, addr: addr, size: size, loose: loose, set: set})
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

// firstAddress is the least number that is taken for an address of memory.
// Smaller ones are null with an offset.
const firstAddress = 4096
