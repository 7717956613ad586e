package emit

import (
	"culprit/cfg"
	"culprit/frontend/ctypes"

	"modernc.org/cc/v4"
)

// Vectors of GNU C, element by element. Operations are done in the type of the
// elements, without promotions; gcc leaves the overflow of signed elements
// undefined, as its sanitizer shows, and defines shifts by any count.

// toVector converts to a vector: vectors and integers of the same size keep
// their bits.
func (f *Emitter) toVector(v Value, to *ctypes.Type, n cc.ExpressionNode) Value {
	tt := f.Program.Types
	switch {
	case tt.SizeOf(v.Type) != to.Size, v.Type.Kind != ctypes.Vector && v.Type.Kind != ctypes.Int && v.Type.Kind != ctypes.Wide:
	case v.Type.Kind == ctypes.Vector && tt.Value(v.Type.Elem) == tt.Value(to.Elem):
		p := *v.Place
		p.Type = to
		return Value{Type: to, Place: &p}
	case len(to.Fields) > ctypes.MaxFlat || v.Place != nil && v.Place.Addr != nil || v.Type.Kind == ctypes.Vector && len(v.Type.Fields) > ctypes.MaxFlat:
		var p Place
		if v.Place != nil {
			p = f.InMemory(*v.Place)
		} else {
			p = f.InMemory(*f.single(v).Place)
		}
		p.Type = to
		return Value{Type: to, Place: &p}
	default:
		return f.recast(v, to)
	}
	f.Fail(n, "conversion of %s to %s", v.Type.Name, to.Name)
	return Value{}
}

// single is an integer as a vector of one element.
func (f *Emitter) single(v Value) Value {
	t := f.Program.Types.Vector(v.Type, v.Type.Size)
	return f.Composed(t, v)
}

// fromVector converts a vector to an integer of the same size.
func (f *Emitter) fromVector(v Value, to *ctypes.Type) Value {
	if to.Kind != ctypes.Int || to.Bool || v.Type.Size != to.Size {
		f.Fail(nil, "conversion of %s to %s", v.Type.Name, to.Name)
	}
	w := f.toVector(v, f.Program.Types.Vector(to, to.Size), nil)
	return f.Parts(w)[0]
}

// recast takes the bits of v for those of a composite type of the same size.
func (f *Emitter) recast(v Value, to *ctypes.Type) Value {
	from := []Value{v}
	if v.Place != nil {
		from = f.Parts(v)
	}
	var pieces []cfg.Expr
	for _, p := range from {
		e := f.Bits(p)
		if e.Type().Kind == cfg.Float {
			e = Cast(cfg.FToBits, cfg.BV(e.Type().Width()), e)
		}
		pieces = append(pieces, e)
	}
	out := make([]Value, len(to.Fields))
	at := 0 // bits of the first piece that are used
	for i, fd := range to.Fields {
		t := f.Program.Types.Value(fd.Type)
		var e cfg.Expr
		for w := 0; w < t.Width(); {
			p := pieces[0]
			n := min(p.Type().Width()-at, t.Width()-w)
			x := Binary(cfg.LShr, p, Const(p.Type(), uint64(at)))
			if n < p.Type().Width() {
				x = Cast(cfg.Trunc, cfg.BV(n), x)
			}
			if n < t.Width() {
				x = Binary(cfg.Shl, Cast(cfg.ZExt, cfg.BV(t.Width()), x), Const(cfg.BV(t.Width()), uint64(w)))
			}
			if e == nil {
				e = x
			} else {
				e = Binary(cfg.Or, e, x)
			}
			w += n
			at += n
			if at == p.Type().Width() {
				at, pieces = 0, pieces[1:]
			}
		}
		if t.Kind == cfg.Float {
			e = Cast(cfg.BitsToF, t, e)
		}
		out[i] = Value{Expr: e, Type: fd.Type}
	}
	return f.Composed(to, out...)
}

// elements returns the elements of a vector operand of an operation on vectors
// of type t; a scalar stands for as many as there are.
func (f *Emitter) elements(v Value, t *ctypes.Type, n cc.ExpressionNode) []Value {
	if v.Type.Kind == ctypes.Vector {
		if v.Type.Len != t.Len || v.Type.Size != t.Size {
			f.Fail(n, "vectors of different sizes: %s and %s", v.Type.Name, t.Name)
		}
		return f.Parts(v)
	}
	if !v.Type.Arith() {
		f.Fail(n, "operand of type %s of a vector operation", v.Type.Name)
	}
	x := f.Save(Value{Expr: f.Conv(v, t.Elem), Type: t.Elem})
	out := make([]Value, t.Len)
	for i := range out {
		out[i] = x
	}
	return out
}

