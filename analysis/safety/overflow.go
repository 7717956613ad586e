package safety

import (
	"math"
	"math/big"

	"culprit/cfg"
)

// arithmeticOf adds an error location for each operation of the program's text
// that the checks of c ask for and C may not define.
func arithmeticOf(p *cfg.Program, c Checks) {
	guardAll(p, func(_ *cfg.Loc, e cfg.Expr, add func(check)) {
		site := cfg.SiteOf(e)
		if site == nil {
			return
		}
		b, binary := e.(*cfg.Binary)
		_, conversion := e.(*cfg.Cast)
		shift := binary && (b.Op == cfg.Shl || b.Op == cfg.LShr || b.Op == cfg.AShr)
		if binary && divides[b.Op] && c&Division != 0 {
			add(check{equals(b.Y, konst(width(b.Y), 0)), UBDivision, cfg.Reason{Kind: cfg.Division, Text: site.Text}, site.Pos})
		}
		if binary && c&Wrap != 0 {
			if bad := wraps(b); bad != nil {
				add(check{bad, UnsignedWrap, cfg.Reason{Kind: cfg.Forbidden, Text: site.Text + " wraps around in " + site.CType.String()}, site.Pos})
			}
		}
		property := NoOverflow
		switch {
		case shift && c&Shift != 0:
			property = UBShift
		case conversion && c&Conversion != 0:
			property = UBConversion
		case c&Overflow == 0 || !signed(e):
			return
		}
		if _, bad, why := overflows(e); bad != nil {
			if property != NoOverflow {
				why.Kind = cfg.Forbidden
			}
			add(check{bad, property, why, site.Pos})
		}
	})
}

// signed reports whether an operation may overflow in a signed type.
func signed(e cfg.Expr) bool {
	switch e := e.(type) {
	case *cfg.Unary:
		return e.Signed
	case *cfg.Binary:
		return e.Signed || e.Op == cfg.SDiv || e.Op == cfg.SRem || e.Op == cfg.AShr
	case *cfg.Cast:
		return e.Op == cfg.FToS
	}
	return false
}

// Undefined adds an error location, of no property, for each operation at a
// place that at selects which may overflow or divide by zero. Unsigned
// divisions, which have no place, stand where their statement does.
func Undefined(p *cfg.Program, at func(cfg.Pos) bool) {
	guardAll(p, func(loc *cfg.Loc, e cfg.Expr, add func(check)) {
		pos := loc.Out[0].Pos
		site, bad, why := overflows(e)
		if site != nil {
			pos = site.Pos
		}
		if b, ok := e.(*cfg.Binary); ok && divides[b.Op] {
			zero := equals(b.Y, konst(width(b.Y), 0))
			if bad == nil {
				bad, why = zero, cfg.Reason{Kind: cfg.Division}
			} else {
				bad = cfg.Disjunction(zero, bad)
			}
		}
		if bad != nil && at(pos) {
			add(check{bad: bad, reason: why, at: pos})
		}
	})
}

// wraps is the condition that an operation on unsigned numbers of the program's
// text has a value that does not fit, nil if it is another operation.
func wraps(e *cfg.Binary) cfg.Expr {
	if e.Signed || e.Site == nil || e.Site.CType == nil {
		return nil
	}
	most := konst(width(e), -1)
	switch e.Op {
	case cfg.Add:
		return cfg.Compare(cfg.ULt, arithmetic(cfg.Sub, most, e.Y), e.X)
	case cfg.Sub:
		return cfg.Compare(cfg.ULt, e.X, e.Y)
	case cfg.Mul:
		return cfg.Conjunction(cfg.Compare(cfg.Ne, e.Y, konst(width(e), 0)), cfg.Compare(cfg.ULt, arithmetic(cfg.UDiv, most, e.Y), e.X))
	}
	return nil
}

var divides = map[cfg.Op]bool{cfg.SDiv: true, cfg.SRem: true, cfg.UDiv: true, cfg.URem: true}

