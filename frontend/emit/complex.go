package emit

import (
	"math"
	"math/big"

	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
	"culprit/internal/extended"

	"modernc.org/cc/v4"
)

// Complex numbers, as their real and imaginary parts. Sums with a real operand
// leave the imaginary part alone, as in gcc. Products and quotients of floating
// numbers are functions of the prelude (prelude/complex.h).

// toComplex converts to a complex type.
func (f *Emitter) toComplex(v Value, to *ctypes.Type, n cc.ExpressionNode) Value {
	switch {
	case v.Type.Kind == ctypes.Complex && v.Type.Elem == to.Elem:
		p := *v.Place
		p.Type = to
		return Value{Type: to, Place: &p}
	case v.Type.Kind == ctypes.Complex:
		return f.Composed(to, f.Parts(v)...)
	case v.Type.Real():
		return f.Composed(to, v, f.ZeroOf(to.Elem))
	}
	f.Fail(n, "conversion of %s to %s", v.Type.Name, to.Name)
	return Value{}
}

// ZeroOf is 0 of a type of numbers.
func (f *Emitter) ZeroOf(t *ctypes.Type) Value {
	return f.Convert(Value{Expr: Const(cfg.BV(32), 0), Type: f.Program.Types.Int}, t, nil)
}

// fromComplex converts the real part.
func (f *Emitter) fromComplex(v Value, to *ctypes.Type) Value {
	return f.Convert(f.Parts(v)[0], to, nil)
}

// complexOp computes x op y where an operand is complex.
func (f *Emitter) complexOp(op string, x, y Value, n cc.ExpressionNode) Value {
	if x.Type.Kind != ctypes.Complex && !x.Type.Real() || y.Type.Kind != ctypes.Complex && !y.Type.Real() {
		f.Fail(n, "operator %s on %s and %s", op, x.Type.Name, y.Type.Name)
	}
	pt := f.Program.Types.Part(x.Type, y.Type)
	a, b := f.operand(x, pt, n), f.operand(y, pt, n)
	switch op {
	case "==", "!=":
		return f.complexEqual(op, a, b, n)
	case "+", "-":
		return f.complexSum(op, a, b, pt, n)
	case "*":
		return f.complexProduct(a, b, pt, n)
	case "/":
		return f.complexQuotient(a, b, pt, n)
	}
	f.Fail(n, "operator %s on %s and %s", op, x.Type.Name, y.Type.Name)
	return Value{}
}

// operand is what an operator sees of a number: its parts, of type t. A real
// number has one part.
func (f *Emitter) operand(v Value, t *ctypes.Type, n cc.ExpressionNode) []Value {
	if v.Type.Kind != ctypes.Complex {
		return []Value{f.Save(f.Convert(v, t, n))}
	}
	out := f.Parts(v)
	for i, p := range out {
		out[i] = f.Convert(p, t, n)
	}
	return out
}

// both adds the imaginary part that a real number does not have.
func (f *Emitter) both(a []Value) []Value {
	if len(a) == 1 {
		return []Value{a[0], f.ZeroOf(a[0].Type)}
	}
	return a
}

// on computes x op y in the type of the parts, without the promotions.
func (f *Emitter) on(op string, x, y Value, n cc.ExpressionNode) Value {
	if x.Type.Kind != ctypes.Int {
		return f.Apply(op, x, y, n)
	}
	o := integerBinary[op]
	if x.Type.Signed && signedBinary[o] != cfg.OpInvalid {
		return Value{Expr: f.Arith(n, x.Type).Binary(signedBinary[o], f.Bits(x), f.Bits(y)), Type: x.Type}
	}
	return Value{Expr: Binary(o, f.Bits(x), f.Bits(y)), Type: x.Type}
}

// negated is -x in the type of x.
func (f *Emitter) negated(x Value, n cc.ExpressionNode) Value {
	switch x.Type.Kind {
	case ctypes.Int:
		return Value{Expr: Unary(cfg.Neg, f.Bits(x)), Type: x.Type}
	case ctypes.Float:
		return Value{Expr: Unary(cfg.FNeg, x.Expr), Type: x.Type}
	}
	return f.CompositeUnary("-", x, n)
}

