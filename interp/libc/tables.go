package libc

import (
	"math"
	"math/big"
	"sync"
)

const (
	expSteps = 64 // the table of 2^(i/64)
	logSteps = 64 // log(i/64) for i/64 around 1
	logLow   = 45 // i/64 below the square root of 1/2
	logHigh  = 91
	trigStep = 64 // sin(i/64) up to pi/4
	trigSize = 52
)

// tables hold what the fast functions look up. They are computed once, from
// the precise functions.
type tables struct {
	precise *constants

	powers    [expSteps]dd
	ln2Parts  [3]float64 // ln2/64
	logs      [logHigh - logLow + 1]dd
	sin, cos  [trigSize]dd
	twoOverPi [21]uint64 // the bits of 2/pi, after one word of zeros

	pi, half, ln2, log2e, log10e dd

	factorial [30]dd // 1/i!
	sinTerms  [7]dd
	cosTerms  [7]dd
	atanh     [8]dd // 1/(2i+1)

	stirling           [13]dd
	halfLog2Pi, rootPi dd
}

var mathTables = sync.OnceValue(makeTables)

func ddOfBig(x *big.Float) dd {
	hi, _ := x.Float64()
	lo, _ := newBig().Sub(x, bigOf(hi)).Float64()
	return dd{hi, lo}
}

func makeTables() *tables {
	k := makeConstants()
	t := &tables{precise: k}
	for i := range t.powers {
		e := newBig().Mul(k.ln2, bigInt(int64(i)))
		t.powers[i] = ddOfBig(k.exp(shift(e, -6)))
	}
	rest := shift(newBig().Set(k.ln2), -6)
	for i := range t.ln2Parts {
		t.ln2Parts[i], _ = rest.Float64()
		rest.Sub(rest, bigOf(t.ln2Parts[i]))
	}
	for i := range t.logs {
		t.logs[i] = ddOfBig(k.log(bigOf(float64(i+logLow) / logSteps)))
	}
	for i := range t.sin {
		s, c := k.sincos(bigOf(float64(i) / trigStep))
		t.sin[i], t.cos[i] = ddOfBig(s), ddOfBig(c)
	}
	const bits = 64 * 20
	q := new(big.Int).Lsh(big.NewInt(1), 2*bits+1)
	q.Quo(q, piBits(bits)) // 2/pi times 2^bits
	for i := range 20 {
		w := new(big.Int).Rsh(q, uint(bits-64*(i+1)))
		t.twoOverPi[i+1] = w.And(w, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
	}
	t.pi = ddOfBig(k.pi)
	t.half = t.pi.scale(0.5)
	t.rootPi = ddOfBig(newBig().Sqrt(k.pi))
	t.ln2 = ddOfBig(k.ln2)
	t.log2e = ddOfBig(newBig().Quo(bigInt(1), k.ln2))
	t.log10e = ddOfBig(newBig().Quo(bigInt(1), k.log(bigInt(10))))
	t.series()
	t.gammaTables()
	return t
}

func (t *tables) series() {
	f := bigInt(1)
	for i := range t.factorial {
		if i > 0 {
			f.Mul(f, bigInt(int64(i)))
		}
		t.factorial[i] = ddOfBig(newBig().Quo(bigInt(1), f))
	}
	for i := range t.sinTerms {
		t.sinTerms[i], t.cosTerms[i] = t.factorial[2*i+1], t.factorial[2*i]
		if i&1 == 1 {
			t.sinTerms[i], t.cosTerms[i] = t.sinTerms[i].neg(), t.cosTerms[i].neg()
		}
	}
	for i := range t.atanh {
		t.atanh[i] = ddOfBig(newBig().Quo(bigInt(1), bigInt(int64(2*i+1))))
	}
}

// scaled is v times 2^exp.
type scaled struct {
	v   dd
	exp int
}

// relative errors that the fast functions keep to.
const (
	errUsual = 0x1p-96
	errPow   = 0x1p-88 // pow multiplies the error of log by up to 2^10
)

// round gives the double nearest to a result of which s is an approximation;
// precise computes it again where s does not suffice.
func (s scaled) round(relErr float64, precise func() *big.Float) float64 {
	e := math.Abs(s.v.hi) * relErr
	if f, _ := math.Frexp(s.v.hi); f != 0 {
		_, exp := math.Frexp(s.v.hi)
		if exp+s.exp < -1020 {
			low, high := s.tiny(s.v.lo-e), s.tiny(s.v.lo+e)
			if low == high {
				return low
			}
			return roundBig(precise())
		}
	}
	low, high := s.v.hi+(s.v.lo-e), s.v.hi+(s.v.lo+e)
	if low == high {
		return scalb(low, s.exp)
	}
	return roundBig(precise())
}

// tiny rounds a result that may be subnormal, once.
func (s scaled) tiny(lo float64) float64 {
	x := newBig().Add(bigOf(s.v.hi), bigOf(lo))
	r, _ := shift(x, s.exp).Float64()
	return r
}

// roundBig first drops the bits in which a precise result may be wrong: a
// result exactly between two doubles becomes the tie that it is.
func roundBig(x *big.Float) float64 {
	r, _ := new(big.Float).SetPrec(220).Set(x).Float64()
	return r
}
