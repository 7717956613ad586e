package frontend

import (
	"culprit/cfg"

	"modernc.org/cc/v4"
)

// What evaluating an expression may write, by its syntax: it decides which
// values must be saved before it is evaluated.

// change is what an expression may write.
type change struct {
	vars    map[any]bool // variables, by key
	globals bool         // any variable of file scope
	memory  bool
}

// changes collects what evaluating n may write.
func (l *lowerer) changes(n cc.Node) change {
	c := change{vars: map[any]bool{}}
	walkAll(n, func(n cc.Node) {
		switch x := n.(type) {
		case *cc.AssignmentExpression:
			l.written(x.UnaryExpression, &c)
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionInc || x.Case == cc.UnaryExpressionDec {
				l.written(x.UnaryExpression, &c)
			}
		case *cc.PostfixExpression:
			switch x.Case {
			case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
				l.written(x.PostfixExpression, &c)
			case cc.PostfixExpressionCall:
				l.called(x, &c)
			}
		case *cc.Initializer, *cc.Asm:
			c.memory, c.globals = true, true
		}
	})
	return c
}

// written notes that the lvalue n is written.
func (l *lowerer) written(n cc.ExpressionNode, c *change) {
	if root := rootOf(n); root != nil {
		if d, ok := root.ResolvedTo().(*cc.Declarator); ok {
			key := l.u.varKey(d)
			c.vars[key] = true
			c.memory = c.memory || l.u.taken[key] || !l.flattens(l.tt.ofDecl(d))
			return
		}
	}
	c.memory = true
}

// called notes what a call may write.
func (l *lowerer) called(x *cc.PostfixExpression, c *change) {
	name, id := l.u.calleeOf(x)
	switch {
	case id == nil || l.u.funcs[name] != nil:
		c.memory, c.globals = true, true
	case !isPureBuiltin(name) && !isNondet(name):
		c.memory = true // an allocation at least sets errno
	}
}

// changed reports that the change may give e another value.
func (f *fn) changed(e cfg.Expr, c change) bool {
	if stable(e) {
		return false
	}
	locals := map[*cfg.Var]bool{}
	for key := range c.vars {
		s := f.l.vars[key]
		if d, ok := key.(*cc.Declarator); ok && f.vars[d] != nil {
			s = f.vars[d]
		}
		if s != nil && s.flat != nil {
			s.flat.each(func(x *flat) { locals[x.v] = true })
		}
	}
	out := false
	cfg.Walk(e, func(x cfg.Expr) {
		switch x := x.(type) {
		case *cfg.Load:
			out = out || c.memory
		case *cfg.VarRef:
			out = out || locals[x.V] || x.V.Proc == nil && c.globals
		}
	})
	return out
}

// loads reports that e reads memory.
func loads(e cfg.Expr) bool {
	out := false
	cfg.Walk(e, func(x cfg.Expr) {
		if _, ok := x.(*cfg.Load); ok {
			out = true
		}
	})
	return out
}
