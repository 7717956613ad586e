package emit

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"

	"modernc.org/cc/v4"
)

// Integers of 128 bits, as two words.

// WideVal is the integer of type t with these words.
func (f *Emitter) WideVal(t *ctypes.Type, lo, hi cfg.Expr) Value {
	return f.Composed(t, Value{Expr: lo, Type: f.Program.Types.ULongLong}, Value{Expr: hi, Type: t.Fields[1].Type})
}

// Words are the low and the high word of a 128-bit integer.
func (f *Emitter) Words(v Value) (lo, hi cfg.Expr) {
	p := f.Parts(v)
	return p[0].Expr, p[1].Expr
}

// ToWide converts a number to a 128-bit integer.
func (f *Emitter) ToWide(v Value, to *ctypes.Type, n cc.ExpressionNode) Value {
	tt := f.Program.Types
	if tt.PtrBits == 32 {
		f.Fail(n, "__int128 in the data model ILP32")
	}
	switch v.Type.Kind {
	case ctypes.Int, ctypes.Pointer:
		lo := f.Let(f.Conv(v, tt.ULongLong))
		hi := Word(0)
		if v.Type.Signed || v.Type.Kind == ctypes.Pointer { // gcc extends pointers by their sign
			hi = Binary(cfg.AShr, lo, Word(63))
		}
		return f.WideVal(to, lo, hi)
	case ctypes.Wide:
		lo, hi := f.Words(v)
		return f.WideVal(to, lo, hi)
	case ctypes.Float:
		return f.floatToWide(v, to)
	case ctypes.Extended:
		return f.wideOfExtended(v, to)
	case ctypes.Complex:
		return f.Convert(f.Parts(v)[0], to, n)
	}
	f.Fail(n, "conversion of %s to %s", v.Type.Name, to.Name)
	return Value{}
}

// floatToWide converts a floating number by the absolute value.
func (f *Emitter) floatToWide(v Value, to *ctypes.Type) Value {
	tt := f.Program.Types
	x := f.Let(f.Conv(v, tt.Double))
	a := f.Let(Unary(cfg.FAbs, x))
	hi := f.Let(Cast(cfg.FToU, cfg.BV(64), Binary(cfg.FMul, a, FloatConst(64, 0x1p-64))))
	rest := Binary(cfg.FSub, a, Binary(cfg.FMul, Cast(cfg.UToF, cfg.FP(64), hi), FloatConst(64, 0x1p64)))
	lo := f.Let(Cast(cfg.FToU, cfg.BV(64), rest))
	minus := f.Let(Binary(cfg.FLt, x, FloatConst(64, 0)))
	if to.Signed {
		f.undefinedIf(safety.Conversion, f.At, to, func() cfg.Expr {
			below := Binary(cfg.FLt, a, FloatConst(64, 0x1p127))
			return cfg.Negate(Either(below, Binary(cfg.FEq, x, FloatConst(64, -0x1p127))))
		})
	}
	nlo, nhi := f.wideNeg(lo, hi)
	return f.WideVal(to, Ite(minus, nlo, lo), Ite(minus, nhi, hi))
}

// fromWide converts a 128-bit integer to a scalar type.
func (f *Emitter) fromWide(v Value, to *ctypes.Type) Value {
	lo, hi := f.Words(v)
	if to.Kind == ctypes.Float {
		return f.wideToFloat(v, to)
	}
	_ = hi
	return Value{Expr: lo, Type: f.Program.Types.ULongLong}
}

