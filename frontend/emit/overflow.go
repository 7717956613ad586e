package emit

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
)

// __builtin_add_overflow and its relatives: the result of an operation on
// integers of any types, in a third type, and whether the exact result is
// another number.

// Overflow computes a op b in the type rt and whether the exact result does
// not fit.
func (f *Emitter) Overflow(op string, a, b Value, rt *ctypes.Type) (res Value, over cfg.Expr) {
	tt := f.Program.Types
	ops := map[string]cfg.Op{"add": cfg.Add, "sub": cfg.Sub, "mul": cfg.Mul}
	if a.Type.Bits <= 32 && b.Type.Bits <= 32 && rt.Bits <= 32 && !(op == "mul" && !a.Type.Signed && !b.Type.Signed) {
		// Exact in 64 bits.
		x, y := f.Conv(a, tt.LongLong), f.Conv(b, tt.LongLong)
		wide := Binary(ops[op], x, y)
		res = Value{Expr: f.Conv(Value{Expr: wide, Type: tt.LongLong}, rt), Type: rt}
		return res, Binary(cfg.Ne, f.Conv(res, tt.LongLong), wide)
	}
	within := func(t *ctypes.Type) bool { return t.Kind == ctypes.Int && t.Signed == rt.Signed && t.Bits <= rt.Bits }
	if op != "mul" && rt.Kind == ctypes.Int && within(a.Type) && within(b.Type) {
		x, y := f.Conv(a, rt), f.Conv(b, rt)
		e := Binary(ops[op], x, y)
		zero := Const(x.Type(), 0)
		switch {
		case op == "add" && rt.Signed:
			over = Binary(cfg.SLt, And(xor(x, e), xor(y, e)), zero)
		case op == "sub" && rt.Signed:
			over = Binary(cfg.SLt, And(xor(x, y), xor(x, e)), zero)
		case op == "add":
			over = ult(e, x)
		default:
			over = ult(x, y)
		}
		return Value{Expr: e, Type: rt}, over
	}
	x, y := f.exact(a), f.exact(b)
	var r exact
	large := cfg.Expr(cfg.False)
	switch {
	case op == "add":
		r = f.exactSum(x, y)
	case op == "sub":
		r = f.exactDifference(x, y)
	case a.Type.Kind == ctypes.Wide || b.Type.Kind == ctypes.Wide:
		r, large = f.exactLargeProduct(x, y)
	default:
		r = f.exactProduct(x, y)
	}
	res = Value{Expr: r[0], Type: tt.ULongLong}
	if rt.Kind == ctypes.Wide {
		res = f.WideVal(rt, r[0], r[1])
	} else {
		res = Value{Expr: f.Let(f.Conv(res, rt)), Type: rt}
	}
	fits := f.exact(res)
	same := Both(Eq(r[0], fits[0]), Both(Eq(r[1], fits[1]), Eq(r[2], fits[2])))
	return res, Either(large, cfg.Negate(same))
}

// exact is an integer in three words of two's complement, the lowest first,
// which no sum, difference or product of words leaves.
type exact [3]cfg.Expr

// exact is the value of an integer.
func (f *Emitter) exact(v Value) exact {
	var lo, hi cfg.Expr
	sign := func(x cfg.Expr) cfg.Expr {
		if !v.Type.Signed {
			return Word(0)
		}
		return f.Let(Binary(cfg.AShr, x, Word(63)))
	}
	if v.Type.Kind == ctypes.Wide {
		lo, hi = f.Words(v)
		return exact{f.Let(lo), f.Let(hi), sign(hi)}
	}
	lo = f.Let(f.Conv(v, f.Program.Types.ULongLong))
	hi = sign(lo)
	return exact{lo, hi, hi}
}

func (f *Emitter) exactSum(a, b exact) exact {
	lo := f.Let(add(a[0], b[0]))
	carry := f.Let(bit(ult(lo, a[0])))
	mid := f.Let(add(a[1], b[1]))
	hi := f.Let(add(mid, carry))
	carry = add(bit(ult(mid, a[1])), bit(ult(hi, mid)))
	return exact{lo, hi, f.Let(add(add(a[2], b[2]), carry))}
}

func (f *Emitter) exactDifference(a, b exact) exact {
	lo := f.Let(sub(a[0], b[0]))
	borrow := f.Let(bit(ult(a[0], b[0])))
	mid := f.Let(sub(a[1], b[1]))
	hi := f.Let(sub(mid, borrow))
	borrow = add(bit(ult(a[1], b[1])), bit(ult(mid, borrow)))
	return exact{lo, hi, f.Let(sub(sub(a[2], b[2]), borrow))}
}

// exactProduct multiplies numbers of one word and a sign.
func (f *Emitter) exactProduct(a, b exact) exact {
	hi, lo := f.product(a[0], b[0])
	// A negative factor stands for the word less 2^64.
	hi = f.Let(sub(hi, add(And(a[1], b[0]), And(b[1], a[0]))))
	return exact{lo, hi, f.productSign(a, b, Either(Binary(cfg.Ne, lo, Word(0)), Binary(cfg.Ne, hi, Word(0))))}
}

