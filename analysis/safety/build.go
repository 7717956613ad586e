package safety

import "culprit/cfg"

// Constructors of conditions.

func isTrue(e cfg.Expr) bool  { c, ok := e.(*cfg.Const); return ok && c.T == cfg.BoolType && c.V != 0 }
func isFalse(e cfg.Expr) bool { c, ok := e.(*cfg.Const); return ok && c.T == cfg.BoolType && c.V == 0 }

func and(a, b cfg.Expr) cfg.Expr {
	switch {
	case isTrue(a), isFalse(b):
		return b
	case isTrue(b), isFalse(a):
		return a
	}
	return &cfg.Binary{Op: cfg.LAnd, T: cfg.BoolType, X: a, Y: b}
}

func or(a, b cfg.Expr) cfg.Expr {
	switch {
	case isFalse(a), isTrue(b):
		return b
	case isFalse(b), isTrue(a):
		return a
	}
	return &cfg.Binary{Op: cfg.LOr, T: cfg.BoolType, X: a, Y: b}
}

// konst is the literal v with w bits.
func konst(w int, v int64) cfg.Expr {
	return &cfg.Const{T: cfg.BV(w), V: cfg.Mask(uint64(v), w)}
}

// arithmetic builds an operation whose value is meant to wrap.
func arithmetic(op cfg.Op, x, y cfg.Expr) cfg.Expr {
	return &cfg.Binary{Op: op, T: x.Type(), X: x, Y: y}
}

// doubled is the signed number x with twice as many bits.
func doubled(x cfg.Expr) cfg.Expr {
	t := cfg.BV(2 * width(x))
	switch c := x.(type) {
	case *cfg.Const:
		return konst(t.Width(), cfg.SignExtend(c.V, width(x)))
	case *cfg.Cast:
		if c.Op == cfg.SExt || c.Op == cfg.ZExt {
			return &cfg.Cast{Op: c.Op, T: t, X: c.X}
		}
	}
	return &cfg.Cast{Op: cfg.SExt, T: t, X: x}
}

func width(e cfg.Expr) int { return e.Type().Width() }
