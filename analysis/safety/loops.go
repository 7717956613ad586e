package safety

import (
	"cmp"
	"slices"

	"culprit/cfg"
	"culprit/internal/graph"
)

// Loops that surely end. A cycle is taken finitely often if on each way round
// there is exactly one test of a counter that may leave it, and exactly one
// step that adds the same constant to the counter: its values before the
// tests are then an arithmetic progression modulo 2^w, which meets every
// number of its residue class, and so one that the test lets out. The same
// holds, where valid-deref is checked as well, if the counter is the address
// of an access: it leaves every object.

// point is a location at which blocks of the heap must be tracked. If seen is
// not empty, only when its expressions have the values that they had at some
// earlier visit since control came by one of the entries: without end they
// take some values again, since nothing is allocated meanwhile and there are
// finitely many. A walk along a list that has an end never sees a node twice.
type point struct {
	loc     *cfg.Loc
	seen    []cfg.Expr
	entries []*cfg.Edge
	forever bool // on a cycle, not where the program ends
}

// loops finds the cycles of a procedure.
type loops struct {
	p       *cfg.Program
	f       *cfg.Proc
	derefs  bool               // invalid accesses are violations anyway
	alloc   map[*cfg.Proc]bool // procedures that may allocate
	defs    map[*cfg.Var][]*cfg.Edge
	in      map[*cfg.Loc]bool // the component looked at
	head    *cfg.Loc
	calling bool // there is a call in it
}

// endless returns one location of each cycle that may be taken without end.
func (g *loops) endless() []point {
	all := map[*cfg.Loc]bool{}
	var order []*cfg.Loc
	for _, l := range g.p.Locs {
		if l.Proc == g.f {
			all[l] = true
			order = append(order, l)
		}
	}
	var out []point
	g.components(order, all, &out)
	return out
}

// goes reports whether control may take e within a procedure.
func goes(e *cfg.Edge) bool {
	switch s := e.Stmt.(type) {
	case *cfg.Return:
		return false
	case *cfg.Assume:
		return !cfg.IsFalse(s.Cond)
	}
	return true
}

// components looks at the strongly connected components of a set of locations
// (Tarjan, by two passes) and, without their heads, at those inside.
func (g *loops) components(order []*cfg.Loc, set map[*cfg.Loc]bool, out *[]point) {
	for _, c := range components(order, set) {
		in := map[*cfg.Loc]bool{}
		for _, l := range c {
			in[l] = true
		}
		h := head(c, in)
		if !g.ends(h, c, in) {
			*out = append(*out, g.point(h, c))
		}
		delete(in, h)
		var rest []*cfg.Loc
		for _, l := range c {
			if l != h {
				rest = append(rest, l)
			}
		}
		g.components(rest, in, out)
	}
}

// head is the location at which a component is entered, a loop head if there
// is one.
func head(c []*cfg.Loc, in map[*cfg.Loc]bool) *cfg.Loc {
	best, rank := c[0], -1
	for _, l := range c {
		r := 0
		if l.LoopHead {
			r += 2
		}
		for _, e := range l.In {
			if !in[e.From] {
				r |= 1
			}
		}
		if r > rank {
			best, rank = l, r
		}
	}
	return best
}

// components are the strongly connected components with a cycle, in the order
// of their first locations.
func components(order []*cfg.Loc, set map[*cfg.Loc]bool) [][]*cfg.Loc {
	node := map[*cfg.Loc]int{}
	for i, l := range order {
		node[l] = i
	}
	succ := make([][]int, len(order))
	for i, l := range order {
		for _, e := range l.Out {
			if set[e.To] && goes(e) {
				succ[i] = append(succ[i], node[e.To])
			}
		}
	}
	comp, count := graph.Components(len(order), graph.Lists(succ))
	cyclic := graph.Cyclic(comp, graph.Lists(succ))
	index := make([]int, count) // in out, from 1
	var out [][]*cfg.Loc
	for i, l := range order {
		c := comp[i]
		if !cyclic[i] {
			continue
		}
		if index[c] == 0 {
			out = append(out, nil)
			index[c] = len(out)
		}
		out[index[c]-1] = append(out[index[c]-1], l)
	}
	return out
}

