package interp

import (
	"slices"

	"culprit/cfg"
)

// alphabet knows the values of inputs that a program distinguishes.
type alphabet struct {
	globals  []int // ids
	compared map[*cfg.Var][]uint64
	bounds   map[*cfg.Var][]uint64   // of these, those of an order
	to       map[*cfg.Var][]*cfg.Var // where the value of a variable is copied to
	of       map[*cfg.Edge][]uint64
}

func newAlphabet(prog *cfg.Program) *alphabet {
	a := &alphabet{compared: map[*cfg.Var][]uint64{}, bounds: map[*cfg.Var][]uint64{}, to: map[*cfg.Var][]*cfg.Var{}, of: map[*cfg.Edge][]uint64{}}
	for _, v := range prog.Vars {
		if v.Proc == nil {
			a.globals = append(a.globals, v.ID)
		}
	}
	for _, e := range prog.Edges {
		switch s := e.Stmt.(type) {
		case *cfg.Assign:
			a.copied(s.Src, s.Dst)
		case *cfg.Call:
			for i, x := range s.Args {
				if i < len(s.Proc.Params) {
					a.copied(x, s.Proc.Params[i])
				}
			}
		}
		cfg.Exprs(e.Stmt, func(x cfg.Expr) { cfg.Walk(x, a.compare) })
	}
	return a
}

func (a *alphabet) copied(x cfg.Expr, to *cfg.Var) {
	if v := variable(x); v != nil {
		a.to[v] = append(a.to[v], to)
	}
}

// variable is the one whose value an expression has, in some width, or nil.
func variable(x cfg.Expr) *cfg.Var {
	for {
		switch y := x.(type) {
		case *cfg.VarRef:
			return y.V
		case *cfg.Cast:
			x = y.X
		default:
			return nil
		}
	}
}

// compare notes the constants that a variable is compared with, and for an
// order what is next to them.
func (a *alphabet) compare(x cfg.Expr) {
	b, ok := x.(*cfg.Binary)
	if !ok {
		return
	}
	v, c := variable(b.X), b.Y
	if v == nil {
		v, c = variable(b.Y), b.X
	}
	k, ok := c.(*cfg.Const)
	if v == nil || !ok {
		return
	}
	switch b.Op {
	case cfg.Eq, cfg.Ne:
		a.compared[v] = append(a.compared[v], k.V)
	case cfg.SLt, cfg.SLe, cfg.ULt, cfg.ULe:
		a.compared[v] = append(a.compared[v], k.V-1, k.V, k.V+1)
		a.bounds[v] = append(a.bounds[v], k.V)
	}
}

// values are what is tried at an input: 0 and 1, the constants with which its
// value is compared, what lies between two of them that are close, and one that
// is none of them.
func (a *alphabet) values(e *cfg.Edge) []uint64 {
	if vs, ok := a.of[e]; ok {
		return vs
	}
	dst := e.Stmt.(*cfg.Havoc).Dst
	vs, bounds := []uint64{0, 1}, []uint64(nil)
	reached := map[*cfg.Var]bool{dst: true}
	for work := []*cfg.Var{dst}; len(work) > 0; work = work[1:] {
		vs, bounds = append(vs, a.compared[work[0]]...), append(bounds, a.bounds[work[0]]...)
		for _, v := range a.to[work[0]] {
			if !reached[v] {
				reached[v] = true
				work = append(work, v)
			}
		}
	}
	for _, low := range bounds {
		for _, high := range bounds {
			for d := uint64(1); high-low < uint64(maxAlphabet)/2 && d < high-low; d++ { // the last number may lie between them
				vs = append(vs, low+d)
			}
		}
	}
	mask := maskOf(dst.Type.Width())
	for i := range vs {
		vs[i] &= mask
	}
	slices.Sort(vs)
	vs = slices.Compact(vs)
	other := uint64(0)
	for slices.Contains(vs, other) {
		other++
	}
	if other <= mask {
		vs = append(vs, other)
	}
	if all := len(vs); all > maxAlphabet {
		for i := range maxAlphabet {
			vs[i] = vs[i*all/maxAlphabet]
		}
		vs = vs[:maxAlphabet]
	}
	a.of[e] = vs
	return vs
}
