package safety

import (
	"slices"

	"culprit/cfg"
	"culprit/internal/graph"
)

// Leaks of runs that do not end. A lost block stays lost, so that it is enough
// to look at locations that every such run passes again and again: at one
// location of each cycle that may be taken without end, if there can be a
// block by then. Recursion needs none: how deep it is modelled is bounded, and
// what is deeper is kind Unsupported.

// leaks is the state of the checks for lost blocks.
type leaks struct {
	watch   *cfg.Var // see watched
	holders holders
	kept    *cfg.Var // whether a caller's variable points into the watched block
	may     carriers
	above   map[*cfg.Proc][]bool // from which procedures others may have been called
	watches map[*cfg.Proc]bool   // looks for lost blocks, or calls one that does
	stuck   []stuck
}

// carriers are the variables and regions that may hold pointers into the heap.
type carriers struct {
	vars    map[*cfg.Var]bool
	regions map[*cfg.Region]bool
}

// find finds the variables and regions that may hold pointers into the
// heap. It need not find all: those it misses keep no block.
func (c *carriers) find(p *cfg.Program) {
	c.vars, c.regions = map[*cfg.Var]bool{}, map[*cfg.Region]bool{}
	changed := true
	mark := func(v *cfg.Var) {
		if !c.vars[v] {
			c.vars[v] = true
			changed = true
		}
	}
	stored := func(r *cfg.Region) {
		if r != nil && !c.regions[r] {
			c.regions[r] = true
			changed = true
		}
	}
	for changed {
		changed = false
		for _, e := range p.Edges {
			switch s := e.Stmt.(type) {
			case *cfg.Alloc:
				if s.Own() {
					mark(s.Dst)
				}
			case *cfg.Assign:
				if c.carries(s.Src) {
					mark(s.Dst)
				}
			case *cfg.Store:
				if c.carries(s.Val) {
					stored(s.Region)
				}
			case *cfg.MemCopy:
				if c.regions[s.SrcRegion] {
					stored(s.DstRegion)
				}
			case *cfg.Call:
				for i, a := range s.Args {
					if c.carries(a) {
						mark(s.Proc.Params[i])
					}
				}
			}
		}
	}
}

// carries reports whether the value of e may be a pointer into the heap.
func (c *carriers) carries(e cfg.Expr) bool {
	switch e := e.(type) {
	case *cfg.VarRef:
		return c.vars[e.V]
	case *cfg.Load:
		return c.regions[e.Region]
	case *cfg.Binary:
		return e.T.Kind == cfg.Bits && (c.carries(e.X) || e.Op != cfg.PtrAdd && c.carries(e.Y))
	case *cfg.Unary:
		return e.T.Kind == cfg.Bits && c.carries(e.X)
	case *cfg.Cast:
		return e.T.Kind == cfg.Bits && c.carries(e.X)
	case *cfg.Ite:
		return c.carries(e.Then) || c.carries(e.Else)
	}
	return false
}

// points are where blocks of the heap must be tracked while the program runs:
// in loops, and where exit or abort end it.
func (m *instrumenter) points(locs []*cfg.Loc) []point {
	after, alloc := m.afterAlloc(), m.allocating()
	var out []point
	for _, f := range m.p.Procs {
		g := &loops{p: m.p, f: f, derefs: m.checks&Deref != 0, alloc: alloc}
		for _, pt := range g.endless() {
			if after[pt.loc] {
				pt.forever = true
				out = append(out, pt)
			}
		}
	}
	for _, l := range locs {
		if l.Kind == cfg.Plain && len(l.Out) == 0 && after[l] {
			out = append(out, point{loc: l})
		}
	}
	return out
}

