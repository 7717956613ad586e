package safety

import (
	"math/big"
	"slices"

	"culprit/cfg"
	"culprit/internal/graph"
)

// Arithmetic that may lead a pointer out of its slot. An access compares the
// distance from its root with the object, however large it is; a result that is
// kept, such as that of p += n, is the root of later accesses. There, steps of
// at most SlotStep bytes pass, and longer ones must stay in the slot.

// step adds an offset to a pointer, and the result is kept.
type step struct {
	edge *cfg.Edge
	root cfg.Expr // the pointer
	sum  cfg.Expr // root with the offset
	off  cfg.Expr
	size *wide    // of off, as far as its syntax shows
	when cfg.Expr // whether it is evaluated

	from, to int // nodes of flow; to is negative if they are not known
}

// steps finds the additions to pointers and, of integers, those between a
// conversion from a pointer and one back.
type steps struct {
	addresses
	from map[*cfg.Var]bool // integers that are made of addresses
	back map[*cfg.Var]bool // integers that pointers are made of
}

func newSteps(p *cfg.Program, at addresses) *steps {
	s := &steps{addresses: at, from: map[*cfg.Var]bool{}, back: map[*cfg.Var]bool{}}
	for changed := true; changed; {
		changed = false
		add := func(set map[*cfg.Var]bool, v *cfg.Var) {
			if !v.CType.Pointer() && !set[v] {
				set[v], changed = true, true
			}
		}
		for _, e := range p.Edges {
			a, ok := e.Stmt.(*cfg.Assign)
			if !ok {
				continue
			}
			if a.Dst.Converted {
				add(s.from, a.Dst)
			}
			for _, v := range integers(a.Src) {
				if s.from[v] {
					add(s.from, a.Dst)
				}
				if s.back[a.Dst] || a.Dst.Converted && a.Dst.CType.Pointer() {
					add(s.back, v)
				}
			}
		}
	}
	return s
}

// integers are the variables that a sum is made of.
func integers(e cfg.Expr) []*cfg.Var {
	switch e := e.(type) {
	case *cfg.VarRef:
		return []*cfg.Var{e.V}
	case *cfg.Ite:
		return append(integers(e.Then), integers(e.Else)...)
	case *cfg.Binary:
		switch e.Op {
		case cfg.Add, cfg.Sub, cfg.And, cfg.Or, cfg.Xor:
			return append(integers(e.X), integers(e.Y)...)
		}
	}
	return nil
}

// of calls f on the steps of a statement.
func (s *steps) of(e *cfg.Edge, f func(step)) {
	visit := func(x cfg.Expr) { s.kept(e, x, cfg.True, f) }
	switch st := e.Stmt.(type) {
	case *cfg.Assign:
		if st.Dst.Type.Kind == cfg.Bits {
			visit(st.Src)
		}
	case *cfg.Store:
		if st.Val.Type().Kind == cfg.Bits {
			visit(st.Val)
		}
		visit(cfg.Base(st.Addr))
	case *cfg.Call:
		for _, x := range st.Args {
			visit(x)
		}
	case *cfg.Free:
		visit(st.Ptr)
	}
}

// kept calls f on the steps that make x, which is evaluated under a condition.
func (s *steps) kept(e *cfg.Edge, x, when cfg.Expr, f func(step)) {
	switch x := x.(type) {
	case *cfg.Ite:
		s.kept(e, x.Then, cfg.Conjunction(when, x.Cond), f)
		s.kept(e, x.Else, cfg.Conjunction(when, cfg.Negate(x.Cond)), f)
	case *cfg.Load:
		s.kept(e, cfg.Base(x.Addr), when, f)
	case *cfg.Binary:
		switch x.Op {
		case cfg.PtrAdd:
			root := cfg.Base(x)
			s.kept(e, root, when, f)
			f(step{edge: e, root: root, sum: x, off: s.offset(x), size: distance(x), when: when})
		case cfg.And, cfg.Or, cfg.Xor:
			s.kept(e, x.X, when, f)
		case cfg.Add, cfg.Sub:
			s.sum(e, x, when, f)
		}
	}
}

// sum looks for a step in a sum of integers.
func (s *steps) sum(e *cfg.Edge, x *cfg.Binary, when cfg.Expr, f func(step)) {
	if a, ok := e.Stmt.(*cfg.Assign); ok && !s.back[a.Dst] && !(a.Dst.Converted && a.Dst.CType.Pointer()) {
		return
	}
	root, off := x.X, x.Y
	if x.Op == cfg.Add && !s.address(root) {
		root, off = off, root
	}
	if !s.address(root) || s.address(off) {
		return
	}
	s.kept(e, root, when, f)
	size := rangeOf(off).wide()
	if x.Op == cfg.Sub {
		off, size = s.sub(s.ptr(0), off), exact(0).wide().sub(size)
	}
	f(step{edge: e, root: root, sum: x, off: off, size: size, when: when})
}

