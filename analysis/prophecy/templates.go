package prophecy

import (
	"slices"

	"culprit/cfg"
)

// Templates are proposals for invariants of the copy at the heads of its
// loops, in groups: each group rests on what the ones before it give.
//
//	numbers   bounds and order of what loops count; elements that others count on from
//	queues    what holds of the elements from a head on, see queued
//	own       where a foretold index lies (below what loops count, within
//	          bounds, or anywhere), a foretold element is as it was stored or as
//	          the assertion wants it
//	searches  the same of elements before a place that a loop found, see searched
//	elements  the same, with what it is compared with
//	orders    the same with all places, and in order with other values
//	choices   the same, where a condition of the program holds of the element
//
// The vocabulary is the program's: its comparisons, stores and constants, with
// a key in place of what loops count. Keys are the prophecy variables, and the
// constant indices that sites read.
func (t *Told) Templates() [][]cfg.Expr {
	b := &builder{t: t, proposals: proposals{prog: t.Prog, loops: t.loops, seen: map[string]bool{}}, consts: map[cfg.Type][]cfg.Expr{}, starts: map[cfg.Type][]*cfg.Const{}, bounds: map[cfg.Type][]cfg.Expr{}}
	b.survey()
	b.findKeys()
	out := [][]cfg.Expr{b.numbers()}
	if len(b.keys) > 0 {
		b.elements()
		below, others := b.ranges()
		out = append(out, b.queued(),
			b.clauses([]cfg.Expr{nil}, below, b.own),
			b.clauses([]cfg.Expr{nil}, below, b.strong),
			b.searched(),
			b.clauses([]cfg.Expr{nil}, append(below, others...), b.atoms),
			b.clauses(b.choices, append(below, others...), b.strong))
	}
	return slices.DeleteFunc(out, func(g []cfg.Expr) bool { return len(g) == 0 })
}

// survey finds counters, scalars, constants and bounds.
func (b *builder) survey() {
	p := b.prog
	for _, e := range p.Edges {
		a, ok := e.Stmt.(*cfg.Assign)
		if !ok || !b.loops.repeats(e) || a.Dst.Type.Kind != cfg.Bits || a.Dst.Type.Bits < 8 || a.Dst == p.HeapTop || b.ghost(a.Dst) {
			continue
		}
		if cfg.Mentions(a.Src, a.Dst) && !cfg.Loads(a.Src) && len(b.counters) < maxEach && !slices.Contains(b.counters, a.Dst) {
			b.counters = append(b.counters, a.Dst)
		}
	}
	for _, e := range p.Edges {
		if !b.ours(e) {
			continue
		}
		loads := false
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			loads = loads || cfg.Loads(x)
			for x := range cfg.Parts(x) {
				b.compared(x)
			}
		})
		switch s := e.Stmt.(type) {
		case *cfg.Assign:
			if slices.Contains(b.counters, s.Dst) && b.fixed(s.Src) {
				b.bound(s.Src)
			}
			if loads {
				b.scalar(s.Dst)
			} else if c, ok := s.Src.(*cfg.Const); ok {
				b.constant(c)
			}
		case *cfg.Store:
			loads = true
			if c, ok := s.Val.(*cfg.Const); ok {
				b.constant(c)
				b.start(s.Addr, c)
			}
		}
		if loads {
			cfg.Exprs(e.Stmt, func(x cfg.Expr) {
				elementwise(x, func(x cfg.Expr) {
					if r, ok := x.(*cfg.VarRef); ok {
						b.scalar(r.V)
					}
				})
			})
		}
	}
}

// elementwise walks x without the addresses that it reads.
func elementwise(x cfg.Expr, f func(cfg.Expr)) {
	f(x)
	if _, ok := x.(*cfg.Load); !ok {
		cfg.Children(x, func(c cfg.Expr) { elementwise(c, f) })
	}
}

