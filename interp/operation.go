package interp

import (
	"fmt"
	"math"

	"culprit/cfg"
)

// operation writes the operation that overflows at the error location l with
// the values of its operands, "2147483647 + 1"; "" for other locations, and
// for operands that are too involved.
func (m *machine) operation(l *cfg.Loc) string {
	e := failing(l)
	if e == nil {
		return ""
	}
	switch e := e.(type) {
	case *cfg.Unary:
		if x, ok := m.number(e.X); ok {
			return "-" + bracketed(x)
		}
	case *cfg.Cast:
		if x, ok := m.valueOf(e.X); ok {
			v := math.Float64frombits(x)
			if e.X.Type().Width() == 32 {
				v = float64(math.Float32frombits(uint32(x)))
			}
			return fmt.Sprint(v)
		}
	case *cfg.Binary:
		sign := map[cfg.Op]string{cfg.Add: "+", cfg.Sub: "-", cfg.Mul: "*", cfg.Shl: "<<", cfg.AShr: ">>", cfg.SDiv: "/", cfg.SRem: "%"}[e.Op]
		x, okX := m.number(e.X)
		y, okY := m.number(e.Y)
		if okX && okY && sign != "" {
			return bracketed(x) + " " + sign + " " + bracketed(y)
		}
	}
	return ""
}

// number is the signed value of an expression.
func (m *machine) number(e cfg.Expr) (int64, bool) {
	v, ok := m.valueOf(e)
	return cfg.SignExtend(v, e.Type().Width()), ok
}

// failing finds the operation whose overflow leads to l: the one with the
// position of l in the statement behind its test and those of others.
func failing(l *cfg.Loc) cfg.Expr {
	const most = 100 // operations of one statement
	if len(l.In) != 1 {
		return nil
	}
	var found cfg.Expr
	at := l.In[0].From
	for range most {
		var next *cfg.Loc
		for _, e := range at.Out {
			cfg.Exprs(e.Stmt, func(x cfg.Expr) {
				cfg.Walk(x, func(y cfg.Expr) {
					if s := cfg.SiteOf(y); s != nil && s.Pos == l.Pos && found == nil {
						found = y
					}
				})
			})
			if _, test := e.Stmt.(*cfg.Assume); test && e.Role == cfg.RoleImplicit && e.To.Kind == cfg.Plain {
				next = e.To
			}
		}
		if found != nil || next == nil {
			break
		}
		at = next
	}
	return found
}
