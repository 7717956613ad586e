package contract

import (
	"slices"

	"culprit/analysis/flow"
	"culprit/cfg"
)

// Clause is a conjunct that is proposed for a contract.
type Clause struct {
	Frame *Frame
	Post  bool
	X     cfg.Expr
}

// Open is the copy for contracts that are still to be chosen from clauses.
// Everything in it helps to choose; nothing rests on it.
type Open struct {
	Prog *cfg.Program
	// Keep has a variable for each clause: an execution in which it is true
	// supposes the clause. It is nil for a clause that is always supposed,
	// since it defines a variable.
	Keep []*cfg.Var
	// Goals are error locations at which clauses should hold.
	Goals map[*cfg.Loc]*Goal
}

// Goal is what should hold at a location.
type Goal struct {
	Clauses []int
	Exprs   []cfg.Expr // of the clauses, over the variables of the copy
}

// opened is an Open in the making.
type opened struct {
	*Open
	*copied
	clauses []Clause
}

// Open makes the copy. Loops are cut: what an iteration may change is arbitrary
// at the head, and executions end when they come back.
func (pl *Plan) Open(clauses []Clause) *Open {
	c := pl.copy()
	o := &opened{&Open{Prog: c.q, Keep: make([]*cfg.Var, len(clauses)), Goals: map[*cfg.Loc]*Goal{}}, c, clauses}
	o.keep()
	c.calls(func(at *cfg.Loc, fr *Frame, b binding) *cfg.Loc {
		o.goal(at, fr, false, b)
		return at
	}, func(at *cfg.Loc, fr *Frame, b binding) *cfg.Loc { return o.suppose(at, fr, true, b) })
	start := c.start()
	for _, fr := range pl.Frames {
		b := c.frames[fr].entry
		c.enter(o.suppose(c.begin(start, fr), fr, false, b), fr)
		exit := c.q.Procs[fr.Proc.ID].Exit
		for _, e := range slices.Clone(exit.In) {
			if e.From == exit { // the return
				continue
			}
			mid := c.q.NewLoc(exit.Proc, e.Pos)
			exit.In = slices.DeleteFunc(exit.In, func(x *cfg.Edge) bool { return x == e })
			e.To, mid.In = mid, []*cfg.Edge{e}
			o.goal(mid, fr, true, b)
			c.q.NewEdge(mid, exit, &cfg.Skip{}, e.Pos, "", cfg.RoleImplicit)
		}
	}
	c.cutLoops()
	return o.Open
}

// keep adds the variables that say which clauses executions suppose.
func (o *opened) keep() {
	type output struct {
		fr *Frame
		v  *cfg.Var
	}
	defined := map[output]bool{}
	for i, cl := range o.clauses {
		v, _ := cl.Frame.Defines(cl.X)
		if by := (output{cl.Frame, v}); v != nil && cl.Post && !defined[by] {
			defined[by] = true
			continue
		}
		o.Keep[i] = o.q.NewVar(nil, "#keep", cfg.BoolType)
		o.Keep[i].Temp = true
	}
}

// goal adds an error location at which the clauses of fr should hold.
func (o *opened) goal(at *cfg.Loc, fr *Frame, post bool, b binding) {
	g := &Goal{}
	for i, cl := range o.clauses {
		if cl.Frame == fr && cl.Post == post {
			g.Clauses = append(g.Clauses, i)
			g.Exprs = append(g.Exprs, o.expr(cl.X, fr, b))
		}
	}
	if len(g.Clauses) > 0 {
		l := o.then(at, &cfg.Skip{})
		l.Kind, l.Reason = cfg.Error, violated(fr)
		o.Goals[l] = g
	}
}

// suppose adds the clauses of fr that executions suppose.
func (o *opened) suppose(at *cfg.Loc, fr *Frame, post bool, b binding) *cfg.Loc {
	var fixed []cfg.Expr
	for i, cl := range o.clauses {
		if cl.Frame == fr && cl.Post == post && o.Keep[i] == nil {
			fixed = append(fixed, cl.X)
		}
	}
	at = o.copied.suppose(at, fr, fixed, b)
	for i, cl := range o.clauses {
		if cl.Frame == fr && cl.Post == post && o.Keep[i] != nil {
			at = o.then(at, &cfg.Assume{Cond: cfg.Implies(&cfg.VarRef{V: o.Keep[i]}, o.expr(cl.X, fr, b))})
		}
	}
	return at
}

// cutLoops makes the control flow of each procedure acyclic.
func (c *copied) cutLoops() {
	q := c.q
	effects := flow.NewModRef(q)
	comp, _ := q.Components()
	inside := map[int][]*cfg.Edge{}
	for _, e := range q.Edges {
		if comp[e.From.ID] == comp[e.To.ID] && e.From != e.From.Proc.Exit {
			inside[comp[e.From.ID]] = append(inside[comp[e.From.ID]], e)
		}
	}
	back := map[*cfg.Loc][]*cfg.Edge{}
	var heads []*cfg.Loc
	for _, e := range q.BackEdges() {
		if back[e.To] == nil {
			heads = append(heads, e.To)
		}
		back[e.To] = append(back[e.To], e)
	}
	for _, l := range heads {
		c.cut(back[l], inside[comp[l.ID]], effects)
	}
}

// cut leads the ways back to a head to an end, and the others through
// statements that make arbitrary what the edges of the loop change.
func (c *copied) cut(back, inside []*cfg.Edge, effects *flow.ModRef) {
	q, head := c.q, back[0].To
	changes := map[flow.Slot]bool{}
	for _, e := range inside {
		for _, x := range effects.Defs(e.Stmt) {
			changes[x] = true
		}
		if s, ok := e.Stmt.(*cfg.Call); ok {
			for _, i := range effects.Mod[s.Proc.ID].Members() {
				changes[flow.Slot(i)] = true
			}
		}
	}
	end := q.NewLoc(head.Proc, head.Pos)
	for _, e := range back {
		e.To, end.In = end, append(end.In, e)
	}
	first := q.NewLoc(head.Proc, head.Pos)
	for _, e := range head.In {
		if !slices.Contains(back, e) {
			e.To, first.In = first, append(first.In, e)
		}
	}
	head.In = nil
	if head.Proc.Entry == head {
		head.Proc.Entry = first
	}
	at := first
	for _, v := range q.Vars {
		if changes[flow.VarSlot(v)] && (v.Proc == nil || v.Proc == head.Proc) {
			at = c.then(at, &cfg.Havoc{Dst: v, Kind: cfg.Unknown})
		}
	}
	for _, r := range q.Regions {
		if changes[flow.RegionSlot(q, r)] {
			at = c.then(at, c.anything(r))
		}
	}
	q.NewEdge(at, head, &cfg.Skip{}, head.Pos, "", cfg.RoleImplicit)
}
