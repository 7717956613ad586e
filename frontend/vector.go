package frontend

import (
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Vectors of GNU C, element by element. Operations are done in the type of the
// elements, without promotions; gcc leaves the overflow of signed elements
// undefined, as its sanitizer shows, and defines shifts by any count.

// toVector converts to a vector: vectors and integers of the same size keep
// their bits.
func (f *emitter) toVector(v val, to *ctypes.Type, n cc.ExpressionNode) val {
	tt := f.l.tt
	switch {
	case tt.SizeOf(v.t) != to.Size, v.t.Kind != ctypes.Vector && v.t.Kind != ctypes.Int && v.t.Kind != ctypes.Wide:
	case v.t.Kind == ctypes.Vector && tt.Value(v.t.Elem) == tt.Value(to.Elem):
		p := *v.lv
		p.t = to
		return val{t: to, lv: &p}
	case len(to.Fields) > ctypes.MaxFlat || v.lv != nil && v.lv.addr != nil || v.t.Kind == ctypes.Vector && len(v.t.Fields) > ctypes.MaxFlat:
		var p place
		if v.lv != nil {
			p = f.inMemory(*v.lv)
		} else {
			p = f.inMemory(*f.single(v).lv)
		}
		p.t = to
		return val{t: to, lv: &p}
	default:
		return f.recast(v, to)
	}
	f.fail(n, "conversion of %s to %s", v.t.Name, to.Name)
	return val{}
}

// single is an integer as a vector of one element.
func (f *emitter) single(v val) val {
	t := f.l.tt.Vector(v.t, v.t.Size)
	return f.composed(t, v)
}

// fromVector converts a vector to an integer of the same size.
func (f *emitter) fromVector(v val, to *ctypes.Type) val {
	if to.Kind != ctypes.Int || to.Bool || v.t.Size != to.Size {
		f.fail(nil, "conversion of %s to %s", v.t.Name, to.Name)
	}
	w := f.toVector(v, f.l.tt.Vector(to, to.Size), nil)
	return f.parts(w)[0]
}

// recast takes the bits of v for those of a composite type of the same size.
func (f *emitter) recast(v val, to *ctypes.Type) val {
	from := []val{v}
	if v.lv != nil {
		from = f.parts(v)
	}
	var pieces []cfg.Expr
	for _, p := range from {
		e := f.bits(p)
		if e.Type().Kind == cfg.Float {
			e = cast(cfg.FToBits, cfg.BV(e.Type().Width()), e)
		}
		pieces = append(pieces, e)
	}
	out := make([]val, len(to.Fields))
	at := 0 // bits of the first piece that are used
	for i, fd := range to.Fields {
		t := f.l.tt.Value(fd.Type)
		var e cfg.Expr
		for w := 0; w < t.Width(); {
			p := pieces[0]
			n := min(p.Type().Width()-at, t.Width()-w)
			x := binary(cfg.LShr, p, konst(p.Type(), uint64(at)))
			if n < p.Type().Width() {
				x = cast(cfg.Trunc, cfg.BV(n), x)
			}
			if n < t.Width() {
				x = binary(cfg.Shl, cast(cfg.ZExt, cfg.BV(t.Width()), x), konst(cfg.BV(t.Width()), uint64(w)))
			}
			if e == nil {
				e = x
			} else {
				e = binary(cfg.Or, e, x)
			}
			w += n
			at += n
			if at == p.Type().Width() {
				at, pieces = 0, pieces[1:]
			}
		}
		if t.Kind == cfg.Float {
			e = cast(cfg.BitsToF, t, e)
		}
		out[i] = val{e: e, t: fd.Type}
	}
	return f.composed(to, out...)
}

// elements returns the elements of a vector operand of an operation on vectors
// of type t; a scalar stands for as many as there are.
func (f *emitter) elements(v val, t *ctypes.Type, n cc.ExpressionNode) []val {
	if v.t.Kind == ctypes.Vector {
		if v.t.Len != t.Len || v.t.Size != t.Size {
			f.fail(n, "vectors of different sizes: %s and %s", v.t.Name, t.Name)
		}
		return f.parts(v)
	}
	if !v.t.Arith() {
		f.fail(n, "operand of type %s of a vector operation", v.t.Name)
	}
	x := f.save(val{e: f.conv(v, t.Elem), t: t.Elem})
	out := make([]val, t.Len)
	for i := range out {
		out[i] = x
	}
	return out
}

// vectorOp computes x op y where an operand is a vector.
func (f *emitter) vectorOp(op string, x, y val, n cc.ExpressionNode) val {
	t := x.t
	if t.Kind != ctypes.Vector {
		t = y.t
	}
	xs, ys := f.elements(x, t, n), f.elements(y, t, n)
	rt := t
	compare := false
	switch op {
	case "==", "!=", "<", ">", "<=", ">=":
		compare = true
		rt = f.l.tt.Integers(t)
	}
	out := make([]val, len(xs))
	for i := range xs {
		if compare {
			c := f.truth(f.compare(op, xs[i], ys[i], nil))
			et := f.l.tt.Value(rt.Elem)
			out[i] = val{e: ite(c, konst(et, ^uint64(0)), konst(et, 0)), t: rt.Elem}
			continue
		}
		out[i] = val{e: f.elementOp(op, t.Elem, xs[i], ys[i], n), t: t.Elem}
	}
	return f.composed(rt, out...)
}

// elementOp computes x op y in the type t of elements.
func (f *emitter) elementOp(op string, t *ctypes.Type, x, y val, n cc.ExpressionNode) cfg.Expr {
	ex, ey := f.conv(x, t), f.conv(y, t)
	if t.Kind == ctypes.Float {
		o, ok := floatBinary[op]
		if !ok {
			f.fail(n, "operator %s on vectors of %s", op, t.Name)
		}
		return binary(o, ex, ey)
	}
	o := integerBinary[op]
	switch {
	case o == cfg.OpInvalid:
		f.fail(n, "operator %s on vectors of %s", op, t.Name)
	case t.Signed && signedBinary[o] != cfg.OpInvalid:
		o = signedBinary[o]
	}
	if t.Signed && op != "<<" && op != ">>" {
		return f.arith(n, t).binary(o, ex, ey)
	}
	if t.Kind == ctypes.Float {
		return f.inMode(binary(o, ex, ey))
	}
	return binary(o, ex, ey)
}

// The operators of C on floating values, on unsigned integers, and those that
// are others for signed ones.
var (
	floatBinary   = map[string]cfg.Op{"+": cfg.FAdd, "-": cfg.FSub, "*": cfg.FMul, "/": cfg.FDiv}
	integerBinary = map[string]cfg.Op{"+": cfg.Add, "-": cfg.Sub, "*": cfg.Mul, "/": cfg.UDiv, "%": cfg.URem,
		"&": cfg.And, "|": cfg.Or, "^": cfg.Xor, "<<": cfg.Shl, ">>": cfg.LShr}
	signedBinary = map[cfg.Op]cfg.Op{cfg.UDiv: cfg.SDiv, cfg.URem: cfg.SRem, cfg.LShr: cfg.AShr}
)

// vectorUnary computes + - ~ of a vector.
func (f *emitter) vectorUnary(op string, x val, n cc.ExpressionNode) val {
	t := x.t.Elem
	var out []val
	for _, p := range f.parts(x) {
		e := p.e
		switch {
		case op == "+":
		case op == "-" && t.Kind == ctypes.Float:
			e = unary(cfg.FNeg, e)
		case op == "-" && t.Signed:
			e = f.arith(n, t).neg(e)
		case op == "-":
			e = unary(cfg.Neg, e)
		case op == "~" && t.Kind == ctypes.Int:
			e = unary(cfg.Not, e)
		default:
			f.fail(n, "operator %s on %s", op, x.t.Name)
		}
		out = append(out, val{e: e, t: t})
	}
	return f.composed(x.t, out...)
}

// element is the place of element i of a vector. One that is stored in
// variables, not in memory, has a fixed index.
func (f *emitter) element(at cc.ExpressionNode, v, i val, stored bool) place {
	if v.t.Kind != ctypes.Vector || i.t.Kind != ctypes.Int {
		f.fail(at, "index of type %s into a value of type %s", i.t.Name, v.t.Name)
	}
	p := *v.lv
	c, known := f.bits(i).(*cfg.Const)
	if known && c.V < uint64(v.t.Len) {
		return f.member(p, v.t.Fields[c.V:c.V+1])
	}
	if p.addr == nil {
		if stored && !f.dead() {
			f.fail(at, "index into a vector that is not in memory")
		}
		p = f.inMemory(p)
	}
	el := v.t.Elem
	return place{t: el, addr: f.ptrAdd(val{e: p.addr, t: f.l.tt.PointerTo(el)}, i, false)}
}

func elementCall(f *fn, c *call) callResult {
	f.arg(c, 1)
	vs := f.values(c.args)
	return give(f.load(f.element(c.x, vs[0], vs[1], false)))
}

// The builtins that rearrange and convert vectors.

// vectorArg is argument i of a call, which is a vector.
func (f *fn) vectorArg(c *call, vs []val, i int) val {
	f.arg(c, i)
	if vs[i].t.Kind != ctypes.Vector {
		f.fail(c.x, "argument of type %s of %s", vs[i].t.Name, c.name)
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
	if mask.t.Len != a.t.Len || mask.t.Elem.Kind != ctypes.Int || len(from)%len(a.t.Fields) != 0 {
		f.fail(c.x, "arguments of %s", c.name)
	}
	s := selector{f: f, from: from, t: a.t.Elem}
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
	t    *ctypes.Type
	mem  cfg.Expr // where they lie in memory, if they do
}

// at returns value i, which is less than their number.
func (s *selector) at(i cfg.Expr) val {
	f := s.f
	if c, ok := i.(*cfg.Const); ok {
		return s.from[c.V]
	}
	if len(s.from) <= maxChoices {
		i = f.save(val{e: i, t: f.l.tt.ULongLong}).e
		e := s.from[0].e
		for k, x := range s.from[1:] {
			e = ite(binary(cfg.Eq, i, konst(i.Type(), uint64(k+1))), x.e, e)
		}
		return val{e: e, t: s.t}
	}
	if s.mem == nil {
		all := f.composed(f.l.tt.Vector(s.t, uint64(len(s.from))*s.t.Size), s.from...)
		s.mem = f.inMemory(*all.lv).addr
	}
	at := f.ptrAdd(val{e: s.mem, t: f.l.tt.PointerTo(s.t)}, val{e: i, t: f.unsignedOf(i)}, false)
	return f.load(place{t: s.t, addr: at})
}

// unsignedOf is an unsigned type of the width of e.
func (f *emitter) unsignedOf(e cfg.Expr) *ctypes.Type {
	return &ctypes.Type{Kind: ctypes.Int, Rank: ctypes.RankInt, Bits: e.Type().Width()}
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
			v := f.temp(a.t.Elem)
			f.emit(&cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: c.name}, parse.Span{}, cfg.RoleImplicit)
			out = append(out, val{e: &cfg.VarRef{V: v}, t: a.t.Elem})
		case ok && i >= 0 && i < int64(len(from)):
			out = append(out, from[i])
		default:
			f.fail(n, "index into %d elements", len(from))
		}
	}
	return give(f.composed(f.l.tt.Vector(a.t.Elem, uint64(len(out))*a.t.Elem.Size), out...))
}

// convertVector recognises (T)__culprit_convertvector(e), which converts each
// element of e.
func (f *fn) convertVector(x *cc.CastExpression, t *ctypes.Type) (val, bool) {
	c, ok := syntax.Unparen(x.CastExpression).(*cc.PostfixExpression)
	if !ok || c.Case != cc.PostfixExpressionCall || c.ArgumentExpressionList == nil {
		return val{}, false
	}
	if name, _ := f.l.u.CalleeOf(c); name != "__culprit_convertvector" {
		return val{}, false
	}
	v := f.rvalue(c.ArgumentExpressionList.AssignmentExpression)
	if v.t.Kind != ctypes.Vector || t.Kind != ctypes.Vector || v.t.Len != t.Len {
		f.fail(x, "conversion of %s to %s", v.t.Name, t.Name)
	}
	return f.composed(t, f.parts(v)...), true
}
