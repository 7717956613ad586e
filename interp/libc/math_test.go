package libc

import (
	"math"
	"math/big"
	"math/rand"
	"testing"

	"culprit/internal/rounds"
)

// TestCorrectRounding compares the fast functions with the precise ones.
func TestCorrectRounding(t *testing.T) {
	k := makeConstants()
	always := func(float64) bool { return true }
	nonzero := func(x float64) bool { return x != 0 }
	positive := func(x float64) bool { return x > 0 && x != 1 }
	unit := func(x float64) bool { return x != 0 && math.Abs(x) < 1 }
	two := 0.7
	for _, f := range []struct {
		name    string
		fast    func(float64) float64
		precise func(x float64) *big.Float
		ok      func(x float64) bool
	}{
		{"exp", mathExp, func(x float64) *big.Float { return k.exp(bigOf(x)) }, func(x float64) bool { return math.Abs(x) < 745 }},
		{"exp2", mathExp2, func(x float64) *big.Float { return k.power(bigInt(2), bigOf(x)) }, func(x float64) bool { return math.Abs(x) < 1024 }},
		{"log", mathLog, func(x float64) *big.Float { return k.log(bigOf(x)) }, positive},
		{"log2", mathLog2, func(x float64) *big.Float { return k.logTo(2, bigOf(x)) }, positive},
		{"log10", log10Exact, func(x float64) *big.Float { return k.logTo(10, bigOf(x)) }, positive},
		{"sin", mathSin, func(x float64) *big.Float { return k.sine(bigOf(x), 0) }, nonzero},
		{"cos", mathCos, func(x float64) *big.Float { return k.sine(bigOf(x), 1) }, always},
		{"tan", mathTan, func(x float64) *big.Float { return k.tangent(bigOf(x)) }, nonzero},
		{"atan", mathAtan, func(x float64) *big.Float { return k.atan(bigOf(x)) }, nonzero},
		{"asin", mathAsin, func(x float64) *big.Float { return k.arcsine(bigOf(x)) }, unit},
		{"acos", mathAcos, func(x float64) *big.Float { return k.arccosine(bigOf(x)) }, unit},
		{"cbrt", mathCbrt, func(x float64) *big.Float { return cubeRoot(bigOf(x)) }, func(x float64) bool { return x > 0 }},
		{"atan2", func(x float64) float64 { return mathAtan2(two, x) }, func(x float64) *big.Float { return k.angle(bigOf(two), bigOf(x)) }, nonzero},
		{"hypot", func(x float64) float64 { return mathHypot(x, two) }, func(x float64) *big.Float { return hypotenuse(bigOf(x), bigOf(two)) }, always},
		{"pow", func(x float64) float64 { return mathPow(x, two) }, func(x float64) *big.Float { return k.power(bigOf(x), bigOf(two)) }, positive},
	} {
		r := rand.New(rand.NewSource(2))
		n := 0
		for n < rounds.Of(300) {
			x := argument(r, false)
			if !finite(x) || !f.ok(x) || math.Abs(x) < 1e-30 {
				continue
			}
			n++
			two = argument(r, false)
			if two = math.Abs(two); !(two >= 1e-3 && two <= 1e3) {
				two = 0.7
			}
			want, _ := f.precise(x).Float64()
			if got := f.fast(x); got != want {
				t.Errorf("%s(%v) = %v, want %v", f.name, x, got, want)
			}
		}
	}
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

// TestHypotTie has a hypotenuse between two doubles.
func TestHypotTie(t *testing.T) {
	const m, n = 94906267, 20000
	if got := mathHypot(m*m-n*n, 2*m*n); got != float64(m*m+n*n) {
		t.Errorf("hypot = %v, want %v", got, float64(m*m+n*n))
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
				x += 0.001
				if x > 1 {
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
