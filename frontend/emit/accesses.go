package emit

import (
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
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
