package emit

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
)

func (a *Access) Region() *cfg.Region {
	if a.Load != nil {
		return a.Load.Region
	}
	return a.Store.Region
}

// convertsPointer notes the conversion of a pointer.
func (f *Emitter) convertsPointer(v Value, to *ctypes.Type) {
	if v.Type.Kind != ctypes.Pointer || to.Kind != ctypes.Pointer || v.Expr == nil || f.Program.Options.Execute || f.Dead() || f.Constant {
		return
	}
	a, named := cfg.Base(v.Expr).(*cfg.AddrOf)
	if v.Type != to && !IsNumber(v.Expr) || named && a.Obj.Kept { // the type of &x does not say that x is const
		f.Program.Typing.Conversions = append(f.Program.Typing.Conversions, conversion{v.Expr, v.Type, to, f.At.Pos})
	}
}

// Follow notes that a pointer is followed to a value of type t, and reports whether
// its alignment matters.
func (f *Emitter) Follow(p cfg.Expr, t *ctypes.Type, at cfg.Pos) bool {
	if p == nil || t.Kind == ctypes.Void || t.Kind == ctypes.Func || t.Kind == ctypes.Invalid || f.Procedure == nil || prelude.Is(f.Procedure.Func.Name) ||
		f.Program.Options.Checks&safety.Align == 0 || !f.Asks(safety.Align) {
		return false
	}
	align := f.Program.Types.AlignOf(t)
	if _, named := p.(*cfg.Const); align <= 1 || named {
		return false
	}
	base, back := p, uint64(0)
	if b, ok := base.(*cfg.Binary); ok && b.Op == cfg.PtrAdd {
		if k, ok := b.Y.(*cfg.Const); ok {
			base, back = b.X, k.V
		}
	}
	if old, known := f.Program.Followed[base]; !known || old.Align < align {
		f.Program.Followed[base] = safety.Followed{Back: back, Align: align, Type: f.Program.Types.Described(t).String(), Pos: at}
	}
	return true
}

func (f *Emitter) loads(p Place, e *cfg.Load) *cfg.Load {
	if f.Typed(p) {
		f.Program.Typing.Accesses = append(f.Program.Typing.Accesses, Access{Load: e, By: p.Denoted, Type: p.Type, Pos: f.At.Pos})
	}
	return e
}

func (f *Emitter) stores(p Place, s *cfg.Store, at parse.Span) *cfg.Store {
	if f.Typed(p) {
		f.Program.Typing.Accesses = append(f.Program.Typing.Accesses, Access{Store: s, By: p.Denoted, Type: p.Type, Pos: at.Pos})
	}
	return s
}

// Typed reports whether the types of accesses matter.
func (f *Emitter) Typed(p Place) bool {
	return !f.Program.Options.Execute && !f.Dead() && !f.Constant && p.Addr != nil && p.Type.Scalar()
}
