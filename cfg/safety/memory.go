package safety

import (
	"culprit/cfg"
)

// memory instruments a program with the checks of c that concern memory.
func memory(p *cfg.Program, c Checks) {
	m := newMemory(p, c)
	locs := append([]*cfg.Loc(nil), p.Locs...)
	for _, l := range locs {
		if l.Kind == cfg.Error && l.Property == "" {
			l.Kind, l.Reason = cfg.Plain, cfg.Reason{} // the error of another property
		}
	}
	m.ends(locs)
	for _, l := range locs {
		m.guards(l)
	}
	edges := append([]*cfg.Edge(nil), p.Edges...)
	for _, e := range edges {
		m.effects(e)
	}
	m.calls(edges)
	m.assumed()
	m.lifetimes()
	m.start()
	if m.sizesUsed {
		m.sizes.ID = len(p.Regions)
		p.Regions = append(p.Regions, m.sizes)
	}
}

// instrumenter is the state of the pass.
type instrumenter struct {
	p         *cfg.Program
	checks    Checks
	bits      int
	sizes     *cfg.Region // holds size+1 of the live block of each slot, else 0
	sizesUsed bool
	marks     bool                     // there are blocks in sizes that are not of the heap
	frozen    map[*cfg.Region]bool     // holds constants whose size is in sizes
	classes   map[*cfg.Region]*class   // by region
	tabled    map[*cfg.Object]bool     // live size in sizes, not in the condition
	alive     map[*cfg.Object]*cfg.Var // whether a local object is live, where somebody asks
	local     map[*cfg.Var]cfg.Expr    // size of the stack block that a variable always points to
	released  map[*cfg.Proc][]*cfg.Var // pointers to the stack blocks of a procedure
	without   map[*cfg.Proc][]bool     // procedures, by id, that run without this one being active
	watch     *cfg.Var
	scoped    map[*cfg.Object]bool // objects of inner blocks
	reallocs  map[*cfg.MemCopy]bool

	// Of valid-memtrack.
	carries map[*cfg.Var]bool    // may point into the heap
	holds   map[*cfg.Region]bool // the same of regions
	above   map[*cfg.Proc][]bool
	stuck   []stuck
	watches map[*cfg.Proc]bool // looks for lost blocks, or calls one that does
	kept    *cfg.Var           // whether a caller's variable points into the watched block
}

// class is what the accesses of a region may hit.
type class struct {
	objects []*cfg.Object
	heap    bool
}

// maxListed bounds the objects of a class that conditions list one by one.
// More of them have their sizes in memory, as heap blocks do.
const maxListed = 4

func newMemory(p *cfg.Program, c Checks) *instrumenter {
	m := &instrumenter{
		p: p, checks: c, bits: p.PtrBits, sizes: &cfg.Region{Name: cfg.SizesRegion, Cell: p.PtrBits},
		classes: map[*cfg.Region]*class{}, tabled: map[*cfg.Object]bool{}, alive: map[*cfg.Object]*cfg.Var{},
		local: map[*cfg.Var]cfg.Expr{}, released: map[*cfg.Proc][]*cfg.Var{},
		without: map[*cfg.Proc][]bool{}, reallocs: map[*cfg.MemCopy]bool{}, scoped: map[*cfg.Object]bool{}, frozen: map[*cfg.Region]bool{},
	}
	of := func(r *cfg.Region) *class {
		if m.classes[r] == nil {
			m.classes[r] = &class{}
		}
		return m.classes[r]
	}
	for _, o := range p.Objects {
		if o.Region != nil {
			k := of(o.Region)
			k.objects = append(k.objects, o)
		}
	}
	for r, k := range m.classes {
		for _, o := range k.objects {
			if len(k.objects) > maxListed && o.Size <= p.SlotRoom() {
				m.tabled[o] = true
				m.marks = true
				m.frozen[r] = m.frozen[r] || o.Protected()
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
				m.scoped[o] = true
			}
		}
		if s, ok := e.Stmt.(*cfg.Alloc); ok {
			of(s.Region).heap = true
			m.marks = m.marks || s.Stack || s.Lib
		}
		if s, ok := e.Stmt.(*cfg.MemCopy); ok && len(e.To.Out) == 1 {
			// realloc frees what it copied from.
			f, ok := e.To.Out[0].Stmt.(*cfg.Free)
			m.reallocs[s] = ok && !f.Stack && f.Ptr == s.Src
		}
	}
	for _, e := range p.Edges {
		if s, ok := e.Stmt.(*cfg.Alloc); ok && s.Stack && s.Dst.Temp && s.Dst.Proc != nil && defs[s.Dst] == 1 {
			switch size := s.Size.(type) {
			case *cfg.Const:
				m.local[s.Dst] = size
			case *cfg.VarRef:
				if size.V.Temp && defs[size.V] == 1 {
					m.local[s.Dst] = size
				}
			}
		}
	}
	return m
}

// use is one use of memory by a statement.
type use struct {
	cfg.MemCheck
	ok cfg.Expr // whether it is right
}

