package safety

import "culprit/cfg"

// instrumenter is the state of the pass.
type instrumenter struct {
	editor
	addresses
	checks   Checks
	targets  Targets
	classes  map[*cfg.Region]*class // by region
	reallocs map[*cfg.MemCopy]bool
	table    table
	lives    lives
	leaks    leaks
}

// lives says when objects of procedures are there.
type lives struct {
	p        *cfg.Program
	alive    map[*cfg.Object]*cfg.Var // whether a local object is live, where somebody asks
	local    map[*cfg.Var]cfg.Expr    // size of the stack block that a variable always points to
	released map[*cfg.Proc][]*cfg.Var // pointers to the stack blocks of a procedure
	without  map[*cfg.Proc][]bool     // procedures, by id, that run without this one being active
	scoped   map[*cfg.Object]bool     // objects of inner blocks
}

// runsWithout reports whether f may run while g is not active.
func (s *lives) runsWithout(f, g *cfg.Proc) bool {
	if s.without[g] == nil {
		s.without[g] = s.p.CallGraph().Reach(s.p.Main, func(x *cfg.Proc) bool { return x == g })
	}
	return s.without[g][f.ID]
}

// variable tells whether a local object is live.
func (s *lives) variable(o *cfg.Object) *cfg.Var {
	v := s.alive[o]
	if v == nil {
		v = s.p.NewVar(nil, "#live "+o.Proc.Name+"."+o.Name, cfg.BoolType)
		v.Temp = true
		s.alive[o] = v
	}
	return v
}

// class is what the accesses of a region may hit.
type class struct {
	objects []*cfg.Object
	heap    bool // blocks in the table
	other   bool // of these, some that are not of the heap
}

func newMemory(p *cfg.Program, c Checks) *instrumenter {
	at := addressesOf(p)
	m := &instrumenter{
		editor: editor{p}, addresses: at, checks: c, classes: map[*cfg.Region]*class{}, reallocs: map[*cfg.MemCopy]bool{},
		table: table{addresses: at, region: &cfg.Region{Name: cfg.SizesRegion, Cell: p.PtrBits}, frozen: map[*cfg.Region]bool{}, tabled: map[*cfg.Object]bool{}},
		lives: lives{p: p, alive: map[*cfg.Object]*cfg.Var{}, local: map[*cfg.Var]cfg.Expr{}, released: map[*cfg.Proc][]*cfg.Var{},
			without: map[*cfg.Proc][]bool{}, scoped: map[*cfg.Object]bool{}},
	}
	for _, o := range p.Objects {
		if o.Region != nil {
			k := m.class(o.Region)
			k.objects = append(k.objects, o)
		}
	}
	for r, k := range m.classes {
		for _, o := range k.objects {
			if len(k.objects) > maxListed && o.Size <= p.SlotRoom() {
				m.table.tabled[o] = true
				m.table.marks = true
				m.table.frozen[r] = m.table.frozen[r] || o.Protected()
			}
		}
	}
	defs := map[*cfg.Var]int{}
	for _, e := range p.Edges {
		if v := cfg.Defined(e.Stmt); v != nil {
			defs[v]++
		}
		if s, ok := e.Stmt.(*cfg.Skip); ok {
			for _, o := range s.Ends {
				m.lives.scoped[o] = true
			}
		}
		if s, ok := e.Stmt.(*cfg.Alloc); ok {
			k := m.class(s.Region)
			k.heap = true
			k.other = k.other || !s.Own()
			m.table.marks = m.table.marks || s.Stack || s.Lib
		}
		if s, ok := e.Stmt.(*cfg.MemCopy); ok {
			m.reallocs[s] = freed(e, s.Src)
		}
	}
	m.findLocals(defs)
	return m
}

// freed reports whether what was copied is freed next, as realloc does: it copies no
// more than there is. There may be checks in between.
func freed(e *cfg.Edge, ptr cfg.Expr) bool {
	seen := map[*cfg.Loc]bool{}
	for at := e.To; !seen[at]; {
		seen[at] = true
		var next *cfg.Edge
		for _, o := range at.Out {
			if o.To.Kind == cfg.Error {
				continue
			}
			if next != nil {
				return false
			}
			next = o
		}
		if next == nil || next.Role != cfg.RoleImplicit {
			return false
		}
		switch s := next.Stmt.(type) {
		case *cfg.Free:
			return !s.Stack && s.Ptr == ptr
		case *cfg.Assume:
			at = next.To
		default:
			return false
		}
	}
	return false
}

// class is what is known of a region.
func (m *instrumenter) class(r *cfg.Region) *class {
	if m.classes[r] == nil {
		m.classes[r] = &class{}
	}
	return m.classes[r]
}

