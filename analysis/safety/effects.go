package safety

import (
	"culprit/cfg"
)

// effects writes down what allocation and free do to the table of live
// blocks.
func (m *instrumenter) effects(e *cfg.Edge) {
	switch s := e.Stmt.(type) {
	case *cfg.Alloc:
		m.allocated(e, s)
	case *cfg.Skip:
		for _, o := range s.Begins {
			m.live(e, o, true)
		}
		for _, o := range s.Ends {
			m.live(e, o, false)
		}
	case *cfg.Free:
		if m.usesSizes() {
			m.after(e, m.table.setSize(s.Ptr, m.ptr(0)))
		}
		if m.watching() && !s.Stack {
			m.dropped(e, s.Ptr)
			w := m.watched()
			cond := cfg.Compare(cfg.Eq, s.Ptr, &cfg.VarRef{V: w})
			if m.leaks.kept != nil {
				cond = cfg.Conjunction(m.present(), cond) // it may be null that is freed
			}
			m.after(e, &cfg.Assign{Dst: w, Src: &cfg.Ite{Cond: cond, Then: m.gone(), Else: &cfg.VarRef{V: w}}})
		}
	case *cfg.MemCopy:
		if m.reallocs[s] && m.usesSizes() {
			// Not more than the old block has. An invalid one does not matter:
			// then the Free that follows is an error.
			old := m.sub(m.table.sizeAt(s.Src), m.ptr(1))
			s.Size = &cfg.Ite{Cond: cfg.Compare(cfg.ULt, old, s.Size), Then: old, Else: s.Size}
		}
		m.copied(e, s)
	case *cfg.Store:
		m.stored(e, s)
	case *cfg.MemSet, *cfg.MemHavoc:
		r, addr, size := cfg.Written(s)
		m.overwritten(e, addr, size, r)
	}
}

// live lets the life of an object of an inner block begin or end after e.
func (m *instrumenter) live(e *cfg.Edge, o *cfg.Object, begins bool) {
	if v := m.lives.alive[o]; v != nil {
		src := cfg.False
		if begins {
			src = cfg.True
		}
		m.after(e, &cfg.Assign{Dst: v, Src: src})
	}
	switch {
	case !m.table.tabled[o] || !m.table.used:
	case begins:
		m.after(e, m.table.born(o))
	default:
		m.after(e, m.table.setSize(&cfg.AddrOf{Obj: o, Bits: m.bits}, m.ptr(0)))
	}
}

func (m *instrumenter) usesSizes() bool { return m.checks&(Deref|Free|Pointer) != 0 }
func (m *instrumenter) watching() bool  { return m.checks&(Memtrack|Memclean) != 0 }

// tooLarge is the reason of a request that no slot can hold.
var tooLarge = cfg.Reason{Kind: cfg.LargeBlock}

// allocated puts the new block at the lead of a slot of its own.
func (m *instrumenter) allocated(e *cfg.Edge, s *cfg.Alloc) {
	p := m.p
	k, constant := s.Size.(*cfg.Const)
	room := m.ptr(p.SlotRoom())
	switch {
	case constant && k.V > p.SlotRoom():
		m.unless(e, cfg.True, tooLarge)
	case !constant:
		if r, ok := s.Size.(*cfg.VarRef); !ok || r.V == s.Dst {
			// The destination may occur in the size.
			v := p.NewVar(e.From.Proc, "#size", cfg.BV(m.bits))
			v.Temp = true
			m.before(e, &cfg.Assign{Dst: v, Src: s.Size})
			s.Size = &cfg.VarRef{V: v}
		}
		m.unless(e, cfg.Compare(cfg.ULt, room, s.Size), tooLarge)
	}
	top := &cfg.VarRef{V: p.HeapTop}
	next := m.add(m.slot(m.add(top, m.ptr(1<<p.SlotBits()-1))), m.ptr(p.SlotLead()))
	m.before(e, &cfg.Assume{Cond: m.leaks.holders.grown(top, cfg.Compare(cfg.ULe, top, next))})
	m.before(e, &cfg.Assign{Dst: p.HeapTop, Src: next})
	at := &cfg.VarRef{V: s.Dst}
	if !constant {
		// A block fits into its slot, so that the next one does not depend on its size. The
		// end is the last address, which is less than what comes next in every slot.
		m.after(e, &cfg.Assign{Dst: p.HeapTop, Src: m.add(m.slot(at), m.ptr(1<<p.SlotBits()-1))})
	}
	if m.usesSizes() {
		m.after(e, m.table.setSize(at, m.add(s.Size, m.ptr(1))))
		if s.Own() && m.table.marks && m.checks&Free != 0 {
			m.after(e, m.table.setMark(at))
		}
	}
	if s.Stack {
		m.release(e.From.Proc, s, e)
		return
	}
	if m.watching() && !s.Lib && (m.checks&Memtrack != 0 || !m.p.Gives(e)) {
		// Watch this block, or not.
		w := m.watched()
		yes := p.NewVar(e.From.Proc, "#choice", cfg.BoolType)
		yes.Temp = true
		cond := cfg.Conjunction(&cfg.VarRef{V: yes}, cfg.Compare(cfg.Eq, &cfg.VarRef{V: w}, m.ptr(0)))
		m.after(e, &cfg.Assign{Dst: w, Src: &cfg.Ite{Cond: cond, Then: at, Else: &cfg.VarRef{V: w}}})
		m.ranked(e, s, cond)
		m.after(e, &cfg.Havoc{Dst: yes, Kind: cfg.Uninit})
	}
}

