package contract

import (
	"slices"

	"culprit/cfg"
)

// Contract is what is claimed of a procedure, as conjuncts over its frame.
type Contract struct{ Pre, Post []cfg.Expr }

// Contracts has one contract for each frame of a plan.
type Contracts map[*Frame]*Contract

// binding says which variables of the copy a contract means at some place.
type binding struct {
	args []*cfg.Var
	old  map[*cfg.Var]*cfg.Var // by the global of the program
	ret  *cfg.Var
}

// copied is a copy of the program in the making.
type copied struct {
	plan   *Plan
	q      *cfg.Program
	frames map[*Frame]*ghosts
}

// ghosts are the variables that are added for a procedure.
type ghosts struct {
	call  binding // of the calls that are replaced
	entry binding // of the activation
}

// Apply makes the copy for the contracts. It reaches no error location only if
// the program reaches none.
func (pl *Plan) Apply(cs Contracts) *cfg.Program {
	c := pl.copy()
	c.calls(func(at *cfg.Loc, fr *Frame, b binding) *cfg.Loc { return c.require(at, cs[fr].Pre, fr, b) },
		func(at *cfg.Loc, fr *Frame, b binding) *cfg.Loc { return c.suppose(at, fr, cs[fr].Post, b) })
	start := c.start()
	for _, fr := range pl.Frames {
		b := c.frames[fr].entry
		at := c.begin(start, fr)
		for _, x := range cs[fr].Pre {
			at = c.then(at, &cfg.Assume{Cond: c.expr(x, fr, b)})
		}
		at = c.enter(at, fr)
		c.require(at, cs[fr].Post, fr, b)
	}
	return c.q
}

// copy clones the program and adds the variables.
func (pl *Plan) copy() *copied {
	q, _ := pl.Prog.Clone()
	c := &copied{plan: pl, q: q, frames: map[*Frame]*ghosts{}}
	results := map[*cfg.Var]*cfg.Var{}
	for _, fr := range pl.Frames {
		g := &ghosts{c.bind(fr, "call"), c.bind(fr, "entry")}
		if r := fr.Proc.Ret; r != nil {
			own := q.Vars[r.ID]
			g.call.ret = c.ghost(r, "#result")
			g.entry.ret = own
			results[own] = g.call.ret
		}
		c.frames[fr] = g
	}
	for _, e := range q.Edges {
		e.Stmt = cfg.RebuildStmt(e.Stmt, nil, nil, func(x cfg.Expr) cfg.Expr {
			return cfg.ReplaceVars(x, func(v *cfg.Var) cfg.Expr {
				if r := results[v]; r != nil {
					return &cfg.VarRef{V: r}
				}
				return nil
			})
		})
	}
	return c
}

func (c *copied) bind(fr *Frame, kind string) binding {
	b := binding{old: map[*cfg.Var]*cfg.Var{}}
	for _, v := range fr.Proc.Params {
		b.args = append(b.args, c.ghost(v, "#"+kind))
	}
	for _, v := range fr.Globals {
		if fr.Old[v] != nil {
			b.old[v] = c.ghost(v, "#old "+kind)
		}
	}
	return b
}

// ghost adds a global variable like v.
func (c *copied) ghost(v *cfg.Var, kind string) *cfg.Var {
	w := c.q.NewVar(nil, kind+" "+v.Name, v.Type)
	w.CType, w.Signed, w.Temp, w.Converted = v.CType, v.Signed, true, v.Converted
	return w
}

// then adds a statement after a location.
func (c *copied) then(at *cfg.Loc, s cfg.Stmt) *cfg.Loc {
	to := c.q.NewLoc(at.Proc, at.Pos)
	c.q.NewEdge(at, to, s, at.Pos, "", cfg.RoleImplicit)
	return to
}

// expr is a conjunct of a contract for a place of the copy.
func (c *copied) expr(x cfg.Expr, fr *Frame, b binding) cfg.Expr {
	return cfg.ReplaceVars(x, func(v *cfg.Var) cfg.Expr {
		if i := slices.Index(fr.Proc.Params, v); i >= 0 {
			return &cfg.VarRef{V: b.args[i]}
		}
		if v == fr.Proc.Ret {
			return &cfg.VarRef{V: b.ret}
		}
		for _, g := range fr.Globals {
			if fr.Old[g] == v {
				return &cfg.VarRef{V: b.old[g]}
			}
		}
		return &cfg.VarRef{V: c.q.Vars[v.ID]}
	})
}

// require asserts conjuncts and returns where executions go on.
func (c *copied) require(at *cfg.Loc, xs []cfg.Expr, fr *Frame, b binding) *cfg.Loc {
	for _, x := range xs {
		cond := c.expr(x, fr, b)
		bad := c.then(at, &cfg.Assume{Cond: cfg.Negate(cond)})
		bad.Kind, bad.Reason = cfg.Error, violated(fr)
		at = c.then(at, &cfg.Assume{Cond: cond})
	}
	return at
}

// violated is the reason of the error locations that are added for a procedure.
func violated(fr *Frame) cfg.Reason {
	return cfg.Reason{Kind: cfg.Assertion, Name: "contract of " + fr.Proc.Name}
}

