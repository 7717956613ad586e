package inclusion

import (
	"fmt"
	"sort"

	"culprit/cfg"
	"culprit/cfg/clib"
)

// firstAddress is the least number that is an address of memory; smaller ones,
// and those as far below zero, are null or marks.
const firstAddress = 4096

// edge adds the constraints of a statement.
func (a *analysis) edge(e *cfg.Edge) {
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		v := a.value(e, s.Src)
		if !s.Dst.Ghost() {
			a.include(v, a.vars[s.Dst.ID])
		}
	case *cfg.Havoc:
		cfg.Exprs(s, func(x cfg.Expr) { a.value(e, x) })
		a.havoc(e, s)
	case *cfg.Store:
		addr, v := a.at(e, s.Region, s.Addr), a.value(e, s.Val)
		if s.Region.Ghost() {
			return
		}
		a.write(e, addr, v, s.Region)
		a.width(e, s.Region, s.Val.Type())
	case *cfg.MemCopy:
		d, f := a.at(e, s.DstRegion, s.Dst), a.at(e, s.SrcRegion, s.Src)
		a.value(e, s.Size)
		if s.DstRegion.Ghost() {
			return
		}
		a.write(e, d, a.read(e, f, s.SrcRegion), s.DstRegion)
		if s.DstRegion.Cell != s.SrcRegion.Cell {
			a.fail(fmt.Errorf("%v: memory is copied between words of %d and %d bits", e.Pos, s.SrcRegion.Cell, s.DstRegion.Cell))
		}
	case *cfg.MemSet:
		d, v := a.at(e, s.Region, s.Dst), a.value(e, s.Val)
		a.value(e, s.Size)
		if s.Region.Ghost() {
			return
		}
		a.write(e, d, v, s.Region)
	case *cfg.MemHavoc:
		cfg.Exprs(s, func(x cfg.Expr) {
			if x != s.Dst {
				a.value(e, x)
			}
		})
		a.write(e, a.value(e, s.Dst), a.arbitrary(s), s.Region)
	case *cfg.Alloc:
		a.value(e, s.Size)
		t := a.allocs[s]
		a.add(a.vars[s.Dst.ID], t)
		if !s.Zero {
			a.unset(a.cont[t])
		}
	case *cfg.Call:
		for i, x := range s.Args {
			a.include(a.value(e, x), a.vars[s.Proc.Params[i].ID])
		}
	case *cfg.Lib:
		a.fail(fmt.Errorf("%v: a call of the C library in a program to verify", e.Pos))
	default:
		cfg.Exprs(s, func(x cfg.Expr) { a.value(e, x) })
	}
}

// havoc adds what an arbitrary value may be.
func (a *analysis) havoc(e *cfg.Edge, s *cfg.Havoc) {
	v := s.Dst
	switch {
	case v.Type.Width() != a.prog.PtrBits || v.Ghost():
	case !v.CType.Pointer():
		a.add(a.vars[v.ID], number)
	case s.Kind != cfg.Uninit || !a.prog.Initialised && a.readFrom(e.To, v):
		a.add(a.vars[v.ID], outside)
	}
}

