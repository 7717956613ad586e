package libc

import (
	"math"
	"math/big"
	"math/bits"
	"strings"

	"culprit/internal/extended"
)

// The functions of math.h for long double, from the precise functions: their
// results are correctly rounded. Only those about erf and gamma are computed in
// double.

// longFunc is a function of one argument.
type longFunc struct {
	name string
	// f is for finite arguments other than zero; double is the function for
	// the others, and for all if f is nil.
	f      func(k *constants, x *big.Float) *big.Float
	double func(float64) float64
	// domain, if not nil, holds where the function is defined.
	domain func(x *big.Float) bool
	// cubic c, if not zero: near zero the function is x + c x³.
	cubic float64
	tiny  bool // a result that becomes zero sets ERANGE
	plus  bool // the NaN outside of the domain has no sign
}

func atLeast(limit float64) func(*big.Float) bool {
	return func(x *big.Float) bool { return x.Cmp(bigOf(limit)) >= 0 }
}

func upToOne(x *big.Float) bool { return newBig().Abs(x).Cmp(bigInt(1)) <= 0 }

func longFuncs() []longFunc {
	logTo := func(n int64) func(*constants, *big.Float) *big.Float {
		return func(k *constants, x *big.Float) *big.Float { return k.logTo(n, x) }
	}
	powerOf := func(n int64) func(*constants, *big.Float) *big.Float {
		return func(k *constants, x *big.Float) *big.Float { return k.power(bigInt(n), x) }
	}
	return []longFunc{
		{name: "sin", f: func(k *constants, x *big.Float) *big.Float { return k.sine(x, 0) }, double: mathSin, cubic: -1. / 6},
		{name: "cos", f: func(k *constants, x *big.Float) *big.Float { return k.sine(x, 1) }, double: mathCos},
		{name: "tan", f: (*constants).tangent, double: mathTan, cubic: 1. / 3},
		{name: "asin", f: (*constants).arcsine, double: mathAsin, plus: true, domain: upToOne, cubic: 1. / 6},
		{name: "acos", f: (*constants).arccosine, double: mathAcos, plus: true, domain: upToOne},
		{name: "atan", f: (*constants).atan, double: mathAtan, cubic: -1. / 3},
		{name: "sinh", f: func(k *constants, x *big.Float) *big.Float { return k.longSinh(x, -1) }, double: mathSinh, cubic: 1. / 6},
		{name: "cosh", f: func(k *constants, x *big.Float) *big.Float { return k.longSinh(x, 1) }, double: mathCosh},
		{name: "tanh", f: (*constants).longTanh, double: mathTanh, cubic: -1. / 3},
		{name: "asinh", f: (*constants).longAsinh, double: mathAsinh, cubic: -1. / 6},
		{name: "acosh", f: func(k *constants, x *big.Float) *big.Float {
			s := newBig().Mul(x, x)
			return k.logAny(s.Add(s.Sqrt(s.Sub(s, bigInt(1))), x))
		}, double: mathAcosh, domain: atLeast(1)},
		{name: "atanh", f: func(k *constants, x *big.Float) *big.Float {
			if newBig().Abs(x).Cmp(bigInt(1)) == 0 {
				return newBig().SetInf(x.Signbit())
			}
			q := newBig().Quo(newBig().Add(bigInt(1), x), newBig().Sub(bigInt(1), x))
			return shift(k.log(q), -1)
		}, double: mathAtanh, domain: upToOne, cubic: 1. / 3},
		{name: "exp", f: (*constants).expAny, double: mathExp, tiny: true},
		{name: "exp2", f: powerOf(2), double: mathExp2, tiny: true},
		{name: "exp10", f: powerOf(10), double: exp10, tiny: true},
		{name: "expm1", f: func(k *constants, x *big.Float) *big.Float {
			if x.MantExp(nil) < -100 { // x + x²/2
				return newBig().Add(x, shift(newBig().Mul(x, x), -1))
			}
			r := k.expAny(x)
			return r.Sub(r, bigInt(1))
		}, double: math.Expm1},
		{name: "log", f: (*constants).logAny, double: mathLog, plus: true, domain: atLeast(0)},
		{name: "log2", f: logTo(2), double: mathLog2, plus: true, domain: atLeast(0)},
		{name: "log10", f: logTo(10), double: mathLog10, plus: true, domain: atLeast(0)},
		{name: "log1p", f: func(k *constants, x *big.Float) *big.Float {
			if x.MantExp(nil) < -100 {
				return newBig().Sub(x, shift(newBig().Mul(x, x), -1))
			}
			return k.logAny(newBig().Add(x, bigInt(1)))
		}, double: math.Log1p, domain: atLeast(-1)},
		{name: "cbrt", f: func(_ *constants, x *big.Float) *big.Float { return cubeRoot(x) }, double: mathCbrt},
		{name: "erf", double: mathErf}, {name: "erfc", double: mathErfc, tiny: true}, {name: "tgamma", double: mathTgamma, tiny: true},
		{name: "lgamma", double: mathLgamma},
	}
}