func (f *Emitter) complexEqual(op string, a, b []Value, n cc.ExpressionNode) Value {
	a, b = f.both(a), f.both(b)
	re := f.Truth(f.Apply("==", a[0], b[0], n))
	e := Binary(cfg.LAnd, re, f.Truth(f.Apply("==", a[1], b[1], n)))
	if op == "!=" {
		e = cfg.Negate(e)
	}
	return Value{Expr: e, Type: f.Program.Types.Int}
}

func (f *Emitter) complexSum(op string, a, b []Value, t *ctypes.Type, n cc.ExpressionNode) Value {
	ct := f.Program.Types.ComplexOf(t)
	re := f.on(op, a[0], b[0], n)
	switch {
	case len(b) == 1:
		return f.Composed(ct, re, a[1])
	case len(a) == 1 && op == "+":
		return f.Composed(ct, re, b[1])
	case len(a) == 1:
		return f.Composed(ct, re, f.negated(b[1], n))
	}
	return f.Composed(ct, re, f.on(op, a[1], b[1], n))
}

func (f *Emitter) complexProduct(a, b []Value, t *ctypes.Type, n cc.ExpressionNode) Value {
	ct := f.Program.Types.ComplexOf(t)
	switch {
	case len(b) == 1:
		return f.Composed(ct, f.on("*", a[0], b[0], n), f.on("*", a[1], b[0], n))
	case len(a) == 1:
		return f.Composed(ct, f.on("*", a[0], b[0], n), f.on("*", a[0], b[1], n))
	case t.Kind != ctypes.Int:
		return f.complexCall("mul", a, b, t, n)
	}
	re := f.on("-", f.on("*", a[0], b[0], n), f.on("*", a[1], b[1], n), n)
	return f.Composed(ct, re, f.on("+", f.on("*", a[0], b[1], n), f.on("*", a[1], b[0], n), n))
}

func (f *Emitter) complexQuotient(a, b []Value, t *ctypes.Type, n cc.ExpressionNode) Value {
	switch {
	case len(b) == 1:
		return f.Composed(f.Program.Types.ComplexOf(t), f.on("/", a[0], b[0], n), f.on("/", a[1], b[0], n))
	case t.Kind != ctypes.Int:
		return f.complexCall("div", f.both(a), b, t, n)
	}
	return f.integerQuotient(f.both(a), b, t, n)
}

// integerQuotient divides by the method that gcc uses for all complex numbers
// but those of the library: Smith's, in which integers lose what the first
// quotient cuts off.
func (f *Emitter) integerQuotient(a, b []Value, t *ctypes.Type, n cc.ExpressionNode) Value {
	tt := f.Program.Types
	ct := tt.ComplexOf(t)
	q := f.StructTemp(ct)
	yes, no, end := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	size := func(x Value) Value {
		if !t.Signed {
			return x
		}
		return Value{Expr: Ite(Binary(cfg.SLt, x.Expr, Const(x.Expr.Type(), 0)), Unary(cfg.Neg, x.Expr), x.Expr), Type: t}
	}
	smaller := f.Truth(f.Compare("<", size(b[0]), size(b[1]), nil))
	at := parse.Span{Pos: f.At.Pos}
	// turn divides by the number whose part big is not the smaller one.
	turn := func(small, big Value, re, im func(ratio Value) Value) {
		ratio := f.Save(f.on("/", small, big, n))
		d := f.Save(f.on("+", f.on("*", small, ratio, n), big, n))
		f.Store(f.Member(q, ct.Fields[:1]), f.on("/", re(ratio), d, n), at, cfg.RoleImplicit)
		f.Store(f.Member(q, ct.Fields[1:]), f.on("/", im(ratio), d, n), at, cfg.RoleImplicit)
		f.Jump(end)
	}
	times := func(x, y Value) Value { return f.on("*", x, y, n) }
	f.Fork(smaller, yes, no, parse.Span{})
	f.Start(yes)
	turn(b[0], b[1], func(r Value) Value { return f.on("+", times(a[0], r), a[1], n) },
		func(r Value) Value { return f.on("-", times(a[1], r), a[0], n) })
	f.Start(no)
	turn(b[1], b[0], func(r Value) Value { return f.on("+", times(a[1], r), a[0], n) },
		func(r Value) Value { return f.on("-", a[1], times(a[0], r), n) })
	f.Start(end)
	return f.Load(q)
}

