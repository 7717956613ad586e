package report

import (
	"culprit/cfg"
)

// Which edges a user sees, and as what.

func kindOf(s cfg.Stmt) string {
	switch s.(type) {
	case *cfg.Assign:
		return "assign"
	case *cfg.Havoc, *cfg.MemHavoc:
		return "havoc"
	case *cfg.Assume:
		return "assume"
	case *cfg.Store:
		return "store"
	case *cfg.MemCopy:
		return "copy"
	case *cfg.MemSet:
		return "set"
	case *cfg.Alloc:
		return "alloc"
	case *cfg.Free:
		return "free"
	case *cfg.Call:
		return "call"
	case *cfg.Return:
		return "return"
	}
	return "skip"
}

// Visible reports whether a statement is one that the user sees.
func Visible(e *cfg.Edge) bool { return !hidden(e) }

// hidden reports whether the user never sees an edge.
func hidden(e *cfg.Edge) bool {
	if e.Role == cfg.RoleImplicit || !e.Pos.IsValid() || e.Text == "" {
		return true
	}
	switch s := e.Stmt.(type) {
	case *cfg.Skip, *cfg.Return:
		return true
	case *cfg.Havoc:
		return s.Dst.Temp && consumed(e, s.Dst)
	}
	return false
}

// consumed reports whether the value of a temporary goes into the statement
// that surrounds it in the source, as in x = input(): to the user both are one
// statement.
func consumed(e *cfg.Edge, tmp *cfg.Var) bool {
	const reach = 4
	for next, i := e.To, 0; i < reach && next != nil && len(next.Out) == 1; i++ {
		out := next.Out[0]
		if out.Role != cfg.RoleImplicit {
			return assigns(out.Stmt) && around(out.Pos, e.Pos) && reads(out.Stmt, tmp)
		}
		next = out.To
	}
	return false
}

func assigns(s cfg.Stmt) bool {
	switch s.(type) {
	case *cfg.Assign, *cfg.Store:
		return true
	}
	return false
}

// around reports whether range p holds range q.
func around(p, q cfg.Pos) bool {
	return p.File == q.File && (p.Line < q.Line || p.Line == q.Line && p.Col <= q.Col) &&
		(p.EndLine > q.EndLine || p.EndLine == q.EndLine && p.EndCol >= q.EndCol)
}

func reads(s cfg.Stmt, v *cfg.Var) bool {
	found := false
	cfg.Exprs(s, func(x cfg.Expr) {
		cfg.Walk(x, func(x cfg.Expr) {
			if r, ok := x.(*cfg.VarRef); ok && r.V == v {
				found = true
			}
		})
	})
	return found
}

// branchOf names the way an assume of a two-way branch takes: then for the
// first edge out of the location, else for the second.
func branchOf(e *cfg.Edge) string {
	if _, ok := e.Stmt.(*cfg.Assume); !ok || e.From == nil || len(e.From.Out) != 2 {
		return ""
	}
	if _, ok := e.From.Out[0].Stmt.(*cfg.Assume); !ok {
		return ""
	}
	if _, ok := e.From.Out[1].Stmt.(*cfg.Assume); !ok {
		return ""
	}
	if e == e.From.Out[0] {
		return "then"
	}
	return "else"
}
