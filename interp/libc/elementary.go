package libc

import (
	"math"
	"math/bits"
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
