package cfg

// ReadFrom reports whether some way from l reads v before it is set.
func ReadFrom(l *Loc, v *Var) bool {
	seen := map[*Loc]bool{l: true}
	work := []*Loc{l}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.Out {
			read := false
			Exprs(e.Stmt, func(x Expr) {
				Walk(x, func(y Expr) {
					r, ok := y.(*VarRef)
					read = read || ok && r.V == v
				})
			})
			if read {
				return true
			}
			if Defined(e.Stmt) != v && !seen[e.To] {
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return false
}
