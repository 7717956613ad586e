package cascade

import (
	"context"
	"fmt"
	"slices"

	"culprit/analysis/flow"
	"culprit/cfg"
	"culprit/fault"
	"culprit/internal/work"
)

// In which order a user reads the statements of a tree. The tree says what the
// failure depends on, level by level, and no more: half of a level is as it
// should be. So the failing run is executed again with statements of the tree
// altered, one at a time (fault.Alter): a branch goes another way, an assignment
// has another value. Statements with which the run passes come before all
// others, on whatever level they are, and in each class those of lower levels
// before those of higher ones, where an execution does not say more: of those with
// which the run passes, the levels near the failure are alike. More order than
// that would be chance, so the rest are ties. But a run that passes because it leaves
// out most of what led to the failure says little about what is wrong there.

// class is why a statement is read when it is.
type class uint8

const (
	given class = iota // takes input from outside and computes nothing: a footnote
	other              // is in the tree, and nothing more is known
	// The run passes with it altered. A statement that copies a value, sets it to a
	// constant, or only asks whether a variable is 0, carries out the decision of
	// another; a result that is returned is passed on in any case.
	returns
	passes
	decides
)

// near is how many levels are alike where the run passes with a statement altered.
// Most faults are on levels 2 to 4, and on tcas 5, where each operand of a condition
// has a level; 3 to 6.
const near = 4

// kept is the share of what the failing run goes on to execute that an altered one has
// to execute, too, to count as one that is set right. A program that refuses its
// input passes where "refused" is printed, and keeps a tenth to a half; 0.5 to 0.8.
const kept = 0.6

// Alter executes the run with the statements of the tree altered, which puts
// those first with which it passes. Where that is not possible, because what is
// expected is not known, the order is that of the tree.
func (t *Tree) Alter(ctx context.Context) {
	r := t.ranking()
	var statements [][]int
	for i := range r.locations {
		is := slices.Clone(r.locations[i].Instances)
		slices.Sort(is)
		is = slices.Compact(is)
		slices.Reverse(is)
		statements = append(statements, is[:min(len(is), maxAltered)])
	}
	steps := maxAlterSteps
	if most := t.b.in.Budget.Method; most > 0 {
		steps = min(steps, int(most/4/work.Statement))
	}
	got, err := fault.Alter(ctx, t.b.in, statements, steps)
	if err != nil && got == nil {
		return
	}
	t.altered = map[*cfg.Edge]*fault.Alteration{}
	for i := range got {
		t.altered[r.locations[i].Edge] = &got[i]
		t.reruns += got[i].Runs
	}
}

// how says with which alteration of the critical condition of a cause the run
// passes, "" if there is none.
func (t *Tree) how(c *Cause) string {
	if e := user(t.Graph, c.Condition); e != nil {
		if a := t.altered[e]; a != nil && a.Passes {
			return a.How
		}
	}
	return ""
}

// children are those of a cause in the order of reading.
func (t *Tree) children(c *Cause) []*Cause {
	out := slices.Clone(c.Children)
	slices.SortStableFunc(out, func(a, b *Cause) int {
		x, y := t.how(a) != "", t.how(b) != ""
		switch {
		case x == y:
			return 0
		case x:
			return -1
		}
		return 1
	})
	return out
}

// explains is the node that says why a branch went as it did, nil if there is none.
func (t *Tree) explains(i int) *Cause {
	if t.of == nil {
		t.of = map[int]*Cause{}
		for _, c := range t.Nodes {
			if c.Kind == Branch {
				for _, i := range append([]int{c.Condition}, c.Members...) {
					t.of[i] = c
				}
			}
		}
	}
	return t.of[i]
}

// reading lists the nodes in the order in which they are worth reading: from
// those that were read to their causes with which the run passes, the nearest to
// the failure first, then to the branches that such a cause contradicts, since
// its reason goes on there; where none is left, level by level.
func (t *Tree) reading() []*Cause {
	var out, open []*Cause
	met, aside := map[*Cause]bool{}, map[*Cause]bool{} // aside: contradicted by another one
	follow := func(c *Cause) {
		if c != nil && !met[c] {
			met[c] = true
			open = append(open, c)
		}
	}
	read := func(c *Cause) {
		met[c] = true
		out = append(out, c)
		for _, d := range c.Children {
			if t.how(d) != "" {
				follow(d)
			}
		}
		if t.how(c) != "" {
			for _, i := range c.Core {
				if d := t.explains(i); d != nil && !met[d] {
					aside[d] = true
					follow(d)
				}
			}
		}
	}
	for _, c := range t.Nodes {
		if !met[c] {
			read(c)
		}
		for len(open) > 0 {
			k := 0
			for j, d := range open {
				if x, y := aside[d], aside[open[k]]; x != y && y || x == y && d.order < open[k].order {
					k = j
				}
			}
			next := open[k]
			open = slices.Delete(open, k, k+1)
			read(next)
		}
	}
	return out
}