// wideToFloat rounds a 128-bit integer: the leading 64 bits, the last of which
// stands for all that follow, are rounded once.
func (f *Emitter) wideToFloat(v Value, to *ctypes.Type) Value {
	w := to.Bits
	top, n, minus := f.wideLeading(v)
	bias, mant := uint64(1023), uint64(52)
	if w == 32 {
		bias, mant = 127, 23
	}
	// 2^(64-n)
	power := Shl(sub(Word(bias+64), n), Word(mant))
	if w == 32 {
		power = Cast(cfg.Trunc, cfg.BV(32), power)
	}
	power = Cast(cfg.BitsToF, cfg.FP(w), power)
	x := f.Let(Binary(cfg.FMul, Cast(cfg.UToF, cfg.FP(w), top), power))
	return Value{Expr: Ite(minus, Unary(cfg.FNeg, x), x), Type: to}
}

// wideLeading gives the first 64 bits, from the leading one on, of the absolute
// value of v, which is top * 2^(64-n); the last bit of top is set if one
// after it is. A zero has top = 0.
func (f *Emitter) wideLeading(v Value) (top, n, minus cfg.Expr) {
	top, rest, n, minus := f.wideDigits(v)
	return f.Let(Or(top, bit(Binary(cfg.Ne, rest, Word(0))))), n, minus
}

// wideDigits shifts the absolute value of v to the left, by n, until its
// leading bit is the first one.
func (f *Emitter) wideDigits(v Value) (hi, lo, n, minus cfg.Expr) {
	lo, hi = f.Words(v)
	minus = cfg.False
	if v.Type.Signed {
		minus = f.Let(Binary(cfg.SLt, hi, Word(0)))
		nlo, nhi := f.wideNeg(lo, hi)
		lo, hi = f.Let(Ite(minus, nlo, lo)), f.Let(Ite(minus, nhi, hi))
	}
	short := f.Let(Eq(hi, Word(0)))
	first := f.Let(Ite(short, lo, hi))
	second := f.Let(Ite(short, Word(0), lo))
	n = f.leadingZeros(first)
	hi = f.Let(Or(Shl(first, n), over(second, n)))
	lo = f.Let(Shl(second, n))
	return hi, lo, f.Let(add(n, Ite(short, Word(64), Word(0)))), minus
}

func (f *Emitter) wideNeg(lo, hi cfg.Expr) (nlo, nhi cfg.Expr) {
	return f.Let(Unary(cfg.Neg, lo)), f.Let(sub(Unary(cfg.Not, hi), Unary(cfg.Neg, bit(Eq(lo, Word(0))))))
}

// wideOp computes x op y where an operand has 128 bits and none is complex.
func (f *Emitter) wideOp(op string, x, y Value, n cc.ExpressionNode) Value {
	tt := f.Program.Types
	switch {
	case op == "<<" || op == ">>":
		return f.wideShift(op, x, y, n)
	case x.Type.Kind == ctypes.Pointer && y.Type.Kind == ctypes.Wide:
		return f.Apply(op, x, f.narrowed(y), n)
	case y.Type.Kind == ctypes.Pointer && x.Type.Kind == ctypes.Wide:
		return f.Apply(op, f.narrowed(x), y, n)
	}
	t := tt.UsualComposite(x.Type, y.Type)
	if t.Kind != ctypes.Wide {
		return f.Apply(op, f.Convert(x, t, n), f.Convert(y, t, n), n)
	}
	a, b := f.Convert(x, t, n), f.Convert(y, t, n)
	al, ah := f.Words(a)
	bl, bh := f.Words(b)
	if c := wideCompare(op, t.Signed, al, ah, bl, bh); c != nil {
		return Value{Expr: c, Type: tt.Int}
	}
	var lo, hi cfg.Expr
	switch op {
	case "&":
		lo, hi = And(al, bl), And(ah, bh)
	case "|":
		lo, hi = Or(al, bl), Or(ah, bh)
	case "^":
		lo, hi = xor(al, bl), xor(ah, bh)
	case "+":
		lo = f.Let(add(al, bl))
		hi = f.Let(add(add(ah, bh), bit(ult(lo, al))))
		f.wideOverflow(n, t, func() cfg.Expr {
			return Binary(cfg.SLt, And(xor(ah, hi), xor(bh, hi)), Word(0))
		})
	case "-":
		lo = f.Let(sub(al, bl))
		hi = f.Let(sub(sub(ah, bh), bit(ult(al, bl))))
		f.wideOverflow(n, t, func() cfg.Expr {
			return Binary(cfg.SLt, And(xor(ah, bh), xor(ah, hi)), Word(0))
		})
	case "*":
		lo, hi = f.wideMul(al, ah, bl, bh)
		f.wideOverflow(n, t, func() cfg.Expr { return f.wideMulOverflow(al, ah, bl, bh) })
	case "/", "%":
		lo, hi = f.wideDivide(op, t, al, ah, bl, bh, n)
	default:
		f.Fail(n, "operator %s on %s", op, t.Name)
	}
	return f.WideVal(t, lo, hi)
}

