package prophecy

import (
	"slices"

	"culprit/cfg"
)

// proposals are claims about a program, each made once.
type proposals struct {
	prog  *cfg.Program
	loops *loops
	seen  map[string]bool // by text
}

// add appends a claim that was not made before.
func (b *proposals) add(list []cfg.Expr, x cfg.Expr) []cfg.Expr {
	if s := cfg.Key(x); !b.seen[s] {
		b.seen[s] = true
		list = append(list, x)
	}
	return list
}

// ghost reports whether a variable is one that Instrument added.
func (b *proposals) ghost(v *cfg.Var) bool {
	return v.Proc == nil && v.Temp && v.Name != "" && v.Name[0] == '#' && v != b.prog.HeapTop
}

// fixed reports whether x has one value while loops run.
func (b *proposals) fixed(x cfg.Expr) bool {
	ok := x.Type().Kind == cfg.Bits && b.lasting(x)
	for x := range cfg.Parts(x) {
		switch x := x.(type) {
		case *cfg.VarRef:
			ok = ok && x.V.Type.Kind == cfg.Bits
		case *cfg.Load:
			ok = false
		}
	}
	return ok
}

// lasting reports whether no loop changes a variable that x reads.
func (b *proposals) lasting(x cfg.Expr) bool {
	for x := range cfg.Parts(x) {
		if r, ok := x.(*cfg.VarRef); ok && !b.loops.stable(r.V) {
			return false
		}
	}
	return true
}

func hasText(l []cfg.Expr, x cfg.Expr) bool {
	s := cfg.Key(x)
	return slices.ContainsFunc(l, func(y cfg.Expr) bool { return cfg.Key(y) == s })
}

func asExprs(l []*cfg.Const) []cfg.Expr {
	out := make([]cfg.Expr, len(l))
	for i, c := range l {
		out[i] = c
	}
	return out
}

func ref(v *cfg.Var) cfg.Expr { return &cfg.VarRef{V: v} }

// order gives < and <= of a variable's type.
func order(signed bool) (lt, le cfg.Op) {
	if signed {
		return cfg.SLt, cfg.SLe
	}
	return cfg.ULt, cfg.ULe
}

// Blocks are facts about a program as it is: where its heap begins, that pointers lead
// to what was allocated, and which of them lead to the same block or to later ones.
// The heap only grows, so that a new block is none that a pointer leads to: a loop
// that appends to a list and never changes its first node keeps what the first node
// holds by that alone.
func Blocks(p *cfg.Program) []cfg.Expr {
	b := &proposals{prog: p, loops: loopsOf(p), seen: map[string]bool{}}
	out := b.heap(nil)
	if len(out) == 0 {
		return nil
	}
	top := ref(p.HeapTop)
	sizes := b.sizes()
	var ptrs []*cfg.Var
	for _, v := range p.Vars {
		if v.Pointer() && v != p.HeapTop && !v.Temp && len(ptrs) < maxEach {
			ptrs = append(ptrs, v)
		}
	}
	after := func(v *cfg.Var, n *cfg.Const) cfg.Expr {
		return &cfg.Binary{Op: cfg.PtrAdd, T: v.Type, X: ref(v), Y: n}
	}
	for _, v := range ptrs {
		null := &cfg.Const{T: v.Type}
		out = b.add(out, cfg.Compare(cfg.Ne, ref(v), null))
		for _, n := range sizes {
			within := cfg.Conjunction(cfg.Compare(cfg.ULt, ref(v), after(v, n)), cfg.Compare(cfg.ULe, after(v, n), top))
			out = b.add(out, within)
			out = b.add(out, cfg.Disjunction(cfg.Compare(cfg.Eq, ref(v), null), within))
			for _, u := range ptrs {
				if u != v && b.loops.stable(v) && u.Type == v.Type {
					out = b.add(out, cfg.Disjunction(cfg.Compare(cfg.Eq, ref(u), ref(v)), cfg.Compare(cfg.ULe, after(v, n), ref(u))))
				}
			}
		}
	}
	return out
}