// address reports whether an integer is made of an address.
func (s *steps) address(e cfg.Expr) bool {
	return slices.ContainsFunc(integers(e), func(v *cfg.Var) bool { return s.from[v] || v.CType.Pointer() })
}

// distance bounds the offset of an address from its root.
func distance(addr cfg.Expr) *wide {
	d := exact(0).wide()
	for b := range cfg.Sums(addr) {
		d = d.add(rangeOf(b.Y).wide())
	}
	return d
}

// between reports that all of a are from -lo to hi.
func (a *wide) between(lo, hi uint64) bool {
	least := new(big.Int).SetUint64(lo)
	return a.lo.Cmp(least.Neg(least)) >= 0 && a.hi.Cmp(new(big.Int).SetUint64(hi)) <= 0
}

// steps puts a branch to an Unsupported location before every statement that
// may move a pointer out of its slot.
func (m *instrumenter) steps(edges []*cfg.Edge) {
	find, f := newSteps(m.p, m.addresses), flow{nodes: map[string]int{}}
	var list []step
	for _, e := range edges {
		f.edge(e)
		find.of(e, func(s step) {
			s.from, s.to = f.step(s)
			list = append(list, s)
		})
	}
	comp, _ := graph.Components(len(f.succ), graph.Lists(f.succ))
	_, cyclic := m.p.Components()
	for _, s := range list {
		if m.led(s.edge, s.sum) {
			continue // an error where it leaves the object
		}
		once := s.edge.From.Proc == m.p.Main && !cyclic[s.edge.From.ID]
		ok := m.stays(s, !once && s.to >= 0 && comp[s.from] == comp[s.to] && !m.anchored(s))
		if !cfg.IsTrue(ok) {
			m.unless(s.edge, cfg.Conjunction(s.when, cfg.Negate(ok)), cfg.Reason{Kind: cfg.FarPointer})
		}
	}
}

