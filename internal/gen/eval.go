package gen

import (
	"fmt"
	"math"
	"math/big"

	"culprit/cfg"
)

// State gives meaning to variables (by id) and memory bytes (absent: zero).
type State struct {
	Vars []uint64
	Mem  map[uint64]byte
}

// Eval is the value of e in s: the naive twin of the clever evaluators.
// Arithmetic goes through unbounded integers.
func Eval(e cfg.Expr, s *State) uint64 {
	switch e := e.(type) {
	case *cfg.Const:
		return cfg.Mask(e.V, e.T.Width())
	case *cfg.VarRef:
		return s.Vars[e.V.ID]
	case *cfg.AddrOf:
		return e.Obj.Addr
	case *cfg.FuncAddr:
		return e.Proc.Addr
	case *cfg.Unary:
		return evalUnary(e, Eval(e.X, s))
	case *cfg.Binary:
		return evalBinary(e, s)
	case *cfg.Cast:
		return evalCast(e, Eval(e.X, s))
	case *cfg.Ite:
		if Eval(e.Cond, s) == 1 {
			return Eval(e.Then, s)
		}
		return Eval(e.Else, s)
	case *cfg.Load:
		addr, w := Eval(e.Addr, s), e.Addr.Type().Width()
		var v uint64
		for i := range e.T.Bytes() {
			v |= uint64(s.Mem[cfg.Mask(addr+uint64(i), w)]) << (8 * i)
		}
		return cfg.Mask(v, e.T.Width())
	}
	panic(fmt.Sprintf("gen: expression %T", e))
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func unsigned(v uint64) *big.Int { return new(big.Int).SetUint64(v) }

func signed(v uint64, w int) *big.Int {
	x := unsigned(v)
	if v>>(w-1)&1 == 1 {
		x.Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(w)))
	}
	return x
}

func wrap(x *big.Int, w int) uint64 {
	m := new(big.Int).Lsh(big.NewInt(1), uint(w))
	return new(big.Int).Mod(x, m).Uint64()
}

func evalUnary(e *cfg.Unary, x uint64) uint64 {
	w := e.X.Type().Width()
	switch e.Op {
	case cfg.Neg:
		return wrap(new(big.Int).Neg(unsigned(x)), w)
	case cfg.Not:
		return wrap(new(big.Int).Not(unsigned(x)), w)
	case cfg.LNot:
		return 1 - x
	}
	f := float(x, w)
	switch e.Op {
	case cfg.FNeg:
		return x ^ 1<<(w-1)
	case cfg.FAbs:
		return x & (1<<(w-1) - 1)
	case cfg.FIsNaN:
		return truth(math.IsNaN(f))
	case cfg.FIsInf:
		return truth(math.IsInf(f, 1) || math.IsInf(f, -1))
	case cfg.FSqrt:
		return pattern(math.Sqrt(f), w)
	case cfg.FFloor:
		return pattern(math.Floor(f), w)
	case cfg.FCeil:
		return pattern(math.Ceil(f), w)
	case cfg.FTruncF:
		return pattern(math.Trunc(f), w)
	case cfg.FRound:
		return pattern(math.Round(f), w)
	}
	panic(fmt.Sprintf("gen: unary operator %d", e.Op))
}

