package relevance

import (
	"slices"

	"culprit/analysis/flow"
	"culprit/cfg"
)

// The variables that a constant must not overwrite to be called a fix: a program whose
// assertion is fed by a constant, or whose input is one, fails no more, and
// nothing is repaired.

// disarms says why a constant in place of what e assigns to t is not a fix,
// whatever its value; "" if nothing is known against it.
func (v *validator) disarms(e *cfg.Edge, t *target) string {
	switch e.Stmt.(type) {
	case *cfg.Havoc, *cfg.MemHavoc:
		return "it is an input"
	case *cfg.Alloc:
		return "it is an allocation"
	}
	if v.from.takes(e.Stmt, t, 0) {
		return "it is an input"
	}
	if t.v != nil && t.v.Temp && (t.v.Proc == nil || t.v.Proc.Ret != t.v) {
		return "it is read there, not assigned"
	}
	if v.operands[e.ID] {
		return "the assertion itself would read the constant"
	}
	if t.v != nil && v.monitor().vars[t.v.ID] || v.checker.has(e) {
		return "only the assertion depends on it"
	}
	if !isConst(e.Stmt) && !v.constantArgument(e.Stmt, t) {
		return "a constant would replace what is computed"
	}
	return ""
}

// checker is the procedure that evaluates the condition of an assertion, if it
// does nothing else.
type checker struct {
	proc    *cfg.Proc    // nil if there is none
	feeders map[int]bool // variables that are only handed to it
}

// has tells whether a statement only serves the checker: it is in it, calls it,
// or assigns what it is given.
func (c *checker) has(e *cfg.Edge) bool {
	if c.proc == nil {
		return false
	}
	if call, ok := e.Stmt.(*cfg.Call); ok && call.Proc == c.proc {
		return true
	}
	if d := cfg.Defined(e.Stmt); d != nil && c.feeders[d.ID] {
		return true
	}
	return e.From.Proc == c.proc
}

// findChecker looks at the procedure in which a trace fails.
func findChecker(prog *cfg.Program, edges []*cfg.Edge) checker {
	var c checker
	group := condition(edges)
	if len(group) == 0 {
		return c
	}
	f := edges[group[0]].From.Proc
	if f == prog.Main || !effectless(prog, f) {
		return c
	}
	c.proc, c.feeders = f, map[int]bool{}
	for _, v := range prog.Vars {
		c.feeders[v.ID] = v.Proc != f
	}
	for changed := true; changed; {
		changed = false
		for _, e := range prog.Edges {
			if call, ok := e.Stmt.(*cfg.Call); ok && call.Proc == f || e.From.Proc == f {
				continue
			}
			if a, ok := e.Stmt.(*cfg.Assign); ok && copied(a.Src) != nil && c.feeders[a.Dst.ID] {
				continue
			}
			cfg.Exprs(e.Stmt, func(x cfg.Expr) {
				cfg.Walk(x, func(x cfg.Expr) {
					if r, ok := x.(*cfg.VarRef); ok && c.feeders[r.V.ID] {
						c.feeders[r.V.ID], changed = false, true
					}
				})
			})
		}
	}
	return c
}

// effectless tells whether a procedure, with those that it calls, leaves
// memory and global variables as they are, on the ways that do not fail.
func effectless(prog *cfg.Program, f *cfg.Proc) bool {
	lost := doomed(prog)
	inside := prog.CallGraph().Reach(f, nil)
	for _, e := range prog.Edges {
		if !inside[e.From.Proc.ID] || lost[e] {
			continue
		}
		switch s := e.Stmt.(type) {
		case *cfg.Store, *cfg.MemCopy, *cfg.MemSet, *cfg.MemHavoc, *cfg.Alloc, *cfg.Free:
			return false
		default:
			if d := cfg.Defined(s); d != nil && d.Proc == nil && !d.Temp {
				return false
			}
		}
	}
	return true
}

// address tells whether a value is an address, which no program has as a constant:
// of a pointer all but null are, of what may be one those of the heap.
func (t *target) address(prog *cfg.Program, x uint64) bool {
	if t.pointer() {
		return x != 0
	}
	const top = 1 << 28
	base := prog.HeapBase()
	return prog.HeapTop != nil && t.block == nil && t.v == nil && t.width() == prog.PtrBits && base <= x && x < base+top
}