// precise rounds a result in whose last bits there are errors.
func precise(x *big.Float) extended.Number {
	return extended.Of(new(big.Float).SetPrec(220).Set(x))
}

// ofDouble converts what the function of double gives for a special argument:
// a fraction of pi has more places here.
func (k *constants) ofDouble(x float64) extended.Number {
	q := math.Abs(x) / (math.Pi / 4)
	if n := math.Round(q); n >= 1 && n <= 4 && math.Abs(x) == n*(math.Pi/4) {
		p := newBig().Mul(k.pi, bigInt(int64(n)))
		if shift(p, -2); x < 0 {
			p.Neg(p)
		}
		return precise(p)
	}
	return extended.OfFloat64(x)
}

// eval computes the function.
func (u *longFunc) eval(k *constants, x extended.Number) extended.Number {
	switch {
	case x.IsNaN():
		x.Sig |= 1 << 62
		return x
	case u.f == nil:
		return extended.OfFloat64(u.double(x.Float64()))
	case u.domain != nil && !u.domain(x.Big()):
		if u.plus {
			return extended.NaN.Abs()
		}
		return extended.NaN
	case x.IsInf() || x.IsZero():
		if r := k.ofDouble(u.double(x.Float64())); !r.IsNaN() {
			return r
		}
		return extended.NaN
	}
	b := newBig().Set(x.Big())
	if u.cubic != 0 && b.MantExp(nil) < -60 {
		c := newBig().Mul(b, b)
		return precise(b.Add(b, c.Mul(c, newBig().Mul(b, bigOf(u.cubic)))))
	}
	return precise(u.f(k, b))
}

// longResult checks a result for errors, and writes it to where argument i
// points.
func (c *call) longResult(i int, r extended.Number, tiny bool, args ...extended.Number) Value {
	finite := true
	for _, a := range args {
		if a.IsNaN() {
			return c.extResult(i, r)
		}
		finite = finite && !a.IsInf()
	}
	switch {
	case r.IsNaN():
		c.mem.SetErrno(edom)
	case finite && r.IsInf(), finite && tiny && r.IsZero():
		c.mem.SetErrno(erange)
	}
	return c.extResult(i, r)
}

func addLongMath(add adder) {
	for _, u := range longFuncs() {
		add(func(c *call) Value {
			x := c.extArg(0)
			return c.longResult(2, u.eval(lib().precise, x), u.tiny, x)
		}, u.name+"l")
	}
	for name, f := range map[string]func(k *constants, x, y extended.Number) (r extended.Number, tiny bool){
		"powl": (*constants).longPow, "atan2l": (*constants).longAngle, "hypotl": longHypot,
		"fmodl": longMod, "remainderl": longRemainder, "fdiml": longDim, "nextafterl": longNext, "nexttowardl": longNext,
	} {
		add(func(c *call) Value {
			x, y := c.extArg(0), c.extArg(2)
			if x.IsNaN() || y.IsNaN() {
				if r := math.Pow(x.Float64(), y.Float64()); name == "powl" && r == 1 {
					return c.extResult(4, extended.OfFloat64(1))
				}
				if name == "hypotl" && (x.IsInf() || y.IsInf()) {
					return c.extResult(4, extended.Inf(false))
				}
				if !x.IsNaN() {
					x = y
				}
				x.Sig |= 1 << 62
				return c.extResult(4, x)
			}
			r, tiny := f(lib().precise, x, y)
			if tiny && r.Exp() == 0 && !r.IsZero() && strings.HasPrefix(name, "next") {
				c.mem.SetErrno(erange) // also for a subnormal number
			}
			return c.longResult(4, r, tiny, x, y)
		}, name)
	}
	add(func(c *call) Value { return c.longToward(double) }, "nexttoward")
	add(func(c *call) Value { return c.longToward(single) }, "nexttowardf")
}