// narrowed is the low word of a 128-bit integer, as pointer arithmetic uses it.
func (f *Emitter) narrowed(v Value) Value {
	return Value{Expr: f.Conv(v, f.Program.Types.PtrDiff), Type: f.Program.Types.PtrDiff}
}

// wideCompare is the comparison of two integers, nil for other operators.
func wideCompare(op string, signed bool, al, ah, bl, bh cfg.Expr) cfg.Expr {
	less := cfg.ULt
	if signed {
		less = cfg.SLt
	}
	switch op {
	case "==":
		return Both(Eq(al, bl), Eq(ah, bh))
	case "!=":
		return cfg.Negate(Both(Eq(al, bl), Eq(ah, bh)))
	case ">", "<=":
		al, ah, bl, bh = bl, bh, al, ah
	case "<", ">=":
	default:
		return nil
	}
	c := Either(Binary(less, ah, bh), Both(Eq(ah, bh), ult(al, bl)))
	if op == "<=" || op == ">=" {
		return cfg.Negate(c)
	}
	return c
}

func (f *Emitter) wideMul(al, ah, bl, bh cfg.Expr) (lo, hi cfg.Expr) {
	hi, lo = f.product(al, bl)
	return lo, f.Let(add(hi, add(mul(al, bh), mul(ah, bl))))
}

// wideMulOverflow reports whether the signed product of a and b is not r.
func (f *Emitter) wideMulOverflow(al, ah, bl, bh cfg.Expr) cfg.Expr {
	// The absolute values as numbers without sign: their product must have no
	// more than 127 bits, or be 2^127 where the result is negative.
	abs := func(lo, hi cfg.Expr) (cfg.Expr, cfg.Expr) {
		nlo, nhi := f.wideNeg(lo, hi)
		minus := f.Let(Binary(cfg.SLt, hi, Word(0)))
		return f.Let(Ite(minus, nlo, lo)), f.Let(Ite(minus, nhi, hi))
	}
	pl, ph := abs(al, ah)
	ql, qh := abs(bl, bh)
	minus := f.Let(Binary(cfg.SLt, xor(ah, bh), Word(0)))
	nonzero := func(x cfg.Expr) cfg.Expr { return Binary(cfg.Ne, x, Word(0)) }
	large := Both(nonzero(ph), nonzero(qh))
	x1, x0 := f.product(ph, ql)
	y1, y0 := f.product(pl, qh)
	z1, z0 := f.product(pl, ql)
	mid := f.Let(add(x0, y0)) // one of them is 0, or the product is too large
	sum := f.Let(add(mid, z1))
	large = Either(Either(large, Either(nonzero(x1), nonzero(y1))), ult(sum, z1))
	top := f.Let(Binary(cfg.SLt, sum, Word(0)))
	least := Both(Eq(sum, Word(1<<63)), Eq(z0, Word(0)))
	return f.Let(Either(large, Both(top, cfg.Negate(Both(minus, least)))))
}

