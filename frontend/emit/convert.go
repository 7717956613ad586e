package emit

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"

	"modernc.org/cc/v4"
)

// Bits returns the value of a scalar as an expression that is not a Bool.
func (f *Emitter) Bits(v Value) cfg.Expr {
	if v.Expr == nil {
		panic(Unsupported{"value of type " + v.Type.Name, f.At})
	}
	if v.Expr.Type().Kind == cfg.Bool {
		return Cast(cfg.BoolToBits, f.Program.Types.Value(v.Type), v.Expr)
	}
	return v.Expr
}

// Truth returns v != 0.
func (f *Emitter) Truth(v Value) cfg.Expr {
	if v.Type.Composite() {
		return f.compositeTruth(v)
	}
	if v.Expr == nil {
		panic(Unsupported{"condition of type " + v.Type.Name, f.At})
	}
	t := v.Expr.Type()
	switch t.Kind {
	case cfg.Bool:
		return v.Expr
	case cfg.Float:
		return Binary(cfg.FNe, v.Expr, &cfg.Const{T: t})
	}
	// A widened value is zero when it is.
	x := v.Expr
	if c, ok := x.(*cfg.Cast); ok && (c.Op == cfg.ZExt || c.Op == cfg.SExt) {
		x = c.X
	}
	if _, ok := x.(*cfg.AddrOf); ok {
		return cfg.True
	}
	if _, ok := x.(*cfg.FuncAddr); ok {
		return cfg.True
	}
	return Binary(cfg.Ne, x, Const(x.Type(), 0))
}

// Conv converts a scalar to the C type to.
func (f *Emitter) Conv(v Value, to *ctypes.Type) cfg.Expr {
	tt := f.Program.Types
	if v.Type.Composite() {
		if to.Bool {
			return Cast(cfg.BoolToBits, tt.Value(to), f.Truth(v))
		}
		v = f.scalarOf(v, to)
	}
	if v.Expr == nil || !to.Scalar() {
		panic(Unsupported{"conversion from " + v.Type.Name + " to " + to.Name, f.At})
	}
	target := tt.Value(to)
	f.convertsPointer(v, to)
	if to.Bool {
		if v.Type.Bool && f.Program.Options.Execute && v.Expr.Type() == target {
			return v.Expr // a copy, also of what has no value yet
		}
		return Cast(cfg.BoolToBits, target, f.Truth(v))
	}
	if v.Expr.Type().Kind == cfg.Bool {
		if to.Kind == ctypes.Float {
			return Cast(cfg.SToF, target, Cast(cfg.BoolToBits, cfg.BV(32), v.Expr)) // exact
		}
		return Cast(cfg.BoolToBits, target, v.Expr)
	}
	from := v.Expr.Type()
	switch {
	case from.Kind == cfg.Float && target.Kind == cfg.Float:
		if from == target {
			return v.Expr
		}
		if c, ok := v.Expr.(*cfg.Const); ok && f.Constant && isNaNConst(c) {
			return nanConst(target.Width(), signOf(c))
		}
		return f.InMode(Cast(cfg.FToF, target, v.Expr))
	case from.Kind == cfg.Float:
		return f.ToInteger(f.At, to, v.Expr)
	case target.Kind == cfg.Float:
		if v.Type.Kind == ctypes.Int && v.Type.Signed {
			return f.InMode(Cast(cfg.SToF, target, v.Expr))
		}
		return f.InMode(Cast(cfg.UToF, target, v.Expr))
	}
	switch w := target.Width(); {
	case from.Width() > w:
		return Cast(cfg.Trunc, target, v.Expr)
	case from.Width() < w && (v.Type.Kind == ctypes.Int && v.Type.Signed || v.Type.Kind == ctypes.Pointer): // gcc extends pointers by their sign
		return Cast(cfg.SExt, target, v.Expr)
	case from.Width() < w:
		return Cast(cfg.ZExt, target, v.Expr)
	}
	return v.Expr
}

// CastScalar is conv for casts of the program. It marks values that change
// between a pointer and a number, as the verifier must know it (package alias,
// package address).
func (f *Emitter) CastScalar(v Value, to *ctypes.Type) cfg.Expr {
	switch {
	case v.Expr == nil:
	case to.Kind == ctypes.Pointer && v.Type.Kind == ctypes.Int:
		return f.converted(f.Conv(v, to), to)
	case to.Kind == ctypes.Int && v.Type.Kind == ctypes.Pointer && !to.Bool:
		v.Expr = f.converted(v.Expr, f.Program.Types.Size)
	}
	return f.Conv(v, to)
}

