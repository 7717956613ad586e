package library

import (
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/link"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// __builtin_object_size: how many bytes there are from a pointer to the end of
// an object.

// within is a place in an object whose size is known: off bytes after the
// begin of the whole, which has size bytes, and sub bytes after the begin of
// the innermost member or element array, which has part bytes.
type within struct {
	off, size uint64
	sub, part uint64
	// offset: a constant was added, after which gcc does not know the member.
	offset bool
}

// objectSize answers as gcc does without optimisation: from the text of the
// argument alone. What it does not tell gcc may know all the same, by
// optimisation; therefore it is unknown, except in an execution, where it is
// the largest number, or 0 where the smallest size is asked for.
func objectSize(f *Caller, c *Call) Result {
	mode, ok := f.l.ConstInt(f.Arg(c, 1))
	if !ok || mode > 3 {
		f.Fail(c.X, "call of %s", c.Name)
	}
	w, ok := f.pointsWithin(c.Args[0])
	switch {
	case ok && mode&1 == 0:
		return Give(emit.Value{Expr: f.SizeConst(w.size - min(w.off, w.size)), Type: f.l.Types.Size})
	case ok && !w.offset:
		return Give(emit.Value{Expr: f.SizeConst(w.part - min(w.sub, w.part)), Type: f.l.Types.Size})
	case !f.l.conf.Execute && !ok:
		return f.arbitrary(c, cfg.Unknown, c.Name)
	}
	size := ^uint64(0)
	if mode&2 != 0 {
		size = 0
	}
	return Give(emit.Value{Expr: f.SizeConst(size), Type: f.l.Types.Size})
}

// pointsWithin finds where the value of a pointer expression points.
func (f *Caller) pointsWithin(n cc.ExpressionNode) (within, bool) {
	n = syntax.Unparen(n)
	switch x := n.(type) {
	case *cc.CastExpression:
		if x.Case == cc.CastExpressionCast && f.body.TypeOf(x).Kind == ctypes.Pointer {
			return f.pointsWithin(x.CastExpression)
		}
	case *cc.AdditiveExpression:
		if x.Case != cc.AdditiveExpressionAdd {
			return within{}, false
		}
		k, ok := f.SmallIndex(x.MultiplicativeExpression)
		w, ok2 := f.pointsWithin(x.AdditiveExpression)
		if t := f.body.TypeOf(x.AdditiveExpression); ok && ok2 && t.Kind == ctypes.Pointer {
			size := f.l.Types.SizeOf(f.l.Types.ElemOf(t))
			w.off, w.sub, w.offset = w.off+k*size, w.sub+k*size, true
			return w, size < 1<<32
		}
		return within{}, false
	}
	if a := syntax.AddressOperand(n); a != nil {
		return f.liesWithin(a)
	}
	if link.IsLvalue(n) && f.body.ObjectType(n).Kind == ctypes.Array {
		return f.liesWithin(n)
	}
	return within{}, false
}

// liesWithin finds where an lvalue lies.
func (f *Caller) liesWithin(n cc.ExpressionNode) (within, bool) {
	n = syntax.Unparen(n)
	t := f.body.ObjectType(n)
	if t.Kind == ctypes.Func || t.Kind == ctypes.Void || t.Kind == ctypes.Invalid || f.l.Types.Dynamic(t) {
		return within{}, false
	}
	size := f.l.Types.SizeOf(t)
	whole := within{size: size, part: size}
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionString {
			return whole, true
		}
		d, ok := x.ResolvedTo().(*cc.Declarator)
		return whole, ok && size > 0 && !(d.IsParam() && d.Type().Kind() == cc.Array)
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			w, ok := f.pointsWithin(x.CastExpression)
			return w, ok && !w.offset
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionSelect:
			w, ok := f.liesWithin(x.PostfixExpression)
			path := f.l.Types.FindMember(f.body.ObjectType(x.PostfixExpression), x.Token2.SrcStr())
			if !ok || len(path) == 0 || path[len(path)-1].Bit {
				return within{}, false
			}
			for _, m := range path {
				w.off += m.Offset
			}
			w.sub, w.part, w.offset = 0, size, false
			return w, true
		case cc.PostfixExpressionIndex:
			k, ok := f.SmallIndex(x.ExpressionList)
			if !ok || size >= 1<<32 || f.body.ObjectType(x.PostfixExpression).Kind != ctypes.Array {
				return within{}, false
			}
			w, ok := f.liesWithin(x.PostfixExpression)
			w.off, w.sub = w.off+k*size, w.sub+k*size
			return w, ok
		}
	}
	return within{}, false
}