// longSinh is half of e^x + sign e^-x.
func (k *constants) longSinh(x *big.Float, sign int64) *big.Float {
	a, b := k.expAny(x), k.expAny(newBig().Neg(x))
	return shift(a.Add(a, b.Mul(b, bigInt(sign))), -1)
}

func (k *constants) longTanh(x *big.Float) *big.Float {
	if x.MantExp(nil) > 7 {
		return bigInt(int64(x.Sign()))
	}
	e := k.exp(shift(newBig().Set(x), 1))
	return newBig().Quo(newBig().Sub(e, bigInt(1)), newBig().Add(e, bigInt(1)))
}

func (k *constants) longAsinh(x *big.Float) *big.Float {
	a := newBig().Abs(x)
	s := newBig().Mul(a, a)
	r := k.log(s.Add(s.Sqrt(s.Add(s, bigInt(1))), a))
	if x.Signbit() {
		r.Neg(r)
	}
	return r
}

func (k *constants) longPow(x, y extended.Number) (r extended.Number, tiny bool) {
	one := extended.OfFloat64(1)
	if x.IsZero() || y.IsZero() || x.IsInf() || y.IsInf() || x == one {
		fx := x.Float64()
		if a := x.Abs().Big().Cmp(big.NewFloat(1)); !x.IsInf() && !x.IsZero() && a != 0 {
			fx = math.Copysign(1+0.5*float64(a), fx) // only this counts for an infinite exponent
		}
		fy := y.Float64()
		if !y.IsInf() && !y.IsZero() && longInteger(y) != 1 {
			fy = math.Copysign(2, fy)
			if longInteger(y) < 0 {
				fy = math.Copysign(0.5, fy)
			}
		} else if !y.IsInf() && !y.IsZero() {
			fy = math.Copysign(1, fy)
		}
		return extended.OfFloat64(math.Pow(fx, fy)), false
	}
	neg := false
	if x.Signbit() {
		parity := longInteger(y)
		if parity < 0 {
			return extended.NaN, false
		}
		neg = parity == 1
	}
	r = precise(k.power(newBig().Set(x.Abs().Big()), y.Big()))
	if neg {
		r = r.Neg()
	}
	return r, true
}

// longInteger is 1 for odd integers, 0 for even ones, and -1 for others.
func longInteger(x extended.Number) int {
	i, acc := x.Big().Int(nil)
	if acc != big.Exact {
		return -1
	}
	return int(i.Bit(0))
}

func (k *constants) longAngle(y, x extended.Number) (extended.Number, bool) {
	if x.IsZero() || y.IsZero() || x.IsInf() || y.IsInf() {
		part := func(n extended.Number) float64 { // of the quadrant
			if n.IsZero() || n.IsInf() {
				return n.Float64()
			}
			return math.Copysign(1, float64(n.Big().Sign()))
		}
		return k.ofDouble(math.Atan2(part(y), part(x))), false
	}
	return precise(k.angle(newBig().Set(y.Big()), newBig().Set(x.Big()))), true
}

func longHypot(_ *constants, x, y extended.Number) (extended.Number, bool) {
	if x.IsInf() || y.IsInf() {
		return extended.Inf(false), false
	}
	return precise(hypotenuse(x.Big(), y.Big())), false
}

// longDivide gives the integral quotient of the absolute values of finite
// numbers, modulo 8, and the rest.
func longDivide(x, y extended.Number) (q uint, r *big.Float) {
	e := max(y.Exp(), 1)
	a := new(big.Int).SetUint64(x.Sig)
	b := new(big.Int).SetUint64(y.Sig)
	if d := max(x.Exp(), 1) - e; d >= 0 {
		a.Lsh(a, uint(d))
	} else {
		b.Lsh(b, uint(-d))
		e += d
	}
	n, rest := new(big.Int).QuoRem(a, b, new(big.Int))
	r = new(big.Float).SetPrec(64 + uint(bits.Len16(y.SE))).SetInt(rest)
	return uint(n.Bit(2)<<2 | n.Bit(1)<<1 | n.Bit(0)), r.SetMantExp(r, e-16383-63)
}

