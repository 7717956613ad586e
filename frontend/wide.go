package frontend

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"

	"modernc.org/cc/v4"
)

// Integers of 128 bits, as two words.

// wideVal is the integer of type t with these words.
func (f *emitter) wideVal(t *ctypes.Type, lo, hi cfg.Expr) val {
	return f.composed(t, val{e: lo, t: f.l.tt.ULongLong}, val{e: hi, t: t.Fields[1].Type})
}

// words are the low and the high word of a 128-bit integer.
func (f *emitter) words(v val) (lo, hi cfg.Expr) {
	p := f.parts(v)
	return p[0].e, p[1].e
}

// toWide converts a number to a 128-bit integer.
func (f *emitter) toWide(v val, to *ctypes.Type, n cc.ExpressionNode) val {
	tt := f.l.tt
	if tt.PtrBits == 32 {
		f.fail(n, "__int128 in the data model ILP32")
	}
	switch v.t.Kind {
	case ctypes.Int, ctypes.Pointer:
		lo := f.let(f.conv(v, tt.ULongLong))
		hi := word(0)
		if v.t.Signed || v.t.Kind == ctypes.Pointer { // gcc extends pointers by their sign
			hi = binary(cfg.AShr, lo, word(63))
		}
		return f.wideVal(to, lo, hi)
	case ctypes.Wide:
		lo, hi := f.words(v)
		return f.wideVal(to, lo, hi)
	case ctypes.Float:
		return f.floatToWide(v, to)
	case ctypes.Extended:
		return f.wideOfExtended(v, to)
	case ctypes.Complex:
		return f.convert(f.parts(v)[0], to, n)
	}
	f.fail(n, "conversion of %s to %s", v.t.Name, to.Name)
	return val{}
}

// floatToWide converts a floating number by the absolute value.
func (f *emitter) floatToWide(v val, to *ctypes.Type) val {
	tt := f.l.tt
	x := f.let(f.conv(v, tt.Double))
	a := f.let(unary(cfg.FAbs, x))
	hi := f.let(cast(cfg.FToU, cfg.BV(64), binary(cfg.FMul, a, floatConst(64, 0x1p-64))))
	rest := binary(cfg.FSub, a, binary(cfg.FMul, cast(cfg.UToF, cfg.FP(64), hi), floatConst(64, 0x1p64)))
	lo := f.let(cast(cfg.FToU, cfg.BV(64), rest))
	minus := f.let(binary(cfg.FLt, x, floatConst(64, 0)))
	if to.Signed {
		f.undefinedIf(safety.Conversion, f.at, to, func() cfg.Expr {
			below := binary(cfg.FLt, a, floatConst(64, 0x1p127))
			return cfg.Negate(either(below, binary(cfg.FEq, x, floatConst(64, -0x1p127))))
		})
	}
	nlo, nhi := f.wideNeg(lo, hi)
	return f.wideVal(to, ite(minus, nlo, lo), ite(minus, nhi, hi))
}

// fromWide converts a 128-bit integer to a scalar type.
func (f *emitter) fromWide(v val, to *ctypes.Type) val {
	lo, hi := f.words(v)
	if to.Kind == ctypes.Float {
		return f.wideToFloat(v, to)
	}
	_ = hi
	return val{e: lo, t: f.l.tt.ULongLong}
}

// wideToFloat rounds a 128-bit integer: the leading 64 bits, the last of which
// stands for all that follow, are rounded once.
func (f *emitter) wideToFloat(v val, to *ctypes.Type) val {
	w := to.Bits
	top, n, minus := f.wideLeading(v)
	bias, mant := uint64(1023), uint64(52)
	if w == 32 {
		bias, mant = 127, 23
	}
	// 2^(64-n)
	power := shl(sub(word(bias+64), n), word(mant))
	if w == 32 {
		power = cast(cfg.Trunc, cfg.BV(32), power)
	}
	power = cast(cfg.BitsToF, cfg.FP(w), power)
	x := f.let(binary(cfg.FMul, cast(cfg.UToF, cfg.FP(w), top), power))
	return val{e: ite(minus, unary(cfg.FNeg, x), x), t: to}
}

