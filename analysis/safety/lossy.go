package safety

import (
	"math"

	"culprit/cfg"
)

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
		return and(number(c.Value), cfg.Compare(cfg.FNe, back, c.Value))
	case from.Kind == cfg.Float:
		cut, back := cfg.FToU, cfg.UToF
		if c.ToSigned {
			cut, back = cfg.FToS, cfg.SToF
		}
		whole := &cfg.Cast{Op: cut, T: c.To, X: c.Value}
		return or(conversion(whole), cfg.Compare(cfg.FNe, &cfg.Cast{Op: back, T: from, X: whole}, c.Value))
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
	return or(cfg.Compare(cfg.FLe, float(c.To, over), f), cfg.Compare(cfg.Ne, &cfg.Cast{Op: back, T: c.Value.Type(), X: f}, c.Value))
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
	return or(less(x, konst(w, lo)), less(konst(w, hi), x))
}

// beyondUnsigned is x > hi for unsigned numbers.
func beyondUnsigned(x cfg.Expr, hi int64) cfg.Expr {
	if r := rangeOf(x); r.lo >= 0 && r.hi <= hi {
		return cfg.False
	}
	return cfg.Compare(cfg.ULt, konst(width(x), hi), x)
}