// productSign is the highest word of a product.
func (f *Emitter) productSign(a, b exact, nonzero cfg.Expr) cfg.Expr {
	return f.Let(Ite(nonzero, xor(a[2], b[2]), Word(0)))
}

// exactLargeProduct multiplies numbers of two words and a sign by their
// absolute values. large tells that the result has more than two.
func (f *Emitter) exactLargeProduct(a, b exact) (r exact, large cfg.Expr) {
	abs := func(x exact) (lo, hi cfg.Expr) {
		nlo, nhi := f.wideNeg(x[0], x[1])
		minus := f.Let(Binary(cfg.SLt, x[2], Word(0)))
		return f.Let(Ite(minus, nlo, x[0])), f.Let(Ite(minus, nhi, x[1]))
	}
	nonzero := func(x cfg.Expr) cfg.Expr { return Binary(cfg.Ne, x, Word(0)) }
	pl, ph := abs(a)
	ql, qh := abs(b)
	x1, x0 := f.product(ph, ql)
	y1, y0 := f.product(pl, qh)
	z1, z0 := f.product(pl, ql)
	mid := f.Let(add(x0, y0)) // one of them is 0, or the product is too large
	hi := f.Let(add(mid, z1))
	large = f.Let(Either(Either(Both(nonzero(ph), nonzero(qh)), Either(nonzero(x1), nonzero(y1))), ult(hi, z1)))
	minus := f.Let(Binary(cfg.SLt, xor(a[2], b[2]), Word(0)))
	nlo, nhi := f.wideNeg(z0, hi)
	r = exact{f.Let(Ite(minus, nlo, z0)), f.Let(Ite(minus, nhi, hi)), nil}
	r[2] = f.productSign(a, b, Either(nonzero(z0), nonzero(hi)))
	return r, large
}

// Implicit is conv where the program has no cast.
func (f *Emitter) Implicit(v Value, to *ctypes.Type) cfg.Expr {
	f.mayChange(v, to, 0)
	return f.Conv(v, to)
}

// mayChange notes a conversion of a number that may change its value, also to a
// bit-field of so many bits. Constants are what the compiler converts.
func (f *Emitter) mayChange(v Value, to *ctypes.Type, bits int) {
	if f.Program.Options.Checks&safety.Lossy == 0 || f.Dead() || f.Constant || f.Typing || v.Expr == nil || v.Expr.Type().Kind == cfg.Bool || to.Bool ||
		v.Type.Kind != ctypes.Int && v.Type.Kind != ctypes.Float || to.Kind != ctypes.Int && to.Kind != ctypes.Float {
		return
	}
	t := f.Program.Types.Value(to)
	if bits > 0 {
		t = cfg.BV(bits)
	}
	if t == v.Expr.Type() && (to.Kind == ctypes.Float || v.Type.Signed == to.Signed) {
		return
	}
	// The constructor of conversions merges several: what remains is inside.
	at := v.Expr
	for c, ok := at.(*cfg.Cast); ok && (c.Op == cfg.SExt || c.Op == cfg.ZExt || c.Op == cfg.Trunc); c, ok = at.(*cfg.Cast) {
		at = c.X
	}
	if _, constant := at.(*cfg.Const); constant || prelude.Is(f.function()) {
		return
	}
	f.Program.Lossy[at] = append(f.Program.Lossy[at], safety.Converted{Value: v.Expr, Signed: v.Type.Signed, To: t, ToSigned: to.Signed, Pos: f.At.Pos,
		From: f.Program.Types.Described(v.Type).String(), Target: f.Program.Types.Described(to).String()})
}

// function is the name of the function that is lowered.
func (f *Emitter) function() string {
	if f.Procedure == nil || f.Procedure.Func == nil {
		return ""
	}
	return f.Procedure.Func.Name
}

// Asks reports whether a violation of the check c matters: executions stop at any.
func (f *Emitter) Asks(c safety.Checks) bool {
	return (f.Program.Options.Checks&c != 0 || f.Program.Options.Execute) && !f.Dead() && !f.Constant && !f.Typing
}

// Forbidden makes it an error of the property with the check c that a condition
// holds.
func (f *Emitter) Forbidden(c safety.Checks, cond cfg.Expr, why cfg.Reason, at parse.Span) {
	from, next := f.Cur, f.NewLoc(cfg.Pos{})
	f.Assume(cfg.Negate(cond), parse.Span{}, cfg.RoleImplicit)
	f.Jump(next)
	f.Cur = from
	f.Assume(cond, parse.Span{}, cfg.RoleImplicit)
	if !f.Dead() {
		if cond == cfg.Expr(cfg.True) {
			f.Emit(&cfg.Skip{}, parse.Span{}, cfg.RoleImplicit)
		}
		f.Cur.Kind, f.Cur.Reason, f.Cur.Property, f.Cur.Pos = cfg.Error, why, safety.PropertyOf(c), at.Pos
	}
	f.Start(next)
}

// Forbidden is the reason of a location that C does not define.
func Forbidden(text string) cfg.Reason { return cfg.Reason{Kind: cfg.Forbidden, Text: text} }