// origins are the statements that assign to each variable, by its id.
type origins map[int][]*cfg.Edge

func newOrigins(prog *cfg.Program) origins {
	o := origins{}
	for _, e := range prog.Edges {
		for _, t := range assigned(e.Stmt) {
			if t.v != nil {
				o[t.v.ID] = append(o[t.v.ID], e)
			}
		}
	}
	return o
}

// input tells whether a statement takes an input, or only hands one on.
func (o origins) input(e *cfg.Edge) bool {
	if _, ok := e.Stmt.(*cfg.MemHavoc); ok {
		return true
	}
	ts := targets(e)
	return len(ts) == 1 && o.takes(e.Stmt, &ts[0], 0)
}

// takes tells whether a statement only hands on an input: what it assigns to t
// is, up to conversions, a variable to which only inputs are assigned.
func (o origins) takes(s cfg.Stmt, t *target, depth int) bool {
	var x cfg.Expr
	switch s := s.(type) {
	case *cfg.Havoc:
		return s.Kind != cfg.Uninit
	case *cfg.Assign:
		x = s.Src
	case *cfg.Store:
		x = s.Val
	case *cfg.Call:
		x = s.Args[t.param]
	}
	src := copied(x)
	if src == nil || depth == maxCarried/2 {
		return false
	}
	defs := 0
	for _, d := range o[src.ID] {
		if h, ok := d.Stmt.(*cfg.Havoc); ok && h.Kind == cfg.Uninit {
			continue
		}
		if d.Role == cfg.RoleImplicit && isConst(d.Stmt) {
			continue // zero initialisation
		}
		defs++
		ts := assigned(d.Stmt)
		i := slices.IndexFunc(ts, func(t target) bool { return t.v == src })
		if i < 0 || !o.takes(d.Stmt, &ts[i], depth+1) {
			return false
		}
	}
	return defs > 0
}

// constantArgument tells whether a call gives a constant to the parameter t.
func (v *validator) constantArgument(s cfg.Stmt, t *target) bool {
	c, ok := s.(*cfg.Call)
	if !ok || t.param >= len(c.Args) {
		return false
	}
	_, ok = c.Args[t.param].(*cfg.Const)
	return ok
}

func isConst(s cfg.Stmt) bool {
	a, ok := s.(*cfg.Assign)
	if !ok {
		return false
	}
	_, ok = a.Src.(*cfg.Const)
	return ok
}