// release remembers that a stack block ends with its procedure.
func (m *instrumenter) release(proc *cfg.Proc, s *cfg.Alloc, e *cfg.Edge) {
	if !m.usesSizes() {
		return
	}
	v := s.Dst
	if m.lives.local[v] == nil {
		v = m.p.NewVar(proc, "#stack", cfg.BV(m.bits))
		v.Temp = true
		m.after(e, &cfg.Assign{Dst: v, Src: &cfg.VarRef{V: s.Dst}})
	}
	m.lives.released[proc] = append(m.lives.released[proc], v)
}

// watched is the variable that holds the address of one heap block, chosen
// when it is allocated, until it is freed.
func (m *instrumenter) watched() *cfg.Var {
	if m.leaks.watch == nil {
		m.leaks.watch = m.p.NewVar(nil, cfg.WatchVar, cfg.BV(m.bits))
		m.leaks.watch.Temp = true
		m.leaks.watch.CType = cfg.PointerTo(nil, m.bits)
	}
	return m.leaks.watch
}

// lifetimes begins and ends the lives of local objects with their procedures.
func (m *instrumenter) lifetimes() {
	for _, f := range m.p.Procs {
		if f == m.p.Main {
			continue
		}
		var begin, end []cfg.Stmt
		for _, o := range m.p.Objects {
			if o.Proc != f {
				continue
			}
			if v := m.lives.alive[o]; v != nil {
				begin = append(begin, &cfg.Assign{Dst: v, Src: cfg.True})
				end = append(end, &cfg.Assign{Dst: v, Src: cfg.False})
			}
			if m.table.tabled[o] && m.table.used {
				begin = append(begin, m.table.born(o))
				end = append(end, m.table.setSize(&cfg.AddrOf{Obj: o, Bits: m.bits}, m.ptr(0)))
			}
		}
		for _, v := range m.lives.released[f] {
			begin = append(begin, &cfg.Assign{Dst: v, Src: m.ptr(0)})
			end = append(end, m.table.setSize(&cfg.VarRef{V: v}, m.ptr(0)))
		}
		end = append(end, m.forgotten(f)...)
		m.prefix(f, begin)
		if len(end) > 0 {
			m.suffix(f, end)
		}
	}
}

// start initialises the variables and the table.
func (m *instrumenter) start() {
	var begin []cfg.Stmt
	for _, o := range m.p.Objects {
		if v := m.lives.alive[o]; v != nil {
			src := cfg.False
			if o.Proc == m.p.Main {
				src = cfg.True
			}
			begin = append(begin, &cfg.Assign{Dst: v, Src: src})
		}
		if m.table.tabled[o] && m.table.used && (o.Proc == nil || o.Proc == m.p.Main) {
			begin = append(begin, m.table.born(o))
			if o.Protected() {
				at := m.table.frozenAddr(&cfg.AddrOf{Obj: o, Bits: m.bits})
				begin = append(begin, &cfg.Store{Addr: at, Val: m.ptr(1), Region: m.table.region})
			}
		}
	}
	if m.leaks.watch != nil {
		begin = append(begin, &cfg.Assign{Dst: m.leaks.watch, Src: m.ptr(0)})
	}
	if m.leaks.kept != nil {
		begin = append(begin, &cfg.Assign{Dst: m.leaks.kept, Src: cfg.False})
	}
	begin = append(begin, m.leaks.holders.begin()...)
	m.prefix(m.p.Main, begin)
}

// ends checks for leaks where the program ends and, for valid-memtrack, where
// it may run on without end.
func (m *instrumenter) ends(locs []*cfg.Loc) {
	if !m.watching() {
		return
	}
	allocates := false
	for _, e := range m.p.Edges {
		s, ok := e.Stmt.(*cfg.Alloc)
		allocates = allocates || ok && s.Own() && (m.checks&Memtrack != 0 || !m.p.Gives(e))
	}
	if !allocates {
		return
	}
	m.watched()
	if m.checks&Memtrack != 0 {
		m.leaks.may.find(m.p)
		m.findHolders()
		points := m.points(locs)
		m.callers(points)
		m.end(m.p.Main.Exit, m.global(), ValidMemtrack, cfg.LostBlock, cfg.LostCheck, m.p.Main.Pos)
		m.assumptions()
		for _, pt := range points {
			m.tracked(pt)
		}
	}
	if m.checks&Memclean != 0 {
		m.unfreed(m.p.Main.Exit, m.p.Main.Pos)
		for _, l := range locs {
			switch {
			case l.Kind != cfg.Plain || len(l.Out) > 0:
			case l.Reason.Kind == cfg.ExitCall:
				m.unfreed(l, l.Pos)
			default:
				m.stranded(l)
			}
		}
	}
}

// unfreed checks that no block is left where the program ends.
func (m *instrumenter) unfreed(l *cfg.Loc, at cfg.Pos) {
	m.end(l, m.present(), ValidMemclean, cfg.UnfreedBlock, cfg.UnfreedCheck, at)
}

// misses is the condition that p does not point into the live block that
// begins at w.
func (m *instrumenter) misses(p, w cfg.Expr) cfg.Expr {
	other := cfg.Compare(cfg.Ne, p, w)
	if !m.usesSizes() {
		return other
	}
	return cfg.Conjunction(other, cfg.Compare(cfg.ULe, m.sub(m.table.sizeAt(w), m.ptr(1)), m.sub(p, w)))
}

// stranded makes the answer unknown where a call does not return while there is a
// heap block, and nothing says whether it ends the program.
func (m *instrumenter) stranded(l *cfg.Loc) {
	n := len(m.p.Locs)
	m.end(l, m.present(), "", cfg.StrandedBlock, cfg.UnfreedCheck, l.Pos)
	for _, fail := range m.p.Locs[n:] {
		if fail.Kind == cfg.Error {
			fail.Kind, fail.Checks = cfg.Unsupported, nil
		}
	}
}