func longMod(_ *constants, x, y extended.Number) (extended.Number, bool) {
	switch {
	case x.IsInf(), y.IsZero():
		return extended.NaN, false
	case y.IsInf():
		return x, false
	}
	_, r := longDivide(x, y)
	n := extended.Of(r)
	n.SE |= x.SE & 0x8000
	return n, false
}

func longRemainder(_ *constants, x, y extended.Number) (extended.Number, bool) {
	r, _ := longRest(x, y)
	return r, false
}

// longRest is the IEEE remainder and the low bits of the quotient.
func longRest(x, y extended.Number) (extended.Number, uint) {
	switch {
	case x.IsInf(), y.IsZero():
		return extended.NaN, 0
	case y.IsInf():
		return x, 0
	}
	q, r := longDivide(x, y)
	b := y.Abs().Big()
	twice := new(big.Float).SetPrec(200).Add(r, r)
	if c := twice.Cmp(b); c > 0 || c == 0 && q&1 == 1 {
		r = new(big.Float).SetPrec(200).Sub(r, b)
		q++
	}
	n := extended.Of(r)
	n.SE ^= x.SE & 0x8000
	return n, q
}

func longDim(_ *constants, x, y extended.Number) (extended.Number, bool) {
	switch {
	case x.IsInf() && y.IsInf() && x == y, x.Big().Cmp(y.Big()) <= 0:
		return extended.Number{}, false
	case x.IsInf() || y.IsInf():
		return extended.Inf(false), false
	}
	return extended.Of(new(big.Float).SetPrec(33000).Sub(x.Big(), y.Big())), false
}

// longNext is the number next to x on the way to y.
func longNext(_ *constants, x, y extended.Number) (extended.Number, bool) {
	switch c := x.Big().Cmp(y.Big()); {
	case c == 0:
		return y, false
	case x.IsZero():
		return extended.Number{Sig: 1, SE: y.SE & 0x8000}, false
	case (c < 0) == !x.Signbit(): // away from zero
		switch {
		case x.Sig == math.MaxUint64, x.Sig == 1<<63-1:
			return extended.Number{Sig: 1 << 63, SE: x.SE + 1}, false
		}
		return extended.Number{Sig: x.Sig + 1, SE: x.SE}, true
	}
	switch {
	case x.Sig == 1<<63 && x.Exp() == 1:
		return extended.Number{Sig: 1<<63 - 1, SE: x.SE - 1}, true
	case x.Sig == 1<<63:
		return extended.Number{Sig: math.MaxUint64, SE: x.SE - 1}, false
	}
	return extended.Number{Sig: x.Sig - 1, SE: x.SE}, true
}

// longToward is nexttoward: only the direction is a long double.
func (c *call) longToward(v variant) Value {
	x, y := c.doubleArg(0), c.extArg(1)
	if math.IsNaN(x) || y.IsNaN() {
		return v.value(math.NaN())
	}
	to := math.Inf(extended.Number.Big(y).Cmp(extended.OfFloat64(x).Big()))
	if extended.OfFloat64(x).Big().Cmp(y.Big()) == 0 {
		return v.value(y.Float64())
	}
	r := math.Nextafter(x, to)
	if v == single {
		r = float64(math.Nextafter32(float32(x), float32(to)))
	}
	if finite(x) && x != 0 && (v.isInf(r) || math.Abs(r) < v.least()) {
		c.mem.SetErrno(erange)
	}
	return v.value(r)
}

// addLongParts adds the functions that take numbers apart.
func addLongParts(add adder) {
	add(longFrexp, "frexpl")
	add(func(c *call) Value { return longScale(c, int64(c.intArg(2))) }, "ldexpl", "scalbnl")
	add(func(c *call) Value { return longScale(c, c.longArg(2)) }, "scalblnl")
	add(longModf, "modfl")
	add(logAnyb, "logbl")
	add(longIlogb, "ilogbl")
	add(longRemquo, "remquol")
	add(longFma, "fmal")
	add(longSincos, "sincosl")
}