// Written are what statements establish: that a condition holds on which the program
// went on, that a variable or parameter is what it was set to, that a cell holds what
// was stored there, that a block begins where blocks do in their slots. What a loop
// reads until it finds a constant that was stored, as the end of a string, lies before
// that, and so do the pointers that a program gets from it. What a statement of a
// loop establishes about things that this loop changes comes in a group of its own: it
// holds only while loops within that one run.
func Written(p *cfg.Program) (once, again []cfg.Expr) {
	b := &proposals{prog: p, loops: loopsOf(p), seen: map[string]bool{}}
	add := func(lasts bool, x cfg.Expr) {
		to := &again
		if lasts {
			to = &once
		}
		if len(*to) < maxClauses && size(x) <= maxSize {
			*to = b.add(*to, x)
		}
	}
	claim := func(e *cfg.Edge, x cfg.Expr) { add(b.lasting(x) || !b.loops.repeats(e), x) }
	set := func(e *cfg.Edge, to, from cfg.Expr) {
		if to.Type().Kind == cfg.Bits {
			claim(e, cfg.Compare(cfg.Eq, to, from))
		}
	}
	var ends []*cfg.Store
	for _, e := range p.Edges {
		switch s := e.Stmt.(type) {
		case *cfg.Assume:
			for _, x := range conjuncts(s.Cond) {
				if e.To.Kind == cfg.Plain {
					claim(e, x)
				}
			}
		case *cfg.Assign:
			set(e, ref(s.Dst), s.Src)
			if s.Dst == p.HeapTop {
				add(b.lasting(s.Src), cfg.Compare(cfg.ULe, s.Src, ref(s.Dst))) // the heap only grows
			}
		case *cfg.Store:
			set(e, &cfg.Load{T: s.Val.Type(), Addr: s.Addr, Region: s.Region}, s.Val)
			if _, ok := s.Val.(*cfg.Const); ok {
				ends = append(ends, s)
			}
		case *cfg.Call:
			for i, v := range s.Proc.Params {
				if i < len(s.Args) {
					set(e, ref(v), s.Args[i])
				}
			}
		case *cfg.Alloc:
			if p.Slots {
				claim(e, begins(p, ref(s.Dst)))
			}
		}
	}
	walked := map[elements][]cfg.Expr{}
	walks := func(k elements) []cfg.Expr {
		if _, known := walked[k]; !known {
			walked[k] = b.walked(k.region, k.t)
		}
		return walked[k]
	}
	for _, s := range ends {
		for _, x := range walks(elements{s.Region, s.Val.Type()}) {
			add(b.lasting(s.Addr), cfg.Compare(cfg.ULe, x, s.Addr))
			add(b.lasting(s.Addr), cfg.Compare(cfg.ULe, cfg.Base(s.Addr), x))
			if b.moves(cfg.Base(x)) {
				add(b.lasting(s.Addr), whole(x, cfg.Base(s.Addr), s.Val.Type().Bytes()))
			}
		}
	}
	for _, x := range b.texts(walks) {
		add(true, x)
		again = append(again, x) // with the rest it may do
	}
	return once, again
}

// begins says that an address is where blocks begin in their slots.
func begins(p *cfg.Program, x cfg.Expr) cfg.Expr {
	t := x.Type()
	low := &cfg.Binary{Op: cfg.And, T: t, X: x, Y: &cfg.Const{T: t, V: 1<<p.SlotBits() - 1}}
	return cfg.Compare(cfg.Eq, low, &cfg.Const{T: t, V: p.SlotLead()})
}

// moves reports whether a pointer is moved from where it is.
func (b *proposals) moves(x cfg.Expr) bool {
	r, ok := x.(*cfg.VarRef)
	return ok && slices.ContainsFunc(b.loops.defs[r.V], func(d *cfg.Edge) bool {
		a, ok := d.Stmt.(*cfg.Assign)
		return ok && cfg.Key(cfg.Base(a.Src)) == cfg.Key(r) && cfg.Key(a.Src) != cfg.Key(r)
	})
}

// whole says that an address is a whole number of elements away from another, whose
// size is a power of two.
func whole(x, base cfg.Expr, size int) cfg.Expr {
	t := x.Type()
	if size&(size-1) != 0 {
		return cfg.True
	}
	between := &cfg.Binary{Op: cfg.Sub, T: t, X: x, Y: base}
	rest := &cfg.Binary{Op: cfg.And, T: t, X: between, Y: &cfg.Const{T: t, V: uint64(size - 1)}}
	return cfg.Compare(cfg.Eq, rest, &cfg.Const{T: t})
}

// elements are those of a type that a region has.
type elements struct {
	region *cfg.Region
	t      cfg.Type
}

