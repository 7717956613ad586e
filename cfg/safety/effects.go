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
			m.after(e, m.setSize(s.Ptr, m.ptr(0)))
		}
		if m.watching() && !s.Stack {
			w := m.watched()
			cond := compare(cfg.Eq, s.Ptr, &cfg.VarRef{V: w})
			if m.kept != nil {
				cond = and(m.present(), cond) // it may be null that is freed
			}
			m.after(e, &cfg.Assign{Dst: w, Src: &cfg.Ite{Cond: cond, Then: m.gone(), Else: &cfg.VarRef{V: w}}})
		}
	case *cfg.MemCopy:
		if m.reallocs[s] && m.usesSizes() {
			// Not more than the old block has. An invalid one is no matter:
			// then the Free behind is an error.
			old := m.sub(m.sizeAt(s.Src), m.ptr(1))
			s.Size = &cfg.Ite{Cond: compare(cfg.ULt, old, s.Size), Then: old, Else: s.Size}
		}
	}
}

// live lets the life of an object of an inner block begin or end behind e.
func (m *instrumenter) live(e *cfg.Edge, o *cfg.Object, begins bool) {
	if v := m.alive[o]; v != nil {
		src := cfg.False
		if begins {
			src = cfg.True
		}
		m.after(e, &cfg.Assign{Dst: v, Src: src})
	}
	switch {
	case !m.tabled[o] || !m.sizesUsed:
	case begins:
		m.after(e, m.born(o))
	default:
		m.after(e, m.setSize(&cfg.AddrOf{Obj: o, Bits: m.bits}, m.ptr(0)))
	}
}

func (m *instrumenter) usesSizes() bool { return m.checks&(Deref|Free) != 0 }
func (m *instrumenter) watching() bool  { return m.checks&(Memtrack|Memclean) != 0 }

// allocated puts the new block at the lead of a slot of its own.
func (m *instrumenter) allocated(e *cfg.Edge, s *cfg.Alloc) {
	p := m.p
	k, constant := s.Size.(*cfg.Const)
	room := m.ptr(p.SlotRoom())
	switch {
	case constant && k.V > p.SlotRoom():
		m.tooLarge(e, cfg.True)
	case !constant:
		if _, ok := s.Size.(*cfg.VarRef); !ok || m.local[s.Dst] == nil {
			// The destination may occur in the size.
			v := p.NewVar(e.From.Proc, "#size", cfg.BV(m.bits))
			v.Temp = true
			m.before(e, &cfg.Assign{Dst: v, Src: s.Size})
			s.Size = &cfg.VarRef{V: v}
		}
		m.tooLarge(e, compare(cfg.ULt, room, s.Size))
	}
	top := &cfg.VarRef{V: p.HeapTop}
	next := m.add(m.slot(m.add(top, m.ptr(1<<p.SlotBits()-1))), m.ptr(p.SlotLead()))
	m.before(e, &cfg.Assume{Cond: compare(cfg.ULe, top, next)})
	m.before(e, &cfg.Assign{Dst: p.HeapTop, Src: next})
	at := &cfg.VarRef{V: s.Dst}
	if m.usesSizes() {
		m.after(e, m.setSize(at, m.add(s.Size, m.ptr(1))))
		if s.Own() && m.marks && m.checks&Free != 0 {
			m.after(e, m.setMark(at))
		}
	}
	if s.Stack {
		m.release(e.From.Proc, s, e)
		return
	}
	if m.watching() && !s.Lib {
		// Watch this block, or not.
		w := m.watched()
		yes := p.NewVar(e.From.Proc, "#choice", cfg.BoolType)
		yes.Temp = true
		cond := and(&cfg.VarRef{V: yes}, compare(cfg.Eq, &cfg.VarRef{V: w}, m.ptr(0)))
		m.after(e, &cfg.Assign{Dst: w, Src: &cfg.Ite{Cond: cond, Then: at, Else: &cfg.VarRef{V: w}}})
		m.after(e, &cfg.Havoc{Dst: yes, Kind: cfg.Uninit})
	}
}

