package emit

import (
	"slices"

	"culprit/cfg"
	"culprit/internal/ieee"
)

// DirectedModes are the numbers of the modes other than to nearest.
var DirectedModes = [...]struct {
	Fenv uint64
	mode ieee.Mode
}{{0x400, ieee.Down}, {0x800, ieee.Up}, {0xc00, ieee.Zero}}

// InMode is an operation in the mode that is set.
func (f *Emitter) InMode(e cfg.Expr) cfg.Expr {
	mode := f.Program.Procs.Rounding
	if mode == nil || f.Constant || f.Dead() {
		return e
	}
	var in func(op func(cfg.Op) cfg.Op) cfg.Expr
	constant := func(es ...cfg.Expr) bool {
		return !slices.ContainsFunc(es, func(e cfg.Expr) bool { _, ok := e.(*cfg.Const); return !ok })
	}
	switch x := e.(type) {
	case *cfg.Binary:
		if constant(x.X, x.Y) {
			return e
		}
		a, b := f.Let(x.X), f.Let(x.Y)
		in = func(op func(cfg.Op) cfg.Op) cfg.Expr { return Binary(op(x.Op), a, b) }
	case *cfg.Unary:
		if constant(x.X) {
			return e
		}
		a := f.Let(x.X)
		in = func(op func(cfg.Op) cfg.Op) cfg.Expr { return Unary(op(x.Op), a) }
	case *cfg.Cast:
		if constant(x.X) {
			return e
		}
		a := f.Let(x.X)
		in = func(op func(cfg.Op) cfg.Op) cfg.Expr { return Cast(op(x.Op), x.T, a) }
	default:
		return e
	}
	r := in(func(op cfg.Op) cfg.Op { return op })
	for _, d := range DirectedModes {
		is := Binary(cfg.Eq, &cfg.VarRef{V: mode}, Const(mode.Type, d.Fenv))
		r = Ite(is, in(func(op cfg.Op) cfg.Op { return op.Directed(d.mode) }), r)
	}
	return f.Let(r)
}

// OfMode chooses by the mode: to nearest, down, up, to zero.
func (f *Emitter) OfMode(nearest uint64, directed ...uint64) cfg.Expr {
	r := cfg.Expr(Const(cfg.BV(32), nearest))
	if v := f.Program.Procs.Rounding; v != nil && !f.Constant {
		for i, d := range DirectedModes {
			r = Ite(Binary(cfg.Eq, &cfg.VarRef{V: v}, Const(v.Type, d.Fenv)), Const(cfg.BV(32), directed[i]), r)
		}
	}
	return r
}