// wideDivide computes / and %.
func (f *Emitter) wideDivide(op string, t *ctypes.Type, al, ah, bl, bh cfg.Expr, n cc.ExpressionNode) (lo, hi cfg.Expr) {
	f.wideOverflow(n, t, func() cfg.Expr {
		least := Both(Eq(ah, Word(1<<63)), Eq(al, Word(0)))
		return Both(least, Eq(And(bl, bh), Word(^uint64(0))))
	})
	if zero := f.Let(Or(bl, bh)); f.Program.Options.Execute || IsConst(zero, 0) && f.Program.Options.Checks&safety.Division == 0 {
		// An execution stops here if the divisor is zero.
		f.Emit(&cfg.Assign{Dst: f.Temp(f.Program.Types.ULongLong), Src: &cfg.Binary{Op: cfg.UDiv, T: zero.Type(), X: Word(1), Y: zero}}, parse.Span{Pos: f.At.Pos}, cfg.RoleUser)
		if IsConst(zero, 0) {
			return Word(0), Word(0)
		}
	}
	f.wideUndefined(safety.Division, n, Eq(f.Let(Or(bl, bh)), Word(0)), func(site *cfg.Site) cfg.Reason { return cfg.Reason{Kind: cfg.Division, Text: site.Text} })
	var nega, negb cfg.Expr = cfg.False, cfg.False
	signs := func(minus, lo, hi cfg.Expr) (cfg.Expr, cfg.Expr) {
		if minus == cfg.Expr(cfg.False) {
			return lo, hi
		}
		nlo, nhi := f.wideNeg(lo, hi)
		return f.Let(Ite(minus, nlo, lo)), f.Let(Ite(minus, nhi, hi))
	}
	if t.Signed {
		nega, negb = f.Let(Binary(cfg.SLt, ah, Word(0))), f.Let(Binary(cfg.SLt, bh, Word(0)))
		al, ah = signs(nega, al, ah)
		bl, bh = signs(negb, bl, bh)
	}
	r := f.routine("divide128", []int{64, 64, 64, 64}, []cfg.Expr{f.Let(al), f.Let(ah), f.Let(bl), f.Let(bh)}, divide128)
	if op == "%" {
		return signs(nega, r[2], r[3])
	}
	if t.Signed {
		nega = f.Let(Binary(cfg.Ne, bit(nega), bit(negb)))
	}
	return signs(nega, r[0], r[1])
}

// divide128 computes quotient and remainder, each low word first.
func divide128(f *Emitter, x []cfg.Expr) []cfg.Expr {
	al, ah, bl, bh := x[0], x[1], x[2], x[3]
	zero := Word(0)
	one := func() []cfg.Expr { // divisor of one word
		return f.choose(Eq(ah, zero), func() []cfg.Expr {
			return []cfg.Expr{f.Let(Binary(cfg.UDiv, al, bl)), zero, f.Let(Binary(cfg.URem, al, bl)), zero}
		}, func() []cfg.Expr {
			q1 := f.Let(Binary(cfg.UDiv, ah, bl))
			q0, r := f.quotient(f.Let(Binary(cfg.URem, ah, bl)), al, bl)
			return []cfg.Expr{q0, q1, r, zero}
		})
	}
	two := func() []cfg.Expr {
		// The quotient of the leading words is the result or one more (Warren,
		// Hacker's Delight, 9-5).
		s := f.leadingZeros(bh)
		v := f.Let(Or(Shl(bh, s), over(bl, s)))
		q, _ := f.quotient(f.Let(Shr(ah, Word(1))), f.Let(Or(Shl(ah, Word(63)), Shr(al, Word(1)))), v)
		q = f.Let(Shr(q, sub(Word(63), s)))
		q = f.Let(Ite(Eq(q, zero), q, sub(q, Word(1))))
		pl, ph := f.wideMul(bl, bh, q, zero)
		rl := f.Let(sub(al, pl))
		rh := f.Let(sub(sub(ah, ph), bit(ult(al, pl))))
		again := f.Let(cfg.Negate(Either(ult(rh, bh), Both(Eq(rh, bh), ult(rl, bl)))))
		nl := f.Let(sub(rl, bl))
		nh := f.Let(sub(sub(rh, bh), bit(ult(rl, bl))))
		return []cfg.Expr{f.Let(add(q, bit(again))), zero, f.Let(Ite(again, nl, rl)), f.Let(Ite(again, nh, rh))}
	}
	return f.choose(Eq(bh, zero), one, two)
}

