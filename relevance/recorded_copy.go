package relevance

import (
	"fmt"

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

func (l *line) copyStmt(s cfg.Stmt) cfg.Stmt {
	switch s := s.(type) {
	case *cfg.Assign:
		return &cfg.Assign{Dst: l.variable(s.Dst), Src: l.expr(s.Src)}
	case *cfg.Assume:
		return &cfg.Assume{Cond: l.expr(s.Cond)}
	case *cfg.Store:
		return &cfg.Store{Addr: l.expr(s.Addr), Val: l.expr(s.Val)}
	case *cfg.MemCopy:
		return &cfg.MemCopy{Dst: l.expr(s.Dst), Src: l.expr(s.Src), Size: l.expr(s.Size)}
	case *cfg.MemSet:
		return &cfg.MemSet{Dst: l.expr(s.Dst), Val: l.expr(s.Val), Size: l.expr(s.Size)}
	case *cfg.MemHavoc:
		return &cfg.MemHavoc{Dst: l.expr(s.Dst), Size: l.expr(s.Size), Kind: s.Kind}
	}
	panic(fmt.Sprintf("relevance: statement %T", s))
}

// expr copies an expression: regions are assigned anew.
func (l *line) expr(x cfg.Expr) cfg.Expr {
	switch x := x.(type) {
	case *cfg.VarRef:
		return &cfg.VarRef{V: l.variable(x.V)}
	case *cfg.Unary:
		c := *x
		c.X = l.expr(x.X)
		return &c
	case *cfg.Binary:
		c := *x
		c.X, c.Y = l.expr(x.X), l.expr(x.Y)
		return &c
	case *cfg.Cast:
		c := *x
		c.X = l.expr(x.X)
		return &c
	case *cfg.Ite:
		return &cfg.Ite{Cond: l.expr(x.Cond), Then: l.expr(x.Then), Else: l.expr(x.Else)}
	case *cfg.Load:
		return &cfg.Load{T: x.T, Addr: l.expr(x.Addr)}
	}
	return x
}