// complexCall computes a product or quotient.
func (f *Emitter) complexCall(op string, a, b []Value, t *ctypes.Type, n cc.ExpressionNode) Value {
	name := prelude.ComplexFunction(op, t.Rank)
	pr := f.Program.Procs.Named[prelude.Prefix+name]
	if f.Dead() {
		return f.Load(f.StructTemp(f.Program.Types.ComplexOf(t)))
	}
	if v, ok := f.foldComplex(op, a, b); ok {
		return f.Composed(f.Program.Types.ComplexOf(t), v...)
	}
	if pr == nil || pr.Result == nil {
		f.Fail(n, "%s of complex numbers", op)
	}
	f.EmitCall(pr, nil, append(a[:2:2], b...), f.At)
	return f.Save(f.Load(f.Of(pr.Result)))
}

// foldComplex computes a product or quotient of constants. Like gcc it rounds
// the parts of the exact result; what is zero, infinite or not a number is left
// to the functions.
func (f *Emitter) foldComplex(op string, a, b []Value) ([]Value, bool) {
	var x [4]*big.Rat
	for i, v := range append(a[:2:2], b...) {
		if x[i] = f.rational(v); x[i] == nil {
			return nil, false
		}
	}
	times := func(p, q *big.Rat) *big.Rat { return new(big.Rat).Mul(p, q) }
	ac, bd, bc, ad := times(x[0], x[2]), times(x[1], x[3]), times(x[1], x[2]), times(x[0], x[3])
	re, im := new(big.Rat).Sub(ac, bd), new(big.Rat).Add(ad, bc)
	if op == "div" {
		n := new(big.Rat).Add(times(x[2], x[2]), times(x[3], x[3]))
		if n.Sign() == 0 {
			return nil, false
		}
		re, im = re.Quo(re.Add(ac, bd), n), im.Quo(im.Sub(bc, ad), n)
	}
	var out []Value
	for _, r := range []*big.Rat{re, im} {
		t := a[0].Type
		if t.Kind == ctypes.Extended {
			n := extended.Of(new(big.Float).SetPrec(300).SetRat(r))
			if n.IsInf() || n.Exp() == 0 {
				return nil, false
			}
			out = append(out, f.ExtConst(n))
			continue
		}
		d, _ := r.Float64()
		least := 0x1p-1022
		if t.Bits == 32 {
			s, _ := r.Float32()
			d, least = float64(s), 0x1p-126
		}
		if math.IsInf(d, 0) || math.Abs(d) < least {
			return nil, false
		}
		out = append(out, Value{Expr: FloatConst(t.Bits, d), Type: t})
	}
	return out, true
}

// rational is the value of a finite floating constant, else nil.
func (f *Emitter) rational(v Value) *big.Rat {
	if v.Type.Kind == ctypes.Extended {
		p := f.Parts(v)
		sig, ok := p[0].Expr.(*cfg.Const)
		se, ok2 := p[1].Expr.(*cfg.Const)
		if !ok || !ok2 {
			return nil
		}
		n := extended.Number{Sig: sig.V, SE: uint16(se.V)}
		if n.IsNaN() || n.IsInf() {
			return nil
		}
		r, _ := n.Big().Rat(nil)
		return r
	}
	c, ok := v.Expr.(*cfg.Const)
	if !ok {
		return nil
	}
	return new(big.Rat).SetFloat64(floatOf(c))
}

// complexUnary computes + - ~ of a complex number; ~ is its conjugate.
func (f *Emitter) complexUnary(op string, x Value, n cc.ExpressionNode) Value {
	p := f.Parts(x)
	if op == "-" {
		p[0] = f.negated(p[0], n)
	}
	if op != "+" {
		p[1] = f.negated(p[1], n)
	}
	return f.Composed(x.Type, p...)
}

// Imaginary is the constant of cc's with an imaginary suffix.
func (f *Emitter) Imaginary(x *cc.PrimaryExpression) (Value, bool) {
	tt := f.Program.Types
	var part Value
	switch v := x.Value().(type) {
	case cc.Complex64Value:
		part = Value{Expr: FloatConst(32, float64(imag(complex64(v)))), Type: tt.Float}
	case cc.Complex128Value:
		part = Value{Expr: FloatConst(64, imag(complex128(v))), Type: tt.Double}
	case *cc.ComplexLongDoubleValue:
		part = f.ExtConst(extended.Of((*big.Float)(v.Im)))
	default:
		return Value{}, false
	}
	return f.Composed(tt.ComplexOf(part.Type), f.ZeroOf(part.Type), part), true
}
