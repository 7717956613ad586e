package emit

import (
	"math"
	"math/big"
	"slices"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
	"culprit/internal/ieee"
	"modernc.org/cc/v4"
)

// Signed arithmetic of the program, whose overflow C leaves undefined.

// Arith builds an operation that the program does on a signed type t, at n.
// Operations that C leaves undefined are marked and not folded. In constant expressions,
// which are translated and not executed, they are neither.
type Arith struct {
	constant bool
	Site     *cfg.Site // nil if the operation is not of the user's text
}

// Binary builds x op y.
func (a Arith) Binary(op cfg.Op, x, y cfg.Expr) cfg.Expr {
	if a.constant {
		return Binary(op, x, y)
	}
	marked := false
	switch op {
	case cfg.Add, cfg.Sub, cfg.Mul, cfg.Shl:
		marked = true
	case cfg.SDiv, cfg.SRem, cfg.AShr:
	default:
		return Binary(op, x, y)
	}
	if !undefined(op, x, y) {
		e := Binary(op, x, y)
		if b, ok := e.(*cfg.Binary); !ok || b.Op != op || b.X != x || b.Y != y { // folded
			return e
		}
	}
	return &cfg.Binary{Op: op, T: x.Type(), X: x, Y: y, Signed: marked, Site: a.Site}
}

// unsigned builds x op y on an unsigned type, marked where C may not define it.
func (a Arith) unsigned(op cfg.Op, x, y cfg.Expr) cfg.Expr {
	e := Binary(op, x, y)
	if a.constant || a.Site == nil {
		return e
	}
	k, constant := y.(*cfg.Const)
	switch op {
	case cfg.Add, cfg.Sub, cfg.Mul:
		if _, both := x.(*cfg.Const); both && constant {
			return e
		}
	case cfg.UDiv, cfg.URem:
		if constant && k.V != 0 {
			return e
		}
	case cfg.Shl, cfg.LShr:
		if constant && k.V < uint64(k.T.Width()) {
			return e
		}
	default:
		return e
	}
	return &cfg.Binary{Op: op, T: x.Type(), X: x, Y: y, Site: a.Site}
}

// Neg builds -x.
func (a Arith) Neg(x cfg.Expr) cfg.Expr {
	if c, ok := x.(*cfg.Const); a.constant || ok && c.V != 1<<uint(c.T.Width()-1) {
		return Unary(cfg.Neg, x)
	}
	return &cfg.Unary{Op: cfg.Neg, T: x.Type(), X: x, Signed: true, Site: a.Site}
}

// toSigned converts a float to the signed type t.
func (a Arith) toSigned(t cfg.Type, x cfg.Expr) cfg.Expr {
	e := Cast(cfg.FToS, t, x)
	c, ok := e.(*cfg.Cast)
	if !ok {
		return e
	}
	if k, constant := x.(*cfg.Const); constant && a.constant {
		return nearest(t, k)
	}
	c.Site = a.Site
	return e
}

// nearest is what gcc makes of a float constant that the signed type t cannot
// hold.
func nearest(t cfg.Type, k *cfg.Const) cfg.Expr {
	least := uint64(1) << (t.Width() - 1)
	switch v := floatOf(k); {
	case v != v:
		return Const(t, 0)
	case v < 0:
		return Const(t, least)
	}
	return Const(t, least-1)
}

// undefined reports that C does not define x op y for these constants, or for
// values that these expressions may have although an identity would hide it.
func undefined(op cfg.Op, x, y cfg.Expr) bool {
	cx, okx := x.(*cfg.Const)
	cy, oky := y.(*cfg.Const)
	if op == cfg.Shl && !okx && oky && cy.V == 0 {
		return true // of a negative value
	}
	w := x.Type().Width()
	if op == cfg.AShr {
		return oky && cy.V >= uint64(w)
	}
	if !okx || !oky {
		return false
	}
	a, b := big.NewInt(cfg.SignExtend(cx.V, w)), big.NewInt(cfg.SignExtend(cy.V, w))
	switch op {
	case cfg.Add:
		a.Add(a, b)
	case cfg.Sub:
		a.Sub(a, b)
	case cfg.Mul:
		a.Mul(a, b)
	case cfg.Shl:
		if a.Sign() < 0 || cy.V >= uint64(w) {
			return true
		}
		a.Lsh(a, uint(cy.V))
	case cfg.SDiv, cfg.SRem:
		if b.Sign() == 0 {
			return true
		}
		a.Quo(a, b)
	}
	lim := new(big.Int).Lsh(big.NewInt(1), uint(w-1))
	return a.Cmp(lim) >= 0 || a.Cmp(lim.Neg(lim)) < 0
}

// Wrapping is the operation e without the mark of signed.
func Wrapping(e cfg.Expr) cfg.Expr {
	if b, ok := e.(*cfg.Binary); ok && b.Signed {
		return Binary(b.Op, b.X, b.Y)
	}
	return e
}

// Arith builds the operation n on the signed type t.
func (f *Emitter) Arith(n cc.ExpressionNode, t *ctypes.Type) Arith {
	if f.Constant {
		return Arith{constant: true}
	}
	at := f.Program.Linked.Sources.Node(n)
	if !at.Pos.IsValid() {
		return Arith{}
	}
	return Arith{Site: &cfg.Site{Pos: at.Pos, Text: at.Text, CType: f.Program.Types.Described(t)}}
}

// ToInteger converts a float to the integer type t, as the source at says.
func (f *Emitter) ToInteger(at parse.Span, t *ctypes.Type, x cfg.Expr) cfg.Expr {
	if t.Signed {
		return f.toSigned(at, t, x)
	}
	e := Cast(cfg.FToU, f.Program.Types.Value(t), x)
	if f.Constant || f.Program.Options.Checks&safety.Conversion == 0 || !at.Pos.IsValid() {
		return e
	}
	if k, constant := x.(*cfg.Const); constant {
		if v := floatOf(k); v > -1 && v < math.Ldexp(1, t.Bits) {
			return e
		}
	}
	return &cfg.Cast{Op: cfg.FToU, T: f.Program.Types.Value(t), X: x, Site: &cfg.Site{Pos: at.Pos, Text: at.Text, CType: f.Program.Types.Described(t)}}
}

// toSigned converts a float to the signed type t, as the source at says.
func (f *Emitter) toSigned(at parse.Span, t *ctypes.Type, x cfg.Expr) cfg.Expr {
	a := Arith{constant: f.Constant}
	if at.Pos.IsValid() {
		a.Site = &cfg.Site{Pos: at.Pos, Text: at.Text, CType: f.Program.Types.Described(t)}
	}
	e := a.toSigned(f.Program.Types.Value(t), x)
	c, open := e.(*cfg.Cast)
	if k, constant := x.(*cfg.Const); open && constant && f.Program.Options.Checks&(safety.Overflow|safety.Conversion) == 0 {
		// Whoever executes the program may look for the overflow.
		if f.Program.Options.Execute && !f.Dead() {
			f.Emit(&cfg.Assign{Dst: f.TempOf(t, c.T), Src: c}, parse.Span{Pos: at.Pos}, cfg.RoleImplicit)
		}
		return nearest(c.T, k)
	}
	return e
}

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