// overflows returns where e stands, under which condition it overflows and
// what to say about it; site is nil if e is not an operation that may.
func overflows(e cfg.Expr) (site *cfg.Site, bad cfg.Expr, why cfg.Reason) {
	switch e := e.(type) {
	case *cfg.Unary:
		if e.Site == nil || e.Op != cfg.Neg {
			return nil, nil, why
		}
		return e.Site, negation(e.X), cfg.Overflow(e.Site, cfg.WholeResult)
	case *cfg.Cast:
		if e.Site == nil || e.Op != cfg.FToS && e.Op != cfg.FToU {
			return nil, nil, why
		}
		return e.Site, conversion(e), cfg.Overflow(e.Site, cfg.ConvertedValue)
	case *cfg.Binary:
		if e.Site == nil {
			return nil, nil, why
		}
		if !e.Signed && (e.Op == cfg.Add || e.Op == cfg.Sub || e.Op == cfg.Mul) { // of pointers or unsigned numbers
			return nil, nil, why
		}
		part := cfg.WholeResult
		switch e.Op {
		case cfg.Add:
			bad = sum(e.X, e.Y)
		case cfg.Sub:
			bad = difference(e.X, e.Y)
		case cfg.Mul:
			bad = product(e.X, e.Y)
		case cfg.Shl:
			bad = tooFar(e.Y)
			if e.Signed {
				bad = shifted(e.X, e.Y)
			} else {
				part = cfg.ShiftCount
			}
		case cfg.AShr, cfg.LShr:
			bad, part = tooFar(e.Y), cfg.ShiftCount
		case cfg.SDiv:
			bad = quotient(e.X, e.Y)
		case cfg.SRem:
			bad, part = quotient(e.X, e.Y), cfg.ItsQuotient
		default:
			return nil, nil, why
		}
		return e.Site, bad, cfg.Overflow(e.Site, part)
	}
	return nil, nil, why
}

// limits are the least and the greatest value of a signed type of w bits.
func limits(w int) (lo, hi int64) { return math.MinInt64 >> (64 - w), math.MaxInt64 >> (64 - w) }

// less is x < y for signed numbers, or a literal where syntax decides it.
func less(x, y cfg.Expr) cfg.Expr {
	a, b := rangeOf(x), rangeOf(y)
	switch {
	case a.hi < b.lo:
		return cfg.True
	case a.lo >= b.hi:
		return cfg.False
	}
	return cfg.Compare(cfg.SLt, x, y)
}

// beyond is the condition that the number v of more than w bits, which lies in
// r, does not fit in w bits.
func beyond(v cfg.Expr, w int, r *wide) cfg.Expr {
	lo, hi := limits(w)
	bad := cfg.Expr(cfg.False)
	if r.hi.Cmp(big.NewInt(hi)) > 0 {
		bad = cfg.Disjunction(bad, less(konst(width(v), hi), v))
	}
	if r.lo.Cmp(big.NewInt(lo)) < 0 {
		bad = cfg.Disjunction(bad, less(v, konst(width(v), lo)))
	}
	return bad
}

// constant returns the value of a literal.
func constant(e cfg.Expr) (int64, bool) {
	c, ok := e.(*cfg.Const)
	if !ok {
		return 0, false
	}
	return cfg.SignExtend(c.V, c.T.Width()), true
}

