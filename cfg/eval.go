package cfg

import (
	"math"

	"culprit/internal/ieee"
)

// The meaning of operators on known operands, for whoever folds or executes
// them. It does not depend on the machine that computes it.
//
// Where ok is false the program does not determine the value: IEEE 754 leaves
// sign and payload of a NaN that an operation yields to the processor, and C
// leaves a conversion to an integer type that cannot hold the number undefined.
// The value returned is then that of an execution in package interp: the
// positive quiet NaN without payload (CanonicalNaN), or the value that FToS and
// FToU are documented to give. Nobody may conclude anything from it; what is
// known of a NaN is only that it is one. FNeg, FAbs and FToBits look at bits,
// those of a NaN as well.

// CanonicalNaN is the NaN of width w that Eval yields.
func CanonicalNaN(w int) uint64 { return ieee.NaN(w) }

// FloatValue reads the bit pattern of a float of width w. Values of binary32
// are exact in binary64.
func FloatValue(v uint64, w int) float64 { return ieee.Value(v, w) }

// FloatBits rounds f to width w; ok is false for a NaN.
func FloatBits(f float64, w int) (v uint64, ok bool) { return ieee.Bits(f, w) }

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// Eval is the value of an expression in a state that get and load describe.
func Eval(x Expr, get func(*Var) uint64, load func(*Load) uint64) uint64 {
	switch x := x.(type) {
	case *Const:
		return x.V
	case *VarRef:
		return get(x.V)
	case *AddrOf:
		return x.Obj.Addr
	case *FuncAddr:
		return x.Proc.Addr
	case *Unary:
		v, _ := EvalUnary(x.Op, x.T.Width(), x.X.Type().Width(), Eval(x.X, get, load))
		return v
	case *Cast:
		v, _ := EvalUnary(x.Op, x.T.Width(), x.X.Type().Width(), Eval(x.X, get, load))
		return v
	case *Binary:
		v := Eval(x.X, get, load)
		if x.Op == LAnd && v == 0 || x.Op == LOr && v != 0 {
			return v
		}
		v, _ = EvalBinary(x.Op, x.X.Type().Width(), v, Eval(x.Y, get, load))
		return v
	case *Ite:
		if Eval(x.Cond, get, load) != 0 {
			return Eval(x.Then, get, load)
		}
		return Eval(x.Else, get, load)
	case *Load:
		return load(x)
	}
	return 0
}

// EvalBinary computes an operator of Binary on operands of width w.
func EvalBinary(op Op, w int, a, b uint64) (v uint64, ok bool) {
	sa, sb := SignExtend(a, w), SignExtend(b, w)
	switch op {
	case Add, PtrAdd:
		v = a + b
	case Sub:
		v = a - b
	case Mul:
		v = a * b
	case UDiv, URem, SDiv, SRem:
		return evalDivision(op, w, a, b), true
	case And, LAnd:
		v = a & b
	case Or, LOr:
		v = a | b
	case Xor:
		v = a ^ b
	case Shl:
		if b < uint64(w) {
			v = a << b
		}
	case LShr:
		if b < uint64(w) {
			v = a >> b
		}
	case AShr:
		v = uint64(sa >> min(b, 63))
	case Eq:
		return bit(a == b), true
	case Ne:
		return bit(a != b), true
	case ULt:
		return bit(a < b), true
	case ULe:
		return bit(a <= b), true
	case SLt:
		return bit(sa < sb), true
	case SLe:
		return bit(sa <= sb), true
	default:
		return evalFloat(op, w, a, b)
	}
	return Mask(v, w), true
}

// evalDivision computes a division as SMT-LIB defines it.
func evalDivision(op Op, w int, a, b uint64) uint64 {
	sa, sb := SignExtend(a, w), SignExtend(b, w)
	switch {
	case op == UDiv && b == 0:
		return Mask(math.MaxUint64, w)
	case op == UDiv:
		return a / b
	case b == 0 && op == SDiv && sa >= 0:
		return Mask(math.MaxUint64, w)
	case b == 0 && op == SDiv:
		return 1
	case b == 0:
		return a
	case op == URem:
		return a % b
	case sb == -1 && op == SDiv: // the quotient of the least number wraps
		return Mask(-a, w)
	case sb == -1:
		return 0
	case op == SDiv:
		return Mask(uint64(sa/sb), w)
	}
	return Mask(uint64(sa%sb), w)
}

func evalFloat(op Op, w int, a, b uint64) (uint64, bool) {
	if w != 32 && w != 64 {
		return 0, false
	}
	if f, m, ok := FloatOp(op); ok {
		if base, _ := op.Base(); base == FSub {
			b ^= 1 << uint(w-1)
		}
		return ieee.Eval(f, m, w, w, a, b)
	}
	x, y := FloatValue(a, w), FloatValue(b, w)
	switch op {
	case FEq:
		return bit(x == y), true
	case FNe:
		return bit(x != y), true
	case FLt:
		return bit(x < y), true
	case FLe:
		return bit(x <= y), true
	}
	return 0, false
}

// EvalUnary computes an operator of Unary or Cast on an operand of width w; tw
// is the width of the result.
func EvalUnary(op Op, tw, w int, a uint64) (v uint64, ok bool) {
	switch op {
	case Neg:
		return Mask(-a, w), true
	case Not:
		return Mask(^a, w), true
	case LNot:
		return a ^ 1, true
	case ZExt, BoolToBits, FToBits, BitsToF:
		return a, true
	case Trunc:
		return Mask(a, tw), true
	case SExt:
		return Mask(uint64(SignExtend(a, w)), tw), true
	case BitsToBool:
		return bit(a != 0), true
	case FNeg:
		return a ^ 1<<uint(w-1), true
	case FAbs:
		return a &^ (1 << uint(w-1)), true
	}
	if f, m, ok := FloatOp(op); ok && (f.FromInt() || w == 32 || w == 64) {
		return ieee.Eval(f, m, tw, w, a, a)
	}
	if w != 32 && w != 64 {
		return 0, false
	}
	x := FloatValue(a, w)
	switch op {
	case FIsNaN:
		return bit(x != x), true
	case FIsInf:
		return bit(math.IsInf(x, 0)), true
	}
	return 0, false
}

// FloatOp gives the operation of IEEE 754 that an operator is, and its mode. That
// of FSub flips the sign of the second operand.
func FloatOp(op Op) (f ieee.Op, m ieee.Mode, ok bool) {
	switch op, m = op.Base(); op {
	case FAdd, FSub:
		return ieee.Add, m, true
	case FMul:
		return ieee.Mul, m, true
	case FDiv:
		return ieee.Div, m, true
	case FSqrt:
		return ieee.Sqrt, m, true
	case FFloor:
		return ieee.Integral, ieee.Down, true
	case FCeil:
		return ieee.Integral, ieee.Up, true
	case FTruncF:
		return ieee.Integral, ieee.Zero, true
	case FRound:
		return ieee.Integral, ieee.Away, true
	case FToF:
		return ieee.Convert, m, true
	case FToS:
		return ieee.ToSigned, ieee.Zero, true
	case FToU:
		return ieee.ToUnsigned, ieee.Zero, true
	case SToF:
		return ieee.FromSigned, m, true
	case UToF:
		return ieee.FromUnsigned, m, true
	}
	return 0, 0, false
}
