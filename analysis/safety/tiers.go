package safety

import (
	"slices"

	"culprit/cfg"
	"culprit/internal/graph"
)

// tiersOf guesses the tiers of the allocations of the heap: those to whose
// blocks others point come after these, and those that point to each other
// share one. It looks at what variables and words of blocks may point to, by
// the offsets of the words, and takes each pointer for one to the start of its
// block.
func tiersOf(p *cfg.Program) (tiers map[*cfg.Alloc]int, n int) {
	a := targets{vars: map[*cfg.Var]pieces{}, words: map[any]map[uint64]pieces{}}
	for a.changed = true; a.changed; {
		a.changed = false
		for _, e := range p.Edges {
			a.edge(e.Stmt)
		}
	}
	var sites []*cfg.Alloc
	index := map[any]int{}
	for _, e := range p.Edges {
		if s, ok := e.Stmt.(*cfg.Alloc); ok && s.Own() {
			index[s] = len(sites)
			sites = append(sites, s)
		}
	}
	succ := make([][]int, len(sites))
	for i, s := range sites {
		for _, held := range a.words[s] {
			for t := range held {
				if k, ok := index[t]; ok {
					succ[i] = append(succ[i], k)
				}
			}
		}
		slices.Sort(succ[i])
	}
	component, n := graph.Components(len(sites), graph.Lists(succ))
	tiers = map[*cfg.Alloc]int{}
	for i, s := range sites {
		tiers[s] = component[i]
	}
	return tiers, n
}

// pieces is a set of allocations and objects.
type pieces map[any]bool

// targets is what variables, and words of memory by their offset, may point to.
type targets struct {
	vars    map[*cfg.Var]pieces
	words   map[any]map[uint64]pieces
	changed bool
}

// somewhere is the offset of words whose offset is not known.
const somewhere = ^uint64(0)

func (a *targets) edge(s cfg.Stmt) {
	switch s := s.(type) {
	case *cfg.Alloc:
		a.point(s.Dst, pieces{s: true})
	case *cfg.Assign:
		a.point(s.Dst, a.value(s.Src))
	case *cfg.Call:
		for i, x := range s.Args {
			a.point(s.Proc.Params[i], a.value(x))
		}
	case *cfg.Store:
		off := offsetOf(s.Addr)
		val := a.value(s.Val)
		for at := range a.value(cfg.Base(s.Addr)) {
			a.hold(at, off, val)
		}
	case *cfg.MemCopy:
		from := a.value(cfg.Base(s.Src))
		for at := range a.value(cfg.Base(s.Dst)) {
			for b := range from {
				for off, val := range a.words[b] {
					a.hold(at, off, val)
				}
			}
		}
	}
}

// point adds what a variable may point to.
func (a *targets) point(v *cfg.Var, to pieces) {
	if len(to) > 0 && a.vars[v] == nil {
		a.vars[v] = pieces{}
	}
	a.add(a.vars[v], to)
}

// hold adds what a word of a piece of memory may point to.
func (a *targets) hold(at any, off uint64, to pieces) {
	if len(to) == 0 {
		return
	}
	if a.words[at] == nil {
		a.words[at] = map[uint64]pieces{}
	}
	if a.words[at][off] == nil {
		a.words[at][off] = pieces{}
	}
	a.add(a.words[at][off], to)
}

func (a *targets) add(set, more pieces) {
	for x := range more {
		if !set[x] {
			set[x] = true
			a.changed = true
		}
	}
}

// value is what the value of e may point to.
func (a *targets) value(e cfg.Expr) pieces {
	switch e := e.(type) {
	case *cfg.VarRef:
		return a.vars[e.V]
	case *cfg.AddrOf:
		return pieces{e.Obj: true}
	case *cfg.Cast:
		return a.value(e.X)
	case *cfg.Binary:
		if e.Op == cfg.PtrAdd {
			return a.value(e.X)
		}
	case *cfg.Ite:
		return union(a.value(e.Then), a.value(e.Else))
	case *cfg.Load:
		off := offsetOf(e.Addr)
		out := pieces{}
		for at := range a.value(cfg.Base(e.Addr)) {
			for k, to := range a.words[at] {
				if k == off || k == somewhere || off == somewhere {
					out = union(out, to)
				}
			}
		}
		return out
	}
	return nil
}

func union(a, b pieces) pieces {
	out := pieces{}
	for _, s := range []pieces{a, b} {
		for x := range s {
			out[x] = true
		}
	}
	return out
}

// offsetOf is the distance of an address from its base.
func offsetOf(addr cfg.Expr) uint64 {
	if n, known := cfg.Distance(addr); known {
		return n
	}
	return somewhere
}

// addresses builds expressions over the addresses of a program, of bits bits.
type addresses struct {
	of   *cfg.Program
	bits int
}

