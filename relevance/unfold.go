package relevance

import (
	"slices"

	"culprit/cfg"
)

// unfolded is a trace in which the variables of activations that are alive at
// the same time are different ones. Its edges have the same steps as those of
// the trace it was made of.
type unfolded struct {
	activations
	tr    *cfg.Trace
	edges map[memoKey]*cfg.Edge
	procs map[procKey]*cfg.Proc
}

type procKey struct {
	proc  *cfg.Proc
	depth int
}

type memoKey struct {
	edge  *cfg.Edge
	depth int
}

// activations gives variables of their own to the activations of a procedure that
// are alive at the same time, except for the outermost one.
type activations struct {
	prog     *cfg.Program // a copy, which gets the variables
	depth    []int        // open activations by procedure
	clones   map[cloneKey]*cfg.Var
	original map[*cfg.Var]*cfg.Var
}

type cloneKey struct {
	v     *cfg.Var
	depth int
}

// newActivations works on a copy of a program, which has variables of its own.
func newActivations(p *cfg.Program) activations {
	q := *p
	q.Vars = slices.Clone(p.Vars)
	return activations{prog: &q, clones: map[cloneKey]*cfg.Var{}, original: map[*cfg.Var]*cfg.Var{}}
}

// unfold gives the activations of tr variables of their own, as far as they
// need it: the outermost activation of a procedure has those of the program.
// Everything that belongs to no activation, such as memory and regions, is shared
// with prog. So is the result of a procedure, which is read right after the call.
func unfold(prog *cfg.Program, tr *cfg.Trace) *unfolded {
	if !nested(prog, tr) {
		return &unfolded{activations: activations{prog: prog}, tr: tr}
	}
	u := &unfolded{activations: newActivations(prog), tr: &cfg.Trace{Edges: make([]*cfg.Edge, len(tr.Edges)), Inputs: tr.Inputs}}
	u.edges, u.procs = map[memoKey]*cfg.Edge{}, map[procKey]*cfg.Proc{}
	activate(prog, tr, func(k int, depth []int, _ int) {
		u.depth = depth
		u.tr.Edges[k] = u.edge(tr.Edges[k])
	})
	return u
}

// deepen gives variables to all activations that the trace has at the same time,
// and to one more of each procedure that is active twice, so that other ways can
// be followed. most is how many a procedure may have.
func (u *unfolded) deepen(prog *cfg.Program, tr *cfg.Trace) (most []int) {
	most = make([]int, len(prog.Procs))
	activate(prog, tr, func(_ int, depth []int, _ int) {
		for i, d := range depth {
			most[i] = max(most[i], d)
		}
	})
	for i := range most {
		if most[i] > 1 {
			most[i]++
		}
		most[i] = max(most[i], 1)
	}
	for _, v := range prog.Vars {
		if v.Proc == nil || v == v.Proc.Ret {
			continue
		}
		for d := 2; d <= most[v.Proc.ID]; d++ {
			u.at(v, d)
		}
	}
	return most
}

// nested reports whether a procedure is called while it is active.
func nested(prog *cfg.Program, tr *cfg.Trace) bool {
	found := false
	activate(prog, tr, func(k int, depth []int, _ int) {
		if c, ok := tr.Edges[k].Stmt.(*cfg.Call); ok && depth[c.Proc.ID] > 0 {
			found = true
		}
	})
	return found
}

// activate visits the steps of a trace with the numbers of open activations
// before them, by procedure, and the number of the one that the step belongs to.
// Traces may leave out Return edges and the bodies of callees, and procedures may
// call each other, so that the procedure of a location does not tell its
// activation: one begins where a step leaves the entry of the callee right after
// the call, and ends where its exit is reached, which may be where a call that it
// ends with comes back. It gives the steps before which activations have ended.
func activate(prog *cfg.Program, tr *cfg.Trace, visit func(k int, depth []int, id int)) (ends map[int]int) {
	type activation struct {
		proc *cfg.Proc
		call *cfg.Edge // nil for main
		id   int
	}
	depth := make([]int, len(prog.Procs))
	depth[prog.Main.ID] = 1
	open := []activation{{proc: prog.Main}}
	last := 0
	ends = map[int]int{}
	for k, e := range tr.Edges {
		id := -1
		if len(open) > 0 {
			id = open[len(open)-1].id
		}
		visit(k, depth, id)
		switch s := e.Stmt.(type) {
		case *cfg.Return:
			continue
		case *cfg.Call:
			if entered(tr, k, s.Proc) {
				depth[s.Proc.ID]++
				last++
				open = append(open, activation{s.Proc, e, last})
				continue
			}
		}
		for at := e.To; len(open) > 0 && at == open[len(open)-1].proc.Exit; {
			a := open[len(open)-1]
			depth[a.proc.ID]--
			ends[a.id] = k + 1
			open = open[:len(open)-1]
			if a.call == nil {
				break
			}
			at = a.call.To
		}
	}
	return ends
}

// entered reports whether the step after the call at k is one of the callee.
func entered(tr *cfg.Trace, k int, callee *cfg.Proc) bool {
	if k+1 == len(tr.Edges) {
		return true
	}
	next := tr.Edges[k+1]
	_, back := next.Stmt.(*cfg.Return)
	return next.From == callee.Entry && !back
}

// edge is the copy of e for the current activation.
func (u *unfolded) edge(e *cfg.Edge) *cfg.Edge {
	depth := u.depth[e.From.Proc.ID]
	key := memoKey{e, depth}
	call, calls := e.Stmt.(*cfg.Call)
	switch {
	case calls: // depends on how often the callee is active, too
	case depth <= 1:
		return e
	case u.edges[key] != nil:
		return u.edges[key]
	}
	n := *e
	n.Stmt = cfg.RebuildStmt(e.Stmt, u.variable, nil, u.expr)
	if calls {
		n.Stmt.(*cfg.Call).Proc = u.proc(call.Proc)
	} else {
		u.edges[key] = &n
	}
	return &n
}

// variable is the one that stands for v in the current activation.
func (a *activations) variable(v *cfg.Var) *cfg.Var {
	if v.Proc == nil || v == v.Proc.Ret {
		return v
	}
	return a.at(v, a.depth[v.Proc.ID])
}

// at is the variable that stands for v in an activation.
func (a *activations) at(v *cfg.Var, depth int) *cfg.Var {
	if depth <= 1 {
		return v
	}
	key := cloneKey{v, depth}
	c := a.clones[key]
	if c == nil {
		n := *v
		n.ID = len(a.prog.Vars)
		c = &n
		a.prog.Vars = append(a.prog.Vars, c)
		a.clones[key], a.original[c] = c, v
	}
	return c
}

// expr copies an expression for the current activation.
func (a *activations) expr(x cfg.Expr) cfg.Expr {
	return cfg.ReplaceVars(x, func(v *cfg.Var) cfg.Expr { return &cfg.VarRef{V: a.variable(v)} })
}

// source is the variable of the program that v stands for.
func (a *activations) source(v *cfg.Var) *cfg.Var {
	if o := a.original[v]; o != nil {
		return o
	}
	return v
}

// proc stands for the activation of f that is about to begin: a procedure with
// its parameters.
func (u *unfolded) proc(f *cfg.Proc) *cfg.Proc {
	depth := u.depth[f.ID] + 1
	if depth <= 1 {
		return f
	}
	key := procKey{f, depth}
	if u.procs[key] == nil {
		g := *f
		g.Params = make([]*cfg.Var, len(f.Params))
		for i, p := range f.Params {
			g.Params[i] = u.at(p, depth)
		}
		u.procs[key] = &g
	}
	return u.procs[key]
}
