package safety

import (
	"math"
	"math/big"

	"culprit/cfg"
)

// interval holds the signed values that an expression has in any state, as
// far as its syntax shows.
type interval struct{ lo, hi int64 }

// rangeOf computes the interval of a bit-vector.
func rangeOf(e cfg.Expr) interval {
	w := width(e)
	lo, hi := limits(w)
	full := interval{lo, hi}
	switch e := e.(type) {
	case *cfg.Const:
		v := cfg.SignExtend(e.V, w)
		return interval{v, v}
	case *cfg.Ite:
		a, b := rangeOf(e.Then), rangeOf(e.Else)
		return interval{min(a.lo, b.lo), max(a.hi, b.hi)}
	case *cfg.Cast:
		return castRange(e, full)
	case *cfg.Unary:
		x := rangeOf(e.X).wide()
		switch e.Op {
		case cfg.Neg:
			return exact(0).wide().sub(x).within(full)
		case cfg.Not:
			return exact(-1).wide().sub(x).within(full)
		}
	case *cfg.Binary:
		return binaryRange(e, full)
	}
	return full
}

func castRange(e *cfg.Cast, full interval) interval {
	switch e.Op {
	case cfg.SExt:
		return rangeOf(e.X)
	case cfg.ZExt:
		if x := rangeOf(e.X); x.lo >= 0 {
			return x
		}
		return interval{0, 1<<width(e.X) - 1}
	case cfg.Trunc:
		return rangeOf(e.X).wide().within(full)
	case cfg.BoolToBits:
		if full.hi > 0 {
			return interval{0, 1}
		}
	}
	return full
}

func binaryRange(e *cfg.Binary, full interval) interval {
	x, y := rangeOf(e.X), rangeOf(e.Y)
	c, literal := constant(e.Y)
	positive := literal && c > 0
	switch e.Op {
	case cfg.Add:
		return x.wide().add(y.wide()).within(full)
	case cfg.Sub:
		return x.wide().sub(y.wide()).within(full)
	case cfg.Mul:
		return x.wide().mul(y.wide()).within(full)
	case cfg.And:
		switch {
		case x.lo >= 0 && y.lo >= 0:
			return interval{0, min(x.hi, y.hi)}
		case x.lo >= 0:
			return interval{0, x.hi}
		case y.lo >= 0:
			return interval{0, y.hi}
		}
	case cfg.LShr:
		if positive && c < int64(width(e)) {
			return interval{0, full.hi >> (c - 1)}
		}
	case cfg.AShr:
		if positive && c < int64(width(e)) {
			return interval{x.lo >> c, x.hi >> c}
		}
	case cfg.URem:
		if positive {
			return interval{0, c - 1}
		}
	case cfg.SRem:
		if positive {
			return interval{max(min(x.lo, 0), 1-c), min(max(x.hi, 0), c-1)}
		}
	case cfg.SDiv:
		if positive {
			return interval{x.lo / c, x.hi / c}
		}
	case cfg.UDiv:
		if positive && c > 1 && x.lo >= 0 {
			return interval{x.lo / c, x.hi / c}
		}
	}
	return full
}

func exact(v int64) interval { return interval{v, v} }

func (r interval) wide() *wide { return &wide{big.NewInt(r.lo), big.NewInt(r.hi)} }

// wide is an interval without limits.
type wide struct{ lo, hi *big.Int }

func (a *wide) add(b *wide) *wide {
	return &wide{new(big.Int).Add(a.lo, b.lo), new(big.Int).Add(a.hi, b.hi)}
}

func (a *wide) sub(b *wide) *wide {
	return &wide{new(big.Int).Sub(a.lo, b.hi), new(big.Int).Sub(a.hi, b.lo)}
}

func (a *wide) mul(b *wide) *wide {
	var out *wide
	for _, x := range []*big.Int{a.lo, a.hi} {
		for _, y := range []*big.Int{b.lo, b.hi} {
			v := new(big.Int).Mul(x, y)
			if out == nil {
				out = &wide{v, v}
			}
			if v.Cmp(out.lo) < 0 {
				out.lo = v
			}
			if v.Cmp(out.hi) > 0 {
				out.hi = v
			}
		}
	}
	return out
}

// within is a if it lies in full, else full: the value wraps.
func (a *wide) within(full interval) interval {
	f := full.wide()
	if a.lo.Cmp(f.lo) < 0 || a.hi.Cmp(f.hi) > 0 {
		return full
	}
	return interval{a.lo.Int64(), a.hi.Int64()}
}

