package purpose

import (
	"culprit/analysis/flow"
	"culprit/cfg"
)

// Noted are the variables that a program keeps for its checks alone: constants are assigned
// or added to them, and they decide about nothing but whether it fails, not even about other
// such variables. What is noted wrong is the fault of the check.
func Noted(prog *cfg.Program) map[int]bool {
	p, _ := prog.Clone()
	Drop(p, Doomed(p))
	m := &monitorSet{deciding: map[*cfg.Loc]bool{}, set: map[int]bool{}}
	for _, f := range p.Procs {
		for l, es := range flow.Postdominators(p, f).ControlDependence() {
			for _, e := range es {
				m.deciding[e.From] = m.deciding[e.From] || len(l.Out) > 0
			}
		}
	}
	for _, x := range p.Vars {
		m.set[x.ID] = x.Type.Kind == cfg.Bits || x.Type.Kind == cfg.Bool
	}
	// Values that a statement other than a branch needs are out: the largest set that
	// remains are the monitors.
	for m.changed = true; m.changed; {
		m.changed = false
		for _, e := range p.Edges {
			m.visit(e, len(prog.Locs[e.From.ID].Out) > 1)
		}
	}
	return m.set
}

// monitorSet is the computation of the largest set of variables that only decide
// about the failure, by removing from it what is used otherwise.
type monitorSet struct {
	deciding map[*cfg.Loc]bool // branches that decide about a statement
	set      map[int]bool      // by Var.ID
	changed  bool
}

func (m *monitorSet) drop(v *cfg.Var) {
	if m.set[v.ID] {
		m.set[v.ID], m.changed = false, true
	}
}

func (m *monitorSet) dropAll(x cfg.Expr) {
	cfg.Walk(x, func(x cfg.Expr) {
		if r, ok := x.(*cfg.VarRef); ok {
			m.drop(r.V)
		}
	})
}

// holds reports whether x is a constant or the copy of a monitor.
func (m *monitorSet) holds(x cfg.Expr) bool {
	if _, constant := x.(*cfg.Const); constant {
		return true
	}
	v := Copied(x)
	return v != nil && m.set[v.ID]
}

// counts reports whether an assignment adds a constant to a variable.
func counts(s *cfg.Assign) bool {
	b, ok := s.Src.(*cfg.Binary)
	if !ok || b.Op != cfg.Add && b.Op != cfg.Sub || Copied(b.X) != s.Dst {
		return false
	}
	_, ok = b.Y.(*cfg.Const)
	return ok
}

// visit removes what a statement shows not to be a monitor. A condition that is
// not a branch blocks what violates it.
func (m *monitorSet) visit(e *cfg.Edge, branch bool) {
	switch s := e.Stmt.(type) {
	case *cfg.Assume:
		if !branch || m.deciding[e.From] {
			m.dropAll(s.Cond)
		}
	case *cfg.Assign:
		if !m.holds(s.Src) && !counts(s) {
			m.drop(s.Dst)
		}
		if !m.set[s.Dst.ID] {
			m.dropAll(s.Src)
		}
	case *cfg.Havoc:
		if s.Kind != cfg.Uninit {
			m.drop(s.Dst)
		}
	case *cfg.Call:
		for i, a := range s.Args {
			if i < len(s.Proc.Params) && m.set[s.Proc.Params[i].ID] {
				if m.holds(a) {
					continue
				}
				m.drop(s.Proc.Params[i])
			}
			m.dropAll(a)
		}
	default:
		cfg.Exprs(e.Stmt, m.dropAll)
		if d := cfg.Defined(e.Stmt); d != nil {
			m.drop(d)
		}
	}
}
