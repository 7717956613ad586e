package frontend

import (
	"culprit/cfg"

	"modernc.org/cc/v4"
)

// The builtins that rearrange and convert vectors.

// vectorArg is argument i of a call, which is a vector.
func (f *fn) vectorArg(c *call, vs []val, i int) val {
	f.arg(c, i)
	if vs[i].t.k != kVector {
		f.fail(c.x, "argument of type %s of %s", vs[i].t.name, c.name)
	}
	return vs[i]
}

// shuffleCall lowers __builtin_shuffle (a, mask) and (a, b, mask): the elements
// of a and b that the mask selects, modulo how many there are.
func shuffleCall(f *fn, c *call) callResult {
	vs := f.values(c.args)
	a, mask := f.vectorArg(c, vs, 0), f.vectorArg(c, vs, len(c.args)-1)
	from := f.parts(a)
	if len(c.args) == 3 {
		from = append(from, f.parts(f.vectorArg(c, vs, 1))...)
	}
	if mask.t.n != a.t.n || mask.t.elem.k != kInt || len(from)%len(a.t.fields) != 0 {
		f.fail(c.x, "arguments of %s", c.name)
	}
	s := selector{f: f, from: from, t: a.t.elem}
	var out []val
	for _, m := range f.parts(mask) {
		e := f.bits(m)
		out = append(out, s.at(binary(cfg.And, e, konst(e.Type(), uint64(len(from)-1)))))
	}
	return give(f.composed(a.t, out...))
}

// selector picks one of several values of type t.
type selector struct {
	f    *fn
	from []val
	t    *ctype
	mem  cfg.Expr // where they lie in memory, if they do
}

// maxChoices is up to how many values one is chosen by comparisons.
const maxChoices = 8

// at returns value i, which is less than their number.
func (s *selector) at(i cfg.Expr) val {
	f := s.f
	if c, ok := i.(*cfg.Const); ok {
		return s.from[c.V]
	}
	if len(s.from) <= maxChoices {
		i = f.save(val{e: i, t: f.l.tt.ullong}).e
		e := s.from[0].e
		for k, x := range s.from[1:] {
			e = ite(binary(cfg.Eq, i, konst(i.Type(), uint64(k+1))), x.e, e)
		}
		return val{e: e, t: s.t}
	}
	if s.mem == nil {
		all := f.composed(f.l.tt.vector(s.t, uint64(len(s.from))*s.t.size), s.from...)
		s.mem = f.inMemory(*all.lv).addr
	}
	at := f.ptrAdd(val{e: s.mem, t: f.l.tt.ptrTo(s.t)}, val{e: i, t: f.unsignedOf(i)}, false)
	return f.load(place{t: s.t, addr: at})
}

// unsignedOf is an unsigned type of the width of e.
func (f *fn) unsignedOf(e cfg.Expr) *ctype {
	return &ctype{k: kInt, rank: rankInt, bits: e.Type().Width()}
}

// shuffleVectorCall lowers __builtin_shufflevector (a, b, constants...); for -1
// any element will do.
func shuffleVectorCall(f *fn, c *call) callResult {
	f.arg(c, 2)
	vs := f.values(c.args[:2])
	a, b := f.vectorArg(c, vs, 0), f.vectorArg(c, vs, 1)
	from := append(f.parts(a), f.parts(b)...)
	var out []val
	for _, n := range c.args[2:] {
		i, ok := f.l.constInt(n)
		switch {
		case ok && i == -1:
			v := f.temp(a.t.elem)
			f.emit(&cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: c.name}, span{}, cfg.RoleImplicit)
			out = append(out, val{e: &cfg.VarRef{V: v}, t: a.t.elem})
		case ok && i >= 0 && i < int64(len(from)):
			out = append(out, from[i])
		default:
			f.fail(n, "index into %d elements", len(from))
		}
	}
	return give(f.composed(f.l.tt.vector(a.t.elem, uint64(len(out))*a.t.elem.size), out...))
}

// convertVector recognises (T)__culprit_convertvector(e), which converts each
// element of e.
func (f *fn) convertVector(x *cc.CastExpression, t *ctype) (val, bool) {
	c, ok := unparen(x.CastExpression).(*cc.PostfixExpression)
	if !ok || c.Case != cc.PostfixExpressionCall || c.ArgumentExpressionList == nil {
		return val{}, false
	}
	if name, _ := f.l.u.calleeOf(c); name != "__culprit_convertvector" {
		return val{}, false
	}
	v := f.rvalue(c.ArgumentExpressionList.AssignmentExpression)
	if v.t.k != kVector || t.k != kVector || v.t.n != t.n {
		f.fail(x, "conversion of %s to %s", v.t.name, t.name)
	}
	return f.composed(t, f.parts(v)...), true
}
