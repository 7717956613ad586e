package prophecy

import (
	"fmt"
	"slices"

	"culprit/cfg"
)

// Told is a copy of a program in which a plan is carried out.
type Told struct {
	Prog  *cfg.Program
	Error *cfg.Loc // the only one of the copy
	sites []*site
	loops *loops // of the copy
	facts *facts // likewise, before anything was added
	// others are the error locations of the program that are none of the copy.
	others map[*cfg.Loc]bool
}

// site is one site of the copy.
type site struct {
	edge  *cfg.Edge
	flag  []cfg.Expr // its decisions
	state *cfg.Var
	told  told
	cells []*cfg.Load // what the edge reads, at the foretold addresses
}

// told says which prophecy variables stand for the variables and the values
// read that addresses are computed from.
type told struct {
	vars  map[*cfg.Var]*cfg.Var
	loads map[string]*cfg.Var // by text
}

// The names of the variables that are added.
const (
	stateName = "#state"
	toldName  = "#told"
	lastName  = "#last"
)

// state values, see the package comment.
const (
	passed = 1
	last   = 2
)

var stateType = cfg.BV(8)

func stateConst(n uint64) cfg.Expr { return &cfg.Const{T: stateType, V: n} }

func ref(v *cfg.Var) cfg.Expr { return &cfg.VarRef{V: v} }

// Instrument carries the plan out.
func Instrument(p *cfg.Program, pl Plan) *Told {
	q, _ := p.Clone()
	t := &Told{Prog: q, Error: q.Locs[pl.Error.ID], loops: loopsOf(q), others: map[*cfg.Loc]bool{}}
	t.facts = factsOf(t)
	for _, l := range q.Locs {
		if l != t.Error && l.Kind != cfg.Plain {
			t.others[l] = l.Kind == cfg.Error
			l.Kind = cfg.Plain
		}
	}
	edges := pl.Sites
	if pl.Call != nil && !slices.Contains(edges, pl.Call) {
		edges = append(slices.Clone(edges), pl.Call)
	}
	for _, e := range edges {
		t.sites = append(t.sites, t.site(q.Edges[e.ID]))
	}
	var err []cfg.Expr
	for i, s := range t.sites {
		t.foretell(s)
		if edges[i] == pl.Call {
			err = append(err, cfg.Compare(cfg.Eq, ref(s.state), stateConst(last)))
			for _, c := range t.loops.calls[t.Error.Proc] {
				if c != s.edge {
					t.before(c, &cfg.Assume{Cond: cfg.Compare(cfg.Ne, ref(s.state), stateConst(last))})
				}
			}
		} else {
			err = append(err, cfg.Compare(cfg.Ne, ref(s.state), stateConst(passed)))
		}
	}
	if len(err) > 0 {
		t.into(t.Error, &cfg.Assume{Cond: cfg.Conjunction(err...)})
	}
	t.begin()
	t.loops = loopsOf(q) // of what was added, too
	return t
}

// site chooses prophecy variables for an edge.
func (t *Told) site(e *cfg.Edge) *site {
	s := &site{edge: e, flag: decisions(e), told: told{vars: map[*cfg.Var]*cfg.Var{}, loads: map[string]*cfg.Var{}}}
	s.state = t.Prog.NewVar(nil, fmt.Sprintf("%s%d", stateName, len(t.Prog.Vars)), stateType)
	s.state.Temp = true
	seen := map[string]bool{}
	reads(e, func(x cfg.Expr) {
		cfg.Walk(x, func(x cfg.Expr) {
			if l, ok := x.(*cfg.Load); ok {
				addr := t.address(s, l.Addr)
				if c := (&cfg.Load{T: l.T, Addr: addr, Region: l.Region}); !seen[cfg.Key(c)] {
					seen[cfg.Key(c)] = true
					s.cells = append(s.cells, c)
				}
			}
		})
	})
	return s
}