// readFrom reports whether on some way from l the value of v goes somewhere
// before v is set.
func (a *analysis) readFrom(l *cfg.Loc, v *cfg.Var) bool {
	seen := map[*cfg.Loc]bool{l: true}
	work := []*cfg.Loc{l}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.Out {
			a.work -= 4
			if passes(e.Stmt, v) {
				return true
			}
			if cfg.Defined(e.Stmt) != v && !seen[e.To] {
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return v.Proc == nil
}

// passes reports whether s copies an address in v, or uses it: not whether it
// compares it, since a truth value tells nothing of the addresses, nor whether
// the copy is for package safety alone.
func passes(s cfg.Stmt, v *cfg.Var) bool {
	used := true
	switch s := s.(type) {
	case *cfg.Assign:
		used = !s.Dst.Ghost()
	case *cfg.Store:
		used = !s.Region.Ghost()
	case *cfg.MemCopy:
		used = !s.DstRegion.Ghost()
	case *cfg.MemSet:
		used = !s.Region.Ghost()
	}
	out := false
	cfg.Exprs(s, func(x cfg.Expr) { out = out || reads(x, v, used) })
	return out
}

// reads reports whether an address in v takes part in x, of which used says
// whether its value is an address for anybody.
func reads(x cfg.Expr, v *cfg.Var, used bool) bool {
	switch y := x.(type) {
	case *cfg.VarRef:
		return used && y.V == v
	case *cfg.Load:
		used = !y.Region.Ghost()
	default:
		used = used && x.Type().Kind != cfg.Bool
	}
	out := false
	cfg.Children(x, func(y cfg.Expr) { out = out || reads(y, v, used) })
	return out
}

// arbitrary is what memory holds that was filled with arbitrary bytes.
func (a *analysis) arbitrary(s *cfg.MemHavoc) node {
	n := a.node()
	o, isObject := s.Dst.(*cfg.AddrOf)
	switch {
	case s.Kind == cfg.Uninit:
		a.unset(n)
	case isObject && pointers(o.Obj.CType):
		a.add(n, outside)
	default:
		a.add(n, number)
	}
	return n
}

// unset says that memory holds what was there before it was the program's.
func (a *analysis) unset(n node) {
	if !a.prog.Initialised {
		a.add(n, unset)
	}
}

// pointers reports whether a value of type t has pointers in it.
func pointers(t *cfg.CType) bool {
	switch {
	case t.Pointer():
		return true
	case t.Array():
		return pointers(t.Elem)
	case t.Record():
		for _, m := range t.Members {
			if pointers(m.Type) {
				return true
			}
		}
	}
	return false
}

// read is what a read through addr gives.
func (a *analysis) read(e *cfg.Edge, addr node, r *cfg.Region) node {
	a.uses = append(a.uses, use{e, addr, r, false})
	n := a.node()
	if addr == none {
		return n
	}
	a.loads[addr] = append(a.loads[addr], n)
	a.each(a.set[addr], func(t int) { a.load(t, n) })
	return n
}

// write writes what v holds through addr.
func (a *analysis) write(e *cfg.Edge, addr, v node, r *cfg.Region) {
	a.uses = append(a.uses, use{e, addr, r, true})
	if addr == none || v == none {
		return
	}
	a.stores[addr] = append(a.stores[addr], v)
	a.each(a.set[addr], func(t int) { a.store(t, v) })
}

// width requires that a load or store of type t is one word of its region.
func (a *analysis) width(e *cfg.Edge, r *cfg.Region, t cfg.Type) {
	if r != nil && r.Cell != 8 && r.Cell != 8*t.Bytes() {
		a.fail(fmt.Errorf("%v: %d bits are accessed in words of %d", e.Pos, 8*t.Bytes(), r.Cell))
	}
}

// at is the value of the address of an access, or of the memory that a shadow
// belongs to.
func (a *analysis) at(e *cfg.Edge, r *cfg.Region, addr cfg.Expr) node {
	if x := r.Shadowed(addr); x != nil {
		addr = x
	}
	return a.value(e, addr)
}

// value is the node of the addresses that are parts of the value of x, or none.
func (a *analysis) value(e *cfg.Edge, x cfg.Expr) node {
	switch x := x.(type) {
	case *cfg.Const:
		return a.constant(x)
	case *cfg.VarRef:
		if x.V.Type.Kind == cfg.Bool {
			return none
		}
		return a.vars[x.V.ID]
	case *cfg.AddrOf:
		if a.addrs[x.Obj.ID] == none {
			a.addrs[x.Obj.ID] = a.node()
			a.add(a.addrs[x.Obj.ID], a.objects[x.Obj.ID])
		}
		return a.addrs[x.Obj.ID]
	case *cfg.Load:
		addr := a.at(e, x.Region, x.Addr)
		if x.Region.Ghost() {
			return none
		}
		a.width(e, x.Region, x.T)
		return a.read(e, addr, x.Region)
	case *cfg.Binary:
		return a.binary(e, x)
	case *cfg.Unary:
		return carried(a.value(e, x.X), x.T)
	case *cfg.Cast:
		return carried(a.value(e, x.X), x.T)
	case *cfg.Ite:
		a.value(e, x.Cond)
		return a.both(a.value(e, x.Then), a.value(e, x.Else))
	}
	return none // of a procedure
}

// carried is n unless the result is a truth value.
func carried(n node, t cfg.Type) node {
	if t.Kind == cfg.Bool {
		return none
	}
	return n
}

func (a *analysis) both(x, y node) node {
	if x == none || y == none || x == y {
		return max(x, y)
	}
	n := a.node()
	a.include(x, n)
	a.include(y, n)
	return n
}

func (a *analysis) binary(e *cfg.Edge, x *cfg.Binary) node {
	l, r := a.operand(e, x, x.X), a.operand(e, x, x.Y)
	if l != none && r != none && x.Op != cfg.PtrAdd && x.Op != cfg.LAnd && x.Op != cfg.LOr {
		a.pairs = append(a.pairs, pair{e, l, r})
	}
	switch x.Op {
	case cfg.Shl, cfg.LShr, cfg.AShr:
		return l
	case cfg.PtrAdd:
		if l == none || r == none {
			return max(l, r)
		}
		n := a.node()
		a.include(l, n)
		a.offsets = append(a.offsets, [3]node{l, r, n})
		return n
	}
	if x.T.Kind == cfg.Bool {
		return none
	}
	return a.both(l, r)
}

// operand is the value of an operand of x. A number that something is multiplied by or
// compared with is not taken for an address: the powers of ten by which a text is read
// as a number would be.
func (a *analysis) operand(e *cfg.Edge, x *cfg.Binary, y cfg.Expr) node {
	if _, number := y.(*cfg.Const); number && (x.Op == cfg.Mul || x.T.Kind == cfg.Bool) {
		return none
	}
	return a.value(e, y)
}

// constant is what a number in the program's text may be the address of.
func (a *analysis) constant(c *cfg.Const) node {
	w := a.prog.PtrBits
	if c.T.Width() != w || c.T.Kind != cfg.Bits || clib.IsStream(c.V) || c.V < firstAddress {
		return none
	}
	if n, ok := a.literals[c.V]; ok {
		return n
	}
	n := a.node()
	a.literals[c.V] = n
	if c.V >= a.prog.HeapBase() {
		for _, t := range a.heap {
			a.add(n, t)
		}
		a.add(n, number)
		return n
	}
	objects := a.prog.Objects
	if i := sort.Search(len(objects), func(i int) bool { return objects[i].Addr > c.V }) - 1; i >= 0 && c.V <= objects[i].Addr+objects[i].Size {
		a.add(n, a.objects[i])
	}
	a.add(n, number)
	return n
}
