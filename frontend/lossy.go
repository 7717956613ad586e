package frontend

import (
	"culprit/analysis/safety"
	"culprit/cfg"
)

// implicit is conv where the program has no cast.
func (f *emitter) implicit(v val, to *ctype) cfg.Expr {
	f.mayChange(v, to, 0)
	return f.conv(v, to)
}

// mayChange notes a conversion of a number that may change its value, also to a
// bit-field of so many bits. Constants are what the compiler converts.
func (f *emitter) mayChange(v val, to *ctype, bits int) {
	if f.l.conf.Checks&safety.Lossy == 0 || f.dead() || f.constant || f.typing || v.e == nil || v.e.Type().Kind == cfg.Bool || to.isBool ||
		v.t.k != kInt && v.t.k != kFloat || to.k != kInt && to.k != kFloat {
		return
	}
	t := f.l.tt.value(to)
	if bits > 0 {
		t = cfg.BV(bits)
	}
	if t == v.e.Type() && (to.k == kFloat || v.t.signed == to.signed) {
		return
	}
	// The constructor of conversions merges several: what remains is inside.
	at := v.e
	for c, ok := at.(*cfg.Cast); ok && (c.Op == cfg.SExt || c.Op == cfg.ZExt || c.Op == cfg.Trunc); c, ok = at.(*cfg.Cast) {
		at = c.X
	}
	if _, constant := at.(*cfg.Const); constant || isPrelude(f.prelude()) {
		return
	}
	f.l.lossy[at] = append(f.l.lossy[at], safety.Converted{Value: v.e, Signed: v.t.signed, To: t, ToSigned: to.signed, Pos: f.at.pos,
		From: f.l.tt.described(v.t).String(), Target: f.l.tt.described(to).String()})
}

// prelude is the name of the function that is lowered.
func (f *emitter) prelude() string {
	if f.pr == nil || f.pr.fn == nil {
		return ""
	}
	return f.pr.fn.name
}
