package relevance

import (
	"culprit/cfg"
)

// variable is the one that stands for v in the current activation.
func (l *line) variable(v *cfg.Var) *cfg.Var {
	if v.Proc == nil || v == v.Proc.Ret || l.depth[v.Proc.ID] <= 1 {
		return v
	}
	key := cloneKey{v, l.depth[v.Proc.ID]}
	c := l.clones[key]
	if c == nil {
		n := *v
		n.ID = len(l.prog.Vars)
		c = &n
		l.prog.Vars = append(l.prog.Vars, c)
		l.original = append(l.original, v)
		l.clones[key] = c
	}
	return c
}

// stmt copies the statement of an edge for the current activation. The copies
// of one edge are the same, which the alias analysis is grateful for.
func (l *line) stmt(e *cfg.Edge) cfg.Stmt {
	key := memoKey{e, l.depth[e.From.Proc.ID]}
	if s := l.memo[key]; s != nil {
		return s
	}
	s := l.copyStmt(e.Stmt)
	l.memo[key] = s
	return s
}

// copyStmt copies what computes; regions are assigned again.
func (l *line) copyStmt(s cfg.Stmt) cfg.Stmt {
	return cfg.RebuildStmt(s, l.variable, func(o *cfg.Object) *cfg.Object { return o }, l.expr)
}

// expr copies an expression.
func (l *line) expr(x cfg.Expr) cfg.Expr {
	return cfg.RebuildExpr(x, func(x cfg.Expr) cfg.Expr {
		if v, ok := x.(*cfg.VarRef); ok {
			return &cfg.VarRef{V: l.variable(v.V)}
		}
		return x
	})
}
