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

// unread finds the values that nothing reads, by the liveness of locals.
func unread(p *cfg.Program) ignored {
	out := ignored{}
	for _, f := range p.Procs {
		live := liveness(f)
		for _, v := range f.Params {
			if v.Name != "" && !live[f.Entry][v] {
				out[named(v)]++
			}
		}
		for l := range live {
			for _, e := range l.Out {
				v := cfg.Defined(e.Stmt)
				if a, ok := e.Stmt.(*cfg.Assign); ok && a.Dst == v && e.Role == cfg.RoleUser && isLocal(v) && !live[e.To][v] {
					out[named(v)]++
				}
			}
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

// liveness are the locals that are read from a location on before they are assigned.
func liveness(f *cfg.Proc) map[*cfg.Loc]map[*cfg.Var]bool {
	live := map[*cfg.Loc]map[*cfg.Var]bool{f.Entry: {}}
	var order []*cfg.Loc
	for todo := []*cfg.Loc{f.Entry}; len(todo) > 0; {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		order = append(order, l)
		for _, e := range l.Out {
			if live[e.To] == nil {
				live[e.To] = map[*cfg.Var]bool{}
				todo = append(todo, e.To)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i := len(order) - 1; i >= 0; i-- {
			own := live[order[i]]
			n := len(own)
			for _, e := range order[i].Out {
				dst := cfg.Defined(e.Stmt)
				for v := range live[e.To] {
					if v != dst {
						own[v] = true
					}
				}
				cfg.Exprs(e.Stmt, func(x cfg.Expr) {
					cfg.Walk(x, func(x cfg.Expr) {
						if r, ok := x.(*cfg.VarRef); ok && r.V.Proc != nil {
							own[r.V] = true
						}
					})
				})
			}
			changed = changed || len(own) > n
		}
	}
	return live
}
