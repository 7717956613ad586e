package relevance

import (
	"slices"

	"culprit/cfg"
)

// canFail tells whether the assertion of a changed program still says
// something: whether it fails in an execution in which some statement that
// does not compute with the constant always assigns another value. If none
// makes it fail, the constant alone decides what the condition yields.
func (v *validator) canFail(st *Statement, fixed *cfg.Program) bool {
	b := v.sampled
	inputs := b.inputs[:min(len(b.inputs), maxSamples/3)]
	limit := func(i int) int { return 3*b.steps[i] + maxSampleSteps/5 }
	// The statements executed, the last ones first.
	var order []*cfg.Edge
	depends := map[int]bool{}
	seen := map[int]bool{}
	run := v.execute(fixed)
	for i, in := range inputs {
		x := run(in, limit(i))
		downstream(fixed, x.Edges, st.Edge.ID, depends)
		for _, e := range slices.Backward(x.Edges) {
			if !seen[e.ID] {
				seen[e.ID] = true
				order = append(order, e)
			}
		}
	}
	tried := 0
	for _, e := range order {
		ts := assigned(e.Stmt)
		if depends[e.ID] || e.ID == st.Edge.ID || len(ts) == 0 || e.Role == cfg.RoleImplicit && !handsOn(e) {
			continue
		}
		tried++
		if tried > maxPerturbed || v.ctx.Err() != nil {
			return false
		}
		for k := range ts {
			for _, x := range ts[k].others() {
				run := v.execute(patchToRun(fixed, e, ts[k].constStmt(e, x)))
				for i, in := range inputs {
					if o := run(in, limit(i)); o.End == Failed {
						return true
					}
				}
			}
		}
	}
	return false
}

// others are the values that are assigned in place of the right one.
func (t *target) others() []uint64 {
	w := t.width()
	if t.block == nil && t.typ.Kind == cfg.Bool {
		return []uint64{0, 1}
	}
	return []uint64{0, 1, 2, cfg.Mask(^uint64(0), w), 1<<uint(w-1) - 1}
}

// downstream adds the statements of an execution whose values are computed, at
// some time, from what statement id assigned.
func downstream(p *cfg.Program, edges []*cfg.Edge, id int, depends map[int]bool) {
	tainted := map[int]bool{} // dense indices, as of uses
	type use struct{ reads, writes []int }
	known := map[int]use{}
	for _, e := range edges {
		u, ok := known[e.ID]
		if !ok {
			u.reads, u.writes = uses(p, e.Stmt)
			known[e.ID] = u
		}
		from := e.ID == id
		for _, r := range u.reads {
			from = from || tainted[r]
		}
		if from {
			depends[e.ID] = true
		}
		for _, w := range u.writes {
			if w < len(p.Vars) {
				tainted[w] = from
			} else if from { // a part of a region
				tainted[w] = true
			}
		}
	}
}
