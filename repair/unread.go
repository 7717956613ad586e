package repair

import "culprit/cfg"

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
		if a, ok := e.Stmt.(*cfg.Assign); ok && e.Role == cfg.RoleUser && isLocal(a.Dst) && !cfg.ReadFrom(e.To, a.Dst) {
			out[named(a.Dst)]++
		}
	}
	return out
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