// compared takes constants and bounds from a comparison.
func (b *builder) compared(x cfg.Expr) {
	c, ok := x.(*cfg.Binary)
	if !ok {
		return
	}
	switch c.Op {
	case cfg.Eq, cfg.Ne, cfg.ULt, cfg.ULe, cfg.SLt, cfg.SLe:
	default:
		return
	}
	for _, s := range [2][2]cfg.Expr{{c.X, c.Y}, {c.Y, c.X}} {
		if k, ok := s[0].(*cfg.Const); ok && cfg.Loads(s[1]) {
			b.constant(k)
		}
		if r, ok := s[1].(*cfg.VarRef); ok && slices.Contains(b.counters, r.V) && b.fixed(s[0]) {
			b.bound(s[0])
		} else if ok && !slices.Contains(b.counters, r.V) {
			if k, ok := s[0].(*cfg.Const); ok {
				b.constant(k)
			}
		}
	}
}

func (b *builder) constant(c *cfg.Const) {
	if l := b.consts[c.T]; c.T.Kind != cfg.Bool && len(l) < maxEach && !hasText(l, c) {
		b.consts[c.T] = append(l, c)
	}
}

// start notes that an element at a fixed place is set: others may count on from it,
// as in a[0] = 7 and then a[i] = a[i-1] + 1.
func (b *builder) start(addr cfg.Expr, c *cfg.Const) {
	_, off, ok := constantOffset(addr)
	if l := b.starts[c.T]; ok && c.T.Kind == cfg.Bits && len(l) < maxPerLoop {
		k := &cfg.Const{T: c.T, V: cfg.Mask(c.V-off/uint64(c.T.Bytes()), c.T.Width())}
		if k.V != 0 && !hasText(asExprs(l), k) {
			b.starts[c.T] = append(l, k)
		}
	}
}

func plus(x cfg.Expr, c *cfg.Const) cfg.Expr { return &cfg.Binary{Op: cfg.Add, T: c.T, X: x, Y: c} }

// countedOn says of elements that a loop reads at other places than it writes to
// that they are what was counted on to.
func (b *builder) countedOn(out []cfg.Expr) []cfg.Expr {
	for _, e := range b.prog.Edges {
		s, ok := e.Stmt.(*cfg.Store)
		if !ok || !b.loops.repeats(e) {
			continue
		}
		for x := range cfg.Parts(s.Val) {
			l, ok := x.(*cfg.Load)
			if !ok {
				continue
			}
			if i := indexOf(l.Addr); i != nil && i.Type() == l.T {
				for _, c := range b.starts[l.T] {
					out = b.add(out, cfg.Compare(cfg.Eq, l, plus(i, c)))
				}
			}
		}
	}
	return out
}

func (b *builder) bound(x cfg.Expr) {
	if l := b.bounds[x.Type()]; len(l) < maxEach && !hasText(l, x) {
		b.bounds[x.Type()] = append(l, x)
	}
}

func (b *builder) scalar(v *cfg.Var) {
	if len(b.scalars) < maxSites && v.Type.Bits >= 8 && !b.ghost(v) && v != b.prog.HeapTop &&
		!slices.Contains(b.counters, v) && !slices.Contains(b.scalars, v) {
		b.scalars = append(b.scalars, v)
	}
}

func (b *builder) numbers() []cfg.Expr {
	out := b.counted(nil)
	for _, v := range append(slices.Clone(b.scalars), b.counters...) {
		for _, k := range b.consts[v.Type] {
			if v.Type.Kind == cfg.Bits {
				out = b.add(out, cfg.Compare(cfg.Eq, ref(v), k))
				out = b.add(out, cfg.Compare(cfg.SLe, ref(v), k))
				out = b.add(out, cfg.Compare(cfg.SLe, k, ref(v)))
			}
		}
	}
	// Bounds by other bounds: what is assumed of a size.
	for _, ks := range b.bounds {
		for i, k := range ks {
			for j, l := range ks {
				_, ck := k.(*cfg.Const)
				_, cl := l.(*cfg.Const)
				if i != j && !(ck && cl) {
					out = b.add(out, cfg.Compare(cfg.SLe, k, l))
					out = b.add(out, cfg.Compare(cfg.SLt, k, l))
				}
			}
		}
	}
	for _, s := range b.t.sites {
		if len(s.flag) > 0 {
			out = b.add(out, cfg.Compare(cfg.ULe, ref(s.state), stateConst(last)))
			out = append(out, b.flagged(s.edge.Stmt.(*cfg.Assign))...)
		}
	}
	return b.written(b.pointed(b.disjoint(b.heap(b.countedOn(out)))))
}

