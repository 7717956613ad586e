package relevance

import (
	"slices"

	"culprit/analysis/purpose"
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
	if v.inputs.HandsOn(e.Stmt, t.param) {
		return "it is an input"
	}
	if v.tests[e.From.Proc] {
		return "a test gives it"
	}
	if t.v != nil && t.v.Temp && (t.v.Proc == nil || t.v.Proc.Ret != t.v) {
		return "it is read there, not assigned"
	}
	if v.operands[e.ID] {
		return "the assertion itself would read the constant"
	}
	if t.v != nil && v.monitor().Watches(t.v) || v.checker.has(e) {
		return "only the assertion depends on it"
	}
	if _, store := e.Stmt.(*cfg.Store); store || !purpose.Constant(e.Stmt, t.param) {
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
	group := condition(edges)
	if len(group) == 0 {
		return checker{}
	}
	f := edges[group[0]].From.Proc
	if f == prog.Main || !purpose.Effectless(prog, f) {
		return checker{}
	}
	return checker{f, purpose.Feeders(prog, f)}
}

// monitor is what watches the program.
func (v *validator) monitor() *purpose.Monitors {
	if v.watching == nil {
		v.watching = purpose.NewMonitors(v.prog)
	}
	return v.watching
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
		for x := range cfg.Parts(x) {
			switch x := x.(type) {
			case *cfg.VarRef:
				if r := (read{x.V, at}); !seen[r] {
					seen[r] = true
					work = append(work, r)
				}
			case *cfg.Load:
				regions[x.Region] = true
			}
		}
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
				if r.v.Temp || r.v.Proc != nil && r.v.Proc.Ret == r.v || purpose.Copied(s.Src) != nil {
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
		return s.Dst.Temp || purpose.Copied(s.Src) != nil
	}
	return false
}

// assigned is targets for statements that the front end made, too.
func assigned(s cfg.Stmt) []target { return targets(&cfg.Edge{Stmt: s}) }
