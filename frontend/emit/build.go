package emit

import (
	"math"

	"culprit/cfg"
)

// Constructors of expressions. They fold constants with the semantics of the
// target and simplify lightly; every consumer sees only their results.

func Const(t cfg.Type, v uint64) *cfg.Const {
	return &cfg.Const{T: t, V: cfg.Mask(v, t.Width())}
}

func BoolConst(b bool) cfg.Expr {
	if b {
		return cfg.True
	}
	return cfg.False
}

func IsConst(e cfg.Expr, v uint64) bool {
	c, ok := e.(*cfg.Const)
	return ok && c.T.Kind != cfg.Float && c.V == cfg.Mask(v, c.T.Width())
}

func floatOf(c *cfg.Const) float64 { return cfg.FloatValue(c.V, c.T.Width()) }

func FloatConst(bits int, f float64) *cfg.Const {
	if bits == 32 {
		return &cfg.Const{T: cfg.FP(32), V: uint64(math.Float32bits(float32(f)))}
	}
	return &cfg.Const{T: cfg.FP(64), V: math.Float64bits(f)}
}

// resultType is the type of op applied to operands of type t.
func resultType(op cfg.Op, t cfg.Type) cfg.Type {
	switch op {
	case cfg.Eq, cfg.Ne, cfg.ULt, cfg.ULe, cfg.SLt, cfg.SLe, cfg.LAnd, cfg.LOr,
		cfg.FEq, cfg.FNe, cfg.FLt, cfg.FLe, cfg.FIsNaN, cfg.FIsInf, cfg.LNot:
		return cfg.BoolType
	}
	return t
}

// Binary builds x op y.
func Binary(op cfg.Op, x, y cfg.Expr) cfg.Expr {
	cx, okx := x.(*cfg.Const)
	cy, oky := y.(*cfg.Const)
	if okx && oky {
		if r := foldBinary(op, cx, cy); r != nil {
			return r
		}
	}
	if r := identity(op, x, y); r != nil {
		return r
	}
	return &cfg.Binary{Op: op, T: resultType(op, x.Type()), X: x, Y: y}
}

// identity applies algebraic identities with one constant operand.
func identity(op cfg.Op, x, y cfg.Expr) cfg.Expr {
	switch op {
	case cfg.Add, cfg.Or, cfg.Xor:
		if IsConst(x, 0) {
			return y
		}
		if IsConst(y, 0) {
			return x
		}
	case cfg.Sub, cfg.Shl, cfg.LShr, cfg.AShr:
		if IsConst(y, 0) {
			return x
		}
	case cfg.Mul:
		if IsConst(x, 1) {
			return y
		}
		if IsConst(y, 1) {
			return x
		}
	case cfg.UDiv, cfg.SDiv:
		if IsConst(y, 1) && y.Type().Width() > 1 {
			return x
		}
	case cfg.And:
		if IsConst(y, math.MaxUint64) {
			return x
		}
	case cfg.PtrAdd:
		return ptrAddIdentity(x, y)
	case cfg.LAnd:
		switch {
		case x == cfg.Expr(cfg.True):
			return y
		case x == cfg.Expr(cfg.False):
			return x
		case y == cfg.Expr(cfg.True):
			return x
		}
	case cfg.LOr:
		switch {
		case x == cfg.Expr(cfg.False):
			return y
		case x == cfg.Expr(cfg.True):
			return x
		case y == cfg.Expr(cfg.False):
			return x
		}
	case cfg.Eq, cfg.Ne:
		return eqIdentity(op, x, y)
	}
	return nil
}

func ptrAddIdentity(x, y cfg.Expr) cfg.Expr {
	if IsConst(y, 0) {
		return x
	}
	c, ok := y.(*cfg.Const)
	b, isAdd := x.(*cfg.Binary)
	if ok && isAdd && b.Op == cfg.PtrAdd {
		if d, ok := b.Y.(*cfg.Const); ok {
			return Binary(cfg.PtrAdd, b.X, Const(c.T, c.V+d.V))
		}
	}
	return nil
}

// eqIdentity undoes the conversion of a truth value, and of a widening, that
// is compared with a constant.
func eqIdentity(op cfg.Op, x, y cfg.Expr) cfg.Expr {
	if _, ok := x.(*cfg.Const); ok {
		x, y = y, x
	}
	c, ok := y.(*cfg.Const)
	cast, isCast := x.(*cfg.Cast)
	if !ok || !isCast {
		return nil
	}
	switch cast.Op {
	case cfg.BoolToBits:
		switch c.V {
		case 0, 1:
			if (c.V == 0) == (op == cfg.Eq) {
				return cfg.Negate(cast.X)
			}
			return cast.X
		}
		if Total(cast.X) {
			return BoolConst(op == cfg.Ne)
		}
	case cfg.ZExt, cfg.SExt:
		w := cast.X.Type().Width()
		v := cfg.Mask(c.V, w)
		back := v
		if cast.Op == cfg.SExt {
			back = cfg.Mask(uint64(cfg.SignExtend(v, w)), c.T.Width())
		}
		if back == c.V {
			return Binary(op, cast.X, Const(cast.X.Type(), v))
		}
		if Total(cast.X) {
			return BoolConst(op == cfg.Ne)
		}
	}
	return nil
}

// foldBinary is nil where the value is not determined, and for divisions that C
// leaves undefined, whose places are looked at later.
func foldBinary(op cfg.Op, x, y *cfg.Const) cfg.Expr {
	switch op {
	case cfg.UDiv, cfg.URem, cfg.SDiv, cfg.SRem:
		if y.V == 0 || cfg.SignExtend(y.V, y.T.Width()) == -1 && cfg.SignExtend(x.V, x.T.Width()) == math.MinInt64 {
			return nil
		}
	}
	return folded(resultType(op, x.T))(cfg.EvalBinary(op, x.T.Width(), x.V, y.V))
}