// written adds what statements of the program establish where accesses are checked: an
// element is in its block by what is known of the block that its address is read from.
func (b *builder) written(out []cfg.Expr) []cfg.Expr {
	if !b.prog.Slots {
		return out
	}
	once, _ := Written(b.prog)
	for _, x := range once {
		own := true
		for x := range cfg.Parts(x) {
			if r, ok := x.(*cfg.VarRef); ok && b.t.deciding[r.V] {
				own = false
			}
		}
		if own {
			out = b.add(out, x)
		}
	}
	return out
}

// counted compares counters with bounds and with each other.
func (b *builder) counted(out []cfg.Expr) []cfg.Expr {
	for i, v := range b.counters {
		lt, le := order(v.Signed)
		for _, k := range b.bounds[v.Type] {
			for _, c := range []cfg.Expr{cfg.Compare(le, k, ref(v)), cfg.Compare(le, ref(v), k), cfg.Compare(lt, ref(v), k), cfg.Compare(lt, k, ref(v))} {
				out = b.add(out, c)
			}
		}
		out = b.add(out, cfg.Compare(cfg.SLe, &cfg.Const{T: v.Type}, ref(v)))
		for j, u := range b.counters {
			if i == j || u.Type != v.Type {
				continue
			}
			out = b.add(out, cfg.Compare(le, ref(v), ref(u)))
			out = b.add(out, cfg.Compare(lt, ref(v), ref(u)))
			if i < j {
				out = b.add(out, cfg.Compare(cfg.Eq, ref(v), ref(u)))
			}
		}
	}
	return out
}

// pointed says what pointers and parameters are set to, and which pointers lead to
// the same block.
func (b *builder) pointed(out []cfg.Expr) []cfg.Expr {
	for _, e := range b.prog.Edges {
		switch s := e.Stmt.(type) {
		case *cfg.Assign:
			if s.Dst.Pointer() && b.fixed(s.Src) && b.loops.stable(s.Dst) {
				out = b.add(out, cfg.Compare(cfg.Eq, ref(s.Dst), s.Src))
			}
		case *cfg.Call:
			for i, v := range s.Proc.Params {
				if v.Type.Kind == cfg.Bits && i < len(s.Args) && b.fixed(s.Args[i]) {
					out = b.add(out, cfg.Compare(cfg.Eq, ref(v), s.Args[i]))
				}
			}
		}
	}
	var ptrs []*cfg.Var
	for _, v := range b.prog.Vars {
		if v.Pointer() && !b.ghost(v) && len(ptrs) < maxEach {
			ptrs = append(ptrs, v)
		}
	}
	for i, v := range ptrs {
		for _, u := range ptrs[:i] {
			if v.Type == u.Type {
				out = b.add(out, cfg.Compare(cfg.Eq, ref(u), ref(v)))
			}
		}
	}
	return out
}

// elements finds what to say of foretold elements.
func (b *builder) elements() {
	for _, s := range b.t.sites {
		for _, c := range s.cells {
			b.value(c)
		}
		b.assertion(s)
	}
	for _, e := range b.prog.Edges {
		if !b.ours(e) {
			continue
		}
		if s, ok := e.Stmt.(*cfg.Store); ok {
			for _, l := range b.moved(&cfg.Load{T: s.Val.Type(), Addr: s.Addr, Region: s.Region}) {
				b.value(l)
			}
			b.stored(s)
		}
		for x := range cfg.StmtParts(e.Stmt) {
			if l, ok := x.(*cfg.Load); ok {
				for _, m := range b.moved(l) {
					b.value(m)
				}
			}
		}
		if a, ok := e.Stmt.(*cfg.Assume); ok && b.loops.repeats(e) && len(b.choices) < maxEach {
			for _, m := range b.moved(a.Cond) {
				b.choices = b.add(b.choices, m)
			}
		}
	}
	for _, a := range slices.Clone(b.strong) {
		b.replaced(a)
	}
	b.allocated()
	b.own = slices.Clone(b.strong)
	for i, v := range b.values {
		b.compareValue(v, b.values[:i])
	}
}