func longFrexp(c *call) Value {
	x, exp := c.extArg(0), 0
	if !x.IsNaN() && !x.IsInf() && !x.IsZero() {
		n := bits.LeadingZeros64(x.Sig)
		exp = max(x.Exp(), 1) - 16382 - n
		x = extended.Number{Sig: x.Sig << n, SE: x.SE&0x8000 | 16382}
	}
	c.storeWord(c.wordArg(2), 4, uint64(uint32(int32(exp))))
	return c.extResult(3, x)
}

// longScale multiplies by 2 to the power of n.
func longScale(c *call, n int64) Value {
	x := c.extArg(0)
	r := x
	if !x.IsNaN() && !x.IsInf() && !x.IsZero() {
		b := x.Big()
		r = extended.Of(b.SetMantExp(b, int(max(-70000, min(n, 70000)))))
		if r.IsZero() || r.IsInf() {
			c.mem.SetErrno(erange)
		}
	}
	return c.extResult(3, r)
}

func longModf(c *call) Value {
	x := c.extArg(0)
	if x.IsNaN() {
		c.storeExt(c.wordArg(2), x)
		return c.extResult(3, x)
	}
	whole, rest := x, extended.Number{}
	if !x.IsInf() {
		i, _ := x.Big().Int(nil)
		whole = extended.Of(new(big.Float).SetInt(i))
		rest = extended.Of(new(big.Float).SetPrec(128).Sub(x.Big(), whole.Big()))
	}
	whole.SE, rest.SE = whole.SE&0x7fff|x.SE&0x8000, rest.SE&0x7fff|x.SE&0x8000
	c.storeExt(c.wordArg(2), whole)
	return c.extResult(3, rest)
}

func logAnyb(c *call) Value {
	x := c.extArg(0)
	switch {
	case x.IsNaN() || x.IsInf():
		return c.extResult(2, x.Abs())
	case x.IsZero():
		return c.extResult(2, extended.Inf(true))
	}
	return c.extResult(2, extended.OfFloat64(float64(x.Big().MantExp(nil)-1)))
}

func longIlogb(c *call) Value {
	x := c.extArg(0)
	switch {
	case x.IsZero(), x.IsNaN():
		c.mem.SetErrno(edom)
		return intValue(math.MinInt32)
	case x.IsInf():
		c.mem.SetErrno(edom)
		return intValue(math.MaxInt32)
	}
	return intValue(int32(x.Big().MantExp(nil) - 1))
}

func longRemquo(c *call) Value {
	x, y := c.extArg(0), c.extArg(2)
	if x.IsNaN() || y.IsNaN() {
		return c.extResult(5, extended.NaN)
	}
	r, q := longRest(x, y)
	if !r.IsNaN() {
		n := int32(q)
		if (x.SE^y.SE)&0x8000 != 0 {
			n = -n
		}
		c.storeWord(c.wordArg(4), 4, uint64(uint32(n)))
	}
	return c.longResult(5, r, false, x, y)
}

func longSincos(c *call) Value {
	x := c.extArg(0)
	for i, u := range longFuncs()[:2] {
		c.storeExt(c.wordArg(2+i), u.eval(lib().precise, x))
	}
	if x.IsInf() {
		c.mem.SetErrno(edom)
	}
	return void()
}

func longFma(c *call) Value {
	x, y, z := c.extArg(0), c.extArg(2), c.extArg(4)
	for _, n := range []extended.Number{x, y, z} {
		if n.IsNaN() {
			n.Sig |= 1 << 62
			return c.extResult(6, n)
		}
	}
	sign := (x.SE ^ y.SE) & 0x8000
	inf := x.IsInf() || y.IsInf()
	switch {
	case inf && (x.IsZero() || y.IsZero()), inf && z.IsInf() && sign != z.SE&0x8000:
		return c.extResult(6, extended.NaN)
	case inf:
		return c.extResult(6, extended.Inf(sign != 0))
	case z.IsInf():
		return c.extResult(6, z)
	}
	const exact = 66000
	s := new(big.Float).SetPrec(exact).Mul(x.Big(), y.Big())
	zero := s.Sign() == 0 && z.IsZero()
	r := extended.Of(s.Add(s, z.Big()))
	if zero {
		r.SE = sign & z.SE
	}
	return c.extResult(6, r)
}