// copied is the variable that an expression copies, up to conversions, or nil.
func copied(x cfg.Expr) *cfg.Var {
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

// operandsOf adds the statements of an execution that define what the
// condition before its last error, or before the step at, reads. Copies,
// parameters, results and temporaries hand a value on: the condition reads
// what they read.
func operandsOf(edges []*cfg.Edge, group []int, add func(*cfg.Edge)) {
	type read struct {
		v  *cfg.Var
		at int
	}
	var work []read
	seen := map[read]bool{}
	regions := map[*cfg.Region]bool{}
	reads := func(x cfg.Expr, at int) {
		cfg.Walk(x, func(x cfg.Expr) {
			switch x := x.(type) {
			case *cfg.VarRef:
				if r := (read{x.V, at}); !seen[r] {
					seen[r] = true
					work = append(work, r)
				}
			case *cfg.Load:
				regions[x.Region] = true
			}
		})
	}
	for _, k := range group {
		cfg.Exprs(edges[k].Stmt, func(x cfg.Expr) { reads(x, k) })
	}
	for len(work) > 0 {
		r := work[len(work)-1]
		work = work[:len(work)-1]
		for k := r.at - 1; k >= 0; k-- {
			s := edges[k].Stmt
			i := slices.IndexFunc(assigned(s), func(t target) bool { return t.v == r.v })
			if i < 0 {
				continue
			}
			add(edges[k])
			switch s := s.(type) {
			case *cfg.Call:
				reads(s.Args[i], k)
			case *cfg.Assign:
				if r.v.Temp || r.v.Proc != nil && r.v.Proc.Ret == r.v || copied(s.Src) != nil {
					reads(s.Src, k)
				}
			}
			break
		}
	}
	for _, e := range edges {
		for _, t := range assigned(e.Stmt) {
			if t.store != nil && regions[t.store.Region] || t.block != nil && regions[t.block] {
				add(e)
			}
		}
	}
}

// condition lists the steps of an execution at which the condition of its last
// branch was evaluated: several, if it has && and || in it.
func condition(edges []*cfg.Edge) []int {
	var group []int
	var line *cfg.Pos
	for k := len(edges) - 1; k >= 0; k-- {
		e := edges[k]
		if _, ok := e.Stmt.(*cfg.Assume); ok && e.Role != cfg.RoleImplicit {
			if line == nil {
				line = &e.Pos
			} else if e.Pos.File != line.File || e.Pos.Line > line.EndLine || e.Pos.EndLine < line.Line {
				break
			}
			group = append(group, k)
		} else if line != nil && !handsOn(e) {
			break
		}
	}
	return group
}

// handsOn tells whether a statement computes nothing that has a name.
func handsOn(e *cfg.Edge) bool {
	if e.Role == cfg.RoleImplicit {
		return true
	}
	switch s := e.Stmt.(type) {
	case *cfg.Skip, *cfg.Call, *cfg.Return:
		return true
	case *cfg.Assign:
		return s.Dst.Temp || copied(s.Src) != nil
	}
	return false
}

// assigned is targets for statements that the front end made, too.
func assigned(s cfg.Stmt) []target { return targets(&cfg.Edge{Stmt: s}) }

// monitors are the variables that watch a program and do nothing in it.
type monitors struct {
	vars map[int]bool
	// counting are those and the variables that only count for the failure: constants
	// are added to them.
	counting map[int]bool
}

// monitor finds the variables to which only constants are assigned, and whose
// values decide only about the failure and assignments to such
// variables: states of an automaton that observes, flags that remember.
func (v *validator) monitor() *monitors {
	if v.watching == nil {
		v.watching = &monitors{findMonitors(v.prog, false), findMonitors(v.prog, true)}
	}
	return v.watching
}

func findMonitors(prog *cfg.Program, counting bool) map[int]bool {
	p, _ := prog.Clone()
	dropEdges(p, doomed(p))
	m := &monitorSet{counting: counting, controlled: map[*cfg.Loc][]*cfg.Edge{}, set: map[int]bool{}}
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
	v := copied(x)
	return v != nil && m.set[v.ID]
}

// counts reports whether an assignment adds a constant to a variable.
func counts(s *cfg.Assign) bool {
	b, ok := s.Src.(*cfg.Binary)
	if !ok || b.Op != cfg.Add && b.Op != cfg.Sub || copied(b.X) != s.Dst {
		return false
	}
	_, ok = b.Y.(*cfg.Const)
	return ok
}

// counter reports whether a variable counts for the assertion alone: a count begins
// at 0, and from elsewhere it deceives the assertion.
func (v *validator) counter(x *cfg.Var) bool {
	return x != nil && v.monitor().counting[x.ID] && slices.ContainsFunc(v.prog.Edges, func(e *cfg.Edge) bool {
		a, ok := e.Stmt.(*cfg.Assign)
		return ok && a.Dst == x && counts(a)
	})
}

// visit removes what a statement shows not to be a monitor. A condition that is
// not a branch blocks what violates it.
func (m *monitorSet) visit(e *cfg.Edge, branch bool) {
	switch s := e.Stmt.(type) {
	case *cfg.Assume:
		if !branch || !harmless(m.controlled, e.From, m.set, map[*cfg.Loc]bool{}) {
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

// doomed lists the edges from which every way leads to an error location.
func doomed(p *cfg.Program) map[*cfg.Edge]bool {
	lost := map[*cfg.Loc]bool{}
	ends := func(e *cfg.Edge) bool {
		if c, ok := e.Stmt.(*cfg.Call); ok && lost[c.Proc.Entry] {
			return true
		}
		return lost[e.To]
	}
	for changed := true; changed; {
		changed = false
		for _, l := range p.Locs {
			if lost[l] {
				continue
			}
			if l.Kind == cfg.Error || len(l.Out) > 0 && !slices.ContainsFunc(l.Out, func(e *cfg.Edge) bool { return !ends(e) }) {
				lost[l], changed = true, true
			}
		}
	}
	out := map[*cfg.Edge]bool{}
	for _, e := range p.Edges {
		out[e] = ends(e)
	}
	return out
}
