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

// not negates a condition, comparisons and connectives by their duals.
func not(e cfg.Expr) cfg.Expr {
	switch e := e.(type) {
	case *cfg.Const:
		if e.V != 0 {
			return cfg.False
		}
		return cfg.True
	case *cfg.Unary:
		if e.Op == cfg.LNot {
			return e.X
		}
	case *cfg.Binary:
		switch e.Op {
		case cfg.Eq:
			return compare(cfg.Ne, e.X, e.Y)
		case cfg.Ne:
			return compare(cfg.Eq, e.X, e.Y)
		case cfg.ULt:
			return compare(cfg.ULe, e.Y, e.X)
		case cfg.ULe:
			return compare(cfg.ULt, e.Y, e.X)
		case cfg.SLt:
			return compare(cfg.SLe, e.Y, e.X)
		case cfg.SLe:
			return compare(cfg.SLt, e.Y, e.X)
		case cfg.LAnd:
			return or(not(e.X), not(e.Y))
		case cfg.LOr:
			return and(not(e.X), not(e.Y))
		}
	}
	return &cfg.Unary{Op: cfg.LNot, T: cfg.BoolType, X: e}
}

// compare builds a comparison of bit-vectors.
func compare(op cfg.Op, x, y cfg.Expr) cfg.Expr {
	return &cfg.Binary{Op: op, T: cfg.BoolType, X: x, Y: y}
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