// address is an address with what changes in it foretold.
func (t *Told) address(s *site, x cfg.Expr) cfg.Expr {
	switch x := x.(type) {
	case *cfg.VarRef:
		if x.V.Type.Kind != cfg.Bits || !t.loops.foretell(x.V) {
			return x
		}
		if p := t.facts.placeOf(x.V); p != nil {
			return p
		}
		if s.told.vars[x.V] == nil {
			s.told.vars[x.V] = t.prophecy(x.V.Type, x.V.Signed)
		}
		return ref(s.told.vars[x.V])
	case *cfg.Load:
		if x.T.Kind != cfg.Bits {
			return x
		}
		key := cfg.Key(x)
		if s.told.loads[key] == nil {
			s.told.loads[key] = t.prophecy(x.T, true)
		}
		return ref(s.told.loads[key])
	}
	return descend(x, func(x cfg.Expr) cfg.Expr { return t.address(s, x) })
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

func (t *Told) prophecy(ty cfg.Type, signed bool) *cfg.Var {
	v := t.Prog.NewVar(nil, fmt.Sprintf("%s%d", toldName, len(t.Prog.Vars)), ty)
	v.Signed, v.Temp = signed, true
	return v
}

// foretell lets an execution decide, before the site, whether this is the
// last time.
func (t *Told) foretell(s *site) {
	now := t.Prog.NewVar(nil, lastName, cfg.BoolType)
	now.Temp = true
	var match []cfg.Expr
	for _, v := range t.Prog.Vars {
		if g := s.told.vars[v]; g != nil {
			match = append(match, cfg.Compare(cfg.Eq, ref(g), ref(v)))
		}
	}
	seen := map[string]bool{}
	reads(s.edge, func(x cfg.Expr) {
		cfg.Walk(x, func(x cfg.Expr) {
			if l, ok := x.(*cfg.Load); ok {
				key := cfg.Key(l)
				if g := s.told.loads[key]; g != nil && !seen[key] {
					seen[key] = true
					match = append(match, cfg.Compare(cfg.Eq, ref(g), l))
				}
			}
		})
	})
	t.before(s.edge,
		&cfg.Assume{Cond: cfg.Compare(cfg.Ne, ref(s.state), stateConst(last))},
		&cfg.Havoc{Dst: now, Kind: cfg.Unknown},
		&cfg.Assume{Cond: cfg.Implies(ref(now), cfg.Conjunction(match...))},
		&cfg.Assign{Dst: s.state, Src: &cfg.Ite{Cond: ref(now), Then: stateConst(last), Else: stateConst(passed)}})
}

// before puts statements before e.
func (t *Told) before(e *cfg.Edge, ss ...cfg.Stmt) {
	p, from := t.Prog, e.From
	from.Out = slices.DeleteFunc(from.Out, func(x *cfg.Edge) bool { return x == e })
	for _, s := range ss {
		to := p.NewLoc(from.Proc, e.Pos)
		p.NewEdge(from, to, s, e.Pos, "", cfg.RoleImplicit)
		from = to
	}
	e.From, from.Out = from, append(from.Out, e)
}

// into puts a statement before all ways into l.
func (t *Told) into(l *cfg.Loc, s cfg.Stmt) {
	mid := t.Prog.NewLoc(l.Proc, l.Pos)
	for _, e := range l.In {
		e.To = mid
		mid.In = append(mid.In, e)
	}
	l.In = nil
	t.Prog.NewEdge(mid, l, s, l.Pos, "", cfg.RoleImplicit)
}

// begin makes the prophecies arbitrary and the states 0 at program start.
func (t *Told) begin() {
	p := t.Prog
	main := p.Main
	at := p.NewLoc(main, main.Pos)
	entry := main.Entry
	main.Entry = at
	var ss []cfg.Stmt
	for _, s := range t.sites {
		ss = append(ss, &cfg.Assign{Dst: s.state, Src: stateConst(0)})
	}
	for _, v := range t.prophecies() {
		ss = append(ss, &cfg.Havoc{Dst: v, Kind: cfg.Unknown})
	}
	ss = append(ss, &cfg.Skip{})
	for i, s := range ss {
		to := entry
		if i+1 < len(ss) {
			to = p.NewLoc(main, main.Pos)
		}
		p.NewEdge(at, to, s, main.Pos, "", cfg.RoleImplicit)
		at = to
	}
}

// prophecies are the prophecy variables, in order.
func (t *Told) prophecies() []*cfg.Var {
	set := map[*cfg.Var]bool{}
	for _, s := range t.sites {
		for _, v := range s.told.vars {
			set[v] = true
		}
		for _, v := range s.told.loads {
			set[v] = true
		}
	}
	var out []*cfg.Var
	for _, v := range t.Prog.Vars {
		if set[v] {
			out = append(out, v)
		}
	}
	return out
}

// Blocks proposes what is known of addresses: the heap only grows, so that a new
// block is none that a pointer leads to. A loop that appends to a list and never
// changes its first node keeps what the first node holds by that alone.

// Blocks are facts about a program as it is: where its heap begins, that pointers lead
// to what was allocated, and which of them lead to the same block or to later ones.
func Blocks(p *cfg.Program) []cfg.Expr {
	b := &builder{t: &Told{Prog: p}, loops: loopsOf(p), seen: map[string]bool{}}
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

// heap says that the heap begins where it does, if it grows in a loop.
func (b *builder) heap(out []cfg.Expr) []cfg.Expr {
	top := b.t.Prog.HeapTop
	if top == nil || !slices.ContainsFunc(b.t.Prog.Edges, func(e *cfg.Edge) bool {
		_, ok := e.Stmt.(*cfg.Alloc)
		return ok && b.loops.repeats(e)
	}) {
		return out
	}
	for _, e := range b.t.Prog.Edges {
		if a, ok := e.Stmt.(*cfg.Assign); ok && a.Dst == top {
			if k, ok := a.Src.(*cfg.Const); ok {
				out = b.add(out, cfg.Compare(cfg.ULe, k, ref(top)))
			}
		}
	}
	return out
}

// sizes are those of the blocks that the program allocates.
func (b *builder) sizes() []*cfg.Const {
	var out []*cfg.Const
	for _, e := range b.t.Prog.Edges {
		if a, ok := e.Stmt.(*cfg.Alloc); ok && len(out) < maxSites {
			if n, ok := a.Size.(*cfg.Const); ok && n.V > 0 && !hasText(asExprs(out), n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// apart says of blocks whose size is fixed that they do not wrap, and that others
// begin behind them: an element of one is none of another.
func (b *builder) apart(out []cfg.Expr) []cfg.Expr {
	var blocks []*cfg.Alloc
	for _, e := range b.t.Prog.Edges {
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
func (b *builder) computed(x cfg.Expr) cfg.Expr {
	r, ok := x.(*cfg.VarRef)
	if !ok || len(b.loops.defs[r.V]) != 1 {
		return x
	}
	if a, ok := b.loops.defs[r.V][0].Stmt.(*cfg.Assign); ok && b.fixed(a.Src) {
		return a.Src
	}
	return x
}