// tracked puts the check at a point.
func (m *instrumenter) tracked(pt point) {
	l := pt.loc
	bad := m.lostAt(l.Proc)
	if pt.seen == nil {
		kind := cfg.LostHereCheck
		if pt.forever {
			kind = cfg.LostForeverCheck
		}
		m.end(l, bad, ValidMemtrack, cfg.LostBlock, kind, l.Pos)
		return
	}
	pick := m.temp(l.Proc, "#pick", cfg.BoolType)
	picked := m.temp(l.Proc, "#picked", cfg.BoolType)
	again := cfg.Expr(&cfg.VarRef{V: picked})
	take := cfg.Conjunction(&cfg.VarRef{V: pick}, cfg.Negate(&cfg.VarRef{V: picked}))
	set := []cfg.Stmt{&cfg.Havoc{Dst: pick, Kind: cfg.Uninit}}
	for _, x := range pt.seen {
		seen := m.temp(l.Proc, cfg.SeenVar, x.Type())
		was := &cfg.VarRef{V: seen}
		again = cfg.Conjunction(again, cfg.Compare(cfg.Eq, x, was))
		set = append(set, &cfg.Assign{Dst: seen, Src: &cfg.Ite{Cond: take, Then: x, Else: was}})
	}
	set = append(set, &cfg.Assign{Dst: picked, Src: cfg.Disjunction(&cfg.VarRef{V: picked}, &cfg.VarRef{V: pick})})
	m.end(l, cfg.Conjunction(again, bad), ValidMemtrack, cfg.LostBlock, cfg.LostForeverCheck, l.Pos)
	e := l.In[0]
	for _, s := range slices.Backward(set) {
		m.after(e, s)
	}
	for _, e := range pt.entries {
		m.after(e, &cfg.Assign{Dst: picked, Src: cfg.False})
	}
}

// assumptions notes the calls of __VERIFIER_assume, which never return if what
// they assume is wrong.
func (m *instrumenter) assumptions() {
	after := m.afterAlloc()
	for _, e := range m.p.Edges {
		if s, ok := e.Stmt.(*cfg.Assume); ok && e.Role == cfg.RoleUser && len(e.From.Out) == 1 && after[e.From] {
			m.leaks.stuck = append(m.leaks.stuck, stuck{e, cfg.Conjunction(cfg.Negate(s.Cond), m.lostAt(e.From.Proc))})
		}
	}
}

// stuck is an assumption and the condition under which it fails while a block
// is lost.
type stuck struct {
	e   *cfg.Edge
	bad cfg.Expr
}

// assumed puts checks next to the assumptions.
func (m *instrumenter) assumed() {
	for _, x := range m.leaks.stuck {
		fail := m.p.NewLoc(x.e.From.Proc, x.e.Pos)
		m.lose(fail, ValidMemtrack, cfg.LostBlock, cfg.LostHereCheck)
		m.p.NewEdge(x.e.From, fail, &cfg.Assume{Cond: x.bad}, x.e.Pos, "", cfg.RoleImplicit)
	}
}

// allocating are the procedures that may allocate on the heap, or call one
// that does.
func (m *instrumenter) allocating() map[*cfg.Proc]bool {
	out := map[*cfg.Proc]bool{}
	for changed := true; changed; {
		changed = false
		for _, e := range m.p.Edges {
			yes := false
			switch s := e.Stmt.(type) {
			case *cfg.Alloc:
				yes = s.Own()
			case *cfg.Call:
				yes = out[s.Proc]
			}
			if f := e.From.Proc; yes && !out[f] {
				out[f] = true
				changed = true
			}
		}
	}
	return out
}

// afterAlloc are the locations that control may reach when there has been an
// allocation on the heap.
func (m *instrumenter) afterAlloc() map[*cfg.Loc]bool {
	var roots []*cfg.Loc
	returns := map[*cfg.Proc][]*cfg.Loc{}
	for _, e := range m.p.Edges {
		switch s := e.Stmt.(type) {
		case *cfg.Alloc:
			if s.Own() {
				roots = append(roots, e.To)
			}
		case *cfg.Call:
			returns[s.Proc] = append(returns[s.Proc], e.To)
		}
	}
	return graph.Closure(func(l *cfg.Loc, add func(*cfg.Loc)) {
		if l == l.Proc.Exit {
			for _, to := range returns[l.Proc] {
				add(to)
			}
		}
		for _, e := range l.Out {
			add(e.To)
			if s, ok := e.Stmt.(*cfg.Call); ok {
				add(s.Proc.Entry)
			}
		}
	}, roots...)
}

