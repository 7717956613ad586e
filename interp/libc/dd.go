package libc

import "math"

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