// folded makes a literal of type t of a value that is determined.
func folded(t cfg.Type) func(v uint64, ok bool) cfg.Expr {
	return func(v uint64, ok bool) cfg.Expr {
		switch {
		case !ok:
			return nil
		case t.Kind == cfg.Bool:
			return BoolConst(v != 0)
		}
		return Const(t, v)
	}
}

// foldNaN is x op y in a constant expression, where that is a NaN: gcc keeps
// the sign of an operand that is one, and else chooses the positive NaN, where
// the processor would choose the negative one. It is nil for anything else.
func foldNaN(op cfg.Op, x, y cfg.Expr) cfg.Expr {
	cx, okx := x.(*cfg.Const)
	cy, oky := y.(*cfg.Const)
	if !okx || !oky || foldBinary(op, cx, cy) != nil {
		return nil
	}
	switch {
	case isNaNConst(cx):
		return nanConst(cx.T.Width(), signOf(cx))
	case isNaNConst(cy):
		return nanConst(cx.T.Width(), signOf(cy))
	}
	return nanConst(cx.T.Width(), 0)
}

// isNaNConst reports whether the float c is a NaN.
func isNaNConst(c *cfg.Const) bool { return math.IsNaN(floatOf(c)) }

// signOf is the sign bit of the float c.
func signOf(c *cfg.Const) uint64 { return c.V >> uint(c.T.Width()-1) }

// nanConst is the quiet NaN of that width and sign.
func nanConst(width int, sign uint64) *cfg.Const {
	return &cfg.Const{T: cfg.FP(width), V: cfg.CanonicalNaN(width) | sign<<uint(width-1)}
}

// Unary builds op x.
func Unary(op cfg.Op, x cfg.Expr) cfg.Expr {
	if op == cfg.LNot {
		return cfg.Negate(x)
	}
	if c, ok := x.(*cfg.Const); ok {
		if r := folded(resultType(op, c.T))(cfg.EvalUnary(op, c.T.Width(), c.T.Width(), c.V)); r != nil {
			return r
		}
	}
	return &cfg.Unary{Op: op, T: resultType(op, x.Type()), X: x}
}

// Ite builds a conditional expression.
func Ite(c, a, b cfg.Expr) cfg.Expr {
	if k, ok := c.(*cfg.Const); ok {
		if k.V != 0 {
			return a
		}
		return b
	}
	if a.Type().Kind == cfg.Bool {
		if a == cfg.Expr(cfg.True) && b == cfg.Expr(cfg.False) {
			return c
		}
		if a == cfg.Expr(cfg.False) && b == cfg.Expr(cfg.True) {
			return cfg.Negate(c)
		}
	}
	if a.Type().Kind == cfg.Bits && IsConst(b, 0) && IsConst(a, 1) && a.Type().Width() > 1 {
		return Cast(cfg.BoolToBits, a.Type(), c)
	}
	return &cfg.Ite{Cond: c, Then: a, Else: b}
}

// Cast builds a conversion by op to t.
func Cast(op cfg.Op, t cfg.Type, x cfg.Expr) cfg.Expr {
	if c, ok := x.(*cfg.Const); ok {
		if r := foldCast(op, t, c); r != nil {
			return r
		}
	}
	if in, ok := x.(*cfg.Cast); ok {
		switch {
		case op == cfg.Trunc && (in.Op == cfg.ZExt || in.Op == cfg.SExt):
			w := in.X.Type().Width()
			switch {
			case w == t.Width():
				return in.X
			case w > t.Width():
				return Cast(cfg.Trunc, t, in.X)
			default:
				return Cast(in.Op, t, in.X)
			}
		case op == cfg.Trunc && in.Op == cfg.Trunc:
			return Cast(cfg.Trunc, t, in.X)
		case (op == cfg.Trunc || op == cfg.ZExt || op == cfg.SExt && in.T.Width() > 1) && in.Op == cfg.BoolToBits && t.Width() > 1:
			return Cast(cfg.BoolToBits, t, in.X)
		case op == cfg.SExt && in.Op == cfg.ZExt, op == cfg.ZExt && in.Op == cfg.ZExt:
			return Cast(cfg.ZExt, t, in.X)
		case op == cfg.SExt && in.Op == cfg.SExt:
			return Cast(cfg.SExt, t, in.X)
		}
	}
	return &cfg.Cast{Op: op, T: t, X: x}
}

func foldCast(op cfg.Op, t cfg.Type, c *cfg.Const) cfg.Expr {
	v, ok := cfg.EvalUnary(op, t.Width(), c.T.Width(), c.V)
	if !ok && op == cfg.FToU { // gcc takes the nearest value of a constant out of range
		v = 0
		if floatOf(c) > 0 {
			v = ^uint64(0)
		}
		ok = true
	}
	return folded(t)(v, ok)
}

// IsNumber reports whether an expression is a number, as null pointers are.
func IsNumber(e cfg.Expr) bool {
	_, ok := e.(*cfg.Const)
	return ok
}

// Total reports that C defines the value of e in every state: it may be
// replaced by a constant equal to it.
func Total(e cfg.Expr) bool {
	ok := true
	cfg.Walk(e, func(x cfg.Expr) {
		if _, load := x.(*cfg.Load); load || cfg.SiteOf(x) != nil {
			ok = false
		}
	})
	return ok
}