// anchored reports whether the program accesses what a pointer leads to, and that is
// checked, between a step of it and the next one: then steps do not add up. The
// pointer is a variable of a procedure, which the step itself changes.
func (m *instrumenter) anchored(s step) bool {
	a, ok := s.edge.Stmt.(*cfg.Assign)
	root, variable := s.root.(*cfg.VarRef)
	if !ok || !variable || m.checks&Deref == 0 || a.Dst.Proc == nil || a.Src != s.sum {
		return false
	}
	copies := map[*cfg.Var]bool{} // by *p++, which is *#1 where #1 is p
	for _, e := range m.p.Edges {
		c, ok := e.Stmt.(*cfg.Assign)
		if v := cfg.Defined(e.Stmt); v != nil && v.Temp && v != a.Dst {
			is := false
			if ok {
				r, ref := c.Src.(*cfg.VarRef)
				is = ref && r.V == a.Dst
			}
			was, seen := copies[v]
			copies[v] = is && (was || !seen)
		}
		if c, ok := e.Stmt.(*cfg.Call); ok && slices.Contains(c.Proc.Params, a.Dst) && e.From.Proc == a.Dst.Proc {
			return false // an activation gives it to the next one
		}
	}
	if copies[a.Dst] = true; !copies[root.V] {
		return false
	}
	through := func(addr cfg.Expr) bool {
		r, ok := cfg.Base(addr).(*cfg.VarRef)
		return ok && copies[r.V]
	}
	seen := map[*cfg.Loc]bool{s.edge.To: true}
	for work := []*cfg.Loc{s.edge.To}; len(work) > 0; {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		if l == s.edge.From {
			return false
		}
		found := false
		if len(l.Out) > 0 {
			evaluated(l, func(x, when cfg.Expr) {
				y, ok := x.(*cfg.Load)
				found = found || ok && cfg.IsTrue(when) && through(y.Addr)
			})
		}
		for _, e := range l.Out {
			st, store := e.Stmt.(*cfg.Store)
			if _, ret := e.Stmt.(*cfg.Return); !ret && !found && !(store && through(st.Addr)) && !seen[e.To] {
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return true
}

// stays is the condition that a step stays in the slot, or is short. Those that
// may be made without end, because they are on a cycle, or in a function that
// may be called on one, and the result becomes the pointer again, add up. If not
// even a million of them are short, a note says so.
func (m *instrumenter) stays(s step, again bool) cfg.Expr {
	lead, short := m.p.SlotLead(), m.p.SlotStep()
	if room := m.known(s.root); room != 0 {
		if s.size.between(lead, room-lead-1) {
			return cfg.True
		}
		return cfg.Compare(cfg.ULe, m.add(s.off, m.ptr(lead)), m.ptr(room-1))
	}
	if few := lead >> 20; again && !s.size.between(few, few) && s.edge.Pos.IsValid() {
		m.p.Assume(s.edge.Pos, "assumes that steps of this pointer do not add up to so much that it leads to another object")
	}
	if again && s.size.lo.Cmp(s.size.hi) == 0 {
		short >>= 4
	}
	if s.size.between(short, short) {
		return cfg.True
	}
	ok := cfg.Compare(cfg.ULe, m.add(s.off, m.ptr(short)), m.ptr(2*short))
	ok = cfg.Disjunction(ok, cfg.Compare(cfg.Eq, m.slot(s.sum), m.slot(s.root)))
	large := 0
	for _, o := range m.p.Objects {
		if o.Size <= m.p.SlotRoom() {
			continue
		}
		large++
		if large > maxListed {
			break
		}
		at := &cfg.AddrOf{Obj: o, Bits: m.bits}
		in := func(x cfg.Expr) cfg.Expr { return cfg.Compare(cfg.ULe, m.sub(x, at), m.ptr(o.Size)) }
		ok = cfg.Disjunction(ok, cfg.Conjunction(in(s.root), in(s.sum)))
	}
	return ok
}

// known is the size of the slots of an object that begins at p, 0 if it is not
// known.
func (m *instrumenter) known(p cfg.Expr) uint64 {
	switch p := p.(type) {
	case *cfg.AddrOf:
		return m.p.SlotsOf(p.Obj.Size) << m.p.SlotBits()
	case *cfg.VarRef:
		if m.lives.local[p.V] != nil {
			return 1 << m.p.SlotBits()
		}
	}
	return 0
}

// flow says which variables and words of memory may get a pointer from which
// others. A word is what an expression reads, whatever the address is.
type flow struct {
	nodes map[string]int
	succ  [][]int
}

func (f *flow) node(e cfg.Expr) int {
	k := cfg.Key(e)
	n, ok := f.nodes[k]
	if !ok {
		n = len(f.succ)
		f.nodes[k], f.succ = n, append(f.succ, nil)
	}
	return n
}

func (f *flow) edge(e *cfg.Edge) {
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		f.move(s.Src, &cfg.VarRef{V: s.Dst})
	case *cfg.Store:
		f.move(s.Val, stored(s))
	case *cfg.Call:
		for i, x := range s.Args {
			f.move(x, &cfg.VarRef{V: s.Proc.Params[i]})
		}
	}
}

func (f *flow) move(from, to cfg.Expr) {
	for _, x := range sources(from) {
		a, b := f.node(x), f.node(to)
		f.succ[a] = append(f.succ[a], b)
	}
}

// step is where a step begins and ends; to is negative if one of these is no
// variable or word.
func (f *flow) step(s step) (from, to int) {
	var dst cfg.Expr
	switch st := s.edge.Stmt.(type) {
	case *cfg.Assign:
		dst = &cfg.VarRef{V: st.Dst}
	case *cfg.Store:
		dst = stored(st)
	case *cfg.Call:
		for i, x := range st.Args {
			if x == s.sum {
				dst = &cfg.VarRef{V: st.Proc.Params[i]}
			}
		}
	}
	roots := sources(s.root)
	if dst == nil || len(roots) != 1 {
		return 0, -1
	}
	return f.node(roots[0]), f.node(dst)
}

func stored(s *cfg.Store) cfg.Expr {
	return &cfg.Load{T: s.Val.Type(), Addr: s.Addr, Region: s.Region}
}

// sources are the variables and words that a pointer is made of.
func sources(e cfg.Expr) []cfg.Expr {
	switch e := e.(type) {
	case *cfg.VarRef, *cfg.Load:
		return []cfg.Expr{e}
	case *cfg.Ite:
		return append(sources(e.Then), sources(e.Else)...)
	case *cfg.Binary:
		switch e.Op {
		case cfg.PtrAdd:
			return sources(cfg.Base(e))
		case cfg.Add, cfg.Sub, cfg.And, cfg.Or, cfg.Xor:
			return append(sources(e.X), sources(e.Y)...)
		}
	}
	return nil
}

// led reports whether a sum is arithmetic of pointers in the program's text that
// is checked.
func (m *instrumenter) led(e *cfg.Edge, sum cfg.Expr) bool {
	b, ok := sum.(*cfg.Binary)
	return ok && b.Op == cfg.PtrAdd && m.checks&Pointer != 0 && e.Pos.IsValid()
}