// wideShift shifts an integer of 128 bits, or by one.
func (f *Emitter) wideShift(op string, x, y Value, n cc.ExpressionNode) Value {
	tt := f.Program.Types
	if x.Type.Kind != ctypes.Wide && x.Type.Kind != ctypes.Int || y.Type.Kind != ctypes.Wide && y.Type.Kind != ctypes.Int {
		f.Fail(n, "operator %s on %s and %s", op, x.Type.Name, y.Type.Name)
	}
	c := f.Convert(y, tt.UInt128, n)
	cl, ch := f.Words(c)
	count := f.Let(Ite(Eq(ch, Word(0)), cl, Word(^uint64(0))))
	if x.Type.Kind != ctypes.Wide {
		return f.shift(op, x, Value{Expr: count, Type: tt.ULongLong}, n)
	}
	t := tt.Canon(x.Type)
	lo, hi := f.Words(x)
	lo, hi = f.Let(lo), f.Let(hi)
	far := cfg.Negate(ult(count, Word(128)))
	if f.Program.Options.Execute && !f.Constant {
		// An execution stops here if the count is out of range.
		f.Emit(&cfg.Assign{Dst: f.Temp(tt.ULongLong), Src: &cfg.Binary{Op: cfg.Shl, T: count.Type(), X: Word(1), Y: Shr(count, Word(1))}}, parse.Span{Pos: f.At.Pos}, cfg.RoleUser)
	}
	f.wideUndefined(safety.Shift, n, far, func(site *cfg.Site) cfg.Reason { return Forbidden(cfg.Overflow(site, cfg.ShiftCount).Text) })
	long := f.Let(ult(Word(63), count)) // by a word or more
	count = f.Let(And(count, Word(63)))
	if op == ">>" {
		f.wideOverflow(n, t, func() cfg.Expr { return far })
		rl, rh := f.wideShiftRight(lo, hi, count, long, t.Signed)
		return f.WideVal(t, rl, rh)
	}
	rl := f.Let(Shl(lo, count))
	rh := f.Let(Ite(long, rl, Or(Shl(hi, count), over(lo, count))))
	rl = f.Let(Ite(long, Word(0), rl))
	f.wideOverflow(n, t, func() cfg.Expr {
		bl, bh := f.wideShiftRight(rl, rh, count, long, true)
		back := Both(Eq(bl, lo), Eq(bh, hi))
		return Either(far, Either(Binary(cfg.SLt, hi, Word(0)), cfg.Negate(back)))
	})
	return f.WideVal(t, rl, rh)
}

// wideShiftRight shifts by count, and by 64 more if long holds.
func (f *Emitter) wideShiftRight(lo, hi, count, long cfg.Expr, signed bool) (rl, rh cfg.Expr) {
	rh, out := Shr(hi, count), Word(0)
	if signed {
		rh, out = Binary(cfg.AShr, hi, count), Binary(cfg.AShr, hi, Word(63))
	}
	rh = f.Let(rh)
	rest := Shl(Shl(hi, Word(1)), sub(Word(63), count))
	return f.Let(Ite(long, rh, Or(Shr(lo, count), rest))), f.Let(Ite(long, out, rh))
}

