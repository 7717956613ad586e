package library

import (
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

func elementCall(f *Caller, c *Call) Result {
	f.Arg(c, 1)
	vs := f.body.Values(c.Args)
	return Give(f.Load(f.Element(c.X, vs[0], vs[1], false)))
}

// ConvertVector recognises (T)__culprit_convertvector(e), which converts each
// element of e.
func (f *Caller) ConvertVector(x *cc.CastExpression, t *ctypes.Type) (emit.Value, bool) {
	c, ok := syntax.Unparen(x.CastExpression).(*cc.PostfixExpression)
	if !ok || c.Case != cc.PostfixExpressionCall || c.ArgumentExpressionList == nil {
		return emit.Value{}, false
	}
	if name, _ := f.l.Linked.CalleeOf(c); name != "__culprit_convertvector" {
		return emit.Value{}, false
	}
	v := f.Lower(c.ArgumentExpressionList.AssignmentExpression)
	if v.Type.Kind != ctypes.Vector || t.Kind != ctypes.Vector || v.Type.Len != t.Len {
		f.Fail(x, "conversion of %s to %s", v.Type.Name, t.Name)
	}
	return f.Composed(t, f.Parts(v)...), true
}

// vectorArg is argument i of a call, which is a vector.
func (f *Caller) vectorArg(c *Call, vs []emit.Value, i int) emit.Value {
	f.Arg(c, i)
	if vs[i].Type.Kind != ctypes.Vector {
		f.Fail(c.X, "argument of type %s of %s", vs[i].Type.Name, c.Name)
	}
	return vs[i]
}

// selector picks one of several values of type t.
type selector struct {
	f    *Caller
	from []emit.Value
	t    *ctypes.Type
	mem  cfg.Expr // where they lie in memory, if they do
}

// at returns value i, which is less than their number.
func (s *selector) at(i cfg.Expr) emit.Value {
	f := s.f
	if c, ok := i.(*cfg.Const); ok {
		return s.from[c.V]
	}
	if len(s.from) <= maxChoices {
		i = f.Save(emit.Value{Expr: i, Type: f.l.Types.ULongLong}).Expr
		e := s.from[0].Expr
		for k, x := range s.from[1:] {
			e = emit.Ite(emit.Binary(cfg.Eq, i, emit.Const(i.Type(), uint64(k+1))), x.Expr, e)
		}
		return emit.Value{Expr: e, Type: s.t}
	}
	if s.mem == nil {
		all := f.Composed(f.l.Types.Vector(s.t, uint64(len(s.from))*s.t.Size), s.from...)
		s.mem = f.InMemory(*all.Place).Addr
	}
	at := f.PtrAdd(emit.Value{Expr: s.mem, Type: f.l.Types.PointerTo(s.t)}, emit.Value{Expr: i, Type: f.UnsignedOf(i)}, false)
	return f.Load(emit.Place{Type: s.t, Addr: at})
}

// shuffleCall lowers __builtin_shuffle (a, mask) and (a, b, mask): the elements
// of a and b that the mask selects, modulo how many there are.
func shuffleCall(f *Caller, c *Call) Result {
	vs := f.body.Values(c.Args)
	a, mask := f.vectorArg(c, vs, 0), f.vectorArg(c, vs, len(c.Args)-1)
	from := f.Parts(a)
	if len(c.Args) == 3 {
		from = append(from, f.Parts(f.vectorArg(c, vs, 1))...)
	}
	if mask.Type.Len != a.Type.Len || mask.Type.Elem.Kind != ctypes.Int || len(from)%len(a.Type.Fields) != 0 {
		f.Fail(c.X, "arguments of %s", c.Name)
	}
	s := selector{f: f, from: from, t: a.Type.Elem}
	var out []emit.Value
	for _, m := range f.Parts(mask) {
		e := f.Bits(m)
		out = append(out, s.at(emit.Binary(cfg.And, e, emit.Const(e.Type(), uint64(len(from)-1)))))
	}
	return Give(f.Composed(a.Type, out...))
}

// shuffleVectorCall lowers __builtin_shufflevector (a, b, constants...); for -1
// any element will do.
func shuffleVectorCall(f *Caller, c *Call) Result {
	f.Arg(c, 2)
	vs := f.body.Values(c.Args[:2])
	a, b := f.vectorArg(c, vs, 0), f.vectorArg(c, vs, 1)
	from := append(f.Parts(a), f.Parts(b)...)
	var out []emit.Value
	for _, n := range c.Args[2:] {
		i, ok := f.l.ConstInt(n)
		switch {
		case ok && i == -1:
			v := f.Temp(a.Type.Elem)
			f.Emit(&cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: c.Name}, parse.Span{}, cfg.RoleImplicit)
			out = append(out, emit.Value{Expr: &cfg.VarRef{V: v}, Type: a.Type.Elem})
		case ok && i >= 0 && i < int64(len(from)):
			out = append(out, from[i])
		default:
			f.Fail(n, "index into %d elements", len(from))
		}
	}
	return Give(f.Composed(f.l.Types.Vector(a.Type.Elem, uint64(len(out))*a.Type.Elem.Size), out...))
}