// texts says of arrays, such as string literals, that their last element is 0, and that
// what loops walk along in such a region is within one of them, or within a block whose
// last element is 0.
func (b *proposals) texts(walks func(elements) []cfg.Expr) (out []cfg.Expr) {
	within := map[elements][]func(cfg.Expr) cfg.Expr{}
	var kinds []elements
	for _, o := range b.prog.Objects {
		k := elements{o.Region, o.Elem}
		if o.Proc != nil || o.Region == nil || o.Elem.Kind != cfg.Bits || o.Size < uint64(o.Elem.Bytes()) || len(walks(k)) == 0 {
			continue
		}
		first := &cfg.AddrOf{Obj: o, Bits: b.prog.PtrBits}
		last := &cfg.Binary{Op: cfg.PtrAdd, T: first.Type(), X: first, Y: &cfg.Const{T: first.Type(), V: o.Size - uint64(o.Elem.Bytes())}}
		out = append(out, cfg.Compare(cfg.Eq, &cfg.Load{T: o.Elem, Addr: last, Region: o.Region}, &cfg.Const{T: o.Elem}))
		if within[k] == nil {
			kinds = append(kinds, k)
		}
		within[k] = append(within[k], func(x cfg.Expr) cfg.Expr {
			return cfg.Conjunction(cfg.Compare(cfg.ULe, first, x), cfg.Compare(cfg.ULe, x, last))
		})
	}
	for _, k := range kinds {
		for _, x := range walks(k) {
			some := cfg.Expr(cfg.False)
			for _, in := range within[k] {
				some = cfg.Disjunction(some, in(x))
			}
			out = append(out, some)
			for _, in := range b.inBlock(k, x) {
				out = append(out, cfg.Disjunction(some, in))
			}
		}
	}
	return out
}

// inBlock says that an address is within the block that its base leads to, which is below
// the top of the heap, and whose last element is 0; nil without blocks whose sizes are known.
func (b *proposals) inBlock(k elements, x cfg.Expr) []cfg.Expr {
	i := slices.IndexFunc(b.prog.Regions, func(r *cfg.Region) bool { return r.Name == cfg.SizesRegion })
	if i < 0 || !slices.ContainsFunc(b.prog.Edges, func(e *cfg.Edge) bool {
		a, ok := e.Stmt.(*cfg.Alloc)
		return ok && a.Region == k.region
	}) {
		return nil
	}
	t := x.Type()
	slot := b.prog.Slot(cfg.Base(x))
	first := &cfg.Binary{Op: cfg.PtrAdd, T: t, X: slot, Y: &cfg.Const{T: t, V: b.prog.SlotLead()}}
	// The table has the size plus 1.
	size := &cfg.Binary{Op: cfg.Sub, T: t, X: &cfg.Load{T: t, Addr: slot, Region: b.prog.Regions[i]}, Y: &cfg.Const{T: t, V: 1}}
	n := &cfg.Const{T: t, V: uint64(k.t.Bytes())}
	last := &cfg.Binary{Op: cfg.PtrAdd, T: t, X: first, Y: &cfg.Binary{Op: cfg.Sub, T: t, X: size, Y: n}}
	return []cfg.Expr{
		cfg.Conjunction(cfg.Compare(cfg.ULe, first, x), cfg.Compare(cfg.ULe, x, last)),
		cfg.Conjunction(cfg.Compare(cfg.ULe, n, size), cfg.Compare(cfg.ULe, last, ref(b.prog.HeapTop)),
			cfg.Compare(cfg.Eq, &cfg.Load{T: k.t, Addr: last, Region: k.region}, &cfg.Const{T: k.t})),
	}
}

// walked are the addresses at which loops read such elements of a region, and the
// variables that get such an address or what is in front of it.
func (b *proposals) walked(region *cfg.Region, t cfg.Type) (out []cfg.Expr) {
	vars := map[*cfg.Var]bool{}
	for _, e := range b.prog.Edges {
		for x := range cfg.StmtParts(e.Stmt) {
			l, ok := x.(*cfg.Load)
			if !ok || region != l.Region || t != l.T || !b.loops.repeats(e) || b.lasting(l.Addr) || size(l.Addr) > maxEach {
				continue
			}
			out = append(out, l.Addr)
			if r, ok := cfg.Base(l.Addr).(*cfg.VarRef); ok {
				vars[r.V] = true
			}
		}
	}
	set := func(v *cfg.Var, from cfg.Expr) bool {
		r, ok := cfg.Base(from).(*cfg.VarRef)
		if !ok || v.Type != r.V.Type || vars[v] == vars[r.V] {
			return false
		}
		vars[v], vars[r.V] = true, true
		return true
	}
	pointers := map[elements]bool{} // where such an address is kept
	kept := func(at elements, v cfg.Expr) bool {
		r, ok := v.(*cfg.VarRef)
		if !ok || vars[r.V] == pointers[at] {
			return false
		}
		vars[r.V], pointers[at] = true, true
		return true
	}
	for changed := true; changed; {
		changed = false
		for _, e := range b.prog.Edges {
			switch s := e.Stmt.(type) {
			case *cfg.Store:
				changed = kept(elements{s.Region, s.Val.Type()}, s.Val) || changed
			case *cfg.Assign:
				if l, ok := s.Src.(*cfg.Load); ok {
					changed = kept(elements{l.Region, l.T}, ref(s.Dst)) || changed
				}
				changed = set(s.Dst, s.Src) || changed
			case *cfg.Call:
				for i, v := range s.Proc.Params {
					changed = i < len(s.Args) && set(v, s.Args[i]) || changed
				}
			}
		}
	}
	for _, v := range b.prog.Vars {
		if vars[v] {
			out = append(out, ref(v))
		}
	}
	return out
}

