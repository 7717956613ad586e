package repair

import "culprit/cfg"

// declared names a variable in all versions of a text whose lines stay.
type declared struct {
	proc, name string
	line       int
}

func declaredAs(v *cfg.Var) declared {
	d := declared{name: v.Name, line: v.Pos.Line}
	if v.Proc != nil {
		d.proc = v.Proc.Name
	}
	return d
}

// counters are the variables of procedures that decide when a loop ends, and
// that nothing reads before the loop or after it: what they are in the end is no
// result of the program. In
//
//	for (int i = 2; i <= n; i++) if (n % i == 0) { n /= i; i = 2; }
//
// `i = 1` leaves another i, and is right. Variables that are compared in a loop
// without ending it, such as a maximum, are results although nothing reads them.
func counters(p *cfg.Program) map[declared]bool {
	component, cyclic := p.Components()
	type uses struct {
		in          int // the component of the reads
		ends, other bool
		written     bool
	}
	of := map[*cfg.Var]*uses{}
	at := func(v *cfg.Var) *uses {
		u := of[v]
		if u == nil {
			u = &uses{in: -1}
			of[v] = u
		}
		return u
	}
	for _, e := range p.Edges {
		c := component[e.From.ID]
		_, test := e.Stmt.(*cfg.Assume)
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			cfg.Walk(x, func(x cfg.Expr) {
				r, ok := x.(*cfg.VarRef)
				if !ok || r.V.Proc == nil || r.V.Temp {
					return
				}
				u := at(r.V)
				u.other = u.other || !cyclic[e.From.ID] || u.in >= 0 && u.in != c
				u.in = c
				u.ends = u.ends || test && component[e.To.ID] != c
			})
		})
	}
	for _, e := range p.Edges {
		if v := cfg.Defined(e.Stmt); v != nil && of[v] != nil {
			of[v].written = of[v].written || component[e.From.ID] == of[v].in
		}
	}
	out := map[declared]bool{}
	for v, u := range of {
		if u.ends && u.written && !u.other {
			out[declaredAs(v)] = true
		}
	}
	return out
}