// findLocals finds the blocks of the stack of known size: the allocation is the
// only definition of its temporary, and so is that of the size. defs counts
// definitions.
func (m *instrumenter) findLocals(defs map[*cfg.Var]int) {
	for _, e := range m.p.Edges {
		if s, ok := e.Stmt.(*cfg.Alloc); ok && s.Stack && s.Dst.Temp && s.Dst.Proc != nil && defs[s.Dst] == 1 {
			switch size := s.Size.(type) {
			case *cfg.Const:
				m.lives.local[s.Dst] = size
			case *cfg.VarRef:
				if size.V.Temp && defs[size.V] == 1 {
					m.lives.local[s.Dst] = size
				}
			}
		}
	}
}

// guards puts a check before what leaves l.
func (m *instrumenter) guards(l *cfg.Loc) {
	if l.Kind != cfg.Plain || len(l.Out) == 0 {
		return
	}
	edges := l.Out
	if m.checks&Deref != 0 {
		m.derefs(l)
	}
	if m.checks&Const != 0 {
		m.constants(edges[0])
	}
	if m.checks&Free == 0 {
		return
	}
	for _, e := range edges {
		if s, ok := e.Stmt.(*cfg.Free); ok && !s.Stack {
			// The Free, after what derefs put before it.
			u := use{ok: m.freeable(s.Ptr), MemCheck: cfg.MemCheck{Kind: cfg.FreeCheck, When: cfg.True, Base: s.Ptr, Addr: s.Ptr, Size: m.ptr(0)}}
			m.guard(e.From, []use{u}, ValidFree, cfg.Reason{Kind: cfg.InvalidFree}, e)
			return
		}
	}
}

// derefs guards the reads and writes of the statements that leave l.
func (m *instrumenter) derefs(l *cfg.Loc) {
	var uses []use
	seen := map[string]bool{}
	e := l.Out[0]
	if e.Valid {
		return
	}
	add := func(kind cfg.MemCheckKind, addr, size cfg.Expr, r *cfg.Region, when cfg.Expr) {
		if r.Ghost() {
			return
		}
		changes := kind == cfg.WriteCheck && !e.Initialises(addr)
		u := use{ok: m.valid(addr, size, r, l.Proc, changes), MemCheck: cfg.MemCheck{Kind: kind, When: when, Base: cfg.Base(addr), Addr: addr, Size: size}}
		if cfg.IsTrue(u.ok) {
			return
		}
		key := cfg.Key(addr) + " " + cfg.Key(size)
		if cfg.IsTrue(when) {
			if seen[key] && kind == cfg.ReadCheck {
				return
			}
			seen[key] = true
		} else if seen[key] {
			return
		}
		uses = append(uses, u)
	}
	evaluated(l, func(x, when cfg.Expr) {
		if x, ok := x.(*cfg.Load); ok {
			add(cfg.ReadCheck, x.Addr, m.ptr(uint64(x.T.Bytes())), x.Region, when)
		}
	})
	for _, e := range l.Out {
		if s, ok := e.Stmt.(*cfg.MemCopy); ok {
			if m.reallocs[s] {
				continue
			}
			add(cfg.ReadCheck, s.Src, s.Size, s.SrcRegion, cfg.True)
			if cfg.Key(s.Src) == cfg.Key(s.Dst) { // it changes nothing
				continue
			}
		}
		if r, addr, size := cfg.Written(e.Stmt); addr != nil {
			add(cfg.WriteCheck, addr, size, r, cfg.True)
		}
	}
	m.guard(l, uses, ValidDeref, deref(uses), e)
}

// constants guards a write through a pointer, or by a call, to what may be constant in
// memory that can be written. Other statements that name such objects initialise them,
// what drives the function in question puts back what was there, and of objects that
// are protected valid-deref is the property.
func (m *instrumenter) constants(e *cfg.Edge) {
	if m.p.Drives(e) {
		return
	}
	r, addr, size := cfg.Written(e.Stmt)
	k := m.classes[r]
	if k == nil || r.Ghost() {
		return
	}
	if s, ok := e.Stmt.(*cfg.MemCopy); ok && cfg.Key(s.Src) == cfg.Key(s.Dst) {
		return
	}
	objects := k.objects
	if at, named := cfg.Base(addr).(*cfg.AddrOf); named {
		if e.Call == nil {
			return
		}
		objects = []*cfg.Object{at.Obj}
	}
	bad := cfg.Expr(cfg.False)
	for _, o := range objects {
		for _, s := range o.Kept {
			// The first byte that is written is one of the constant, or not so far before it.
			in := m.within(m.sub(addr, m.add(&cfg.AddrOf{Obj: o, Bits: m.bits}, m.ptr(s.From))), m.ptr(1), m.ptr(s.To-s.From))
			bad = cfg.Disjunction(bad, in)
			if k, known := size.(*cfg.Const); s.From > 0 && (!known || k.V > 1) {
				bad = cfg.Disjunction(bad, m.within(m.sub(m.add(&cfg.AddrOf{Obj: o, Bits: m.bits}, m.ptr(s.From)), addr), m.ptr(1), size))
			}
		}
	}
	if _, known := size.(*cfg.Const); !known {
		bad = cfg.Conjunction(cfg.Compare(cfg.Ne, size, m.ptr(0)), bad)
	}
	if !cfg.IsFalse(bad) {
		guard(m.p, e.From, []check{{bad, UBConst, cfg.Reason{Kind: cfg.Forbidden, Text: "a constant is changed"}, e.Pos}})
	}
}

