package frontend

import (
	"math"

	"culprit/cfg"
)

// Constructors of expressions. They fold constants with the semantics of the
// target and simplify lightly; every consumer sees only their results.

func konst(t cfg.Type, v uint64) *cfg.Const {
	return &cfg.Const{T: t, V: cfg.Mask(v, t.Width())}
}

func boolConst(b bool) cfg.Expr {
	if b {
		return cfg.True
	}
	return cfg.False
}

func isConst(e cfg.Expr, v uint64) bool {
	c, ok := e.(*cfg.Const)
	return ok && c.T.Kind != cfg.Float && c.V == cfg.Mask(v, c.T.Width())
}

func floatOf(c *cfg.Const) float64 {
	if c.T.Bits == 32 {
		return float64(math.Float32frombits(uint32(c.V)))
	}
	return math.Float64frombits(c.V)
}

func floatConst(bits int, f float64) *cfg.Const {
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

// binary builds x op y.
func binary(op cfg.Op, x, y cfg.Expr) cfg.Expr {
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
		if isConst(x, 0) {
			return y
		}
		if isConst(y, 0) {
			return x
		}
	case cfg.Sub, cfg.Shl, cfg.LShr, cfg.AShr:
		if isConst(y, 0) {
			return x
		}
	case cfg.Mul:
		if isConst(x, 1) {
			return y
		}
		if isConst(y, 1) {
			return x
		}
	case cfg.UDiv, cfg.SDiv:
		if isConst(y, 1) && y.Type().Width() > 1 {
			return x
		}
	case cfg.And:
		if isConst(y, math.MaxUint64) {
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
	if isConst(y, 0) {
		return x
	}
	c, ok := y.(*cfg.Const)
	b, isAdd := x.(*cfg.Binary)
	if ok && isAdd && b.Op == cfg.PtrAdd {
		if d, ok := b.Y.(*cfg.Const); ok {
			return binary(cfg.PtrAdd, b.X, konst(c.T, c.V+d.V))
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
				return not(cast.X)
			}
			return cast.X
		}
		if total(cast.X) {
			return boolConst(op == cfg.Ne)
		}
	case cfg.ZExt, cfg.SExt:
		w := cast.X.Type().Width()
		v := cfg.Mask(c.V, w)
		back := v
		if cast.Op == cfg.SExt {
			back = cfg.Mask(uint64(cfg.SignExtend(v, w)), c.T.Width())
		}
		if back == c.V {
			return binary(op, cast.X, konst(cast.X.Type(), v))
		}
		if total(cast.X) {
			return boolConst(op == cfg.Ne)
		}
	}
	return nil
}

func foldBinary(op cfg.Op, x, y *cfg.Const) cfg.Expr {
	switch x.T.Kind {
	case cfg.Float:
		return foldFloat(op, x, y)
	case cfg.Bool:
		a, b := x.V != 0, y.V != 0
		switch op {
		case cfg.LAnd:
			return boolConst(a && b)
		case cfg.LOr:
			return boolConst(a || b)
		case cfg.Eq:
			return boolConst(a == b)
		case cfg.Ne:
			return boolConst(a != b)
		}
		return nil
	}
	w := x.T.Width()
	a, b := x.V, y.V
	sa, sb := cfg.SignExtend(a, w), cfg.SignExtend(b, w)
	switch op {
	case cfg.Add, cfg.PtrAdd:
		return konst(x.T, a+b)
	case cfg.Sub:
		return konst(x.T, a-b)
	case cfg.Mul:
		return konst(x.T, a*b)
	case cfg.And:
		return konst(x.T, a&b)
	case cfg.Or:
		return konst(x.T, a|b)
	case cfg.Xor:
		return konst(x.T, a^b)
	case cfg.Eq:
		return boolConst(a == b)
	case cfg.Ne:
		return boolConst(a != b)
	case cfg.ULt:
		return boolConst(a < b)
	case cfg.ULe:
		return boolConst(a <= b)
	case cfg.SLt:
		return boolConst(sa < sb)
	case cfg.SLe:
		return boolConst(sa <= sb)
	case cfg.Shl:
		if b >= uint64(w) {
			return konst(x.T, 0)
		}
		return konst(x.T, a<<b)
	case cfg.LShr:
		if b >= uint64(w) {
			return konst(x.T, 0)
		}
		return konst(x.T, a>>b)
	case cfg.AShr:
		return konst(x.T, uint64(sa>>min(b, 63)))
	}
	if b == 0 || sb == -1 && sa == math.MinInt64 {
		return nil // left to the consumers, who define it
	}
	switch op {
	case cfg.UDiv:
		return konst(x.T, a/b)
	case cfg.URem:
		return konst(x.T, a%b)
	case cfg.SDiv:
		return konst(x.T, uint64(sa/sb))
	case cfg.SRem:
		return konst(x.T, uint64(sa%sb))
	}
	return nil
}

func foldFloat(op cfg.Op, x, y *cfg.Const) cfg.Expr {
	a, b := floatOf(x), floatOf(y)
	w := x.T.Width()
	f := func(r64 float64, r32 float32) cfg.Expr {
		if w == 32 {
			if r32 != r32 {
				return nil // the bits of a NaN are not ours to choose
			}
			return floatConst(32, float64(r32))
		}
		if r64 != r64 {
			return nil
		}
		return floatConst(64, r64)
	}
	a32, b32 := float32(a), float32(b)
	switch op {
	case cfg.FAdd:
		return f(a+b, a32+b32)
	case cfg.FSub:
		return f(a-b, a32-b32)
	case cfg.FMul:
		return f(a*b, a32*b32)
	case cfg.FDiv:
		return f(a/b, a32/b32)
	case cfg.FEq:
		return boolConst(a == b)
	case cfg.FNe:
		return boolConst(a != b)
	case cfg.FLt:
		return boolConst(a < b)
	case cfg.FLe:
		return boolConst(a <= b)
	}
	return nil
}

// foldNaN is x op y in a constant expression, where that is a NaN: gcc keeps
// the sign of an operand that is one, and else chooses the positive NaN, where
// the processor would choose the negative one. It is nil for anything else.
func foldNaN(op cfg.Op, x, y cfg.Expr) cfg.Expr {
	cx, okx := x.(*cfg.Const)
	cy, oky := y.(*cfg.Const)
	if !okx || !oky || foldFloat(op, cx, cy) != nil {
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
	v := uint64(0x7ff8) << 48
	if width == 32 {
		v = 0x7fc0 << 16
	}
	return &cfg.Const{T: cfg.FP(width), V: v | sign<<uint(width-1)}
}

// unary builds op x.
func unary(op cfg.Op, x cfg.Expr) cfg.Expr {
	if op == cfg.LNot {
		return not(x)
	}
	if c, ok := x.(*cfg.Const); ok {
		switch op {
		case cfg.Neg:
			return konst(c.T, -c.V)
		case cfg.Not:
			return konst(c.T, ^c.V)
		case cfg.FNeg:
			return &cfg.Const{T: c.T, V: c.V ^ 1<<uint(c.T.Width()-1)}
		case cfg.FAbs:
			return &cfg.Const{T: c.T, V: c.V &^ (1 << uint(c.T.Width()-1))}
		case cfg.FIsNaN:
			f := floatOf(c)
			return boolConst(f != f)
		case cfg.FIsInf:
			return boolConst(math.IsInf(floatOf(c), 0))
		case cfg.FSqrt, cfg.FFloor, cfg.FCeil, cfg.FTruncF, cfg.FRound:
			g := map[cfg.Op]func(float64) float64{cfg.FSqrt: math.Sqrt, cfg.FFloor: math.Floor, cfg.FCeil: math.Ceil,
				cfg.FTruncF: math.Trunc, cfg.FRound: math.Round}[op]
			if r := g(floatOf(c)); r == r {
				return floatConst(c.T.Width(), r)
			}
		}
	}
	return &cfg.Unary{Op: op, T: resultType(op, x.Type()), X: x}
}

// not negates a condition, turning comparisons around.
func not(x cfg.Expr) cfg.Expr {
	switch x := x.(type) {
	case *cfg.Const:
		return boolConst(x.V == 0)
	case *cfg.Unary:
		if x.Op == cfg.LNot {
			return x.X
		}
	case *cfg.Binary:
		switch x.Op {
		case cfg.Eq:
			return &cfg.Binary{Op: cfg.Ne, T: cfg.BoolType, X: x.X, Y: x.Y}
		case cfg.Ne:
			return &cfg.Binary{Op: cfg.Eq, T: cfg.BoolType, X: x.X, Y: x.Y}
		case cfg.ULt:
			return &cfg.Binary{Op: cfg.ULe, T: cfg.BoolType, X: x.Y, Y: x.X}
		case cfg.ULe:
			return &cfg.Binary{Op: cfg.ULt, T: cfg.BoolType, X: x.Y, Y: x.X}
		case cfg.SLt:
			return &cfg.Binary{Op: cfg.SLe, T: cfg.BoolType, X: x.Y, Y: x.X}
		case cfg.SLe:
			return &cfg.Binary{Op: cfg.SLt, T: cfg.BoolType, X: x.Y, Y: x.X}
		case cfg.FEq:
			return &cfg.Binary{Op: cfg.FNe, T: cfg.BoolType, X: x.X, Y: x.Y}
		case cfg.FNe:
			return &cfg.Binary{Op: cfg.FEq, T: cfg.BoolType, X: x.X, Y: x.Y}
		case cfg.LAnd:
			return binary(cfg.LOr, not(x.X), not(x.Y))
		case cfg.LOr:
			return binary(cfg.LAnd, not(x.X), not(x.Y))
		}
	}
	return &cfg.Unary{Op: cfg.LNot, T: cfg.BoolType, X: x}
}

// ite builds a conditional expression.
func ite(c, a, b cfg.Expr) cfg.Expr {
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
			return not(c)
		}
	}
	if a.Type().Kind == cfg.Bits && isConst(b, 0) && isConst(a, 1) && a.Type().Width() > 1 {
		return cast(cfg.BoolToBits, a.Type(), c)
	}
	return &cfg.Ite{Cond: c, Then: a, Else: b}
}