// sum is the condition that x + y overflows. With a literal it is one
// comparison, else x is compared with what y leaves to the limit. Adding with
// more bits would say the same, and cost solvers twenty times as much.
func sum(x, y cfg.Expr) cfg.Expr {
	w := width(x)
	lo, hi := limits(w)
	r := rangeOf(x).wide().add(rangeOf(y).wide())
	if r.fits(w) {
		return cfg.False
	}
	if _, ok := constant(x); ok {
		x, y = y, x
	}
	if c, ok := constant(y); ok {
		if c > 0 {
			return less(konst(w, hi-c), x)
		}
		return less(x, konst(w, lo-c))
	}
	zero := konst(w, 0)
	return cfg.Conjunction(cfg.Disjunction(outside(x, hi/2), outside(y, hi/2)), cfg.Disjunction(
		cfg.Conjunction(less(zero, y), less(arithmetic(cfg.Sub, konst(w, hi), y), x)),
		cfg.Conjunction(less(y, zero), less(x, arithmetic(cfg.Sub, konst(w, lo), y)))))
}

// difference is the condition that x - y overflows.
func difference(x, y cfg.Expr) cfg.Expr {
	w := width(x)
	lo, hi := limits(w)
	r := rangeOf(x).wide().sub(rangeOf(y).wide())
	if r.fits(w) {
		return cfg.False
	}
	if c, ok := constant(y); ok {
		if c > 0 {
			return less(x, konst(w, lo+c))
		}
		return less(konst(w, hi+c), x)
	}
	if c, ok := constant(x); ok {
		if c >= 0 {
			return less(y, konst(w, c-hi))
		}
		return less(konst(w, c-lo), y)
	}
	zero := konst(w, 0)
	return cfg.Conjunction(cfg.Disjunction(outside(x, hi/2), outside(y, hi/2)), cfg.Disjunction(
		cfg.Conjunction(less(zero, y), less(x, arithmetic(cfg.Add, konst(w, lo), y))),
		cfg.Conjunction(less(y, zero), less(arithmetic(cfg.Add, konst(w, hi), y), x))))
}

// product is the condition that x * y overflows.
func product(x, y cfg.Expr) cfg.Expr {
	w := width(x)
	lo, hi := limits(w)
	rx, ry := rangeOf(x), rangeOf(y)
	r := rx.wide().mul(ry.wide())
	if r.fits(w) {
		return cfg.False
	}
	if _, ok := constant(x); ok {
		x, y = y, x
	} else if rx.hi-rx.lo >= 0 && (ry.hi-ry.lo < 0 || rx.hi-rx.lo < ry.hi-ry.lo) {
		x, y = y, x // the divisor below is the one with fewer values
	}
	if c, ok := constant(y); ok {
		switch {
		case c == -1:
			return negation(x)
		case c > 0:
			return cfg.Disjunction(less(konst(w, hi/c), x), less(x, konst(w, lo/c)))
		}
		return cfg.Disjunction(less(x, konst(w, hi/c)), less(konst(w, lo/c), x))
	}
	root := new(big.Int).Sqrt(big.NewInt(hi)).Int64()
	return cfg.Conjunction(cfg.Disjunction(outside(x, root), outside(y, root)), exactProduct(x, y, r))
}

// outside is the condition that the magnitude of x exceeds v. That an operation
// on two smaller numbers fits is cheaper to see than to compute.
func outside(x cfg.Expr, v int64) cfg.Expr {
	return cfg.Disjunction(less(konst(width(x), v), x), less(x, konst(width(x), -v)))
}

// exactProduct is the condition that x * y, which lies in r, overflows.
func exactProduct(x, y cfg.Expr, r *wide) cfg.Expr {
	w := width(x)
	if w <= 32 {
		return beyond(arithmetic(cfg.Mul, doubled(x), doubled(y)), w, r)
	}
	// Quotients are rounded toward zero, and least / -1 does not occur.
	lo, hi := limits(w)
	zero, minus := konst(w, 0), konst(w, -1)
	most, least := arithmetic(cfg.SDiv, konst(w, hi), y), arithmetic(cfg.SDiv, konst(w, lo), y)
	return cfg.Disjunction(
		cfg.Conjunction(less(zero, y), cfg.Disjunction(cfg.Conjunction(less(zero, x), less(most, x)), cfg.Conjunction(less(x, zero), less(x, least)))),
		cfg.Conjunction(less(y, zero), cfg.Disjunction(cfg.Conjunction(less(x, zero), less(x, most)), cfg.Conjunction(cfg.Conjunction(less(zero, x), less(y, minus)), less(least, x)))))
}

