package safety

import (
	"slices"

	"culprit/cfg"
)

// Pointers to an object of an earlier round of a loop, or an earlier call: the object
// has the same address again, but C makes all pointers to it indeterminate where its
// life ends (6.2.4p2), and compilers use its memory for others in between. Where an
// object begins that is not alive, no pointer to it can be right: variables that point
// into it get an address at which nothing ever is (cfg.Program.EndedAddr), unless
// nobody reads them any more. Of pointers in memory, which may be many, a note says
// what is assumed.

// renew puts that before what begins lives. What it returns does so for those that
// begin with their procedures, after the statements that begin them.
func (m *instrumenter) renew(edges []*cfg.Edge) (entries func()) {
	var list []func()
	entries = func() {
		for _, f := range list {
			f()
		}
	}
	if m.checks&Deref == 0 || m.targets == nil {
		return entries
	}
	_, cyclic := m.p.Components()
	calls := m.p.CallGraph()
	pointers := m.pointing()
	begins, ends := map[*cfg.Object][]*cfg.Edge{}, map[*cfg.Object][]*cfg.Edge{}
	for _, e := range edges {
		s, ok := e.Stmt.(*cfg.Skip)
		if !ok {
			continue
		}
		for _, o := range s.Begins {
			if e.From.Proc != m.p.Main || cyclic[e.From.ID] {
				begins[o] = append(begins[o], e)
			}
		}
		for _, o := range s.Ends {
			ends[o] = append(ends[o], e)
		}
	}
	for _, o := range m.p.Objects {
		switch {
		case o.Proc == nil || pointers[o] == nil:
		case m.lives.scoped[o]:
			list = append(list, m.renewed(o, begins[o], pointers[o].vars, calls)...)
			m.remembered(o, pointers[o].loads, begins[o], ends[o], calls)
		case o.Proc != m.p.Main:
			list = append(list, m.renewed(o, nil, pointers[o].vars, calls)...)
			m.remembered(o, pointers[o].loads, nil, nil, calls)
		}
	}
	return entries
}

// pointing is what may point to an object.
type pointing struct {
	vars  []*cfg.Var
	loads []*cfg.Load // from memory
}

// pointing lists what may point to objects of procedures.
func (m *instrumenter) pointing() map[*cfg.Object]*pointing {
	out := map[*cfg.Object]*pointing{}
	of := func(x cfg.Expr, add func(*pointing)) {
		objects, _ := m.targets(x)
		for _, o := range objects {
			if o.Proc == nil {
				continue
			}
			if out[o] == nil {
				out[o] = &pointing{}
			}
			add(out[o])
		}
	}
	for _, v := range m.p.Vars {
		if v.CType.Pointer() && !v.Temp && v.Type == cfg.BV(m.bits) {
			of(&cfg.VarRef{V: v}, func(p *pointing) { p.vars = append(p.vars, v) })
		}
	}
	seen := map[string]bool{}
	for _, e := range m.p.Edges {
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			cfg.Walk(x, func(x cfg.Expr) {
				l, ok := x.(*cfg.Load)
				if !ok || l.Region.Ghost() || l.T != cfg.BV(m.bits) || seen[cfg.Key(l)] {
					return
				}
				seen[cfg.Key(l)] = true
				of(l, func(p *pointing) { p.loads = append(p.loads, l) })
			})
		})
	}
	return out
}

// renewed takes from variables their addresses of o before it begins again: at edges
// in its procedure, or with its procedure.
func (m *instrumenter) renewed(o *cfg.Object, begins []*cfg.Edge, vars []*cfg.Var, calls *cfg.CallGraph) (entries []func()) {
	forget := func(v *cfg.Var) cfg.Stmt {
		at := &cfg.VarRef{V: v}
		stale := cfg.Conjunction(cfg.Negate(&cfg.VarRef{V: m.lives.variable(o)}), cfg.Compare(cfg.Eq, m.slot(at), m.slot(&cfg.AddrOf{Obj: o, Bits: m.bits})))
		return &cfg.Assign{Dst: v, Src: &cfg.Ite{Cond: stale, Then: m.ptr(m.p.EndedAddr()), Else: at}}
	}
	for _, v := range vars {
		switch {
		case v.Proc == nil && !m.lives.scoped[o]:
			s := forget(v)
			entries = append(entries, func() { m.prefix(o.Proc, []cfg.Stmt{s}) })
		case v.Proc == nil || v.Proc == o.Proc:
			for _, e := range begins {
				if v.Proc == nil || m.readAfter(e.To, v) {
					m.before(e, forget(v))
				}
			}
		default:
			for _, e := range calls.Calls[v.Proc.ID] {
				if f := e.Stmt.(*cfg.Call).Proc; calls.Reach(f, nil)[o.Proc.ID] && m.readAfter(e.To, v) {
					m.before(e, forget(v))
				}
			}
		}
	}
	return entries
}

// readAfter reports whether a variable of a procedure may be read from l on before it
// gets another value.
func (m *instrumenter) readAfter(l *cfg.Loc, v *cfg.Var) bool {
	seen := map[*cfg.Loc]bool{l: true}
	for work := []*cfg.Loc{l}; len(work) > 0; {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.Out {
			read := false
			for x := range cfg.StmtParts(e.Stmt) {
				r, ok := x.(*cfg.VarRef)
				read = read || ok && r.V == v
			}
			if read {
				return true
			}
			if _, ret := e.Stmt.(*cfg.Return); !ret && cfg.Defined(e.Stmt) != v && !seen[e.To] {
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return false
}

// remembered notes that words of memory may hold an address of o when it begins again.
func (m *instrumenter) remembered(o *cfg.Object, loads []*cfg.Load, begins, ends []*cfg.Edge, calls *cfg.CallGraph) {
	if m.lives.scoped[o] && len(begins) == 0 {
		return
	}
	for _, l := range loads {
		k := m.classes[l.Region]
		if k == nil {
			continue
		}
		outlives := func(x *cfg.Object) bool {
			switch {
			case x == o:
				return false
			case x.Proc == o.Proc && m.lives.scoped[o]:
				return m.survives(x, begins, ends)
			case x.Proc == nil:
				return true
			}
			return x.Proc != o.Proc && calls.Reach(x.Proc, nil)[o.Proc.ID]
		}
		if k.heap || slices.ContainsFunc(k.objects, outlives) {
			m.p.Assume(o.Pos, "assumes that no pointer in memory is followed to "+o.Name+" after the life of it has ended for which it was stored")
			return
		}
	}
}

// survives reports whether x lives on from where another object ends to where it begins
// again.
func (m *instrumenter) survives(x *cfg.Object, begins, ends []*cfg.Edge) bool {
	if !m.lives.scoped[x] {
		return true
	}
	stops := func(e *cfg.Edge) bool {
		s, ok := e.Stmt.(*cfg.Skip)
		return ok && slices.Contains(s.Ends, x)
	}
	seen := map[*cfg.Loc]bool{}
	var work []*cfg.Loc
	next := func(e *cfg.Edge) {
		if _, ret := e.Stmt.(*cfg.Return); !ret && !stops(e) && !seen[e.To] {
			seen[e.To] = true
			work = append(work, e.To)
		}
	}
	for _, e := range ends {
		next(e)
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.Out {
			if slices.Contains(begins, e) {
				return true
			}
			next(e)
		}
	}
	return false
}
