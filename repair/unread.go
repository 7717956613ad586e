package repair

import (
	"culprit/cfg"
	"culprit/internal/graph"
)

// ignored counts, by variable, what is assigned to locals and given to parameters, and
// is never read.
type ignored map[declared]int

// more reports whether some variable is ignored more often than in another version
// of the text.
func (a ignored) more(than ignored) bool {
	for v, n := range a {
		if n > than[v] {
			return true
		}
	}
	return false
}

// unread finds the values that nothing reads.
func unread(p *cfg.Program) ignored {
	out := ignored{}
	for _, f := range p.Procs {
		for _, v := range f.Params {
			if v.Name != "" && !cfg.ReadFrom(f.Entry, v) {
				out[named(v)]++
			}
		}
	}
	for _, e := range p.Edges {
		if a, ok := e.Stmt.(*cfg.Assign); ok && e.Role == cfg.RoleUser && isLocal(a.Dst) && !initial(e, a) && !matters(e.To, a.Dst) {
			out[named(a.Dst)]++
		}
	}
	return out
}

// initial reports whether an assignment is that of a constant where the variable is declared, which many programs
// write though nothing reads it.
func initial(e *cfg.Edge, a *cfg.Assign) bool {
	_, constant := a.Src.(*cfg.Const)
	return constant && e.Pos.Line == a.Dst.Pos.Line
}

// matters reports whether something depends on the value that a local has at a location, besides what
// the same variable becomes by it.
func matters(l *cfg.Loc, v *cfg.Var) bool {
	type held struct {
		at *cfg.Loc
		by *cfg.Var
	}
	found := false
	graph.Closure(func(h held, add func(held)) {
		for _, e := range h.at.Out {
			if found {
				return
			}
			if cfg.Uses(e.Stmt, h.by) {
				a, ok := e.Stmt.(*cfg.Assign)
				if !ok || a.Dst != v && !a.Dst.Temp {
					found = true
					return
				}
				add(held{e.To, a.Dst})
			}
			if cfg.Defined(e.Stmt) != h.by {
				add(held{e.To, h.by})
			}
		}
	}, held{l, v})
	return found
}

// named is a variable without its line, which changes move.
func named(v *cfg.Var) declared {
	d := declaredAs(v)
	d.line = 0
	return d
}

// isLocal reports whether a variable is one of a function that the user has named, and is read
// by nothing but its name.
func isLocal(v *cfg.Var) bool {
	return v.Proc != nil && !v.Temp && v.Name != "" && v.Proc.Ret != v
}