func evalBinary(e *cfg.Binary, s *State) uint64 {
	x := Eval(e.X, s)
	switch {
	case e.Op == cfg.LAnd && x == 0:
		return 0
	case e.Op == cfg.LOr && x == 1:
		return 1
	case e.Op == cfg.LAnd || e.Op == cfg.LOr:
		return Eval(e.Y, s)
	}
	y := Eval(e.Y, s)
	w := e.X.Type().Width()
	if e.X.Type().Kind == cfg.Float {
		return evalFloat(e.Op, x, y, w)
	}
	ux, uy, sx, sy := unsigned(x), unsigned(y), signed(x, w), signed(y, w)
	z := new(big.Int)
	switch e.Op {
	case cfg.Add, cfg.PtrAdd:
		z.Add(ux, uy)
	case cfg.Sub:
		z.Sub(ux, uy)
	case cfg.Mul:
		z.Mul(ux, uy)
	case cfg.UDiv:
		if y == 0 {
			return cfg.Mask(math.MaxUint64, w)
		}
		z.Quo(ux, uy)
	case cfg.URem:
		if y == 0 {
			return x
		}
		z.Rem(ux, uy)
	case cfg.SDiv:
		if y == 0 && sx.Sign() < 0 {
			return wrap(big.NewInt(1), w)
		} else if y == 0 {
			return wrap(big.NewInt(-1), w)
		}
		z.Quo(sx, sy)
	case cfg.SRem:
		if y == 0 {
			return x
		}
		z.Rem(sx, sy)
	case cfg.And:
		z.And(ux, uy)
	case cfg.Or:
		z.Or(ux, uy)
	case cfg.Xor:
		z.Xor(ux, uy)
	case cfg.Shl:
		z.Lsh(ux, uint(min(y, 64)))
	case cfg.LShr:
		z.Rsh(ux, uint(min(y, 64)))
	case cfg.AShr:
		z.Rsh(sx, uint(min(y, 64)))
	case cfg.Eq:
		return truth(x == y)
	case cfg.Ne:
		return truth(x != y)
	case cfg.ULt:
		return truth(ux.Cmp(uy) < 0)
	case cfg.ULe:
		return truth(ux.Cmp(uy) <= 0)
	case cfg.SLt:
		return truth(sx.Cmp(sy) < 0)
	case cfg.SLe:
		return truth(sx.Cmp(sy) <= 0)
	default:
		panic(fmt.Sprintf("gen: binary operator %d", e.Op))
	}
	return wrap(z, w)
}

func float(v uint64, w int) float64 {
	if w == 32 {
		return float64(math.Float32frombits(uint32(v)))
	}
	return math.Float64frombits(v)
}

// pattern rounds f to width w; NaN is canonical.
func pattern(f float64, w int) uint64 {
	switch {
	case math.IsNaN(f) && w == 32:
		return 0x7fc00000
	case math.IsNaN(f):
		return 0x7ff8000000000000
	case w == 32:
		return uint64(math.Float32bits(float32(f)))
	}
	return math.Float64bits(f)
}

// evalFloat computes in binary64 and rounds; for binary32 operands the double
// rounding changes nothing.
func evalFloat(op cfg.Op, x, y uint64, w int) uint64 {
	a, b := float(x, w), float(y, w)
	switch op {
	case cfg.FAdd:
		return pattern(a+b, w)
	case cfg.FSub:
		return pattern(a-b, w)
	case cfg.FMul:
		return pattern(a*b, w)
	case cfg.FDiv:
		return pattern(a/b, w)
	case cfg.FEq:
		return truth(a == b)
	case cfg.FNe:
		return truth(a != b)
	case cfg.FLt:
		return truth(a < b)
	case cfg.FLe:
		return truth(a <= b)
	}
	panic(fmt.Sprintf("gen: float operator %d", op))
}

func evalCast(e *cfg.Cast, x uint64) uint64 {
	from, to := e.X.Type().Width(), e.T.Width()
	switch e.Op {
	case cfg.ZExt, cfg.BoolToBits, cfg.FToBits, cfg.BitsToF:
		return x
	case cfg.Trunc:
		return wrap(unsigned(x), to)
	case cfg.SExt:
		return wrap(signed(x, from), to)
	case cfg.BitsToBool:
		return truth(x != 0)
	case cfg.SToF:
		return rounded(signed(x, from), to)
	case cfg.UToF:
		return rounded(unsigned(x), to)
	case cfg.FToF:
		return pattern(float(x, from), to)
	case cfg.FToS, cfg.FToU:
		return toInteger(e.Op, float(x, from), to)
	}
	panic(fmt.Sprintf("gen: cast %d", e.Op))
}

// rounded is the float nearest to an integer, ties to even.
func rounded(x *big.Int, w int) uint64 {
	f := new(big.Float).SetInt(x)
	if w == 32 {
		v, _ := f.Float32()
		return uint64(math.Float32bits(v))
	}
	v, _ := f.Float64()
	return math.Float64bits(v)
}

func toInteger(op cfg.Op, f float64, w int) uint64 {
	lo, hi := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(w)) // [lo, hi)
	outside := cfg.Mask(1<<63, w)
	if op == cfg.FToS {
		hi.Rsh(hi, 1)
		lo.Neg(hi)
		outside = wrap(lo, w)
	}
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return outside
	}
	x, _ := new(big.Float).SetFloat64(f).Int(nil) // toward zero
	if x.Cmp(lo) < 0 || x.Cmp(hi) >= 0 {
		return outside
	}
	return wrap(x, w)
}
