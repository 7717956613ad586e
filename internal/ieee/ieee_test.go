package ieee

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"culprit/internal/rounds"
)

// TestEval compares results that are normal with those of math/big, which
// rounds in software.
func TestEval(t *testing.T) {
	r := rand.New(rand.NewPCG(754, 1985))
	modes := [...]big.RoundingMode{Nearest: big.ToNearestEven, Down: big.ToNegativeInf, Up: big.ToPositiveInf, Zero: big.ToZero}
	for range rounds.Of(100000) {
		w, prec, least := 64, uint(53), 0x1p-1022
		if r.IntN(2) == 0 {
			w, prec, least = 32, 24, 0x1p-126
		}
		some := func() float64 {
			f := math.Ldexp(r.Float64()-0.5, r.IntN(100)-50)
			if r.IntN(3) == 0 {
				f = float64(r.IntN(100) - 50)
			}
			v, _ := Bits(f, w)
			return Value(v, w)
		}
		x, y := some(), some()
		a, _ := Bits(x, w)
		b, _ := Bits(y, w)
		for op := Add; op <= Convert; op++ {
			for m := Nearest; m <= Zero; m++ {
				tw := w
				z := new(big.Float).SetPrec(prec).SetMode(modes[m])
				bx, by := big.NewFloat(x), big.NewFloat(y)
				switch {
				case op == Integral || op == Div && y == 0 || op == Sqrt && x < 0:
					continue
				case op == Add:
					z.Add(bx, by)
				case op == Mul:
					z.Mul(bx, by)
				case op == Div:
					z.Quo(bx, by)
				case op == Sqrt && m != Nearest:
					continue // math/big rounds roots to nearest only
				case op == Sqrt:
					z.Sqrt(bx)
				case op == Convert && w == 32:
					continue
				case op == Convert:
					tw, least = 32, 0x1p-126
					z.SetPrec(24).Set(bx)
				}
				want, _ := z.Float64()
				if abs := math.Abs(want); abs < least && abs != 0 || math.IsInf(want, 0) || tw == 32 && abs > math.MaxFloat32 {
					continue
				}
				v, ok := Eval(op, m, tw, w, a, b)
				if got := Value(v, tw); !ok || got != want {
					t.Fatalf("%v %v of %g and %g at %d bits is %g, want %g", op, m, x, y, w, got, want)
				}
			}
		}
	}
}

// TestDirected has results at the ends of the range, where a direction shows.
func TestDirected(t *testing.T) {
	tiny, most := uint64(1), Inf(64)-1
	minus := uint64(1) << 63
	for _, c := range []struct {
		op         Op
		m          Mode
		a, b, want uint64
	}{
		{Mul, Nearest, tiny, tiny, 0}, {Mul, Up, tiny, tiny, 1}, {Mul, Down, tiny, tiny, 0}, {Mul, Zero, tiny, tiny, 0},
		{Mul, Up, tiny | minus, tiny, minus}, {Mul, Down, tiny | minus, tiny, minus | 1}, {Mul, Zero, tiny | minus, tiny, minus},
		{Add, Nearest, most, most, Inf(64)}, {Add, Down, most, most, most}, {Add, Zero, most, most, most}, {Add, Up, most, most, Inf(64)},
		{Add, Down, most | minus, most | minus, Inf(64) | minus}, {Add, Zero, most | minus, most | minus, most | minus},
		{Add, Down, most, most | minus, minus}, {Add, Up, most, most | minus, 0}, {Add, Down, 0, 0, 0}, {Add, Down, minus, 0, minus},
		{Div, Zero, most, 0, Inf(64)}, {Sqrt, Up, 1, 1, math.Float64bits(0x1p-537)}, {Sqrt, Down, minus, minus, minus},
	} {
		if got, ok := Eval(c.op, c.m, 64, 64, c.a, c.b); !ok || got != c.want {
			t.Errorf("%v %v of %#x and %#x is %#x, want %#x", c.op, c.m, c.a, c.b, got, c.want)
		}
	}
}