// heap says that the heap begins where it does, if it grows in a loop.
func (b *proposals) heap(out []cfg.Expr) []cfg.Expr {
	top := b.prog.HeapTop
	if !b.grows() {
		return out
	}
	for _, e := range b.prog.Edges {
		if a, ok := e.Stmt.(*cfg.Assign); ok && a.Dst == top {
			if k, ok := a.Src.(*cfg.Const); ok {
				out = b.add(out, cfg.Compare(cfg.ULe, k, ref(top)))
			}
		}
	}
	return out
}

// grows reports whether a loop allocates.
func (b *proposals) grows() bool {
	return b.prog.HeapTop != nil && slices.ContainsFunc(b.prog.Edges, func(e *cfg.Edge) bool {
		_, ok := e.Stmt.(*cfg.Alloc)
		return ok && b.loops.repeats(e)
	})
}

// sizes are those of the blocks that the program allocates.
func (b *proposals) sizes() []*cfg.Const {
	var out []*cfg.Const
	for _, e := range b.prog.Edges {
		if a, ok := e.Stmt.(*cfg.Alloc); ok && len(out) < maxSites {
			if n, ok := a.Size.(*cfg.Const); ok && n.V > 0 && !hasText(asExprs(out), n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// disjoint says of blocks whose size is fixed that they do not wrap, and that others
// begin behind them: an element of one is not an element of another.
func (b *proposals) disjoint(out []cfg.Expr) []cfg.Expr {
	var blocks []*cfg.Alloc
	for _, e := range b.prog.Edges {
		if a, ok := e.Stmt.(*cfg.Alloc); ok && len(blocks) < maxEach && b.loops.stable(a.Dst) && b.fixed(a.Size) {
			blocks = append(blocks, a)
		}
	}
	for _, v := range blocks {
		end := &cfg.Binary{Op: cfg.PtrAdd, T: v.Dst.Type, X: ref(v.Dst), Y: b.computed(v.Size)}
		out = b.add(out, cfg.Compare(cfg.ULe, ref(v.Dst), end))
		for _, u := range blocks {
			if u.Dst != v.Dst {
				out = b.add(out, cfg.Compare(cfg.ULe, end, ref(u.Dst)))
			}
		}
	}
	return out
}

// computed is what the only statement that sets a variable sets it to, if that
// stays what it is; else x.
func (b *proposals) computed(x cfg.Expr) cfg.Expr {
	r, ok := x.(*cfg.VarRef)
	if !ok || len(b.loops.defs[r.V]) != 1 {
		return x
	}
	if a, ok := b.loops.defs[r.V][0].Stmt.(*cfg.Assign); ok && b.fixed(a.Src) {
		return a.Src
	}
	return x
}

// descend copies x with f of its direct subexpressions.
func descend(x cfg.Expr, f func(cfg.Expr) cfg.Expr) cfg.Expr {
	switch x := x.(type) {
	case *cfg.Unary:
		c := *x
		c.X = f(x.X)
		return &c
	case *cfg.Binary:
		c := *x
		c.X, c.Y = f(x.X), f(x.Y)
		return &c
	case *cfg.Cast:
		c := *x
		c.X = f(x.X)
		return &c
	case *cfg.Ite:
		return &cfg.Ite{Cond: f(x.Cond), Then: f(x.Then), Else: f(x.Else)}
	case *cfg.Load:
		c := *x
		c.Addr = f(x.Addr)
		return &c
	}
	return x
}

// conjuncts are the conditions of which x is the conjunction.
func conjuncts(x cfg.Expr) []cfg.Expr {
	if c, ok := x.(*cfg.Binary); ok && c.Op == cfg.LAnd {
		return append(conjuncts(c.X), conjuncts(c.Y)...)
	}
	return []cfg.Expr{x}
}
