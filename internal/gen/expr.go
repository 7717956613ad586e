package gen

import (
	"math/rand/v2"

	"culprit/cfg"
)

// Expr returns a random expression of type t over vars of depth at most
// depth. It contains no memory access and no pointers; floats occur only if
// t is a float or vars contain some.
func Expr(r *rand.Rand, vars []*cfg.Var, t cfg.Type, depth int) cfg.Expr {
	switch t.Kind {
	case cfg.Bool:
		return boolExpr(r, vars, depth)
	case cfg.Float:
		return floatExpr(r, vars, t, depth)
	}
	return bitsExpr(r, vars, t, depth)
}

// leaf returns a variable of type t, or a constant.
func leaf(r *rand.Rand, vars []*cfg.Var, t cfg.Type) cfg.Expr {
	var fit []*cfg.Var
	for _, v := range vars {
		if v.Type == t {
			fit = append(fit, v)
		}
	}
	if len(fit) > 0 && r.IntN(4) > 0 {
		return &cfg.VarRef{V: fit[r.IntN(len(fit))]}
	}
	w := t.Width()
	if t.Kind == cfg.Bits && len(vars) > 0 && r.IntN(3) > 0 {
		if v := vars[r.IntN(len(vars))]; v.Type.Kind == cfg.Bits {
			return Resize(&cfg.VarRef{V: v}, t, v.Signed)
		}
	}
	v := r.Uint64()
	switch r.IntN(4) {
	case 0:
		v = uint64(r.IntN(4))
	case 1:
		v = 1 << r.IntN(w)
	case 2:
		v = -uint64(r.IntN(4))
	}
	return &cfg.Const{T: t, V: cfg.Mask(v, w)}
}

// Resize converts a bit-vector expression to the width of t.
func Resize(e cfg.Expr, t cfg.Type, signed bool) cfg.Expr {
	from, to := e.Type().Width(), t.Width()
	switch {
	case from == to:
		return e
	case from > to:
		return &cfg.Cast{Op: cfg.Trunc, T: t, X: e}
	case signed:
		return &cfg.Cast{Op: cfg.SExt, T: t, X: e}
	}
	return &cfg.Cast{Op: cfg.ZExt, T: t, X: e}
}

var bitsOps = []cfg.Op{
	cfg.Add, cfg.Add, cfg.Sub, cfg.Sub, cfg.Mul, cfg.UDiv, cfg.SDiv, cfg.URem, cfg.SRem,
	cfg.And, cfg.Or, cfg.Xor, cfg.Shl, cfg.LShr, cfg.AShr,
}

func bitsExpr(r *rand.Rand, vars []*cfg.Var, t cfg.Type, depth int) cfg.Expr {
	if depth <= 0 {
		return leaf(r, vars, t)
	}
	sub := func(t cfg.Type) cfg.Expr { return Expr(r, vars, t, depth-1-r.IntN(2)) }
	switch r.IntN(12) {
	case 0:
		return leaf(r, vars, t)
	case 1:
		op := []cfg.Op{cfg.Neg, cfg.Not}[r.IntN(2)]
		return &cfg.Unary{Op: op, T: t, X: sub(t)}
	case 2:
		return &cfg.Ite{Cond: sub(cfg.BoolType), Then: sub(t), Else: sub(t)}
	case 3:
		return &cfg.Cast{Op: cfg.BoolToBits, T: t, X: sub(cfg.BoolType)}
	case 4:
		if len(vars) > 0 {
			if u := vars[r.IntN(len(vars))].Type; u.Kind == cfg.Bits {
				return Resize(sub(u), t, r.IntN(2) == 0)
			}
		}
	}
	op := bitsOps[r.IntN(len(bitsOps))]
	return &cfg.Binary{Op: op, T: t, X: sub(t), Y: sub(t)}
}

var compareOps = []cfg.Op{cfg.Eq, cfg.Ne, cfg.ULt, cfg.ULe, cfg.SLt, cfg.SLe}

func boolExpr(r *rand.Rand, vars []*cfg.Var, depth int) cfg.Expr {
	sub := func(t cfg.Type) cfg.Expr { return Expr(r, vars, t, depth-1) }
	if depth > 0 {
		switch r.IntN(8) {
		case 0:
			return &cfg.Unary{Op: cfg.LNot, T: cfg.BoolType, X: sub(cfg.BoolType)}
		case 1, 2:
			op := []cfg.Op{cfg.LAnd, cfg.LOr, cfg.LAnd, cfg.LOr, cfg.Eq}[r.IntN(5)]
			return &cfg.Binary{Op: op, T: cfg.BoolType, X: sub(cfg.BoolType), Y: sub(cfg.BoolType)}
		case 3:
			if t, ok := typeOf(r, vars); ok && t.Kind == cfg.Bits {
				return &cfg.Cast{Op: cfg.BitsToBool, T: cfg.BoolType, X: sub(t)}
			}
		}
	}
	t, ok := typeOf(r, vars)
	if !ok {
		return &cfg.Const{T: cfg.BoolType, V: uint64(r.IntN(2))}
	}
	if t.Kind == cfg.Bool {
		return leaf(r, vars, t)
	}
	op := compareOps[r.IntN(len(compareOps))]
	if t.Kind == cfg.Float {
		op = []cfg.Op{cfg.FEq, cfg.FNe, cfg.FLt, cfg.FLe}[r.IntN(4)]
	}
	return &cfg.Binary{Op: op, T: cfg.BoolType, X: sub(t), Y: sub(t)}
}

func typeOf(r *rand.Rand, vars []*cfg.Var) (cfg.Type, bool) {
	if len(vars) == 0 {
		return cfg.Type{}, false
	}
	return vars[r.IntN(len(vars))].Type, true
}

func floatExpr(r *rand.Rand, vars []*cfg.Var, t cfg.Type, depth int) cfg.Expr {
	if depth <= 0 {
		return leaf(r, vars, t)
	}
	sub := func(t cfg.Type) cfg.Expr { return Expr(r, vars, t, depth-1) }
	switch r.IntN(6) {
	case 0:
		op := []cfg.Op{cfg.FNeg, cfg.FAbs, cfg.FSqrt, cfg.FFloor, cfg.FCeil, cfg.FTruncF, cfg.FRound}[r.IntN(7)]
		return &cfg.Unary{Op: op, T: t, X: sub(t)}
	case 1:
		op := []cfg.Op{cfg.SToF, cfg.UToF}[r.IntN(2)]
		return &cfg.Cast{Op: op, T: t, X: sub(cfg.BV(1 + r.IntN(64)))}
	case 2:
		return &cfg.Cast{Op: cfg.FToF, T: t, X: sub(cfg.FP(32 + 32*r.IntN(2)))}
	case 3:
		return &cfg.Ite{Cond: sub(cfg.BoolType), Then: sub(t), Else: sub(t)}
	}
	op := []cfg.Op{cfg.FAdd, cfg.FSub, cfg.FMul, cfg.FDiv}[r.IntN(4)]
	return &cfg.Binary{Op: op, T: t, X: sub(t), Y: sub(t)}
}
