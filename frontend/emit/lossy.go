package emit

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
)

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

// function is the name of the function that is lowered.
func (f *Emitter) function() string {
	if f.Procedure == nil || f.Procedure.Func == nil {
		return ""
	}
	return f.Procedure.Func.Name
}

// Asks reports whether a violation of the check c matters: executions stop at any.
func (f *Emitter) Asks(c safety.Checks) bool {
	return (f.Program.Options.Checks&c != 0 || f.Program.Options.Execute) && !f.Dead() && !f.Constant && !f.Typing
}

// Forbidden makes it an error of the property with the check c that a condition
// holds.
func (f *Emitter) Forbidden(c safety.Checks, cond cfg.Expr, why cfg.Reason, at parse.Span) {
	from, next := f.Cur, f.NewLoc(cfg.Pos{})
	f.Assume(cfg.Negate(cond), parse.Span{}, cfg.RoleImplicit)
	f.Jump(next)
	f.Cur = from
	f.Assume(cond, parse.Span{}, cfg.RoleImplicit)
	if !f.Dead() {
		if cond == cfg.Expr(cfg.True) {
			f.Emit(&cfg.Skip{}, parse.Span{}, cfg.RoleImplicit)
		}
		f.Cur.Kind, f.Cur.Reason, f.Cur.Property, f.Cur.Pos = cfg.Error, why, safety.PropertyOf(c), at.Pos
	}
	f.Start(next)
}

// Forbidden is the reason of a location that C does not define.
func Forbidden(text string) cfg.Reason { return cfg.Reason{Kind: cfg.Forbidden, Text: text} }
