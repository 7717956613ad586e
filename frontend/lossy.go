package frontend

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/prelude"
)

// implicit is conv where the program has no cast.
func (f *emitter) implicit(v val, to *ctypes.Type) cfg.Expr {
	f.mayChange(v, to, 0)
	return f.conv(v, to)
}

// mayChange notes a conversion of a number that may change its value, also to a
// bit-field of so many bits. Constants are what the compiler converts.
func (f *emitter) mayChange(v val, to *ctypes.Type, bits int) {
	if f.l.conf.Checks&safety.Lossy == 0 || f.dead() || f.constant || f.typing || v.e == nil || v.e.Type().Kind == cfg.Bool || to.Bool ||
		v.t.Kind != ctypes.Int && v.t.Kind != ctypes.Float || to.Kind != ctypes.Int && to.Kind != ctypes.Float {
		return
	}
	t := f.l.tt.Value(to)
	if bits > 0 {
		t = cfg.BV(bits)
	}
	if t == v.e.Type() && (to.Kind == ctypes.Float || v.t.Signed == to.Signed) {
		return
	}
	// The constructor of conversions merges several: what remains is inside.
	at := v.e
	for c, ok := at.(*cfg.Cast); ok && (c.Op == cfg.SExt || c.Op == cfg.ZExt || c.Op == cfg.Trunc); c, ok = at.(*cfg.Cast) {
		at = c.X
	}
	if _, constant := at.(*cfg.Const); constant || prelude.Is(f.function()) {
		return
	}
	f.l.lossy[at] = append(f.l.lossy[at], safety.Converted{Value: v.e, Signed: v.t.Signed, To: t, ToSigned: to.Signed, Pos: f.at.Pos,
		From: f.l.tt.Described(v.t).String(), Target: f.l.tt.Described(to).String()})
}

// function is the name of the function that is lowered.
func (f *emitter) function() string {
	if f.pr == nil || f.pr.fn == nil {
		return ""
	}
	return f.pr.fn.Name
}
