package fault

import (
	"context"
	"slices"

	"culprit/cfg"
)

// Blameless are executed lines at which nobody looks for the fault, since they
// say what is given. For a violated assertion that is the check: the assertion,
// or the call of an error function, the branch before it, and the call of a
// function that does nothing but check its argument. For all failures it is what
// only takes nondeterministic inputs and stores them or hands them on, and what calls
// the function in question.
func (in *Input) Blameless(ctx context.Context) []Line {
	if !in.asserts() && in.Prog != nil && in.Prog.Driver == "" && !slices.ContainsFunc(in.Prog.Edges, takesInput) {
		return nil // without executing a long run for it
	}
	edges := in.executedEdges(ctx)
	out := append(in.checkLines(edges), inputLines(edges)...)
	for _, e := range edges {
		if in.Prog != nil && in.Prog.Driver != "" && e.Pos.File == in.Prog.Driver {
			out = append(out, LineOf(e.Pos))
		}
	}
	return out
}

// executedEdges are those of the failing run, or of the trace if that is all
// there is, in order.
func (in *Input) executedEdges(ctx context.Context) []*cfg.Edge {
	switch {
	case in.Prog == nil && in.Trace != nil:
		return in.Trace.Edges
	case in.Prog == nil:
		return nil
	}
	rec, err := in.Recording(ctx)
	if err != nil {
		return nil
	}
	var edges []*cfg.Edge
	for inst := range rec.All(max(rec.N-maxBlamed, 0)) {
		if ctx.Err() != nil {
			break
		}
		edges = append(edges, inst.Edge)
	}
	return edges
}

// asserts reports whether an assertion is what failed.
func (in *Input) asserts() bool { return in.Failure != nil && in.Failure.Kind == FailedAssertion }

// takesInput reports whether a statement takes a nondeterministic input.
func takesInput(e *cfg.Edge) bool {
	h, ok := e.Stmt.(*cfg.Havoc)
	return ok && h.Kind == cfg.Nondet
}

func (in *Input) checkLines(edges []*cfg.Edge) []Line {
	if !in.asserts() {
		return nil
	}
	var out []Line
	add := func(p cfg.Pos) {
		if p.IsValid() {
			out = append(out, LineOf(p))
		}
	}
	add(in.Failure.Pos)
	if in.Failure.Edge != nil {
		add(in.Failure.Edge.Pos)
	}
	const near = 16 // edges in which the branch before a failing check lies
	for i := len(edges) - 1; i >= max(len(edges)-near, 0); i-- {
		if IsBranch(edges[i]) {
			add(edges[i].Pos)
			break
		}
	}
	if in.Failure.Loc == nil {
		return out
	}
	for p, i := in.Failure.Loc.Proc, len(edges)-1; i >= 0 && p != nil && onlyChecks(p); i-- {
		if c, ok := edges[i].Stmt.(*cfg.Call); ok && c.Proc == p {
			add(edges[i].Pos)
			p = edges[i].From.Proc
		}
	}
	return out
}

// onlyChecks reports whether a procedure has one parameter and no effect, except
// that it may fail.
func onlyChecks(p *cfg.Proc) bool {
	if p.Ret != nil || len(p.Params) != 1 {
		return false
	}
	seen := map[*cfg.Loc]bool{p.Entry: true}
	for todo := []*cfg.Loc{p.Entry}; len(todo) > 0; {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range l.Out {
			switch s := e.Stmt.(type) {
			case *cfg.Assign:
				if !s.Dst.Temp {
					return false
				}
			case *cfg.Assume, *cfg.Skip:
			case *cfg.Return:
				continue
			case *cfg.Call:
				if s.Proc.Ret != nil || len(s.Args) > 0 {
					return false
				}
			default:
				return false
			}
			if !seen[e.To] {
				seen[e.To] = true
				todo = append(todo, e.To)
			}
		}
	}
	return true
}

// inputLines are the lines that take inputs and compute nothing: an input is
// stored, or handed to a function.
func inputLines(edges []*cfg.Edge) []Line {
	taken := map[*cfg.Var]Line{} // what has an input, and where it was taken
	takes, other := map[Line]bool{}, map[Line]bool{}
	seen := map[*cfg.Edge]bool{}
	for _, e := range edges {
		if !e.Pos.IsValid() || seen[e] {
			continue
		}
		seen[e] = true
		l := LineOf(e.Pos)
		var values []cfg.Expr
		switch s := e.Stmt.(type) {
		case *cfg.Havoc:
			if takesInput(e) {
				takes[l], taken[s.Dst] = true, l
			}
		case *cfg.Assign:
			values = []cfg.Expr{s.Src}
			if isTaken(s.Src, taken, l) {
				taken[s.Dst] = l
			}
		case *cfg.Store:
			values = []cfg.Expr{s.Val}
		case *cfg.Call:
			values = s.Args
		case *cfg.Skip, *cfg.Return:
		default:
			other[l] = other[l] || Shown(e)
		}
		for _, v := range values {
			other[l] = other[l] || !isTaken(v, taken, l)
		}
	}
	var out []Line
	for l := range takes {
		if !other[l] {
			out = append(out, l)
		}
	}
	slices.SortFunc(out, Line.Compare)
	return out
}

// isTaken reports whether an expression is an input of a line, converted at most.
func isTaken(e cfg.Expr, taken map[*cfg.Var]Line, l Line) bool {
	switch e := e.(type) {
	case *cfg.VarRef:
		return taken[e.V] == l
	case *cfg.Cast:
		return isTaken(e.X, taken, l)
	}
	return false
}