func (f *Emitter) converted(e cfg.Expr, to *ctypes.Type) cfg.Expr {
	if _, ok := e.(*cfg.Const); ok || f.Dead() || f.Constant || f.Program.Options.Execute {
		return e
	}
	x := f.TempOf(to, e.Type())
	x.Converted = true
	f.Emit(&cfg.Assign{Dst: x, Src: e}, parse.Span{Pos: f.At.Pos}, cfg.RoleImplicit)
	return &cfg.VarRef{V: x}
}

// Implicit is conv where the program has no cast.
func (f *Emitter) Implicit(v Value, to *ctypes.Type) cfg.Expr {
	f.mayChange(v, to, 0)
	return f.Conv(v, to)
}

// mayChange notes a conversion of a number that may change its value, also to a
// bit-field of so many bits. Constants are what the compiler converts.
func (f *Emitter) mayChange(v Value, to *ctypes.Type, bits int) {
	if f.Program.Options.Checks&safety.Lossy == 0 || f.Dead() || f.Constant || f.Typing || v.Expr == nil || v.Expr.Type().Kind == cfg.Bool || to.Bool ||
		v.Type.Kind != ctypes.Int && v.Type.Kind != ctypes.Float || to.Kind != ctypes.Int && to.Kind != ctypes.Float {
		return
	}
	t := f.Program.Types.Value(to)
	if bits > 0 {
		t = cfg.BV(bits)
	}
	if t == v.Expr.Type() && (to.Kind == ctypes.Float || v.Type.Signed == to.Signed) {
		return
	}
	// The constructor of conversions merges several: what remains is inside.
	at := v.Expr
	for c, ok := at.(*cfg.Cast); ok && (c.Op == cfg.SExt || c.Op == cfg.ZExt || c.Op == cfg.Trunc); c, ok = at.(*cfg.Cast) {
		at = c.X
	}
	if _, constant := at.(*cfg.Const); constant || prelude.Is(f.function()) {
		return
	}
	f.Program.Lossy[at] = append(f.Program.Lossy[at], safety.Converted{Value: v.Expr, Signed: v.Type.Signed, To: t, ToSigned: to.Signed, Pos: f.At.Pos,
		From: f.Program.Types.Described(v.Type).String(), Target: f.Program.Types.Described(to).String()})
}

// Convert converts a value to any type that has values.
func (f *Emitter) Convert(v Value, to *ctypes.Type, n cc.ExpressionNode) Value {
	switch {
	case v.Type == to:
		return v
	case v.Type.Kind == ctypes.Half:
		return f.Convert(f.ofHalf(v), to, n)
	case to.Kind == ctypes.Half:
		return f.toHalf(v, n)
	case to.Kind == ctypes.Wide:
		return f.ToWide(v, to, n)
	case to.Kind == ctypes.Extended:
		return f.toExtended(v, n)
	case to.Kind == ctypes.Complex:
		return f.toComplex(v, to, n)
	case to.Kind == ctypes.Vector:
		return f.toVector(v, to, n)
	case to.Scalar():
		return Value{Expr: f.Conv(v, to), Type: to}
	}
	return v
}

// scalarOf converts a composite value to a scalar type.
func (f *Emitter) scalarOf(v Value, to *ctypes.Type) Value {
	switch v.Type.Kind {
	case ctypes.Half:
		return f.ofHalf(v)
	case ctypes.Wide:
		return f.fromWide(v, to)
	case ctypes.Extended:
		return f.fromExtended(v, to)
	case ctypes.Complex:
		return f.fromComplex(v, to)
	}
	return f.fromVector(v, to)
}

// compositeTruth is x != 0.
func (f *Emitter) compositeTruth(x Value) cfg.Expr {
	if x.Type.Kind == ctypes.Vector {
		f.Fail(nil, "a vector as a condition")
	}
	if x.Type.Kind == ctypes.Half {
		return f.Truth(f.ofHalf(x))
	}
	if x.Type.Kind == ctypes.Extended {
		return cfg.Negate(IsZero(Ext{Sig: f.Parts(x)[0].Expr}))
	}
	cond := cfg.Expr(cfg.False)
	for _, p := range f.Parts(x) {
		cond = Binary(cfg.LOr, cond, f.Truth(p))
	}
	return cond
}
