package purpose

import (
	"slices"

	"culprit/cfg"
	"culprit/cfg/clib"
)

// Doomed tells of the edges whether every way from them leads to an error location.
func Doomed(p *cfg.Program) map[*cfg.Edge]bool {
	lost := map[*cfg.Loc]bool{}
	ends := func(e *cfg.Edge) bool {
		if c, ok := e.Stmt.(*cfg.Call); ok && lost[c.Proc.Entry] {
			return true
		}
		return lost[e.To]
	}
	for changed := true; changed; {
		changed = false
		for _, l := range p.Locs {
			if lost[l] {
				continue
			}
			if l.Kind == cfg.Error || len(l.Out) > 0 && !slices.ContainsFunc(l.Out, func(e *cfg.Edge) bool { return !ends(e) }) {
				lost[l], changed = true, true
			}
		}
	}
	out := map[*cfg.Edge]bool{}
	for _, e := range p.Edges {
		out[e] = ends(e)
	}
	return out
}

// Drop removes edges from a program.
func Drop(p *cfg.Program, dropped map[*cfg.Edge]bool) {
	var edges []*cfg.Edge
	for _, l := range p.Locs {
		l.Out, l.In = nil, nil
	}
	for _, e := range p.Edges {
		if !dropped[e] {
			e.ID = len(edges)
			edges = append(edges, e)
			e.From.Out = append(e.From.Out, e)
			e.To.In = append(e.To.In, e)
		}
	}
	p.Edges = edges
}

// Effectless tells whether a procedure, with those that it calls, leaves
// memory and global variables as they are and takes no input, on the ways that do not fail.
func Effectless(prog *cfg.Program, f *cfg.Proc) bool {
	lost := Doomed(prog)
	inside := prog.CallGraph().Reach(f, nil)
	return !slices.ContainsFunc(prog.Edges, func(e *cfg.Edge) bool { return inside[e.From.Proc.ID] && !lost[e] && affects(e.Stmt) })
}

// affects tells whether a statement changes more than variables of its procedure and what is
// printed.
func affects(s cfg.Stmt) bool {
	if Takes(s) {
		return true
	}
	switch s := s.(type) {
	case *cfg.Store, *cfg.MemCopy, *cfg.MemSet, *cfg.MemHavoc, *cfg.Alloc, *cfg.Free:
		return true
	case *cfg.Lib:
		f := clib.Lookup(s.Func)
		return f == nil || s.Effect().Writes && !f.NoReturn
	}
	d := cfg.Defined(s)
	return d != nil && d.Proc == nil && !d.Temp
}

// OnlyChecks tells whether a procedure returns nothing, computes nothing that has a name, and has
// no effect but that it may fail, or end the program: the question is what its callers give it.
// A procedure that computes something and asserts something about it is under test, not a check.
func OnlyChecks(prog *cfg.Program, f *cfg.Proc) bool {
	if f == prog.Main || f.Name == "main" || f.Ret != nil || !Effectless(prog, f) {
		return false
	}
	inside := prog.CallGraph().Reach(f, nil)
	if slices.ContainsFunc(prog.Edges, func(e *cfg.Edge) bool {
		a, ok := e.Stmt.(*cfg.Assign)
		return ok && e.From.Proc == f && !a.Dst.Temp && a.Dst.Proc == f
	}) {
		return false
	}
	return slices.ContainsFunc(prog.Locs, func(l *cfg.Loc) bool {
		return inside[l.Proc.ID] && (l.Kind == cfg.Error || len(l.Out) == 0) || inside[l.Proc.ID] && slices.ContainsFunc(l.Out, func(e *cfg.Edge) bool {
			s, ok := e.Stmt.(*cfg.Lib)
			return ok && clib.Lookup(s.Func) != nil && clib.Lookup(s.Func).NoReturn
		})
	})
}

// Feeders are the variables that are only handed to a procedure, as they are or by way of
// each other, by Var.ID.
func Feeders(prog *cfg.Program, f *cfg.Proc) map[int]bool {
	out := map[int]bool{}
	for _, v := range prog.Vars {
		out[v.ID] = v.Proc != f
	}
	for changed := true; changed; {
		changed = false
		for _, e := range prog.Edges {
			if call, ok := e.Stmt.(*cfg.Call); ok && call.Proc == f || e.From.Proc == f {
				continue
			}
			if a, ok := e.Stmt.(*cfg.Assign); ok && Copied(a.Src) != nil && out[a.Dst.ID] {
				continue
			}
			cfg.Exprs(e.Stmt, func(x cfg.Expr) {
				cfg.Walk(x, func(x cfg.Expr) {
					if r, ok := x.(*cfg.VarRef); ok && out[r.V.ID] {
						out[r.V.ID], changed = false, true
					}
				})
			})
		}
	}
	return out
}