// allocated proposes that foretold elements lead below the top of the heap, so that no
// new block is theirs, and that elements in which a new block is kept are as that was:
// where it begins in its slot, and what was stored there by its address.
func (b *builder) allocated() {
	if !b.grows() {
		return
	}
	top := ref(b.prog.HeapTop)
	for _, s := range b.t.sites {
		for _, c := range s.cells {
			if c.T == top.Type() {
				b.atom(cfg.Compare(cfg.ULe, c, top), true)
			}
		}
	}
	for _, e := range b.prog.Edges {
		s, ok := e.Stmt.(*cfg.Store)
		if !ok {
			continue
		}
		if block, ok := s.Val.(*cfg.VarRef); ok && slices.ContainsFunc(b.loops.defs[block.V], allocates) {
			for _, element := range b.moved(&cfg.Load{T: s.Val.Type(), Addr: s.Addr, Region: s.Region}) {
				b.keeps(element, block.V)
			}
		}
	}
}

func allocates(e *cfg.Edge) bool { _, ok := e.Stmt.(*cfg.Alloc); return ok }

// keeps says of an element what was so of the new block that it leads to.
func (b *builder) keeps(element cfg.Expr, block *cfg.Var) {
	if b.prog.Slots {
		b.atom(begins(b.prog, element), true)
	}
	for _, e := range b.prog.Edges {
		s, ok := e.Stmt.(*cfg.Store)
		if !ok || !cfg.Mentions(s.Addr, block) || cfg.Loads(s.Addr) {
			continue
		}
		at := cfg.ReplaceVars(s.Addr, func(v *cfg.Var) cfg.Expr {
			if v == block {
				return element
			}
			return nil
		})
		val := cfg.ReplaceVars(s.Val, func(v *cfg.Var) cfg.Expr { return b.computed(ref(v)) })
		if b.fixed(val) {
			b.atom(cfg.Compare(cfg.Eq, &cfg.Load{T: val.Type(), Addr: at, Region: s.Region}, val), true)
		}
	}
}

// replaced proposes an atom with what is stored in an element in its place.
func (b *builder) replaced(a cfg.Expr) {
	for _, e := range slices.Clone(b.stores) {
		from := cfg.Key(e.X)
		found := false
		var put func(x cfg.Expr) cfg.Expr
		put = func(x cfg.Expr) cfg.Expr {
			if _, ok := x.(*cfg.Load); ok && cfg.Key(x) == from {
				found = true
				return e.Y
			}
			return descend(x, put)
		}
		if x := put(a); found {
			b.atom(x, true)
		}
	}
}

func (b *builder) value(x cfg.Expr) {
	if len(b.values) < maxEach {
		b.values = b.add(b.values, x)
	}
}

func (b *builder) atom(x cfg.Expr, strong bool) {
	n := len(b.atoms)
	if b.atoms = b.add(b.atoms, x); strong && len(b.atoms) > n {
		b.strong = append(b.strong, x)
	}
}

// assertion proposes what a site is asked for: that its condition does not
// lead to the error, or that what it passes on is true.
func (b *builder) assertion(s *site) {
	tell := func(x cfg.Expr) cfg.Expr {
		return s.tell(x, func(addr cfg.Expr) cfg.Expr { return b.t.address(s, addr) })
	}
	switch st := s.edge.Stmt.(type) {
	case *cfg.Assume:
		x := tell(st.Cond)
		b.atom(cfg.Negate(x), true)
		b.atom(x, true)
		b.atom(cfg.Negate(s.through(st.Cond)), true)
	case *cfg.Assign:
		if len(s.flag) > 0 {
			var all []cfg.Expr
			for _, c := range s.flag {
				all = append(all, tell(c))
			}
			b.atom(cfg.Negate(cfg.Conjunction(all...)), true)
			b.atom(cfg.Compare(cfg.Ne, ref(s.state), stateConst(last)), true)
		}
	case *cfg.Call:
		for _, a := range st.Args {
			if cfg.Loads(a) && a.Type().Kind == cfg.Bits {
				b.atom(cfg.Compare(cfg.Ne, tell(a), &cfg.Const{T: a.Type()}), true)
			}
		}
	}
}