// cast builds a conversion by op to t.
func cast(op cfg.Op, t cfg.Type, x cfg.Expr) cfg.Expr {
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
				return cast(cfg.Trunc, t, in.X)
			default:
				return cast(in.Op, t, in.X)
			}
		case op == cfg.Trunc && in.Op == cfg.Trunc:
			return cast(cfg.Trunc, t, in.X)
		case (op == cfg.Trunc || op == cfg.ZExt || op == cfg.SExt && in.T.Width() > 1) && in.Op == cfg.BoolToBits && t.Width() > 1:
			return cast(cfg.BoolToBits, t, in.X)
		case op == cfg.SExt && in.Op == cfg.ZExt, op == cfg.ZExt && in.Op == cfg.ZExt:
			return cast(cfg.ZExt, t, in.X)
		case op == cfg.SExt && in.Op == cfg.SExt:
			return cast(cfg.SExt, t, in.X)
		}
	}
	return &cfg.Cast{Op: op, T: t, X: x}
}

func foldCast(op cfg.Op, t cfg.Type, c *cfg.Const) cfg.Expr {
	w := c.T.Width()
	switch op {
	case cfg.ZExt, cfg.Trunc, cfg.BoolToBits:
		return konst(t, c.V)
	case cfg.SExt:
		return konst(t, uint64(cfg.SignExtend(c.V, w)))
	case cfg.BitsToBool:
		return boolConst(c.V != 0)
	case cfg.SToF:
		if t.Bits == 32 {
			return floatConst(32, float64(float32(cfg.SignExtend(c.V, w))))
		}
		return floatConst(64, float64(cfg.SignExtend(c.V, w)))
	case cfg.UToF:
		if t.Bits == 32 {
			return floatConst(32, float64(float32(c.V)))
		}
		return floatConst(64, float64(c.V))
	case cfg.FToF:
		f := floatOf(c)
		if f != f {
			return nil
		}
		return floatConst(t.Width(), f)
	case cfg.FToS:
		f := math.Trunc(floatOf(c))
		if lim := math.Ldexp(1, t.Width()-1); f >= -lim && f < lim {
			return konst(t, uint64(int64(f)))
		}
	case cfg.FToU:
		switch f := math.Trunc(floatOf(c)); {
		case !(f > 0): // gcc takes the nearest value of a constant out of range
			return konst(t, 0)
		case f >= math.Ldexp(1, t.Width()):
			return konst(t, ^uint64(0))
		case f < math.Ldexp(1, 63):
			return konst(t, uint64(int64(f)))
		}
	case cfg.FToBits, cfg.BitsToF:
		return &cfg.Const{T: t, V: c.V}
	}
	return nil
}
