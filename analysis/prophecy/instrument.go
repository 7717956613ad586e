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
	// deciding are the variables that say which execution of a site is the last.
	deciding map[*cfg.Var]bool
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

// Instrument carries the plan out.
func Instrument(p *cfg.Program, pl Plan) *Told {
	q, _ := p.Clone()
	t := &Told{Prog: q, Error: q.Locs[pl.Error.ID], loops: loopsOf(q), others: map[*cfg.Loc]bool{}, deciding: map[*cfg.Var]bool{}}
	t.facts = factsOf(q, t.others)
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
	s.state.Temp, t.deciding[s.state] = true, true
	seen := map[string]bool{}
	reads(e, func(x cfg.Expr) {
		for x := range cfg.Parts(x) {
			if l, ok := x.(*cfg.Load); ok {
				addr := t.address(s, l.Addr)
				if c := (&cfg.Load{T: l.T, Addr: addr, Region: l.Region}); !seen[cfg.Key(c)] {
					seen[cfg.Key(c)] = true
					s.cells = append(s.cells, c)
				}
			}
		}
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

func (t *Told) prophecy(ty cfg.Type, signed bool) *cfg.Var {
	v := t.Prog.NewVar(nil, fmt.Sprintf("%s%d", toldName, len(t.Prog.Vars)), ty)
	v.Signed, v.Temp = signed, true
	return v
}

// foretell lets an execution decide, before the site, whether this is the
// last time.
func (t *Told) foretell(s *site) {
	now := t.Prog.NewVar(nil, lastName, cfg.BoolType)
	now.Temp, t.deciding[now] = true, true
	var match []cfg.Expr
	for _, v := range t.Prog.Vars {
		if g := s.told.vars[v]; g != nil {
			match = append(match, cfg.Compare(cfg.Eq, ref(g), ref(v)))
		}
	}
	seen := map[string]bool{}
	reads(s.edge, func(x cfg.Expr) {
		for x := range cfg.Parts(x) {
			if l, ok := x.(*cfg.Load); ok {
				key := cfg.Key(l)
				if g := s.told.loads[key]; g != nil && !seen[key] {
					seen[key] = true
					match = append(match, cfg.Compare(cfg.Eq, ref(g), l))
				}
			}
		}
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