// fits reports that all of a are signed numbers of w bits.
func (a *wide) fits(w int) bool {
	lo, hi := limits(w)
	return a.lo.Cmp(big.NewInt(lo)) >= 0 && a.hi.Cmp(big.NewInt(hi)) <= 0
}

// Conversions that change the value, where the program has no cast: what gcc's
// -Wconversion warns of, and clang's -fsanitize=implicit-conversion stops at. C
// defines them for integers.

// Converted is an implicit conversion of a number.
type Converted struct {
	Value        cfg.Expr
	Signed       bool // what it is converted from, if it is an integer
	To           cfg.Type
	ToSigned     bool
	Pos          cfg.Pos
	From, Target string // the types
}

// Conversions adds an error location for each conversion that may change the value.
// They are listed by the expressions that are evaluated for them.
func Conversions(p *cfg.Program, at map[cfg.Expr][]Converted) {
	if len(at) == 0 {
		return
	}
	guardAll(p, func(_ *cfg.Loc, e cfg.Expr, add func(check)) {
		for _, c := range at[e] {
			text := "the value changes when " + c.From + " is converted to " + c.Target
			add(check{c.changes(), LossyChange, cfg.Reason{Kind: cfg.Forbidden, Text: text}, c.Pos})
		}
	})
}

// changes is the condition that the converted value is another one.
func (c *Converted) changes() cfg.Expr {
	from := c.Value.Type()
	switch {
	case from.Kind == cfg.Float && c.To.Kind == cfg.Float:
		if from.Width() <= c.To.Width() {
			return cfg.False
		}
		back := &cfg.Cast{Op: cfg.FToF, T: from, X: &cfg.Cast{Op: cfg.FToF, T: c.To, X: c.Value}}
		return cfg.Conjunction(number(c.Value), cfg.Compare(cfg.FNe, back, c.Value))
	case from.Kind == cfg.Float:
		cut, back := cfg.FToU, cfg.UToF
		if c.ToSigned {
			cut, back = cfg.FToS, cfg.SToF
		}
		whole := &cfg.Cast{Op: cut, T: c.To, X: c.Value}
		return cfg.Disjunction(conversion(whole), cfg.Compare(cfg.FNe, &cfg.Cast{Op: back, T: from, X: whole}, c.Value))
	case c.To.Kind == cfg.Float:
		return c.inexact()
	}
	return c.misfits()
}

// number is the condition that a float is no NaN.
func number(x cfg.Expr) cfg.Expr { return cfg.Compare(cfg.FEq, x, x) }

// inexact is the condition that no float of the type is the integer.
func (c *Converted) inexact() cfg.Expr {
	w, digits := width(c.Value), 53
	if c.To.Width() == 32 {
		digits = 24
	}
	if w <= digits || c.Signed && w == digits+1 {
		return cfg.False
	}
	to, back, over := cfg.UToF, cfg.FToU, math.Ldexp(1, w)
	if c.Signed {
		to, back, over = cfg.SToF, cfg.FToS, math.Ldexp(1, w-1)
	}
	f := &cfg.Cast{Op: to, T: c.To, X: c.Value}
	return cfg.Disjunction(cfg.Compare(cfg.FLe, float(c.To, over), f), cfg.Compare(cfg.Ne, &cfg.Cast{Op: back, T: c.Value.Type(), X: f}, c.Value))
}

// misfits is the condition that an integer is not in the range of the type.
func (c *Converted) misfits() cfg.Expr {
	x, w, to := c.Value, width(c.Value), c.To.Width()
	negative := less(x, konst(w, 0))
	switch {
	case !c.Signed && (to > w || !c.ToSigned && to == w), c.Signed && c.ToSigned && to >= w:
		return cfg.False
	case !c.Signed && to == w, c.Signed && to >= w:
		return negative
	case !c.Signed && c.ToSigned:
		return beyondUnsigned(x, int64(1)<<(to-1)-1)
	case !c.ToSigned: // a negative number is a large one without sign
		return beyondUnsigned(x, int64(1)<<to-1)
	}
	lo, hi := limits(to)
	return cfg.Disjunction(less(x, konst(w, lo)), less(konst(w, hi), x))
}

// beyondUnsigned is x > hi for unsigned numbers.
func beyondUnsigned(x cfg.Expr, hi int64) cfg.Expr {
	if r := rangeOf(x); r.lo >= 0 && r.hi <= hi {
		return cfg.False
	}
	return cfg.Compare(cfg.ULt, konst(width(x), hi), x)
}