// quotient is the condition that x / y does not fit: least / -1.
func quotient(x, y cfg.Expr) cfg.Expr {
	w := width(x)
	lo, _ := limits(w)
	return cfg.Conjunction(equals(y, konst(w, -1)), equals(x, konst(w, lo)))
}

// negation is the condition that -x does not fit.
func negation(x cfg.Expr) cfg.Expr {
	lo, _ := limits(width(x))
	return equals(x, konst(width(x), lo))
}

// equals is x = y for a literal y.
func equals(x, y cfg.Expr) cfg.Expr {
	a, b := rangeOf(x), rangeOf(y)
	switch {
	case a.hi < b.lo || b.hi < a.lo:
		return cfg.False
	case a.lo == a.hi && a == b:
		return cfg.True
	}
	return cfg.Compare(cfg.Eq, x, y)
}

// shifted is the condition that C does not define x << y: x is negative, the
// count out of range, or the result too large.
func shifted(x, y cfg.Expr) cfg.Expr {
	w := width(x)
	_, hi := limits(w)
	far := tooFar(y)
	if cfg.IsTrue(far) {
		return far
	}
	if c, ok := constant(y); ok {
		// A negative number is a large one without sign.
		if r := rangeOf(x); r.lo >= 0 && r.hi <= hi>>c {
			return cfg.False
		}
		return cfg.Compare(cfg.ULt, konst(w, hi>>c), x)
	}
	if c, ok := constant(x); ok {
		most := -1 // the largest count
		for most < w-1 && c >= 0 && c <= hi>>(most+1) {
			most++
		}
		switch {
		case most < 0:
			return cfg.True
		case most < w-1:
			if r := rangeOf(y); r.lo >= 0 && r.hi <= int64(most) {
				return cfg.False
			}
			return cfg.Compare(cfg.ULt, konst(w, int64(most)), y)
		}
		return far // of 0
	}
	return cfg.Disjunction(far, cfg.Compare(cfg.ULt, arithmetic(cfg.LShr, konst(w, hi), y), x))
}

// tooFar is the condition that the count y of a shift of as many bits is
// negative or not less than their number.
func tooFar(y cfg.Expr) cfg.Expr {
	w := width(y)
	switch r := rangeOf(y); {
	case r.lo >= 0 && r.hi < int64(w):
		return cfg.False
	case r.hi < 0 || r.lo >= int64(w):
		return cfg.True
	}
	return cfg.Compare(cfg.ULe, konst(w, int64(w)), y)
}

// conversion is the condition that the integral part of a float does not fit.
func conversion(e *cfg.Cast) cfg.Expr {
	w, t := e.T.Width(), e.X.Type()
	if e.Op == cfg.FToU {
		return cfg.Negate(cfg.Conjunction(
			cfg.Compare(cfg.FLt, float(t, -1), e.X),
			cfg.Compare(cfg.FLt, e.X, float(t, math.Ldexp(1, w)))))
	}
	op, low := cfg.FLe, -math.Ldexp(1, w-1)
	less := low - 1 // the fraction is cut off
	if t.Width() == 32 {
		less = float64(float32(less))
	}
	if less != low { // it has a float of its own
		op, low = cfg.FLt, less
	}
	return cfg.Negate(cfg.Conjunction(
		cfg.Compare(op, float(t, low), e.X),
		cfg.Compare(cfg.FLt, e.X, float(t, math.Ldexp(1, w-1)))))

}

func float(t cfg.Type, v float64) cfg.Expr {
	if t.Width() == 32 {
		return &cfg.Const{T: t, V: uint64(math.Float32bits(float32(v)))}
	}
	return &cfg.Const{T: t, V: math.Float64bits(v)}
}