// wideLeading gives the first 64 bits, from the leading one on, of the absolute
// value of v, which is top * 2^(64-n); the last bit of top is set if one
// after it is. A zero has top = 0.
func (f *emitter) wideLeading(v val) (top, n, minus cfg.Expr) {
	top, rest, n, minus := f.wideDigits(v)
	return f.let(or(top, bit(binary(cfg.Ne, rest, word(0))))), n, minus
}

// wideDigits shifts the absolute value of v to the left, by n, until its
// leading bit is the first one.
func (f *emitter) wideDigits(v val) (hi, lo, n, minus cfg.Expr) {
	lo, hi = f.words(v)
	minus = cfg.False
	if v.t.Signed {
		minus = f.let(binary(cfg.SLt, hi, word(0)))
		nlo, nhi := f.wideNeg(lo, hi)
		lo, hi = f.let(ite(minus, nlo, lo)), f.let(ite(minus, nhi, hi))
	}
	short := f.let(eq(hi, word(0)))
	first := f.let(ite(short, lo, hi))
	second := f.let(ite(short, word(0), lo))
	n = f.leadingZeros(first)
	hi = f.let(or(shl(first, n), over(second, n)))
	lo = f.let(shl(second, n))
	return hi, lo, f.let(add(n, ite(short, word(64), word(0)))), minus
}

func (f *emitter) wideNeg(lo, hi cfg.Expr) (nlo, nhi cfg.Expr) {
	return f.let(unary(cfg.Neg, lo)), f.let(sub(unary(cfg.Not, hi), unary(cfg.Neg, bit(eq(lo, word(0))))))
}

// wideOp computes x op y where an operand has 128 bits and none is complex.
func (f *emitter) wideOp(op string, x, y val, n cc.ExpressionNode) val {
	tt := f.l.tt
	switch {
	case op == "<<" || op == ">>":
		return f.wideShift(op, x, y, n)
	case x.t.Kind == ctypes.Pointer && y.t.Kind == ctypes.Wide:
		return f.apply(op, x, f.narrowed(y), n)
	case y.t.Kind == ctypes.Pointer && x.t.Kind == ctypes.Wide:
		return f.apply(op, f.narrowed(x), y, n)
	}
	t := tt.UsualComposite(x.t, y.t)
	if t.Kind != ctypes.Wide {
		return f.apply(op, f.convert(x, t, n), f.convert(y, t, n), n)
	}
	a, b := f.convert(x, t, n), f.convert(y, t, n)
	al, ah := f.words(a)
	bl, bh := f.words(b)
	if c := wideCompare(op, t.Signed, al, ah, bl, bh); c != nil {
		return val{e: c, t: tt.Int}
	}
	var lo, hi cfg.Expr
	switch op {
	case "&":
		lo, hi = and(al, bl), and(ah, bh)
	case "|":
		lo, hi = or(al, bl), or(ah, bh)
	case "^":
		lo, hi = xor(al, bl), xor(ah, bh)
	case "+":
		lo = f.let(add(al, bl))
		hi = f.let(add(add(ah, bh), bit(ult(lo, al))))
		f.wideOverflow(n, t, func() cfg.Expr {
			return binary(cfg.SLt, and(xor(ah, hi), xor(bh, hi)), word(0))
		})
	case "-":
		lo = f.let(sub(al, bl))
		hi = f.let(sub(sub(ah, bh), bit(ult(al, bl))))
		f.wideOverflow(n, t, func() cfg.Expr {
			return binary(cfg.SLt, and(xor(ah, bh), xor(ah, hi)), word(0))
		})
	case "*":
		lo, hi = f.wideMul(al, ah, bl, bh)
		f.wideOverflow(n, t, func() cfg.Expr { return f.wideMulOverflow(al, ah, bl, bh, lo, hi) })
	case "/", "%":
		lo, hi = f.wideDivide(op, t, al, ah, bl, bh, n)
	default:
		f.fail(n, "operator %s on %s", op, t.Name)
	}
	return f.wideVal(t, lo, hi)
}

// narrowed is the low word of a 128-bit integer, as pointer arithmetic uses it.
func (f *emitter) narrowed(v val) val {
	return val{e: f.conv(v, f.l.tt.PtrDiff), t: f.l.tt.PtrDiff}
}

