package relevance

import (
	"slices"

	"culprit/cfg"
)

// Values for a Lockstep: such that at the first, or last, instance of a statement
// in each of some traces one of them blocks.

// OthersFor are the values for the statement e with which at its first instance in
// each of the traces, or with last at its last one, one of them blocks as far as the
// marks tell, and the variable that gets them. more is how many values beyond those
// are tried where a mark names none that blocks for all inputs. There are none if
// the statement is not relevant at one of these instances.
func OthersFor(traces []TraceResult, e *cfg.Edge, last bool, more int) (v *cfg.Var, others []Other) {
	var open []*Mark
	added := false
	for i := range traces {
		m := instance(&traces[i], e, last)
		if m == nil || m.Status != Relevant || m.Var == nil || v != nil && m.Var != v {
			return nil, nil
		}
		v = m.Var
		if m.Kind == BlocksTrace || len(m.Blocking) > 0 {
			open = append(open, m)
		} else {
			added = true
		}
	}
	if added {
		for _, d := range []uint64{1, cfg.Mask(^uint64(0), v.Type.Width()), 1 << (v.Type.Width() - 1)}[:min(more+1, maxOthers)] {
			if o := (Other{Value: d, Added: true}); !slices.Contains(others, o) {
				others = append(others, o)
			}
		}
	}
	for len(open) > 0 {
		best, most := uint64(0), 0
		for _, m := range open {
			for _, x := range m.candidates() {
				n := 0
				for _, o := range open {
					if o.blocks(x, v) {
						n++
					}
				}
				if n > most {
					best, most = x, n
				}
			}
		}
		others = append(others, Other{Value: best})
		open = slices.DeleteFunc(open, func(m *Mark) bool { return m.blocks(best, v) })
	}
	if len(others) > maxOthers {
		return nil, nil
	}
	return v, others
}

// instance is the mark of the first or last instance of a statement in a trace.
func instance(t *TraceResult, e *cfg.Edge, last bool) (at *Mark) {
	for k := range t.Marks {
		if m := &t.Marks[k]; t.Trace.Edges[m.Step] == e && (at == nil || last) {
			at = m
		}
	}
	return at
}

// candidates are such values.
func (m *Mark) candidates() (vs []uint64) {
	if m.Kind == BlocksTrace {
		vs = append(vs, m.Fix)
	}
	for _, r := range m.Blocking {
		vs = append(vs, r.Lo, r.Hi)
	}
	return vs
}

// blocks reports whether a value is among them.
func (m *Mark) blocks(x uint64, v *cfg.Var) bool {
	if m.Kind == BlocksTrace && m.Fix == x {
		return true
	}
	key := func(r Range, x uint64) uint64 {
		if w := v.Type.Width(); r.Signed && w > 0 {
			return x ^ 1<<uint(w-1)
		}
		return x
	}
	return slices.ContainsFunc(m.Blocking, func(r Range) bool { return key(r, r.Lo) <= key(r, x) && key(r, x) <= key(r, r.Hi) })
}

// Matters says of a trace whether a statement is relevant in it, as the marks say.
func (t *TraceResult) Matters(e *cfg.Edge) Status {
	s := Irrelevant
	for _, m := range t.Marks {
		if t.Trace.Edges[m.Step] == e && (m.Status == Relevant || m.Status == Undecided && s == Irrelevant) {
			s = m.Status
		}
	}
	return s
}

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
