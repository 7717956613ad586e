package frontend

import (
	"math"
	"math/big"

	"culprit/cfg"
	"culprit/frontend/ccfix"
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
func (f *emitter) toComplex(v val, to *ctypes.Type, n cc.ExpressionNode) val {
	switch {
	case v.t.Kind == ctypes.Complex && v.t.Elem == to.Elem:
		p := *v.lv
		p.t = to
		return val{t: to, lv: &p}
	case v.t.Kind == ctypes.Complex:
		return f.composed(to, f.parts(v)...)
	case v.t.Real():
		return f.composed(to, v, f.zeroOf(to.Elem))
	}
	f.fail(n, "conversion of %s to %s", v.t.Name, to.Name)
	return val{}
}

// zeroOf is 0 of a type of numbers.
func (f *emitter) zeroOf(t *ctypes.Type) val {
	return f.convert(val{e: konst(cfg.BV(32), 0), t: f.l.tt.Int}, t, nil)
}

// fromComplex converts the real part.
func (f *emitter) fromComplex(v val, to *ctypes.Type) val { return f.convert(f.parts(v)[0], to, nil) }

// complexOp computes x op y where an operand is complex.
func (f *emitter) complexOp(op string, x, y val, n cc.ExpressionNode) val {
	if x.t.Kind != ctypes.Complex && !x.t.Real() || y.t.Kind != ctypes.Complex && !y.t.Real() {
		f.fail(n, "operator %s on %s and %s", op, x.t.Name, y.t.Name)
	}
	pt := f.l.tt.Part(x.t, y.t)
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
	f.fail(n, "operator %s on %s and %s", op, x.t.Name, y.t.Name)
	return val{}
}

// operand is what an operator sees of a number: its parts, of type t. A real
// number has one part.
func (f *emitter) operand(v val, t *ctypes.Type, n cc.ExpressionNode) []val {
	if v.t.Kind != ctypes.Complex {
		return []val{f.save(f.convert(v, t, n))}
	}
	out := f.parts(v)
	for i, p := range out {
		out[i] = f.convert(p, t, n)
	}
	return out
}

// both adds the imaginary part that a real number does not have.
func (f *emitter) both(a []val) []val {
	if len(a) == 1 {
		return []val{a[0], f.zeroOf(a[0].t)}
	}
	return a
}

// on computes x op y in the type of the parts, without the promotions.
func (f *emitter) on(op string, x, y val, n cc.ExpressionNode) val {
	if x.t.Kind != ctypes.Int {
		return f.apply(op, x, y, n)
	}
	o := integerBinary[op]
	if x.t.Signed && signedBinary[o] != cfg.OpInvalid {
		return val{e: f.arith(n, x.t).binary(signedBinary[o], f.bits(x), f.bits(y)), t: x.t}
	}
	return val{e: binary(o, f.bits(x), f.bits(y)), t: x.t}
}

// negated is -x in the type of x.
func (f *emitter) negated(x val, n cc.ExpressionNode) val {
	switch x.t.Kind {
	case ctypes.Int:
		return val{e: unary(cfg.Neg, f.bits(x)), t: x.t}
	case ctypes.Float:
		return val{e: unary(cfg.FNeg, x.e), t: x.t}
	}
	return f.compositeUnary("-", x, n)
}

func (f *emitter) complexEqual(op string, a, b []val, n cc.ExpressionNode) val {
	a, b = f.both(a), f.both(b)
	re := f.truth(f.apply("==", a[0], b[0], n))
	e := binary(cfg.LAnd, re, f.truth(f.apply("==", a[1], b[1], n)))
	if op == "!=" {
		e = cfg.Negate(e)
	}
	return val{e: e, t: f.l.tt.Int}
}

func (f *emitter) complexSum(op string, a, b []val, t *ctypes.Type, n cc.ExpressionNode) val {
	ct := f.l.tt.ComplexOf(t)
	re := f.on(op, a[0], b[0], n)
	switch {
	case len(b) == 1:
		return f.composed(ct, re, a[1])
	case len(a) == 1 && op == "+":
		return f.composed(ct, re, b[1])
	case len(a) == 1:
		return f.composed(ct, re, f.negated(b[1], n))
	}
	return f.composed(ct, re, f.on(op, a[1], b[1], n))
}

func (f *emitter) complexProduct(a, b []val, t *ctypes.Type, n cc.ExpressionNode) val {
	ct := f.l.tt.ComplexOf(t)
	switch {
	case len(b) == 1:
		return f.composed(ct, f.on("*", a[0], b[0], n), f.on("*", a[1], b[0], n))
	case len(a) == 1:
		return f.composed(ct, f.on("*", a[0], b[0], n), f.on("*", a[0], b[1], n))
	case t.Kind != ctypes.Int:
		return f.complexCall("mul", a, b, t, n)
	}
	re := f.on("-", f.on("*", a[0], b[0], n), f.on("*", a[1], b[1], n), n)
	return f.composed(ct, re, f.on("+", f.on("*", a[0], b[1], n), f.on("*", a[1], b[0], n), n))
}

func (f *emitter) complexQuotient(a, b []val, t *ctypes.Type, n cc.ExpressionNode) val {
	switch {
	case len(b) == 1:
		return f.composed(f.l.tt.ComplexOf(t), f.on("/", a[0], b[0], n), f.on("/", a[1], b[0], n))
	case t.Kind != ctypes.Int:
		return f.complexCall("div", f.both(a), b, t, n)
	}
	return f.integerQuotient(f.both(a), b, t, n)
}

// integerQuotient divides by the method that gcc uses for all complex numbers
// but those of the library: Smith's, in which integers lose what the first
// quotient cuts off.
func (f *emitter) integerQuotient(a, b []val, t *ctypes.Type, n cc.ExpressionNode) val {
	tt := f.l.tt
	ct := tt.ComplexOf(t)
	q := f.structTemp(ct)
	yes, no, end := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	size := func(x val) val {
		if !t.Signed {
			return x
		}
		return val{e: ite(binary(cfg.SLt, x.e, konst(x.e.Type(), 0)), unary(cfg.Neg, x.e), x.e), t: t}
	}
	smaller := f.truth(f.compare("<", size(b[0]), size(b[1]), nil))
	at := parse.Span{Pos: f.at.Pos}
	// turn divides by the number whose part big is not the smaller one.
	turn := func(small, big val, re, im func(ratio val) val) {
		ratio := f.save(f.on("/", small, big, n))
		d := f.save(f.on("+", f.on("*", small, ratio, n), big, n))
		f.store(f.member(q, ct.Fields[:1]), f.on("/", re(ratio), d, n), at, cfg.RoleImplicit)
		f.store(f.member(q, ct.Fields[1:]), f.on("/", im(ratio), d, n), at, cfg.RoleImplicit)
		f.jump(end)
	}
	times := func(x, y val) val { return f.on("*", x, y, n) }
	f.fork(smaller, yes, no, parse.Span{})
	f.start(yes)
	turn(b[0], b[1], func(r val) val { return f.on("+", times(a[0], r), a[1], n) },
		func(r val) val { return f.on("-", times(a[1], r), a[0], n) })
	f.start(no)
	turn(b[1], b[0], func(r val) val { return f.on("+", times(a[1], r), a[0], n) },
		func(r val) val { return f.on("-", a[1], times(a[0], r), n) })
	f.start(end)
	return f.load(q)
}

// complexCall computes a product or quotient.
func (f *emitter) complexCall(op string, a, b []val, t *ctypes.Type, n cc.ExpressionNode) val {
	name := prelude.ComplexFunction(op, t.Rank)
	pr := f.l.procs.named[prelude.Prefix+name]
	if f.dead() {
		return f.load(f.structTemp(f.l.tt.ComplexOf(t)))
	}
	if v, ok := f.foldComplex(op, a, b); ok {
		return f.composed(f.l.tt.ComplexOf(t), v...)
	}
	if pr == nil || pr.ret == nil {
		f.fail(n, "%s of complex numbers", op)
	}
	f.emitCall(pr, nil, append(a[:2:2], b...), f.at)
	return f.save(f.load(f.of(pr.ret)))
}

// foldComplex computes a product or quotient of constants. Like gcc it rounds
// the parts of the exact result; what is zero, infinite or not a number is left
// to the functions.
func (f *emitter) foldComplex(op string, a, b []val) ([]val, bool) {
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
	var out []val
	for _, r := range []*big.Rat{re, im} {
		t := a[0].t
		if t.Kind == ctypes.Extended {
			n := extended.Of(new(big.Float).SetPrec(300).SetRat(r))
			if n.IsInf() || n.Exp() == 0 {
				return nil, false
			}
			out = append(out, f.extConst(n))
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
		out = append(out, val{e: floatConst(t.Bits, d), t: t})
	}
	return out, true
}

// rational is the value of a finite floating constant, else nil.
func (f *emitter) rational(v val) *big.Rat {
	if v.t.Kind == ctypes.Extended {
		p := f.parts(v)
		sig, ok := p[0].e.(*cfg.Const)
		se, ok2 := p[1].e.(*cfg.Const)
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
	c, ok := v.e.(*cfg.Const)
	if !ok {
		return nil
	}
	return new(big.Rat).SetFloat64(floatOf(c))
}

// complexUnary computes + - ~ of a complex number; ~ is its conjugate.
func (f *emitter) complexUnary(op string, x val, n cc.ExpressionNode) val {
	p := f.parts(x)
	if op == "-" {
		p[0] = f.negated(p[0], n)
	}
	if op != "+" {
		p[1] = f.negated(p[1], n)
	}
	return f.composed(x.t, p...)
}

// complexPart is the place of a part of a complex number, or of a real one.
func (f *fn) complexPart(e cc.ExpressionNode, imag bool, at cc.ExpressionNode) place {
	p := f.place(e)
	i := 0
	if imag {
		i = 1
	}
	switch {
	case p.t.Kind == ctypes.Complex:
		return f.member(p, p.t.Fields[i:i+1])
	case imag || !p.t.Real():
		f.fail(at, "part of a value of type %s", p.t.Name)
	}
	return p
}

// partCast is the value of (__culprit_real)e or (__culprit_imag)e.
func (f *fn) partCast(x *cc.CastExpression, name string) val {
	v := f.rvalue(x.CastExpression)
	i := 0
	if name == ccfix.ImagName {
		i = 1
	}
	switch {
	case v.t.Kind == ctypes.Complex:
		return f.parts(v)[i]
	case !v.t.Real():
		f.fail(x, "part of a value of type %s", v.t.Name)
	case i == 1:
		return f.zeroOf(v.t)
	}
	return v
}

// imaginaryCall lowers __culprit_imaginary (n), which stands for the constant
// with the suffix i.
func imaginaryCall(f *fn, c *call) callResult {
	v := f.rvalue(f.arg(c, 0))
	return give(f.composed(f.l.tt.ComplexOf(v.t), f.zeroOf(v.t), v))
}

// imaginary is the constant of cc's with an imaginary suffix.
func (f *emitter) imaginary(x *cc.PrimaryExpression) (val, bool) {
	tt := f.l.tt
	var part val
	switch v := x.Value().(type) {
	case cc.Complex64Value:
		part = val{e: floatConst(32, float64(imag(complex64(v)))), t: tt.Float}
	case cc.Complex128Value:
		part = val{e: floatConst(64, imag(complex128(v))), t: tt.Double}
	case *cc.ComplexLongDoubleValue:
		part = f.extConst(extended.Of((*big.Float)(v.Im)))
	default:
		return val{}, false
	}
	return f.composed(tt.ComplexOf(part.t), f.zeroOf(part.t), part), true
}

// builtinComplex lowers __builtin_complex (x, y).
func builtinComplex(f *fn, c *call) callResult {
	vs := f.values(c.args)
	f.arg(c, 1)
	if vs[0].t.Kind == ctypes.Int || vs[1].t.Kind == ctypes.Int || !vs[0].t.Real() || !vs[1].t.Real() {
		f.fail(c.x, "arguments of %s", c.name)
	}
	return give(f.composed(f.l.tt.ComplexOf(f.l.tt.Usual(vs[0].t, vs[1].t)), vs[0], vs[1]))
}