// wideCompare is the comparison of two integers, nil for other operators.
func wideCompare(op string, signed bool, al, ah, bl, bh cfg.Expr) cfg.Expr {
	less := cfg.ULt
	if signed {
		less = cfg.SLt
	}
	switch op {
	case "==":
		return both(eq(al, bl), eq(ah, bh))
	case "!=":
		return cfg.Negate(both(eq(al, bl), eq(ah, bh)))
	case ">", "<=":
		al, ah, bl, bh = bl, bh, al, ah
	case "<", ">=":
	default:
		return nil
	}
	c := either(binary(less, ah, bh), both(eq(ah, bh), ult(al, bl)))
	if op == "<=" || op == ">=" {
		return cfg.Negate(c)
	}
	return c
}

func (f *emitter) wideMul(al, ah, bl, bh cfg.Expr) (lo, hi cfg.Expr) {
	hi, lo = f.product(al, bl)
	return lo, f.let(add(hi, add(mul(al, bh), mul(ah, bl))))
}

// wideMulOverflow reports whether the signed product of a and b is not r.
func (f *emitter) wideMulOverflow(al, ah, bl, bh, rl, rh cfg.Expr) cfg.Expr {
	// The absolute values as numbers without sign: their product must have no
	// more than 127 bits, or be 2^127 where the result is negative.
	abs := func(lo, hi cfg.Expr) (cfg.Expr, cfg.Expr) {
		nlo, nhi := f.wideNeg(lo, hi)
		minus := f.let(binary(cfg.SLt, hi, word(0)))
		return f.let(ite(minus, nlo, lo)), f.let(ite(minus, nhi, hi))
	}
	pl, ph := abs(al, ah)
	ql, qh := abs(bl, bh)
	minus := f.let(binary(cfg.SLt, xor(ah, bh), word(0)))
	nonzero := func(x cfg.Expr) cfg.Expr { return binary(cfg.Ne, x, word(0)) }
	large := both(nonzero(ph), nonzero(qh))
	x1, x0 := f.product(ph, ql)
	y1, y0 := f.product(pl, qh)
	z1, z0 := f.product(pl, ql)
	mid := f.let(add(x0, y0)) // one of them is 0, or the product is too large
	sum := f.let(add(mid, z1))
	large = either(either(large, either(nonzero(x1), nonzero(y1))), ult(sum, z1))
	top := f.let(binary(cfg.SLt, sum, word(0)))
	least := both(eq(sum, word(1<<63)), eq(z0, word(0)))
	return f.let(either(large, both(top, cfg.Negate(both(minus, least)))))
}

// wideDivide computes / and %.
func (f *emitter) wideDivide(op string, t *ctypes.Type, al, ah, bl, bh cfg.Expr, n cc.ExpressionNode) (lo, hi cfg.Expr) {
	f.wideOverflow(n, t, func() cfg.Expr {
		least := both(eq(ah, word(1<<63)), eq(al, word(0)))
		return both(least, eq(and(bl, bh), word(^uint64(0))))
	})
	if zero := f.let(or(bl, bh)); f.l.conf.Execute || isConst(zero, 0) && f.l.conf.Checks&safety.Division == 0 {
		// An execution stops here if the divisor is zero.
		f.emit(&cfg.Assign{Dst: f.temp(f.l.tt.ULongLong), Src: &cfg.Binary{Op: cfg.UDiv, T: zero.Type(), X: word(1), Y: zero}}, parse.Span{Pos: f.at.Pos}, cfg.RoleUser)
		if isConst(zero, 0) {
			return word(0), word(0)
		}
	}
	f.wideUndefined(safety.Division, n, eq(f.let(or(bl, bh)), word(0)), func(site *cfg.Site) cfg.Reason { return cfg.Reason{Kind: cfg.Division, Text: site.Text} })
	var nega, negb cfg.Expr = cfg.False, cfg.False
	signs := func(minus, lo, hi cfg.Expr) (cfg.Expr, cfg.Expr) {
		if minus == cfg.Expr(cfg.False) {
			return lo, hi
		}
		nlo, nhi := f.wideNeg(lo, hi)
		return f.let(ite(minus, nlo, lo)), f.let(ite(minus, nhi, hi))
	}
	if t.Signed {
		nega, negb = f.let(binary(cfg.SLt, ah, word(0))), f.let(binary(cfg.SLt, bh, word(0)))
		al, ah = signs(nega, al, ah)
		bl, bh = signs(negb, bl, bh)
	}
	r := f.routine("divide128", []int{64, 64, 64, 64}, []cfg.Expr{f.let(al), f.let(ah), f.let(bl), f.let(bh)}, divide128)
	if op == "%" {
		return signs(nega, r[2], r[3])
	}
	if t.Signed {
		nega = f.let(binary(cfg.Ne, bit(nega), bit(negb)))
	}
	return signs(nega, r[0], r[1])
}