// wideUnary computes + - ~.
func (f *Emitter) wideUnary(op string, x Value, n cc.ExpressionNode) Value {
	t := f.Program.Types.Canon(x.Type)
	lo, hi := f.Words(x)
	switch op {
	case "-":
		f.wideOverflow(n, t, func() cfg.Expr { return Both(Eq(hi, Word(1<<63)), Eq(lo, Word(0))) })
		lo, hi = f.wideNeg(lo, hi)
	case "~":
		lo, hi = Unary(cfg.Not, lo), Unary(cfg.Not, hi)
	}
	return f.WideVal(t, lo, hi)
}

// wideOverflow marks the operation n on the type t as one that C leaves
// undefined if the condition holds.
func (f *Emitter) wideOverflow(n cc.ExpressionNode, t *ctypes.Type, undefined func() cfg.Expr) {
	if t.Signed && n != nil {
		f.undefinedIf(safety.Overflow, f.Program.Linked.Sources.Node(n), t, undefined)
	}
}

// wideUndefined makes it an error of the check c that the operation n has operands
// for which C does not define it, where a program is verified.
func (f *Emitter) wideUndefined(c safety.Checks, n cc.ExpressionNode, bad cfg.Expr, why func(*cfg.Site) cfg.Reason) {
	if f.Program.Options.Checks&c == 0 || n == nil || f.Dead() || f.Constant || f.Typing {
		return
	}
	if at := f.Program.Linked.Sources.Node(n); at.Pos.IsValid() {
		f.Forbidden(c, bad, why(&cfg.Site{Pos: at.Pos, Text: at.Text}), at)
	}
}

// undefinedIf marks what is at a place of the source, and has the type t, as
// undefined if the condition holds, for the check c or that of overflow. A mark
// belongs to an operation of cfg: it is on a sum that overflows just then.
func (f *Emitter) undefinedIf(c safety.Checks, at parse.Span, t *ctypes.Type, undefined func() cfg.Expr) {
	if !at.Pos.IsValid() || f.Dead() || f.Constant || f.Program.Options.Checks&(c|safety.Overflow) == 0 && !f.Program.Options.Execute {
		return
	}
	bad := undefined()
	if bad == cfg.Expr(cfg.False) {
		return
	}
	site := &cfg.Site{Pos: at.Pos, Text: at.Text, CType: f.Program.Types.Described(t)}
	if f.Program.Options.Checks&c != 0 && c != safety.Overflow {
		part := cfg.ConvertedValue
		if c == safety.Shift {
			part = cfg.ShiftCount
		}
		f.Forbidden(c, bad, Forbidden(cfg.Overflow(site, part).Text), at)
		return
	}
	most := Word(1<<63 - 1)
	e := &cfg.Binary{Op: cfg.Add, T: most.Type(), X: most, Y: f.Let(bit(bad)), Signed: true, Site: site}
	f.Emit(&cfg.Assign{Dst: f.Temp(f.Program.Types.LongLong), Src: e}, parse.Span{Pos: f.At.Pos}, cfg.RoleImplicit)
}

// wideOfExtended converts a long double to an integer of 128 bits.
func (f *Emitter) wideOfExtended(v Value, to *ctypes.Type) Value {
	x := f.ExtOf(v)
	if to.Signed {
		f.undefinedIf(safety.Conversion, f.At, to, func() cfg.Expr { return cfg.Negate(extFits(x, 128)) })
	}
	// The integer is the number of the words sig and 0, shifted to the right.
	d := f.Let(sub(Word(expBias+127), x.Exp))
	s := f.Let(And(d, Word(63)))
	long := f.Let(ult(Word(63), d))
	a := f.Let(Shr(x.Sig, s))
	none := f.Let(ult(Word(127), d))
	hi := f.Let(Ite(long, Word(0), a))
	lo := f.Let(Ite(long, Ite(none, Word(0), a), Shl(Shl(x.Sig, Word(1)), sub(Word(63), s))))
	nlo, nhi := f.wideNeg(lo, hi)
	minus := f.Let(Binary(cfg.Ne, x.Sign, Word(0)))
	return f.WideVal(to, Ite(minus, nlo, lo), Ite(minus, nhi, hi))
}