// ends reports whether a run that stays in the component c passes its head h
// finitely often.
func (g *loops) ends(h *cfg.Loc, c []*cfg.Loc, in map[*cfg.Loc]bool) bool {
	g.in, g.head, g.calling = in, h, false
	g.defs = map[*cfg.Var][]*cfg.Edge{}
	for _, l := range c {
		for _, e := range l.Out {
			if !in[e.To] {
				continue
			}
			if v := cfg.Defined(e.Stmt); v != nil {
				g.defs[v] = append(g.defs[v], e)
			}
			if _, ok := e.Stmt.(*cfg.Call); ok {
				g.calling = true
			}
		}
	}
	return slices.ContainsFunc(c, func(l *cfg.Loc) bool { return (g.tests(l) || g.derefs && g.walks(l)) && g.once(l, nil) })
}

// point is where the component c, with head h, is watched.
func (g *loops) point(h *cfg.Loc, c []*cfg.Loc) point {
	pt := point{loc: h}
	for _, l := range c {
		if l == g.f.Entry {
			return pt
		}
		for _, e := range l.In {
			if !g.in[e.From] {
				pt.entries = append(pt.entries, e)
			}
		}
		for _, e := range l.Out {
			if !g.in[e.To] {
				continue
			}
			switch s := e.Stmt.(type) {
			case *cfg.Alloc:
				if s.Own() {
					return point{loc: h}
				}
			case *cfg.Call:
				if g.alloc[s.Proc] {
					return point{loc: h}
				}
			}
		}
	}
	for _, kind := range []func(cfg.Expr) cfg.Expr{g.pointer, g.counted} {
		for _, l := range c {
			if x := g.keeps(l, kind); x != nil && g.once(l, nil) {
				pt.loc, pt.seen = l, []cfg.Expr{x}
				return pt
			}
		}
	}
	if pt.seen = g.changing(c); pt.seen == nil {
		return point{loc: h}
	}
	return pt
}

// counted is a side of a comparison that counts, the other one not being fixed:
// a bound that stays as it is may be one that is never passed, which is found
// sooner without waiting for the counter to come round.
func (g *loops) counted(cond cfg.Expr) cfg.Expr {
	b, ok := cond.(*cfg.Binary)
	if !ok {
		return nil
	}
	switch b.Op {
	case cfg.LAnd:
		return cmp.Or(g.counted(b.X), g.counted(b.Y))
	case cfg.Ne, cfg.ULt, cfg.ULe, cfg.SLt, cfg.SLe:
		for _, side := range [2][2]cfg.Expr{{b.X, b.Y}, {b.Y, b.X}} {
			v, _ := counter(side[0])
			if v == nil || g.fixed(side[1]) {
				continue
			}
			if _, ok := g.step(v); ok {
				return &cfg.VarRef{V: v}
			}
		}
	}
	return nil
}

// changing are pointers that the component c may change: variables, words of
// small objects to which it has the address, as in while (pop(&list)), and what
// it reads at a fixed distance from a pointer that stays as it is, as in
// while (pop(list)).
func (g *loops) changing(c []*cfg.Loc) []cfg.Expr {
	var out []cfg.Expr
	vars, objects, called := map[*cfg.Var]bool{}, map[*cfg.Object]bool{}, map[*cfg.Proc]bool{}
	add := func(x cfg.Expr) {
		if len(out) < maxListed {
			out = append(out, x)
		}
	}
	see := func(e *cfg.Edge) {
		if v := cfg.Defined(e.Stmt); v != nil && !v.Temp && v.Pointer() && (v.Proc == nil || v.Proc == g.f) && !vars[v] {
			vars[v] = true
			add(&cfg.VarRef{V: v})
		}
		for x := range cfg.StmtParts(e.Stmt) {
			if a, ok := x.(*cfg.AddrOf); ok && !objects[a.Obj] {
				objects[a.Obj] = true
				for _, word := range pointerWords(a.Obj, a.Bits, maxListed) {
					add(word)
				}
			}
		}
	}
	for _, l := range c {
		for _, e := range l.Out {
			if !g.in[e.To] {
				continue
			}
			see(e)
			if s, ok := e.Stmt.(*cfg.Call); ok {
				called[s.Proc] = true
			}
		}
	}
	g.members(c, add)
	if len(called) == 0 || len(out) == maxListed {
		return out
	}
	calls := g.p.CallGraph()
	inside := make([]bool, len(g.p.Procs))
	for f := range called {
		for id, yes := range calls.Reach(f, nil) {
			inside[id] = inside[id] || yes
		}
	}
	for _, e := range g.p.Edges {
		if inside[e.From.Proc.ID] {
			see(e)
		}
	}
	return out
}