// roots are the variables of a procedure, or the global ones, in which a
// pointer keeps a block from being lost. Temporaries do not count, nor does
// the result: a block that only they keep is for the replay to find.
func (m *instrumenter) roots(f *cfg.Proc) []*cfg.Var {
	var out []*cfg.Var
	for _, v := range m.p.Vars {
		if v.Proc == f && m.leaks.may.vars[v] && v.Type == cfg.BV(m.bits) && v != m.p.HeapTop && v != m.leaks.watch && (f == nil || v != f.Ret && !v.Temp) {
			out = append(out, v)
		}
	}
	return out
}

// words calls see with the words of the objects of a procedure, or the global
// ones, that may keep a block, and the condition under which they are there.
func (m *instrumenter) words(f, at *cfg.Proc, see func(word, when cfg.Expr)) {
	for _, o := range m.p.Objects {
		if o.Proc != f || !m.leaks.may.regions[o.Region] {
			continue
		}
		words := pointerWords(o, m.bits, 2*maxListed)
		if len(words) == 0 {
			continue
		}
		when := cfg.Expr(cfg.True)
		if f != nil && (m.lives.scoped[o] || f != m.p.Main && m.lives.runsWithout(at, f)) {
			when = &cfg.VarRef{V: m.lives.variable(o)}
		}
		for _, word := range words {
			see(word, when)
		}
	}
}

// pointerWords are the words of an object that may hold pointers, if it has no more than
// most and its region can be read by words.
func pointerWords(o *cfg.Object, bits, most int) []cfg.Expr {
	step := uint64(bits / 8)
	if o.Region == nil || o.Size > uint64(most)*step || o.Region.Cell != bits && o.Region.Cell != 8 {
		return nil
	}
	var out []cfg.Expr
	for off := uint64(0); off+step <= o.Size; off += step {
		if o.Pads(off, step) {
			continue
		}
		at := cfg.Expr(&cfg.AddrOf{Obj: o, Bits: bits})
		if off > 0 {
			at = &cfg.Binary{Op: cfg.PtrAdd, T: cfg.BV(bits), X: at, Y: konst(bits, int64(off))}
		}
		out = append(out, &cfg.Load{T: cfg.BV(bits), Addr: at, Region: o.Region})
	}
	return out
}

// present is the condition that the watched block is there and was not freed.
func (m *instrumenter) present() cfg.Expr {
	w := &cfg.VarRef{V: m.watched()}
	if m.leaks.kept != nil {
		return cfg.Compare(cfg.ULt, m.ptr(1), w)
	}
	return cfg.Compare(cfg.Ne, w, m.ptr(0))
}

// gone is the value of the watched variable once its block is freed. Where the
// callers keep it is known only for one block, so no other is chosen then.
func (m *instrumenter) gone() cfg.Expr {
	if m.leaks.kept != nil {
		return m.ptr(1)
	}
	return m.ptr(0)
}

// global is the condition that no global variable or object and no other block
// keeps the watched block.
func (m *instrumenter) global() cfg.Expr {
	return cfg.Conjunction(m.present(), m.unheld())
}

// unheld is that condition without the one that there is a block.
func (m *instrumenter) unheld() cfg.Expr {
	w := &cfg.VarRef{V: m.watched()}
	bad := cfg.Expr(cfg.True)
	for _, v := range m.roots(nil) {
		bad = cfg.Conjunction(bad, m.misses(&cfg.VarRef{V: v}, w))
	}
	m.words(nil, nil, func(word, _ cfg.Expr) { bad = cfg.Conjunction(bad, m.misses(word, w)) })
	if h := m.leaks.holders.at; h != nil {
		bad = cfg.Conjunction(bad, cfg.Compare(cfg.Eq, &cfg.VarRef{V: h}, m.ptr(0)))
	}
	return bad
}

