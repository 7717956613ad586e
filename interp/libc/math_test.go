package libc

import (
	"math"
	"math/big"
	"math/rand"
	"testing"
)

// TestCorrectRounding compares the fast functions with the precise ones.
func TestCorrectRounding(t *testing.T) {
	k := makeConstants()
	log := func(x float64) *big.Float { return k.log(bigOf(x)) }
	for _, f := range []struct {
		name    string
		fast    func(float64) float64
		precise func(x float64) *big.Float
		ok      func(x float64) bool
	}{
		{"exp", mathExp, func(x float64) *big.Float { return k.exp(bigOf(x)) }, func(x float64) bool { return math.Abs(x) < 745 }},
		{"exp2", mathExp2, func(x float64) *big.Float { return k.exp(newBig().Mul(bigOf(x), k.ln2)) }, func(x float64) bool { return math.Abs(x) < 1024 }},
		{"log", mathLog, log, func(x float64) bool { return x > 0 && x != 1 }},
		{"log2", mathLog2, func(x float64) *big.Float { return newBig().Quo(log(x), k.ln2) }, func(x float64) bool { return x > 0 && x != 1 }},
		{"sin", mathSin, func(x float64) *big.Float { s, _ := sincosBig(k, x); return s }, func(x float64) bool { return x != 0 }},
		{"cos", mathCos, func(x float64) *big.Float { _, c := sincosBig(k, x); return c }, func(x float64) bool { return true }},
		{"tan", mathTan, func(x float64) *big.Float { s, c := sincosBig(k, x); return newBig().Quo(s, c) }, func(x float64) bool { return x != 0 }},
		{"atan", mathAtan, func(x float64) *big.Float { return k.atan(bigOf(x)) }, func(x float64) bool { return x != 0 }},
	} {
		r := rand.New(rand.NewSource(2))
		n := 0
		for n < cases(300) {
			x := argument(r, false)
			if !finite(x) || !f.ok(x) || math.Abs(x) < 1e-30 {
				continue
			}
			n++
			want, _ := f.precise(x).Float64()
			if got := f.fast(x); got != want {
				t.Errorf("%s(%v) = %v, want %v", f.name, x, got, want)
			}
		}
	}
}

func sincosBig(k *constants, x float64) (sin, cos *big.Float) {
	r, q := reduceBig(x)
	s, c := k.sincos(r)
	switch q {
	case 1:
		return c, s.Neg(s)
	case 2:
		return s.Neg(s), c.Neg(c)
	case 3:
		return c.Neg(c), s
	}
	return s, c
}

// TestPowExact has results between two doubles, which no precision decides.
func TestPowExact(t *testing.T) {
	for _, x := range []float64{3, 5, 7, 134217729, 94906267, 67108865} {
		for y := 2.0; y < 40; y++ {
			want := new(big.Float).SetPrec(6000).SetInt64(1)
			for range int(y) {
				want.Mul(want, new(big.Float).SetPrec(6000).SetFloat64(x))
			}
			w, _ := want.Float64()
			if got := mathPow(x, y); got != w {
				t.Errorf("pow(%v, %v) = %v, want %v", x, y, got, w)
			}
		}
	}
	if got := mathPow(0x1p54+4, 0.5); got != math.Sqrt(0x1p54+4) {
		t.Errorf("pow(x, 0.5) = %v", got)
	}
}

func TestGammaOfIntegers(t *testing.T) {
	f := 1.0
	for n := 1.0; n <= 23; n++ {
		if got := mathTgamma(n); got != f {
			t.Errorf("tgamma(%v) = %v, want %v", n, got, f)
		}
		f *= n
	}
}

func BenchmarkMath(b *testing.B) {
	for _, f := range []struct {
		name string
		f    func(float64) float64
	}{{"exp", mathExp}, {"log", mathLog}, {"sin", mathSin}, {"atan", mathAtan}, {"acos", mathAcos}, {"tgamma", mathTgamma}, {"erf", mathErf},
		{"pow", func(x float64) float64 { return mathPow(x, 1.7) }}} {
		b.Run(f.name, func(b *testing.B) {
			x := 0.3
			for range b.N {
				f.f(x)
				if x += 0.001; x > 1 {
					x = 0.3
				}
			}
		})
	}
	b.Run("tables", func(b *testing.B) {
		for range b.N {
			makeTables()
		}
	})
}