// divide128 computes quotient and remainder, each low word first.
func divide128(f *emitter, x []cfg.Expr) []cfg.Expr {
	al, ah, bl, bh := x[0], x[1], x[2], x[3]
	zero := word(0)
	one := func() []cfg.Expr { // divisor of one word
		return f.choose(eq(ah, zero), func() []cfg.Expr {
			return []cfg.Expr{f.let(binary(cfg.UDiv, al, bl)), zero, f.let(binary(cfg.URem, al, bl)), zero}
		}, func() []cfg.Expr {
			q1 := f.let(binary(cfg.UDiv, ah, bl))
			q0, r := f.quotient(f.let(binary(cfg.URem, ah, bl)), al, bl)
			return []cfg.Expr{q0, q1, r, zero}
		})
	}
	two := func() []cfg.Expr {
		// The quotient of the leading words is the result or one more (Warren,
		// Hacker's Delight, 9-5).
		s := f.leadingZeros(bh)
		v := f.let(or(shl(bh, s), over(bl, s)))
		q, _ := f.quotient(f.let(shr(ah, word(1))), f.let(or(shl(ah, word(63)), shr(al, word(1)))), v)
		q = f.let(shr(q, sub(word(63), s)))
		q = f.let(ite(eq(q, zero), q, sub(q, word(1))))
		pl, ph := f.wideMul(bl, bh, q, zero)
		rl := f.let(sub(al, pl))
		rh := f.let(sub(sub(ah, ph), bit(ult(al, pl))))
		again := f.let(cfg.Negate(either(ult(rh, bh), both(eq(rh, bh), ult(rl, bl)))))
		nl := f.let(sub(rl, bl))
		nh := f.let(sub(sub(rh, bh), bit(ult(rl, bl))))
		return []cfg.Expr{f.let(add(q, bit(again))), zero, f.let(ite(again, nl, rl)), f.let(ite(again, nh, rh))}
	}
	return f.choose(eq(bh, zero), one, two)
}

// wideShift shifts an integer of 128 bits, or by one.
func (f *emitter) wideShift(op string, x, y val, n cc.ExpressionNode) val {
	tt := f.l.tt
	if x.t.Kind != ctypes.Wide && x.t.Kind != ctypes.Int || y.t.Kind != ctypes.Wide && y.t.Kind != ctypes.Int {
		f.fail(n, "operator %s on %s and %s", op, x.t.Name, y.t.Name)
	}
	c := f.convert(y, tt.UInt128, n)
	cl, ch := f.words(c)
	count := f.let(ite(eq(ch, word(0)), cl, word(^uint64(0))))
	if x.t.Kind != ctypes.Wide {
		return f.shift(op, x, val{e: count, t: tt.ULongLong}, n)
	}
	t := tt.Canon(x.t)
	lo, hi := f.words(x)
	lo, hi = f.let(lo), f.let(hi)
	far := cfg.Negate(ult(count, word(128)))
	if f.l.conf.Execute && !f.constant {
		// An execution stops here if the count is out of range.
		f.emit(&cfg.Assign{Dst: f.temp(tt.ULongLong), Src: &cfg.Binary{Op: cfg.Shl, T: count.Type(), X: word(1), Y: shr(count, word(1))}}, parse.Span{Pos: f.at.Pos}, cfg.RoleUser)
	}
	f.wideUndefined(safety.Shift, n, far, func(site *cfg.Site) cfg.Reason { return forbidden(cfg.Overflow(site, cfg.ShiftCount).Text) })
	long := f.let(ult(word(63), count)) // by a word or more
	count = f.let(and(count, word(63)))
	if op == ">>" {
		f.wideOverflow(n, t, func() cfg.Expr { return far })
		rl, rh := f.wideShiftRight(lo, hi, count, long, t.Signed)
		return f.wideVal(t, rl, rh)
	}
	rl := f.let(shl(lo, count))
	rh := f.let(ite(long, rl, or(shl(hi, count), over(lo, count))))
	rl = f.let(ite(long, word(0), rl))
	f.wideOverflow(n, t, func() cfg.Expr {
		bl, bh := f.wideShiftRight(rl, rh, count, long, true)
		back := both(eq(bl, lo), eq(bh, hi))
		return either(far, either(binary(cfg.SLt, hi, word(0)), cfg.Negate(back)))
	})
	return f.wideVal(t, rl, rh)
}

