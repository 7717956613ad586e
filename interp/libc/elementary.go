package libc

import (
	"math"
	"math/big"
	"math/bits"
	"sync"
)

// The kernels of the elementary functions in double-double arithmetic, with
// relative errors below 2^-96.

// exp is e^x for |x| < 2^10.
func (t *tables) exp(x dd) scaled {
	n := math.RoundToEven(x.hi * (expSteps / math.Ln2))
	r := x.sub(twoProd(n, t.ln2Parts[0])).sub(twoProd(n, t.ln2Parts[1])).addF(-n * t.ln2Parts[2])
	p := horner(r, t.factorial[:13], 6)
	i := int(n) & (expSteps - 1)
	return scaled{p.mul(t.powers[i]), (int(n) - i) / expSteps}
}

// atanhSeries is artanh(s) for |s| <= 2^-7.
func (t *tables) atanhSeries(s dd) dd { return s.mul(horner(s.mul(s), t.atanh[:], 4)) }

// log is the logarithm of x > 0.
func (t *tables) log(x dd) dd {
	m, e := math.Frexp(x.hi)
	lo := scalb(x.lo, -e)
	if m < math.Sqrt2/2 {
		m, lo, e = 2*m, 2*lo, e-1
	}
	i := int(math.RoundToEven(m * logSteps))
	c := float64(i) / logSteps
	num := dd{m - c, lo}
	if lo != 0 {
		num = twoSum(m-c, lo)
	}
	den := twoSum(m, c).addF(lo)
	l := t.atanhSeries(num.div(den)).scale(2)
	if i != logSteps {
		l = t.logs[i-logLow].add(l)
	}
	if e != 0 {
		l = t.ln2.mulF(float64(e)).add(l)
	}
	return l
}

// sincos is for |r| <= pi/4 and a little.
func (t *tables) sincos(r dd) (sin, cos dd) {
	neg := r.hi < 0
	if neg {
		r = r.neg()
	}
	i := int(math.RoundToEven(r.hi * trigStep))
	d := r.addF(-float64(i) / trigStep)
	square := d.mul(d)
	s := d.mul(horner(square, t.sinTerms[:], 3))
	c := horner(square, t.cosTerms[:], 3)
	sin, cos = s, c
	if i > 0 {
		sin = t.sin[i].mul(c).add(t.cos[i].mul(s))
		cos = t.cos[i].mul(c).sub(t.sin[i].mul(s))
	}
	if neg {
		sin = sin.neg()
	}
	return sin, cos
}

// reduce gives x modulo pi/2 and the quadrant (Payne and Hanek): of the bits
// of 2/pi only those count that put x * 2/pi between 4 and 2^-200.
func (t *tables) reduce(x float64) (r dd, quadrant int) {
	if math.Abs(x) <= math.Pi/4 {
		return ddOf(x), 0
	}
	b := math.Float64bits(math.Abs(x))
	exp := int(b>>52) - 1075
	m := b&(1<<52-1) | 1<<52
	at := 64 + exp - 2 // first bit of the window, in the table
	var w [4]uint64    // most significant first
	for i := range w {
		j, s := at/64+i, uint(at%64)
		w[i] = t.twoOverPi[j] << s
		if s > 0 {
			w[i] |= t.twoOverPi[j+1] >> (64 - s)
		}
	}
	// p = m * w modulo 2^256: two bits of quadrant, then the fraction.
	var p [4]uint64
	carry := uint64(0)
	for i := 3; i >= 0; i-- {
		hi, lo := bits.Mul64(m, w[i])
		var c uint64
		p[i], c = bits.Add64(lo, carry, 0)
		carry = hi + c
	}
	quadrant = int(p[0] >> 62)
	for i := range 3 {
		p[i] = p[i]<<2 | p[i+1]>>62
	}
	p[3] <<= 2
	neg := p[0]>>63 == 1
	if neg { // beyond a half: the next quadrant, from below
		quadrant++
		c := uint64(1)
		for i := 3; i >= 0; i-- {
			p[i], c = bits.Add64(^p[i], 0, c)
		}
	}
	f := fraction(p)
	if neg {
		f = f.neg()
	}
	r = f.mul(t.half)
	if x < 0 {
		return r.neg(), -quadrant & 3
	}
	return r, quadrant & 3
}

// fraction converts the 256-bit fraction p.
func fraction(p [4]uint64) dd {
	lead := 0
	for lead < 4 && p[lead] == 0 {
		lead++
	}
	if lead == 4 {
		return dd{}
	}
	var w [3]uint64 // 192 bits from the first nonzero one on
	z := uint(bits.LeadingZeros64(p[lead]))
	word := func(i int) uint64 {
		if i < 4 {
			return p[i]
		}
		return 0
	}
	for i := range w {
		w[i] = word(lead+i) << z
		if z > 0 {
			w[i] |= word(lead+i+1) >> (64 - z)
		}
	}
	scale := math.Ldexp(1, -64*lead-int(z))
	hi := float64(w[0]>>11) * 0x1p-53
	mid := float64(w[0]&(1<<11-1)<<42|w[1]>>22) * 0x1p-106
	lo := float64(w[1]&(1<<22-1)) * 0x1p-128
	return fastSum(hi, mid).addF(lo).scale(scale)
}