// tooLarge ends the path of a request that no slot can hold.
func (m *instrumenter) tooLarge(e *cfg.Edge, cond cfg.Expr) {
	from := e.From
	fail, next := m.p.NewLoc(from.Proc, e.Pos), m.p.NewLoc(from.Proc, from.Pos)
	fail.Kind, fail.Reason = cfg.Unsupported, cfg.Reason{Kind: cfg.LargeBlock}
	m.move(e, next)
	m.p.NewEdge(from, next, &cfg.Assume{Cond: not(cond)}, e.Pos, "", cfg.RoleImplicit)
	m.p.NewEdge(from, fail, &cfg.Assume{Cond: cond}, e.Pos, "", cfg.RoleImplicit)
}

// release remembers that a stack block ends with its procedure.
func (m *instrumenter) release(proc *cfg.Proc, s *cfg.Alloc, e *cfg.Edge) {
	if !m.usesSizes() {
		return
	}
	v := s.Dst
	if m.local[v] == nil {
		v = m.p.NewVar(proc, "#stack", cfg.BV(m.bits))
		v.Temp = true
		m.after(e, &cfg.Assign{Dst: v, Src: &cfg.VarRef{V: s.Dst}})
	}
	m.released[proc] = append(m.released[proc], v)
}

func (m *instrumenter) setSize(p, size cfg.Expr) cfg.Stmt {
	m.sizesUsed = true
	return &cfg.Store{Addr: m.slot(p), Val: size, Region: m.sizes}
}

// setMark marks the block at p as one of the heap.
func (m *instrumenter) setMark(p cfg.Expr) cfg.Stmt {
	return &cfg.Store{Addr: m.markAddr(p), Val: m.ptr(1), Region: m.sizes}
}

// watched is the variable that holds the address of one heap block, chosen
// when it is allocated, until it is freed.
func (m *instrumenter) watched() *cfg.Var {
	if m.watch == nil {
		m.watch = m.p.NewVar(nil, cfg.WatchVar, cfg.BV(m.bits))
		m.watch.Temp = true
		m.watch.CType = cfg.PointerTo(nil, m.bits)
	}
	return m.watch
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
			if v := m.alive[o]; v != nil {
				begin = append(begin, &cfg.Assign{Dst: v, Src: cfg.True})
				end = append(end, &cfg.Assign{Dst: v, Src: cfg.False})
			}
			if m.tabled[o] && m.sizesUsed {
				begin = append(begin, m.born(o))
				end = append(end, m.setSize(&cfg.AddrOf{Obj: o, Bits: m.bits}, m.ptr(0)))
			}
		}
		for _, v := range m.released[f] {
			begin = append(begin, &cfg.Assign{Dst: v, Src: m.ptr(0)})
			end = append(end, m.setSize(&cfg.VarRef{V: v}, m.ptr(0)))
		}
		end = append(end, m.forgotten(f)...)
		m.prefix(f, begin)
		if len(end) > 0 {
			m.suffix(f, end)
		}
	}
}

func (m *instrumenter) born(o *cfg.Object) cfg.Stmt {
	return m.setSize(&cfg.AddrOf{Obj: o, Bits: m.bits}, m.ptr(o.Size+1))
}

// start initialises the variables and the table.
func (m *instrumenter) start() {
	var begin []cfg.Stmt
	for _, o := range m.p.Objects {
		if v := m.alive[o]; v != nil {
			src := cfg.False
			if o.Proc == m.p.Main {
				src = cfg.True
			}
			begin = append(begin, &cfg.Assign{Dst: v, Src: src})
		}
		if m.tabled[o] && m.sizesUsed && (o.Proc == nil || o.Proc == m.p.Main) {
			begin = append(begin, m.born(o))
			if o.Protected() {
				at := m.frozenAddr(&cfg.AddrOf{Obj: o, Bits: m.bits})
				begin = append(begin, &cfg.Store{Addr: at, Val: m.ptr(1), Region: m.sizes})
			}
		}
	}
	if m.watch != nil {
		begin = append(begin, &cfg.Assign{Dst: m.watch, Src: m.ptr(0)})
	}
	if m.kept != nil {
		begin = append(begin, &cfg.Assign{Dst: m.kept, Src: cfg.False})
	}
	m.prefix(m.p.Main, begin)
}

// prefix puts statements in front of a procedure.
func (m *instrumenter) prefix(f *cfg.Proc, list []cfg.Stmt) {
	for i := len(list) - 1; i >= 0; i-- {
		l := m.p.NewLoc(f, f.Pos)
		m.p.NewEdge(l, f.Entry, list[i], cfg.Pos{}, "", cfg.RoleImplicit)
		f.Entry = l
	}
}