// guards puts a check in front of what leaves l.
func (m *instrumenter) guards(l *cfg.Loc) {
	if l.Kind != cfg.Plain || len(l.Out) == 0 {
		return
	}
	edges := l.Out
	if m.checks&Deref != 0 {
		m.derefs(l)
	}
	if m.checks&Free == 0 {
		return
	}
	for _, e := range edges {
		if s, ok := e.Stmt.(*cfg.Free); ok && !s.Stack {
			// The Free, behind what derefs put in front of it.
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
	add := func(kind cfg.MemCheckKind, addr, size cfg.Expr, r *cfg.Region, when cfg.Expr) {
		if r.Ghost() {
			return
		}
		// The user did not write the statements that initialise a constant.
		changes := kind == cfg.WriteCheck && e.Role == cfg.RoleUser
		u := use{ok: m.valid(addr, size, r, l.Proc, changes), MemCheck: cfg.MemCheck{Kind: kind, When: when, Base: cfg.Base(addr), Addr: addr, Size: size}}
		if isTrue(u.ok) {
			return
		}
		key := cfg.ExprString(addr) + " " + cfg.ExprString(size)
		if isTrue(when) {
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
	maybe := false
	for _, e := range l.Out {
		switch s := e.Stmt.(type) {
		case *cfg.Store:
			add(cfg.WriteCheck, s.Addr, m.ptr(uint64(s.Val.Type().Bytes())), s.Region, cfg.True)
		case *cfg.MemCopy:
			if !m.reallocs[s] {
				add(cfg.ReadCheck, s.Src, s.Size, s.SrcRegion, cfg.True)
				add(cfg.WriteCheck, s.Dst, s.Size, s.DstRegion, cfg.True)
			}
		case *cfg.MemSet:
			add(cfg.WriteCheck, s.Dst, s.Size, s.Region, cfg.True)
		case *cfg.MemHavoc:
			maybe = s.Kind == cfg.Unknown
			add(cfg.WriteCheck, s.Dst, s.Size, s.Region, cfg.True)
		}
	}
	if fail := m.guard(l, uses, ValidDeref, deref(uses), e); fail != nil && maybe {
		// How much is written is not known.
		fail.Kind, fail.Property, fail.Checks = cfg.Unsupported, "", nil
		fail.Reason = cfg.Reason{Kind: cfg.UnknownSize}
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

// guard sends control to an error location if some use is wrong.
func (m *instrumenter) guard(l *cfg.Loc, uses []use, property string, why cfg.Reason, e *cfg.Edge) *cfg.Loc {
	if len(uses) == 0 {
		return nil
	}
	bad := cfg.Expr(cfg.False)
	for _, u := range uses {
		bad = or(bad, and(u.When, not(u.ok)))
	}
	n := len(m.p.Locs)
	guard(m.p, l, []check{{bad, property, why, e.Pos}})
	fail := m.p.Locs[n]
	for _, u := range uses {
		fail.Checks = append(fail.Checks, u.MemCheck)
	}
	return fail
}

// offset is the distance of addr from its root.
func (m *instrumenter) offset(addr cfg.Expr) cfg.Expr {
	b, ok := addr.(*cfg.Binary)
	if !ok || b.Op != cfg.PtrAdd {
		return m.ptr(0)
	}
	return m.add(m.offset(b.X), b.Y)
}

// valid is the condition that size bytes at addr lie within the live object
// that the root of addr points into and that, if the access changes them, this
// is not a constant.
func (m *instrumenter) valid(addr, size cfg.Expr, r *cfg.Region, proc *cfg.Proc, changes bool) cfg.Expr {
	var ok cfg.Expr
	switch p := cfg.Base(addr).(type) {
	case *cfg.AddrOf:
		if changes && p.Obj.Protected() {
			ok = cfg.False
			break
		}
		ok = m.within(m.offset(addr), size, m.ptr(p.Obj.Size))
	case *cfg.VarRef:
		if total := m.local[p.V]; total != nil {
			ok = m.within(m.offset(addr), size, total)
		}
	}
	if ok == nil {
		ok = m.somewhere(addr, size, r, proc, changes)
	}
	if _, known := size.(*cfg.Const); known {
		return ok
	}
	return or(compare(cfg.Eq, size, m.ptr(0)), ok)
}

// somewhere is valid for an address that is computed from a pointer.
func (m *instrumenter) somewhere(addr, size cfg.Expr, r *cfg.Region, proc *cfg.Proc, changes bool) cfg.Expr {
	ok := cfg.Expr(cfg.False)
	k := m.classes[r]
	if k == nil {
		return ok
	}
	table := k.heap
	for _, o := range k.objects {
		if m.tabled[o] {
			table = true
			continue
		}
		if changes && o.Protected() {
			continue
		}
		in := m.within(m.sub(addr, &cfg.AddrOf{Obj: o, Bits: m.bits}), size, m.ptr(o.Size))
		if m.scoped[o] || o.Proc != nil && o.Proc != m.p.Main && m.runsWithout(proc, o.Proc) {
			in = and(&cfg.VarRef{V: m.aliveVar(o)}, in)
		}
		ok = or(ok, in)
	}
	if !table {
		return ok
	}
	p := cfg.Base(addr)
	limit := m.sizeAt(p)
	d := m.add(m.add(m.low(p), m.ptr(-m.p.SlotLead())), m.offset(addr))
	in := and(compare(cfg.ULt, size, limit), compare(cfg.ULt, d, m.sub(limit, size)))
	if changes && m.frozen[r] {
		in = and(in, compare(cfg.Eq, &cfg.Load{T: cfg.BV(m.bits), Addr: m.frozenAddr(p), Region: m.sizes}, m.ptr(0)))
	}
	return or(ok, in)
}

// freeable is the condition that p is null or the start of a live heap block.
func (m *instrumenter) freeable(p cfg.Expr) cfg.Expr {
	ok := and(compare(cfg.Eq, m.low(p), m.ptr(m.p.SlotLead())), compare(cfg.Ne, m.sizeAt(p), m.ptr(0)))
	if m.marks {
		mark := &cfg.Load{T: cfg.BV(m.bits), Addr: m.markAddr(p), Region: m.sizes}
		ok = and(ok, compare(cfg.Ne, mark, m.ptr(0)))
	}
	return or(compare(cfg.Eq, p, m.ptr(0)), ok)
}

// within is the condition that size bytes from off on are among total ones.
func (m *instrumenter) within(off, size, total cfg.Expr) cfg.Expr {
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
		return compare(cfg.ULe, off, m.ptr(t.V-n.V))
	}
	in := compare(cfg.ULe, off, m.sub(total, size))
	if okN && n.V == 0 {
		return in
	}
	return and(compare(cfg.ULe, size, total), in)
}

// runsWithout reports whether f may run while g is not active.
func (m *instrumenter) runsWithout(f, g *cfg.Proc) bool {
	if m.without[g] == nil {
		m.without[g] = m.p.CallGraph().Reach(m.p.Main, func(x *cfg.Proc) bool { return x == g })
	}
	return m.without[g][f.ID]
}

// aliveVar tells whether a local object is live.
func (m *instrumenter) aliveVar(o *cfg.Object) *cfg.Var {
	v := m.alive[o]
	if v == nil {
		v = m.p.NewVar(nil, "#live "+o.Proc.Name+"."+o.Name, cfg.BoolType)
		v.Temp = true
		m.alive[o] = v
	}
	return v
}

// Expressions over addresses. The slot of an address is cut out by shifts, so
// that no constant of these looks like an address.

func (m *instrumenter) ptr(v uint64) cfg.Expr { return konst(m.bits, int64(v)) }

func (m *instrumenter) binary(op cfg.Op, x, y cfg.Expr) cfg.Expr {
	return &cfg.Binary{Op: op, T: cfg.BV(m.bits), X: x, Y: y}
}

// add is a PtrAdd, which does not tell package alias that y is a pointer.
func (m *instrumenter) add(x, y cfg.Expr) cfg.Expr {
	a, okA := x.(*cfg.Const)
	b, okB := y.(*cfg.Const)
	switch {
	case okA && okB:
		return m.ptr(a.V + b.V)
	case okA && a.V == 0:
		return y
	case okB && b.V == 0:
		return x
	}
	return m.binary(cfg.PtrAdd, x, y)
}

func (m *instrumenter) sub(x, y cfg.Expr) cfg.Expr {
	a, okA := x.(*cfg.Const)
	b, okB := y.(*cfg.Const)
	if okA && okB {
		return m.ptr(a.V - b.V)
	}
	return m.binary(cfg.Sub, x, y)
}

// low is the address p within its slot.
func (m *instrumenter) low(p cfg.Expr) cfg.Expr {
	n := m.ptr(uint64(m.bits - m.p.SlotBits()))
	return m.binary(cfg.LShr, m.binary(cfg.Shl, p, n), n)
}

// slot is the start of the slot of p.
func (m *instrumenter) slot(p cfg.Expr) cfg.Expr {
	n := m.ptr(uint64(m.p.SlotBits()))
	return m.binary(cfg.Shl, m.binary(cfg.LShr, p, n), n)
}

// sizeAt is the size of the live block in the slot of p plus 1, 0 if there is
// none.
func (m *instrumenter) sizeAt(p cfg.Expr) cfg.Expr {
	m.sizesUsed = true
	return &cfg.Load{T: cfg.BV(m.bits), Addr: m.slot(p), Region: m.sizes}
}

// frozenAddr is where it says whether the block is a constant.
func (m *instrumenter) frozenAddr(p cfg.Expr) cfg.Expr {
	m.sizesUsed = true
	return m.add(m.slot(p), m.ptr(uint64(m.bits/4)))
}

// markAddr is where it says whether a block is of the heap.
func (m *instrumenter) markAddr(p cfg.Expr) cfg.Expr {
	m.sizesUsed = true
	return m.add(m.slot(p), m.ptr(uint64(m.bits/8)))
}
