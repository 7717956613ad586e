package purpose

import (
	"slices"

	"culprit/analysis/flow"
	"culprit/cfg"
)

// Noted are the variables that a program keeps for its checks alone: constants are assigned
// or added to them, and they decide about nothing but whether it fails, not even about other
// such variables. What is noted wrong is the fault of the check.
func Noted(prog *cfg.Program) map[int]bool { return findMonitors(prog, true, true) }

// Monitors are the variables that watch a program and do nothing in it: to which only constants
// are assigned, and whose values decide only about the failure and assignments to such
// variables.
type Monitors struct {
	prog *cfg.Program
	vars map[int]bool
	// counting are those and the variables that only count for the failure: constants
	// are added to them.
	counting map[int]bool
}

// NewMonitors finds them.
func NewMonitors(prog *cfg.Program) *Monitors {
	return &Monitors{prog, findMonitors(prog, false, false), findMonitors(prog, true, false)}
}

// Watches reports whether a variable is a monitor.
func (m *Monitors) Watches(v *cfg.Var) bool { return m.vars[v.ID] }

// Counts reports whether a variable counts for the assertion alone: a count begins
// at 0, and from elsewhere it deceives the assertion.
func (m *Monitors) Counts(x *cfg.Var) bool {
	return m.counting[x.ID] && slices.ContainsFunc(m.prog.Edges, func(e *cfg.Edge) bool {
		a, ok := e.Stmt.(*cfg.Assign)
		return ok && a.Dst == x && counts(a)
	})
}

func findMonitors(prog *cfg.Program, counting, alone bool) map[int]bool {
	p, _ := prog.Clone()
	Drop(p, Doomed(p))
	m := &monitorSet{counting: counting, alone: alone, controlled: map[*cfg.Loc][]*cfg.Edge{}, set: map[int]bool{}}
	for _, f := range p.Procs {
		for l, es := range flow.Postdominators(p, f).ControlDependence() {
			for _, e := range es {
				m.controlled[e.From] = append(m.controlled[e.From], l.Out...)
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
	controlled map[*cfg.Loc][]*cfg.Edge // by branch: the statements it decides about
	set        map[int]bool             // by Var.ID
	changed    bool
	counting   bool // constants may be added, too
	alone      bool // they decide about no others
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
		if !branch || m.alone && len(m.controlled[e.From]) > 0 || !harmless(m.controlled, e.From, m.set, map[*cfg.Loc]bool{}) {
			m.dropAll(s.Cond)
		}
	case *cfg.Assign:
		if !m.holds(s.Src) && !(m.counting && counts(s)) {
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

// harmless tells whether a branch decides about monitors only.
func harmless(controlled map[*cfg.Loc][]*cfg.Edge, l *cfg.Loc, mon map[int]bool, seen map[*cfg.Loc]bool) bool {
	if seen[l] {
		return true
	}
	seen[l] = true
	for _, e := range controlled[l] {
		switch s := e.Stmt.(type) {
		case *cfg.Skip:
		case *cfg.Assume:
			if e.From != l && !harmless(controlled, e.From, mon, seen) {
				return false
			}
			if e.From == l {
				return false // a loop
			}
		case *cfg.Assign:
			if !mon[s.Dst.ID] {
				return false
			}
		default:
			return false
		}
	}
	return true
}