// suffix puts statements in front of the exit of a procedure.
func (m *instrumenter) suffix(f *cfg.Proc, list []cfg.Stmt) {
	if !arrives(f.Exit) {
		return
	}
	first := m.p.NewLoc(f, f.Exit.Pos)
	m.redirect(f.Exit, first)
	for i, s := range list {
		next := f.Exit
		if i < len(list)-1 {
			next = m.p.NewLoc(f, f.Exit.Pos)
		}
		m.p.NewEdge(first, next, s, cfg.Pos{}, "", cfg.RoleImplicit)
		first = next
	}
}

// arrives reports whether control may come to l.
func arrives(l *cfg.Loc) bool {
	for _, e := range l.In {
		if _, ok := e.Stmt.(*cfg.Return); !ok {
			return true
		}
	}
	return l == l.Proc.Entry
}

// redirect makes all edges into l but a Return lead to other.
func (m *instrumenter) redirect(l, other *cfg.Loc) {
	in := l.In
	l.In = nil
	for _, e := range in {
		if _, ok := e.Stmt.(*cfg.Return); ok {
			l.In = append(l.In, e)
			continue
		}
		e.To = other
		other.In = append(other.In, e)
	}
	if l.Proc.Entry == l {
		l.Proc.Entry = other
	}
}

// move makes e leave from.
func (m *instrumenter) move(e *cfg.Edge, from *cfg.Loc) {
	e.From.Out = without(e.From.Out, e)
	e.From = from
	from.Out = append(from.Out, e)
}

// before executes s before e.
func (m *instrumenter) before(e *cfg.Edge, s cfg.Stmt) {
	from, mid := e.From, m.p.NewLoc(e.From.Proc, e.Pos)
	m.move(e, mid)
	m.p.NewEdge(from, mid, s, e.Pos, "", cfg.RoleImplicit)
}

// after executes s right after e, before what was put there earlier.
func (m *instrumenter) after(e *cfg.Edge, s cfg.Stmt) {
	to, mid := e.To, m.p.NewLoc(e.From.Proc, e.Pos)
	to.In = without(to.In, e)
	e.To = mid
	mid.In = append(mid.In, e)
	m.p.NewEdge(mid, to, s, e.Pos, "", cfg.RoleImplicit)
}

func without(edges []*cfg.Edge, e *cfg.Edge) []*cfg.Edge {
	var out []*cfg.Edge
	for _, x := range edges {
		if x != e {
			out = append(out, x)
		}
	}
	return out
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
		allocates = allocates || ok && s.Own()
	}
	if !allocates {
		return
	}
	m.watched()
	if m.checks&Memtrack != 0 {
		m.carriers()
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
				m.aborted(l)
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
	other := compare(cfg.Ne, p, w)
	if !m.usesSizes() {
		return other
	}
	return and(other, compare(cfg.ULe, m.sub(m.sizeAt(w), m.ptr(1)), m.sub(p, w)))
}

// aborted makes the answer unknown where the program is aborted while there is
// a heap block: whether it had to be freed is a matter of opinion.
func (m *instrumenter) aborted(l *cfg.Loc) {
	m.end(l, m.present(), "", cfg.AbortedBlock, cfg.UnfreedCheck, l.Pos)
	fail := m.p.Locs[len(m.p.Locs)-1]
	fail.Kind, fail.Checks = cfg.Unsupported, nil
}

func (m *instrumenter) end(l *cfg.Loc, bad cfg.Expr, property string, why cfg.ReasonKind, kind cfg.MemCheckKind, at cfg.Pos) {
	if !arrives(l) {
		return
	}
	first := m.p.NewLoc(l.Proc, at)
	m.redirect(l, first)
	first.LoopHead, l.LoopHead = l.LoopHead, false
	fail := m.p.NewLoc(l.Proc, at)
	m.lose(fail, property, why, kind)
	m.p.NewEdge(first, l, &cfg.Assume{Cond: not(bad)}, at, "", cfg.RoleImplicit)
	m.p.NewEdge(first, fail, &cfg.Assume{Cond: bad}, at, "", cfg.RoleImplicit)
}

// lose makes l an error location about heap blocks.
func (m *instrumenter) lose(l *cfg.Loc, property string, why cfg.ReasonKind, kind cfg.MemCheckKind) {
	l.Kind, l.Reason, l.Property = cfg.Error, cfg.Reason{Kind: why}, property
	l.Checks = []cfg.MemCheck{{Kind: kind, When: cfg.True}}
}