// lostAt is the condition that the watched block may be lost when control is
// at a location of f, and not at the end of the program.
func (m *instrumenter) lostAt(f *cfg.Proc) cfg.Expr {
	w := &cfg.VarRef{V: m.watched()}
	bad := m.present()
	for _, v := range m.roots(f) {
		bad = cfg.Conjunction(bad, m.misses(&cfg.VarRef{V: v}, w))
	}
	if m.leaks.kept != nil && f != m.p.Main {
		bad = cfg.Conjunction(bad, cfg.Negate(&cfg.VarRef{V: m.leaks.kept}))
	}
	bad = cfg.Conjunction(bad, m.unheld())
	above := m.leaks.above[f] // nil for the procedure of an assumption that has no point
	for _, g := range m.p.Procs {
		if g == f || !m.lives.runsWithout(f, g) || above != nil && above[g.ID] {
			m.words(g, f, func(word, when cfg.Expr) {
				bad = cfg.Conjunction(bad, cfg.Disjunction(cfg.Negate(when), m.misses(word, w)))
			})
		}
	}
	return bad
}

// callers computes from which procedures others may have been called, and
// which calls lead to one of the points.
func (m *instrumenter) callers(points []point) {
	m.leaks.above = map[*cfg.Proc][]bool{}
	calls := m.p.CallGraph()
	m.leaks.watches = map[*cfg.Proc]bool{}
	for _, pt := range points {
		f := pt.loc.Proc
		if m.leaks.above[f] != nil {
			continue
		}
		m.leaks.above[f] = calls.ReachBack(f)
		for _, g := range m.p.Procs {
			m.leaks.watches[g] = m.leaks.watches[g] || m.leaks.above[f][g.ID]
		}
	}
	for _, e := range m.p.Edges {
		if s, ok := e.Stmt.(*cfg.Call); ok && m.leaks.watches[s.Proc] && len(m.roots(e.From.Proc)) > 0 && m.leaks.kept == nil {
			m.leaks.kept = m.p.NewVar(nil, "#kept", cfg.BoolType)
			m.leaks.kept.Temp = true
		}
	}
}

// calls lets the callers say whether they keep the watched block, around each
// call that leads to a point.
func (m *instrumenter) calls(edges []*cfg.Edge) {
	if m.leaks.kept == nil {
		return
	}
	w := &cfg.VarRef{V: m.watched()}
	saved := map[*cfg.Proc]*cfg.Var{}
	for _, e := range edges {
		s, ok := e.Stmt.(*cfg.Call)
		if !ok || !m.leaks.watches[s.Proc] {
			continue
		}
		f := e.From.Proc
		roots := m.roots(f)
		if len(roots) == 0 {
			continue // what its callers keep does not change
		}
		holds := cfg.Expr(cfg.False)
		for _, v := range roots {
			holds = cfg.Disjunction(holds, cfg.Negate(m.misses(&cfg.VarRef{V: v}, w)))
		}
		holds = cfg.Conjunction(m.present(), holds)
		before := cfg.Expr(cfg.False)
		if f != m.p.Main {
			v := saved[f]
			if v == nil {
				v = m.temp(f, "#saved", cfg.BoolType)
				saved[f] = v
			}
			before = &cfg.VarRef{V: v}
			m.before(e, &cfg.Assign{Dst: v, Src: &cfg.VarRef{V: m.leaks.kept}})
			holds = cfg.Disjunction(before, holds)
		}
		m.before(e, &cfg.Assign{Dst: m.leaks.kept, Src: holds})
		back := e
		if out := e.To.Out; len(out) == 1 && len(e.To.In) == 1 && s.Proc.Ret != nil {
			if a, ok := out[0].Stmt.(*cfg.Assign); ok && cfg.Expr(a.Src) != nil && cfg.Mentions(a.Src, s.Proc.Ret) {
				back = out[0] // the result is read right after the call
			}
		}
		m.after(back, &cfg.Assign{Dst: m.leaks.kept, Src: before})
	}
}

// forgotten are the statements that make the pointers of a procedure forget
// what they point to, at its end.
func (m *instrumenter) forgotten(f *cfg.Proc) []cfg.Stmt {
	if !m.leaks.watches[f] {
		return nil
	}
	var out []cfg.Stmt
	for _, v := range m.roots(f) {
		out = append(out, &cfg.Assign{Dst: v, Src: m.ptr(0)})
	}
	return out
}