// calls replaces all calls of recursive procedures: before and after add what
// is checked before and supposed after the call.
func (c *copied) calls(before, after func(*cfg.Loc, *Frame, binding) *cfg.Loc) {
	for _, e := range slices.Clone(c.q.Edges) {
		s, ok := e.Stmt.(*cfg.Call)
		if !ok {
			continue
		}
		fr := c.plan.by[c.plan.Prog.Procs[s.Proc.ID]]
		if fr == nil {
			continue
		}
		b := c.frames[fr].call
		at := e.From
		at.Out = slices.DeleteFunc(at.Out, func(x *cfg.Edge) bool { return x == e })
		for i, x := range s.Args {
			at = c.then(at, &cfg.Assign{Dst: b.args[i], Src: x})
		}
		at = before(at, fr, b)
		at = c.remember(at, fr, b)
		at = after(c.forget(at, fr), fr, b)
		e.From, e.Stmt = at, &cfg.Skip{}
		at.Out = append(at.Out, e)
	}
}

// remember keeps the values of globals at a call.
func (c *copied) remember(at *cfg.Loc, fr *Frame, b binding) *cfg.Loc {
	for _, g := range fr.Globals {
		if o := b.old[g]; o != nil {
			at = c.then(at, &cfg.Assign{Dst: o, Src: &cfg.VarRef{V: c.q.Vars[g.ID]}})
		}
	}
	return at
}

// forget makes arbitrary what a call may change.
func (c *copied) forget(at *cfg.Loc, fr *Frame) *cfg.Loc {
	if r := c.frames[fr].call.ret; r != nil {
		at = c.then(at, &cfg.Havoc{Dst: r, Kind: cfg.Unknown})
	}
	for _, v := range fr.changed {
		at = c.then(at, &cfg.Havoc{Dst: c.q.Vars[v.ID], Kind: cfg.Unknown})
	}
	for _, r := range fr.regions {
		at = c.then(at, c.anything(r))
	}
	return at
}

// anything makes all memory of a region arbitrary.
func (c *copied) anything(r *cfg.Region) cfg.Stmt {
	ptr := cfg.BV(c.q.PtrBits)
	return &cfg.MemHavoc{Dst: &cfg.Const{T: ptr}, Size: &cfg.Const{T: ptr, V: cfg.Mask(^uint64(0), c.q.PtrBits)}, Kind: cfg.Unknown, Region: r}
}

// suppose assumes a postcondition after a call. Of a conjunct that says what
// a variable is equal to, that value is assigned, which means the same: the
// variable has any value before, and the equality then holds by itself.
func (c *copied) suppose(at *cfg.Loc, fr *Frame, post []cfg.Expr, b binding) *cfg.Loc {
	set := map[*cfg.Var]bool{}
	var rest []cfg.Expr
	for _, x := range post {
		v, val := fr.Defines(x)
		if v == nil || set[v] {
			rest = append(rest, x)
			continue
		}
		set[v] = true
		dst := b.ret
		if v != fr.Proc.Ret {
			dst = c.q.Vars[v.ID]
		}
		at = c.then(at, &cfg.Assign{Dst: dst, Src: c.expr(val, fr, b)})
	}
	for _, x := range rest {
		at = c.then(at, &cfg.Assume{Cond: c.expr(x, fr, b)})
	}
	return at
}

// Defines recognizes a conjunct of a postcondition that determines the result
// or a global, by what does not change any more.
func (fr *Frame) Defines(x cfg.Expr) (*cfg.Var, cfg.Expr) {
	eq, ok := x.(*cfg.Binary)
	if !ok || eq.Op != cfg.Eq {
		return nil, nil
	}
	r, ok := eq.X.(*cfg.VarRef)
	if !ok || !fr.output(r.V) {
		return nil, nil
	}
	free := true
	for y := range cfg.Parts(eq.Y) {
		switch y := y.(type) {
		case *cfg.VarRef:
			free = free && !fr.output(y.V)
		case *cfg.Load:
			free = false
		}
	}
	if !free {
		return nil, nil
	}
	return r.V, eq.Y
}

// output reports whether a call determines v.
func (fr *Frame) output(v *cfg.Var) bool { return v == fr.Proc.Ret || fr.Old[v] != nil }

// start gives main a new entry, with the program behind one way out of it.
func (c *copied) start() *cfg.Loc {
	main := c.q.Main
	at := c.q.NewLoc(main, main.Pos)
	c.q.NewEdge(at, main.Entry, &cfg.Skip{}, main.Pos, "", cfg.RoleImplicit)
	main.Entry = at
	return at
}

// begin leads to an arbitrary state.
func (c *copied) begin(at *cfg.Loc, fr *Frame) *cfg.Loc {
	at = c.then(at, &cfg.Skip{})
	if c.q.HeapTop != nil {
		at = c.then(at, &cfg.Havoc{Dst: c.q.HeapTop, Kind: cfg.Unknown})
	}
	for _, r := range c.q.Regions {
		at = c.then(at, c.anything(r))
	}
	return c.remember(at, fr, c.frames[fr].entry)
}

// enter runs an activation.
func (c *copied) enter(at *cfg.Loc, fr *Frame) *cfg.Loc {
	var args []cfg.Expr
	for _, v := range c.frames[fr].entry.args {
		args = append(args, &cfg.VarRef{V: v})
	}
	return c.then(at, &cfg.Call{Proc: c.q.Procs[fr.Proc.ID], Args: args})
}