// tell is x with prophecies in place of variables that have one, and what it reads read at
// what becomes of the address.
func (s *site) tell(x cfg.Expr, address func(cfg.Expr) cfg.Expr) cfg.Expr {
	switch x := x.(type) {
	case *cfg.VarRef:
		if g := s.told.vars[x.V]; g != nil {
			return ref(g)
		}
		return x
	case *cfg.Load:
		return &cfg.Load{T: x.T, Addr: address(x.Addr), Region: x.Region}
	}
	return descend(x, func(x cfg.Expr) cfg.Expr { return s.tell(x, address) })
}

// through is x at the foretold places, where what is read through a pointer in memory
// is read through the foretold element instead of a foretold pointer.
func (s *site) through(x cfg.Expr) cfg.Expr { return s.tell(x, s.through) }

// flagged proposes that a flag has another value of its own as long as none of
// the sites was passed that set it to the value of a.
func (b *builder) flagged(a *cfg.Assign) []cfg.Expr {
	var set cfg.Expr
	for _, s := range b.t.sites {
		if o, ok := s.edge.Stmt.(*cfg.Assign); ok && o.Dst == a.Dst && len(s.flag) > 0 && cfg.Key(o.Src) == cfg.Key(a.Src) {
			c := cfg.Compare(cfg.Ne, ref(s.state), stateConst(0))
			if set == nil {
				set = c
			} else {
				set = cfg.Disjunction(set, c)
			}
		}
	}
	var out []cfg.Expr
	for _, d := range b.loops.defs[a.Dst] {
		if o, ok := d.Stmt.(*cfg.Assign); ok {
			if c, ok := o.Src.(*cfg.Const); ok && cfg.Key(c) != cfg.Key(a.Src) {
				out = b.add(out, cfg.Disjunction(set, cfg.Compare(cfg.Eq, ref(a.Dst), c)))
			}
		}
	}
	return out
}

// stored proposes that an element is what a statement stores there.
func (b *builder) stored(s *cfg.Store) {
	whole := cfg.Compare(cfg.Eq, &cfg.Load{T: s.Val.Type(), Addr: s.Addr, Region: s.Region}, s.Val)
	if s.Val.Type().Kind == cfg.Float {
		w := cfg.BV(s.Val.Type().Width())
		whole = cfg.Compare(cfg.Eq, &cfg.Load{T: w, Addr: s.Addr, Region: s.Region}, &cfg.Cast{Op: cfg.FToBits, T: w, X: s.Val})
	}
	for _, m := range b.moved(whole) {
		b.atom(m, true)
		if s.Val.Type().Kind == cfg.Bits && len(b.stores) < maxEach {
			b.stores = append(b.stores, m.(*cfg.Binary))
		}
		if _, plain := s.Val.(*cfg.Load); !plain && cfg.Loads(s.Val) {
			b.value(m.(*cfg.Binary).Y)
		}
	}
}

// compareValue proposes how a value lies to constants, scalars and others.
func (b *builder) compareValue(v cfg.Expr, others []cfg.Expr) {
	t := v.Type()
	if t.Kind != cfg.Bits {
		return
	}
	for _, c := range b.consts[t] {
		b.atom(cfg.Compare(cfg.Eq, v, c), true)
		b.atom(cfg.Compare(cfg.Ne, v, c), true)
		b.atom(cfg.Compare(cfg.SLe, v, c), false)
		b.atom(cfg.Compare(cfg.SLe, c, v), false)
	}
	for _, s := range b.scalars {
		if s.Type == t {
			_, le := order(s.Signed)
			b.atom(cfg.Compare(cfg.Eq, v, ref(s)), true)
			b.atom(cfg.Compare(le, v, ref(s)), false)
			b.atom(cfg.Compare(le, ref(s), v), false)
		}
	}
	for _, o := range others {
		if o.Type() == t {
			b.atom(cfg.Compare(cfg.Eq, v, o), true)
			b.atom(cfg.Compare(cfg.SLe, v, o), false)
			b.atom(cfg.Compare(cfg.SLe, o, v), false)
		}
	}
	for _, k := range b.keys {
		if k.x.Type() == t {
			b.atom(cfg.Compare(cfg.Eq, v, k.x), true)
			for _, c := range b.starts[t] {
				b.atom(cfg.Compare(cfg.Eq, v, plus(k.x, c)), true)
			}
		}
	}
}