// vectorOp computes x op y where an operand is a vector.
func (f *Emitter) vectorOp(op string, x, y Value, n cc.ExpressionNode) Value {
	t := x.Type
	if t.Kind != ctypes.Vector {
		t = y.Type
	}
	xs, ys := f.elements(x, t, n), f.elements(y, t, n)
	rt := t
	compare := false
	switch op {
	case "==", "!=", "<", ">", "<=", ">=":
		compare = true
		rt = f.Program.Types.Integers(t)
	}
	out := make([]Value, len(xs))
	for i := range xs {
		if compare {
			c := f.Truth(f.Compare(op, xs[i], ys[i], nil))
			et := f.Program.Types.Value(rt.Elem)
			out[i] = Value{Expr: Ite(c, Const(et, ^uint64(0)), Const(et, 0)), Type: rt.Elem}
			continue
		}
		out[i] = Value{Expr: f.elementOp(op, t.Elem, xs[i], ys[i], n), Type: t.Elem}
	}
	return f.Composed(rt, out...)
}

// elementOp computes x op y in the type t of elements.
func (f *Emitter) elementOp(op string, t *ctypes.Type, x, y Value, n cc.ExpressionNode) cfg.Expr {
	ex, ey := f.Conv(x, t), f.Conv(y, t)
	if t.Kind == ctypes.Float {
		o, ok := floatBinary[op]
		if !ok {
			f.Fail(n, "operator %s on vectors of %s", op, t.Name)
		}
		return f.InMode(Binary(o, ex, ey))
	}
	o := integerBinary[op]
	switch {
	case o == cfg.OpInvalid:
		f.Fail(n, "operator %s on vectors of %s", op, t.Name)
	case t.Signed && signedBinary[o] != cfg.OpInvalid:
		o = signedBinary[o]
	}
	if t.Signed && op != "<<" && op != ">>" {
		return f.Arith(n, t).Binary(o, ex, ey)
	}
	return Binary(o, ex, ey)
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
func (f *Emitter) vectorUnary(op string, x Value, n cc.ExpressionNode) Value {
	t := x.Type.Elem
	var out []Value
	for _, p := range f.Parts(x) {
		e := p.Expr
		switch {
		case op == "+":
		case op == "-" && t.Kind == ctypes.Float:
			e = Unary(cfg.FNeg, e)
		case op == "-" && t.Signed:
			e = f.Arith(n, t).Neg(e)
		case op == "-":
			e = Unary(cfg.Neg, e)
		case op == "~" && t.Kind == ctypes.Int:
			e = Unary(cfg.Not, e)
		default:
			f.Fail(n, "operator %s on %s", op, x.Type.Name)
		}
		out = append(out, Value{Expr: e, Type: t})
	}
	return f.Composed(x.Type, out...)
}

// Element is the place of element i of a vector. One that is stored in
// variables, not in memory, has a fixed index.
func (f *Emitter) Element(at cc.ExpressionNode, v, i Value, stored bool) Place {
	if v.Type.Kind != ctypes.Vector || i.Type.Kind != ctypes.Int {
		f.Fail(at, "index of type %s into a value of type %s", i.Type.Name, v.Type.Name)
	}
	p := *v.Place
	c, known := f.Bits(i).(*cfg.Const)
	if known && c.V < uint64(v.Type.Len) {
		return f.Member(p, v.Type.Fields[c.V:c.V+1])
	}
	if p.Addr == nil {
		if stored && !f.Dead() {
			f.Fail(at, "index into a vector that is not in memory")
		}
		p = f.InMemory(p)
	}
	el := v.Type.Elem
	return Place{Type: el, Addr: f.PtrAdd(Value{Expr: p.Addr, Type: f.Program.Types.PointerTo(el)}, i, false)}
}

// The builtins that rearrange and convert vectors.

// UnsignedOf is an unsigned type of the width of e.
func (f *Emitter) UnsignedOf(e cfg.Expr) *ctypes.Type {
	return &ctypes.Type{Kind: ctypes.Int, Rank: ctypes.RankInt, Bits: e.Type().Width()}
}