// members calls add with what the component c, or a procedure that it calls,
// reads at a fixed distance from a pointer that c does not change.
func (g *loops) members(c []*cfg.Loc, add func(cfg.Expr)) {
	seen := map[string]bool{}
	read := func(x cfg.Expr, pointer func(*cfg.Var) cfg.Expr) {
		l, ok := x.(*cfg.Load)
		if !ok || l.T.Kind != cfg.Bits {
			return
		}
		addr := l.Addr
		if b, ok := addr.(*cfg.Binary); ok && b.Op == cfg.PtrAdd {
			if _, ok := b.Y.(*cfg.Const); !ok {
				return
			}
			addr = b.X
		}
		v, ok := addr.(*cfg.VarRef)
		if !ok || pointer(v.V) == nil {
			return
		}
		m := &cfg.Load{T: l.T, Addr: pointer(v.V), Region: l.Region}
		if b, ok := l.Addr.(*cfg.Binary); ok {
			m.Addr = &cfg.Binary{Op: cfg.PtrAdd, T: b.T, X: m.Addr, Y: b.Y}
		}
		if s := cfg.Key(m); !seen[s] {
			seen[s] = true
			add(m)
		}
	}
	own := func(v *cfg.Var) cfg.Expr {
		if x := (&cfg.VarRef{V: v}); v.Pointer() && v.Proc == g.f && g.fixed(x) {
			return x
		}
		return nil
	}
	for _, l := range c {
		for _, e := range l.Out {
			if !g.in[e.To] {
				continue
			}
			for x := range cfg.StmtParts(e.Stmt) {
				read(x, own)
			}
			s, ok := e.Stmt.(*cfg.Call)
			if !ok {
				continue
			}
			argument := func(v *cfg.Var) cfg.Expr {
				for i, p := range s.Proc.Params {
					if p != v || i >= len(s.Args) {
						continue
					}
					if r, ok := s.Args[i].(*cfg.VarRef); ok {
						return own(r.V)
					}
				}
				return nil
			}
			for _, in := range g.p.Edges {
				if in.From.Proc == s.Proc {
					for x := range cfg.StmtParts(in.Stmt) {
						read(x, argument)
					}
				}
			}
		}
	}
}

// keeps is what decides at l whether control stays in the component: the side
// of the condition to stay that is of a kind, nil if there is none.
func (g *loops) keeps(l *cfg.Loc, kind func(cond cfg.Expr) cfg.Expr) cfg.Expr {
	leaves := false
	var out cfg.Expr
	for _, e := range l.Out {
		s, ok := e.Stmt.(*cfg.Assume)
		switch {
		case !g.in[e.To]:
			leaves = true
		case ok && out == nil:
			out = kind(s.Cond)
		}
	}
	if !leaves {
		return nil
	}
	return out
}

// pointer is a side of a comparison of pointers that may change.
func (g *loops) pointer(cond cfg.Expr) cfg.Expr {
	b, ok := cond.(*cfg.Binary)
	if !ok {
		return nil
	}
	switch b.Op {
	case cfg.LAnd:
		return cmp.Or(g.pointer(b.X), g.pointer(b.Y))
	case cfg.Ne:
		for _, x := range []cfg.Expr{b.X, b.Y} {
			switch x.(type) {
			case *cfg.VarRef, *cfg.Load:
				if x.Type() == cfg.BV(g.p.PtrBits) && !g.fixed(x) {
					return x
				}
			}
		}
	}
	return nil
}

// once reports whether each way from the head back to it passes l, or the edge
// e, exactly once.
func (g *loops) once(l *cfg.Loc, e *cfg.Edge) bool {
	if l == g.head {
		return true
	}
	if g.reaches(g.head, g.head, func(x *cfg.Edge) bool { return x == e || l != nil && x.From == l }) {
		return false // there is a way without it
	}
	from, to := l, l
	if e != nil {
		from, to = e.To, e.From
	}
	return !g.reaches(from, to, func(x *cfg.Edge) bool { return x.To == g.head || e != nil && x.From == g.head })
}

// reaches reports whether a way of at least one edge leads from one location
// of the component to another.
func (g *loops) reaches(from, to *cfg.Loc, cut func(*cfg.Edge) bool) bool {
	there := false
	graph.Closure(func(l *cfg.Loc, add func(*cfg.Loc)) {
		for _, e := range l.Out {
			if g.in[e.To] && goes(e) && !cut(e) {
				there = there || e.To == to
				add(e.To)
			}
		}
	}, from)
	return there
}
