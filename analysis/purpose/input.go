package purpose

import (
	"culprit/cfg"
	"culprit/cfg/clib"
)

// Reads reports whether a statement calls a function of the library that takes an input.
func Reads(s cfg.Stmt) bool {
	l, ok := s.(*cfg.Lib)
	if !ok {
		return false
	}
	f := clib.Lookup(l.Func)
	return f != nil && f.Input
}

// Takes reports whether a statement takes an input of either kind.
func Takes(s cfg.Stmt) bool { return cfg.AsksInput(s) || Reads(s) }

// Inputs are the variables of a program to which only inputs are assigned, up to
// conversions.
type Inputs struct{ given map[int]bool } // by Var.ID

// NewInputs finds them.
func NewInputs(prog *cfg.Program) *Inputs {
	in := &Inputs{given: map[int]bool{}}
	// Sources are the variables that are copied to each, nil for an input; a variable with a value
	// that is not a copy is in other.
	sources, other := map[*cfg.Var][]*cfg.Var{}, map[*cfg.Var]bool{}
	assigned := func(to *cfg.Var, x cfg.Expr) {
		if v := Copied(x); v != nil {
			sources[to] = append(sources[to], v)
		} else {
			other[to] = true
		}
	}
	for _, e := range prog.Edges {
		switch s := e.Stmt.(type) {
		case *cfg.Havoc:
			if s.Kind != cfg.Uninit {
				sources[s.Dst] = append(sources[s.Dst], nil)
			}
		case *cfg.Assign:
			if _, constant := s.Src.(*cfg.Const); e.Role != cfg.RoleImplicit || !constant { // else zero initialisation
				assigned(s.Dst, s.Src)
			}
		case *cfg.Call:
			for i, p := range s.Proc.Params {
				if i < len(s.Args) {
					assigned(p, s.Args[i])
				}
			}
		default:
			if d := cfg.Defined(s); d != nil {
				other[d] = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for v, from := range sources {
			all := !in.given[v.ID] && !other[v]
			for _, x := range from {
				all = all && (x == nil || in.given[x.ID])
			}
			if all {
				in.given[v.ID], changed = true, true
			}
		}
	}
	return in
}

// Given reports whether an expression is an input, converted at most.
func (in *Inputs) Given(x cfg.Expr) bool {
	v := Copied(x)
	return v != nil && in.given[v.ID]
}

// HandsOn reports whether a statement takes an input, or only hands one on: a call to
// the parameter of that number.
func (in *Inputs) HandsOn(s cfg.Stmt, param int) bool {
	switch s := s.(type) {
	case *cfg.Havoc:
		return s.Kind != cfg.Uninit
	case *cfg.MemHavoc:
		return true
	case *cfg.Assign:
		return in.Given(s.Src)
	case *cfg.Store:
		return in.Given(s.Val)
	case *cfg.Call:
		return param < len(s.Args) && in.Given(s.Args[param])
	}
	return false
}

// Copied is the variable that an expression copies, up to conversions, or nil.
func Copied(x cfg.Expr) *cfg.Var {
	for {
		switch y := x.(type) {
		case *cfg.Cast:
			x = y.X
		case *cfg.Binary: // a conversion to bool
			if c, ok := y.Y.(*cfg.Const); !ok || y.Op != cfg.Ne || c.V != 0 {
				return nil
			}
			x = y.X
		case *cfg.VarRef:
			return y.V
		default:
			return nil
		}
	}
}