func addressesOf(p *cfg.Program) addresses { return addresses{p, p.PtrBits} }

func (a addresses) ptr(v uint64) cfg.Expr { return konst(a.bits, int64(v)) }

func (a addresses) binary(op cfg.Op, x, y cfg.Expr) cfg.Expr {
	return &cfg.Binary{Op: op, T: cfg.BV(a.bits), X: x, Y: y}
}

// add is a PtrAdd, which does not tell package alias that y is a pointer.
func (a addresses) add(x, y cfg.Expr) cfg.Expr {
	c, okX := x.(*cfg.Const)
	d, okY := y.(*cfg.Const)
	switch {
	case okX && okY:
		return a.ptr(c.V + d.V)
	case okX && c.V == 0:
		return y
	case okY && d.V == 0:
		return x
	}
	return a.binary(cfg.PtrAdd, x, y)
}

func (a addresses) sub(x, y cfg.Expr) cfg.Expr {
	c, okX := x.(*cfg.Const)
	d, okY := y.(*cfg.Const)
	if okX && okY {
		return a.ptr(c.V - d.V)
	}
	return a.binary(cfg.Sub, x, y)
}

// low is the address p within its slot.
func (a addresses) low(p cfg.Expr) cfg.Expr {
	n := a.ptr(uint64(a.bits - a.of.SlotBits()))
	return a.binary(cfg.LShr, a.binary(cfg.Shl, p, n), n)
}

// slot is the start of the slot of p.
func (a addresses) slot(p cfg.Expr) cfg.Expr { return a.of.Slot(p) }

// offset is the distance of addr from its root.
func (a addresses) offset(addr cfg.Expr) cfg.Expr {
	b, ok := addr.(*cfg.Binary)
	if !ok || b.Op != cfg.PtrAdd {
		return a.ptr(0)
	}
	return a.add(a.offset(b.X), b.Y)
}

// within is the condition that size bytes from off on are among total ones.
func (a addresses) within(off, size, total cfg.Expr) cfg.Expr {
	n, okN := size.(*cfg.Const)
	t, okT := total.(*cfg.Const)
	if okN && okT {
		if n.V > t.V {
			return cfg.False
		}
		if o, ok := off.(*cfg.Const); ok {
			if o.V <= t.V-n.V {
				return cfg.True
			}
			return cfg.False
		}
		return cfg.Compare(cfg.ULe, off, a.ptr(t.V-n.V))
	}
	in := cfg.Compare(cfg.ULe, off, a.sub(total, size))
	if okN && n.V == 0 {
		return in
	}
	return cfg.Conjunction(cfg.Compare(cfg.ULe, size, total), in)
}

// table is the memory in which the sizes of blocks are kept while the program
// runs, by slot.
type table struct {
	addresses
	region *cfg.Region // holds size+1 of the live block of each slot, else 0
	used   bool
	marks  bool                 // there are blocks in it that are not of the heap
	frozen map[*cfg.Region]bool // regions with constants whose size is in it
	tabled map[*cfg.Object]bool // objects whose live size is in it, not in the condition
}

// sizeAt is the size of the live block in the slot of p plus 1, 0 if there is
// none.
func (t *table) sizeAt(p cfg.Expr) cfg.Expr {
	t.used = true
	return &cfg.Load{T: cfg.BV(t.bits), Addr: t.slot(p), Region: t.region}
}

// frozenAddr is where the table says whether the block is a constant.
func (t *table) frozenAddr(p cfg.Expr) cfg.Expr {
	t.used = true
	return t.add(t.slot(p), t.ptr(uint64(t.bits/4)))
}

// markAddr is where the table says whether a block is of the heap.
func (t *table) markAddr(p cfg.Expr) cfg.Expr {
	t.used = true
	return t.add(t.slot(p), t.ptr(uint64(t.bits/8)))
}

// tierAddr is where the table has the tier of the block of p.
func (t *table) tierAddr(p cfg.Expr) cfg.Expr {
	t.used = true
	return t.add(t.slot(p), t.ptr(uint64(3*t.bits/8)))
}

func (t *table) setSize(p, size cfg.Expr) cfg.Stmt {
	t.used = true
	return &cfg.Store{Addr: t.slot(p), Val: size, Region: t.region}
}

// setMark marks the block at p as one of the heap.
func (t *table) setMark(p cfg.Expr) cfg.Stmt {
	return &cfg.Store{Addr: t.markAddr(p), Val: t.ptr(1), Region: t.region}
}

func (t *table) born(o *cfg.Object) cfg.Stmt {
	return t.setSize(&cfg.AddrOf{Obj: o, Bits: t.bits}, t.ptr(o.Size+1))
}
