package concolic

import (
	"context"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/logic"
	"culprit/smt"
)

// walk is one execution, concrete and symbolic.
type walk struct {
	ctx    context.Context
	m      *roadMap
	policy policy
	tb     *logic.Table
	solver *smt.Solver
	sym    *hoare.Sym
	model  *logic.Model     // of the inputs so far; satisfies the conditions passed
	ev     *logic.Evaluator // under model
	trial  *logic.Evaluator // under models that are tried
	groups groups

	path   path
	visits map[*cfg.Loc]int
	failed map[*cfg.Loc]int // times in a row that no model was found
	chose  bool             // a condition depended on inputs
	near   *near            // not nil: runs near this one are looked for
}

// path is how the walk came to where it is.
type path struct {
	edges  []*cfg.Edge
	calls  []*cfg.Edge // open
	active map[*cfg.Proc]bool
}

func mask(s logic.Sort) uint64 {
	if s.Kind == logic.SBool {
		return 1
	}
	return ^uint64(0) >> (64 - s.W)
}

// groups are the conditions passed, by inputs that share one.
type groups struct {
	of map[logic.T]*group // by input
}

type group struct {
	vars  []logic.T // in the order of the inputs
	conds []logic.T
	into  *group // merged into this one
}

// add puts a condition with what shares inputs with it.
func (gs *groups) add(tb *logic.Table, c logic.T) {
	if g := gs.join(tb.Vars(c)); g != nil {
		g.conds = append(g.conds, c)
	}
}

// join unites the groups of some variables.
func (gs *groups) join(vars []logic.T) *group {
	var g *group
	for _, v := range vars {
		o := gs.of[v]
		if o == nil {
			o = &group{vars: []logic.T{v}}
			gs.of[v] = o
		}
		o = o.root()
		switch {
		case g == nil:
			g = o
		case g != o:
			if len(o.vars) > len(g.vars) {
				g, o = o, g
			}
			g.vars, g.conds = append(g.vars, o.vars...), append(g.conds, o.conds...)
			o.into, o.vars, o.conds = g, nil, nil
		}
	}
	return g
}

// around gives the variables of a formula and of what shares some with it, in
// ascending order, and the conditions on them, without uniting anything.
func (gs *groups) around(tb *logic.Table, c logic.T) (vars, conds []logic.T) {
	seen := map[*group]bool{}
	for _, v := range tb.Vars(c) {
		g := gs.of[v]
		if g == nil {
			vars = append(vars, v)
			continue
		}
		if g = g.root(); !seen[g] {
			seen[g] = true
			vars, conds = append(vars, g.vars...), append(conds, g.conds...)
		}
	}
	return vars, conds
}

func (g *group) root() *group {
	for g.into != nil {
		g = g.into
	}
	return g
}

// near is what a walk has that looks for runs near its own.
type near struct {
	given []uint64   // of inputs, first of those that are left
	found [][]uint64 // of inputs that turn a branch
}

// next is the value of an input.
func (n *near) next(e *cfg.Edge, otherwise uint64) uint64 {
	if !cfg.AsksInput(e.Stmt) || len(n.given) == 0 {
		return otherwise
	}
	v := n.given[0]
	n.given = n.given[1:]
	return v
}
