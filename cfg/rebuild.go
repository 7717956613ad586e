package cfg

import "fmt"

// RebuildExpr copies e. leaf says what stands for each *VarRef, *AddrOf and
// *FuncAddr in it; regions are kept.
func RebuildExpr(e Expr, leaf func(Expr) Expr) Expr {
	return rebuild(e, leaf, func(x *Load, addr Expr) Expr {
		c := *x
		c.Addr = addr
		return &c
	})
}

// RebuildLoads copies e. load says what stands for each *Load in it, given the copy
// of its address.
func RebuildLoads(e Expr, load func(x *Load, addr Expr) Expr) Expr {
	return rebuild(e, func(leaf Expr) Expr { return leaf }, load)
}

// ReplaceVars copies e. by says what stands for each variable in it; nil: the
// variable stays.
func ReplaceVars(e Expr, by func(*Var) Expr) Expr {
	return RebuildExpr(e, func(x Expr) Expr {
		if r, ok := x.(*VarRef); ok {
			if y := by(r.V); y != nil {
				return y
			}
		}
		return x
	})
}

func rebuild(e Expr, leaf func(Expr) Expr, load func(*Load, Expr) Expr) Expr {
	switch e := e.(type) {
	case *VarRef, *AddrOf, *FuncAddr:
		return leaf(e)
	case *Unary:
		c := *e
		c.X = rebuild(e.X, leaf, load)
		return &c
	case *Binary:
		c := *e
		c.X, c.Y = rebuild(e.X, leaf, load), rebuild(e.Y, leaf, load)
		return &c
	case *Cast:
		c := *e
		c.X = rebuild(e.X, leaf, load)
		return &c
	case *Ite:
		return &Ite{rebuild(e.Cond, leaf, load), rebuild(e.Then, leaf, load), rebuild(e.Else, leaf, load)}
	case *Load:
		return load(e, rebuild(e.Addr, leaf, load))
	}
	return e
}

// RebuildStmt copies s. dst says what stands for the variable that it sets,
// obj for each object whose life it begins or ends, expr for each of its
// expressions; regions and the procedure of a Call are kept, and so are variables
// and objects where dst or obj is nil.
func RebuildStmt(s Stmt, dst func(*Var) *Var, obj func(*Object) *Object, expr func(Expr) Expr) Stmt {
	if dst == nil {
		dst = func(v *Var) *Var { return v }
	}
	if obj == nil {
		obj = func(o *Object) *Object { return o }
	}
	exprs := func(xs []Expr) []Expr {
		var out []Expr
		for _, x := range xs {
			out = append(out, expr(x))
		}
		return out
	}
	question := func(q *Question) *Question {
		if q == nil {
			return nil
		}
		return &Question{ID: q.ID, Func: q.Func, Args: exprs(q.Args)}
	}
	switch s := s.(type) {
	case *Assign:
		return &Assign{dst(s.Dst), expr(s.Src)}
	case *Havoc:
		c := *s
		c.Dst, c.Asks = dst(s.Dst), question(s.Asks)
		return &c
	case *Assume:
		return &Assume{expr(s.Cond)}
	case *Store:
		c := *s
		c.Addr, c.Val = expr(s.Addr), expr(s.Val)
		return &c
	case *MemCopy:
		c := *s
		c.Dst, c.Src, c.Size = expr(s.Dst), expr(s.Src), expr(s.Size)
		return &c
	case *MemSet:
		c := *s
		c.Dst, c.Val, c.Size = expr(s.Dst), expr(s.Val), expr(s.Size)
		return &c
	case *MemHavoc:
		c := *s
		c.Dst, c.Size, c.Asks = expr(s.Dst), expr(s.Size), question(s.Asks)
		return &c
	case *Alloc:
		c := *s
		c.Dst, c.Size = dst(s.Dst), expr(s.Size)
		return &c
	case *Free:
		return &Free{expr(s.Ptr), s.Stack}
	case *Call:
		return &Call{s.Proc, exprs(s.Args)}
	case *Lib:
		c := *s
		if s.Dst != nil {
			c.Dst = dst(s.Dst)
		}
		c.Args = exprs(s.Args)
		return &c
	case *Return:
		return &Return{}
	case *Skip:
		n := &Skip{}
		for _, o := range s.Begins {
			n.Begins = append(n.Begins, obj(o))
		}
		for _, o := range s.Ends {
			n.Ends = append(n.Ends, obj(o))
		}
		return n
	}
	panic(fmt.Sprintf("cfg: statement %T", s))
}