// deref says what a location of valid-deref is about.
func deref(uses []use) cfg.Reason {
	if len(uses) != 1 {
		return cfg.Reason{Kind: cfg.InvalidAccess}
	}
	r := cfg.Reason{Kind: cfg.InvalidRead}
	if uses[0].Kind == cfg.WriteCheck {
		r.Kind = cfg.InvalidWrite
	}
	if k, ok := uses[0].Size.(*cfg.Const); ok {
		r.Size = k.V
	}
	return r
}

// valid is the condition that size bytes at addr lie within the live object
// that the root of addr points into and that, if the access changes them, this
// is not a constant.
func (m *instrumenter) valid(addr, size cfg.Expr, r *cfg.Region, proc *cfg.Proc, changes bool) cfg.Expr {
	ok := m.named(addr, size)
	if p, named := cfg.Base(addr).(*cfg.AddrOf); named && changes && p.Obj.Protected() {
		ok = cfg.False
	}
	if ok == nil {
		ok = m.somewhere(addr, size, r, proc, changes)
	}
	if k, known := size.(*cfg.Const); known && k.V != 0 {
		return ok
	}
	return cfg.Disjunction(cfg.Compare(cfg.Eq, size, m.ptr(0)), ok)
}

// named is the condition that size bytes at addr lie within the object or block
// that the root of addr names, nil if it is another pointer.
func (m *instrumenter) named(addr, size cfg.Expr) cfg.Expr {
	switch p := cfg.Base(addr).(type) {
	case *cfg.AddrOf:
		return m.within(m.offset(addr), size, m.ptr(p.Obj.Size))
	case *cfg.VarRef:
		if total := m.lives.local[p.V]; total != nil {
			return m.within(m.offset(addr), size, total)
		}
	}
	return nil
}

// somewhere is valid for an address that is computed from a pointer.
func (m *instrumenter) somewhere(addr, size cfg.Expr, r *cfg.Region, proc *cfg.Proc, changes bool) cfg.Expr {
	k := m.classes[r]
	if k == nil {
		return cfg.False
	}
	if changes {
		return m.among(k, addr, size, proc, r)
	}
	return m.among(k, addr, size, proc, nil)
}

// among is the condition that size bytes at addr lie within a live object of k
// and, if they are changed in a region, not in a constant.
func (m *instrumenter) among(k *class, addr, size cfg.Expr, proc *cfg.Proc, changed *cfg.Region) cfg.Expr {
	ok := cfg.Expr(cfg.False)
	table := k.heap
	for _, o := range k.objects {
		if m.table.tabled[o] {
			table = true
			continue
		}
		if changed != nil && o.Protected() {
			continue
		}
		in := m.within(m.sub(addr, &cfg.AddrOf{Obj: o, Bits: m.bits}), size, m.ptr(o.Size))
		if m.lives.scoped[o] || o.Proc != nil && o.Proc != m.p.Main && m.lives.runsWithout(proc, o.Proc) {
			in = cfg.Conjunction(&cfg.VarRef{V: m.lives.variable(o)}, in)
		}
		ok = cfg.Disjunction(ok, in)
	}
	if !table {
		return ok
	}
	p := cfg.Base(addr)
	limit := m.table.sizeAt(p)
	d := m.add(m.add(m.low(p), m.ptr(-m.p.SlotLead())), m.offset(addr))
	in := cfg.Conjunction(cfg.Compare(cfg.ULt, size, limit), cfg.Compare(cfg.ULt, d, m.sub(limit, size)))
	if changed != nil && m.table.frozen[changed] {
		in = cfg.Conjunction(in, cfg.Compare(cfg.Eq, &cfg.Load{T: cfg.BV(m.bits), Addr: m.table.frozenAddr(p), Region: m.table.region}, m.ptr(0)))
	}
	return cfg.Disjunction(ok, in)
}

// freeable is the condition that p is null or the start of a live heap block.
func (m *instrumenter) freeable(p cfg.Expr) cfg.Expr {
	ok := cfg.Conjunction(cfg.Compare(cfg.Eq, m.low(p), m.ptr(m.p.SlotLead())), cfg.Compare(cfg.Ne, m.table.sizeAt(p), m.ptr(0)))
	if m.table.marks {
		mark := &cfg.Load{T: cfg.BV(m.bits), Addr: m.table.markAddr(p), Region: m.table.region}
		ok = cfg.Conjunction(ok, cfg.Compare(cfg.Ne, mark, m.ptr(0)))
	}
	return cfg.Disjunction(cfg.Compare(cfg.Eq, p, m.ptr(0)), ok)
}