// guards are the branches around the calls that were open when a check failed, other
// than loops: they decided that what was given to the function was good enough for it.
func (t *Tree) guards() map[*cfg.Edge]bool {
	f := t.b.in.Failure
	out := map[*cfg.Edge]bool{}
	if f.Kind != fault.FailedAssertion && f.Kind != fault.UndefinedBehavior {
		return out
	}
	for c := t.Graph.Call(f.At); c >= 0; c = t.Graph.Call(c) {
		if j := t.Graph.Control(c); j >= 0 && j != t.Graph.Call(c) && !t.b.isLoop(t.Graph.Edge(j).From) {
			out[t.Graph.Edge(j)] = true
		}
	}
	return out
}

// class is that of a statement that a cause names.
func (r *ranking) class(l *fault.Location) class {
	if a := r.t.altered[l.Edge]; a != nil && a.Passes {
		switch {
		case computes(l.Edge):
			return decides
		case l.Edge.From.Proc.Ret != nil && cfg.Defined(l.Edge.Stmt) == l.Edge.From.Proc.Ret && !isConst(assigned(l.Edge)):
			return returns
		}
		return passes
	}
	if !r.other[fault.LineOf(l.Pos)] && r.takes[fault.LineOf(l.Pos)] {
		return given
	}
	return other
}

// computes reports whether a statement decides something or computes a value.
func computes(e *cfg.Edge) bool {
	if isBranch(e) {
		return !isBare(e)
	}
	switch assigned(e).(type) {
	case nil, *cfg.Const, *cfg.VarRef:
		return false
	}
	return true
}

// isBare reports whether a branch asks no more than whether a variable is 0.
func isBare(e *cfg.Edge) bool {
	a, ok := e.Stmt.(*cfg.Assume)
	if !ok {
		return false
	}
	for x := a.Cond; ; {
		switch y := x.(type) {
		case *cfg.VarRef:
			return !y.V.Temp
		case *cfg.Cast:
			x = y.X
		case *cfg.Unary:
			if y.Op != cfg.LNot {
				return false
			}
			x = y.X
		case *cfg.Binary:
			c, ok := y.Y.(*cfg.Const)
			if !ok || c.V != 0 || y.Op != cfg.Ne && y.Op != cfg.Eq {
				return false
			}
			x = y.X
		default:
			return false
		}
	}
}

// assigned is what a statement assigns, without conversions.
func assigned(e *cfg.Edge) cfg.Expr {
	x := fault.Assigned(e)
	for {
		c, ok := x.(*cfg.Cast)
		if !ok {
			return x
		}
		x = c.X
	}
}

// source notes whether a line takes input, and whether it does anything else:
// it reads what other lines of the user wrote, or decides.
func (r *ranking) source(i, owner int) {
	g := r.t.Graph
	e := g.Edge(owner)
	at := fault.LineOf(e.Pos)
	if r.takes == nil {
		r.takes, r.other = map[fault.Line]bool{}, map[fault.Line]bool{}
	}
	r.takes[at] = r.takes[at] || takes(g.Prog, g.Edge(i))
	switch assigned(g.Edge(i)).(type) {
	case *cfg.Unary, *cfg.Binary, *cfg.Ite:
		r.other[at] = r.other[at] || i == owner
	}
	if r.other[at] || isBranch(e) {
		r.other[at] = true
		return
	}
	for _, j := range g.Data(i) {
		if j := g.Owner(int(j)); j >= 0 && g.Edge(j).Pos.IsValid() && fault.LineOf(g.Edge(j).Pos) != at {
			r.other[at] = true
			return
		}
	}
}

// takes reports whether a statement gets a value from outside: an input, or an
// argument of the program.
func takes(p *cfg.Program, e *cfg.Edge) bool {
	if s, ok := e.Stmt.(*cfg.Lib); cfg.AsksInput(e.Stmt) || ok && flow.Consumes(s) {
		return true
	}
	found := false
	for x := range cfg.StmtParts(e.Stmt) {
		v, ok := x.(*cfg.VarRef)
		found = found || ok && p.Main != nil && slices.Contains(p.Main.Params, v.V)
	}
	return found
}

// order gives the locations their scores: the class, then the level.
func (r *ranking) order() {
	guards := r.t.guards()
	for i := range r.locations {
		l := &r.locations[i]
		c := r.class(l)
		if c >= returns && !guards[l.Edge] {
			l.Score = min(l.Score, 1./(near+1))
			if r.t.altered[l.Edge].Keeps < kept {
				l.Score /= 2
			}
		}
		l.Score += float64(c)
		switch c {
		case given:
			l.Role = fault.Support
		case returns, passes, decides:
			l.Passes = true
			a := r.t.altered[l.Edge]
			l.Reason = fmt.Sprintf("%s; %s", a.How, l.Reason)
		}
	}
}