// wideShiftRight shifts by count, and by 64 more if long holds.
func (f *emitter) wideShiftRight(lo, hi, count, long cfg.Expr, signed bool) (rl, rh cfg.Expr) {
	rh, out := shr(hi, count), word(0)
	if signed {
		rh, out = binary(cfg.AShr, hi, count), binary(cfg.AShr, hi, word(63))
	}
	rh = f.let(rh)
	rest := shl(shl(hi, word(1)), sub(word(63), count))
	return f.let(ite(long, rh, or(shr(lo, count), rest))), f.let(ite(long, out, rh))
}

// wideUnary computes + - ~.
func (f *emitter) wideUnary(op string, x val, n cc.ExpressionNode) val {
	t := f.l.tt.Canon(x.t)
	lo, hi := f.words(x)
	switch op {
	case "-":
		f.wideOverflow(n, t, func() cfg.Expr { return both(eq(hi, word(1<<63)), eq(lo, word(0))) })
		lo, hi = f.wideNeg(lo, hi)
	case "~":
		lo, hi = unary(cfg.Not, lo), unary(cfg.Not, hi)
	}
	return f.wideVal(t, lo, hi)
}

// wideOverflow marks the operation n on the type t as one that C leaves
// undefined if the condition holds.
func (f *emitter) wideOverflow(n cc.ExpressionNode, t *ctypes.Type, undefined func() cfg.Expr) {
	if t.Signed && n != nil {
		f.undefinedIf(safety.Overflow, f.l.u.Sources.Node(n), t, undefined)
	}
}

// wideUndefined makes it an error of the check c that the operation n has operands
// for which C does not define it, where a program is verified.
func (f *emitter) wideUndefined(c safety.Checks, n cc.ExpressionNode, bad cfg.Expr, why func(*cfg.Site) cfg.Reason) {
	if f.l.conf.Checks&c == 0 || n == nil || f.dead() || f.constant || f.typing {
		return
	}
	if at := f.l.u.Sources.Node(n); at.Pos.IsValid() {
		f.forbidden(c, bad, why(&cfg.Site{Pos: at.Pos, Text: at.Text}), at)
	}
}

// undefinedIf marks what is at a place of the source, and has the type t, as
// undefined if the condition holds, for the check c or that of overflow. A mark
// belongs to an operation of cfg: it is on a sum that overflows just then.
func (f *emitter) undefinedIf(c safety.Checks, at parse.Span, t *ctypes.Type, undefined func() cfg.Expr) {
	if !at.Pos.IsValid() || f.dead() || f.constant || f.l.conf.Checks&(c|safety.Overflow) == 0 && !f.l.conf.Execute {
		return
	}
	bad := undefined()
	if bad == cfg.Expr(cfg.False) {
		return
	}
	site := &cfg.Site{Pos: at.Pos, Text: at.Text, CType: f.l.tt.Described(t)}
	if f.l.conf.Checks&c != 0 && c != safety.Overflow {
		part := cfg.ConvertedValue
		if c == safety.Shift {
			part = cfg.ShiftCount
		}
		f.forbidden(c, bad, forbidden(cfg.Overflow(site, part).Text), at)
		return
	}
	most := word(1<<63 - 1)
	e := &cfg.Binary{Op: cfg.Add, T: most.Type(), X: most, Y: f.let(bit(bad)), Signed: true, Site: site}
	f.emit(&cfg.Assign{Dst: f.temp(f.l.tt.LongLong), Src: e}, parse.Span{Pos: f.at.Pos}, cfg.RoleImplicit)
}