// atan is for 0 <= q <= 1.
func (t *tables) atan(q dd) dd {
	y := math.Atan(q.hi)
	sin, cos := t.sincos(ddOf(y))
	num := q.mul(cos).sub(sin)
	return fastSum(y, num.hi/(cos.hi+q.hi*sin.hi))
}

// atan2 is the angle of the point (x, y) in the first quadrant.
func (t *tables) atan2(y, x dd) dd {
	if y.hi > x.hi {
		return t.half.sub(t.atan(x.div(y)))
	}
	return t.atan(y.div(x))
}

// value is for exponents that a double has.
func (s scaled) value() dd { return s.v.scale(math.Ldexp(1, s.exp)) }

// dd is the unevaluated sum hi + lo of two doubles with |lo| at most half an
// ulp of hi: about 106 bits. The algorithms are those of Dekker and Knuth; a
// sum or product is off by a few units of 2^-104 relative to its value.
type dd struct{ hi, lo float64 }

func ddOf(x float64) dd { return dd{x, 0} }

// twoSum is a + b exactly.
func twoSum(a, b float64) dd {
	s := a + b
	t := s - a
	return dd{s, (a - (s - t)) + (b - t)}
}

// fastSum is a + b exactly if |a| >= |b| or a is 0.
func fastSum(a, b float64) dd {
	s := a + b
	return dd{s, b - (s - a)}
}

// twoProd is a * b exactly.
func twoProd(a, b float64) dd {
	p := float64(a * b) // the conversion forbids fusing with a later sum
	return dd{p, math.FMA(a, b, -p)}
}

func (a dd) neg() dd { return dd{-a.hi, -a.lo} }

func (a dd) add(b dd) dd {
	s, t := twoSum(a.hi, b.hi), twoSum(a.lo, b.lo)
	s = fastSum(s.hi, s.lo+t.hi)
	return fastSum(s.hi, s.lo+t.lo)
}

func (a dd) sub(b dd) dd { return a.add(b.neg()) }

func (a dd) addF(b float64) dd {
	s := twoSum(a.hi, b)
	return fastSum(s.hi, s.lo+a.lo)
}

func (a dd) mul(b dd) dd {
	p := twoProd(a.hi, b.hi)
	return fastSum(p.hi, p.lo+(a.hi*b.lo+a.lo*b.hi))
}

func (a dd) mulF(b float64) dd {
	p := twoProd(a.hi, b)
	return fastSum(p.hi, p.lo+a.lo*b)
}

// scale multiplies by a power of two.
func (a dd) scale(p float64) dd { return dd{a.hi * p, a.lo * p} }

func (a dd) div(b dd) dd {
	q := a.hi / b.hi
	r := a.sub(b.mulF(q))
	q2 := r.hi / b.hi
	r = r.sub(b.mulF(q2))
	return fastSum(q, q2).addF(r.hi / b.hi)
}

func (a dd) sqrt() dd {
	if a.hi == 0 {
		return a
	}
	q := math.Sqrt(a.hi)
	r := a.sub(twoProd(q, q))
	return fastSum(q, r.hi/(2*q))
}

// horner evaluates c[0] + c[1] x + c[2] x² + ... The terms from number
// precise on are too small to need more than a double.
func horner(x dd, c []dd, precise int) dd {
	i := len(c) - 1
	tail := c[i].hi
	for i--; i >= precise; i-- {
		tail = tail*x.hi + c[i].hi
	}
	sum := ddOf(tail)
	for ; i >= 0; i-- {
		sum = sum.mul(x).add(c[i])
	}
	return sum
}

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

// stirlingRatios are B(2k)/(2k(2k-1)), numerator and denominator.
var stirlingRatios = [13][2]int64{
	{1, 12}, {-1, 360}, {1, 1260}, {-1, 1680}, {1, 1188}, {-691, 360360}, {1, 156}, {-3617, 122400},
	{43867, 244188}, {-174611, 125400}, {854513, 63756}, {-236364091, 1506960}, {8553103, 3900},
}

// gammaTables are the constants of the gamma function.
func (t *tables) gammaTables() {
	for i, r := range stirlingRatios {
		t.stirling[i] = ddOfBig(newBig().Quo(bigInt(r[0]), bigInt(r[1])))
	}
	twoPi := shift(newBig().Set(t.precise.pi), 1)
	t.halfLog2Pi = ddOfBig(shift(t.precise.log(twoPi), -1))
}

// scalb is x times 2^n, rounded once.
func scalb(x float64, n int) float64 {
	if x == 0 || !finite(x) {
		return x
	}
	frac, e := math.Frexp(x) // 0.5 <= |frac| < 1
	e += n
	switch {
	case e > 1024:
		return math.Copysign(math.Inf(1), x)
	case e < -1080:
		return math.Copysign(0, x)
	case e >= -1021:
		return math.Float64frombits(math.Float64bits(frac) + uint64(e)<<52)
	}
	// Subnormal: one multiplication rounds.
	return math.Float64frombits(math.Float64bits(frac)+uint64(e+200)<<52) * 0x1p-200
}

func finite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }
