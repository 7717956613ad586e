package relevance

import (
	"slices"

	"culprit/cfg"
	"culprit/internal/work"
)

// screen decides what executions on numbers decide, and gives the work that it
// took: what reaches no condition is irrelevant, and what a value is known for that
// blocks is relevant. Executions that end soon come first, for all statements, then
// those that do not. Each statement of the program has one instance among the first.
// With a bound on the work they get half of it.
func (m *marking) screen() work.Amount {
	m.known = make([]bool, len(m.marks))
	clock := &work.Clock{}
	x := newExecution(m.ctx, m.u, clock)
	if x == nil {
		return clock.Now()
	}
	reach := x.reaching(false)
	x.idle = x.without(x.reaching(true))
	carried := m.carry(x)
	for i := range m.marks {
		if reach[m.marks[i].Step] == 0 {
			m.marks[i].Status, m.known[i] = Irrelevant, true
			m.marks[i].Var = m.u.source(targets(m.u.tr.Edges[m.marks[i].Step])[0].v)
		} else if m.carried(carried, i, reach) {
			m.known[i] = true
		}
	}
	c := newChange(x)
	var long []int
	for _, i := range m.order() {
		if m.expired(clock) {
			return clock.Now()
		}
		if m.marks[i].Status == Relevant { // carried back: executions say no more
			continue
		}
		if m.execute(c, i, reach, minExecution) {
			long = append(long, i)
		}
	}
	for _, i := range long {
		if m.expired(clock) {
			break
		}
		m.execute(c, i, reach, len(m.u.tr.Edges))
	}
	return clock.Now()
}

// carried decides a mark by what was carried back, and tells whether that says all.
func (m *marking) carried(c *carrier, i int, reach []uint64) bool {
	k := m.marks[i].Step
	best, all := Mark{Step: k}, true
	for n, t := range targets(m.u.tr.Edges[k]) {
		s, ok := Mark{Step: k, Var: t.v}, true
		if reach[k]>>min(n, 63)&1 != 0 {
			s, ok = c.mark(k, &t, maxRanges)
		}
		all = all && ok
		if n == 0 || better(&s, &best) {
			best = s
		}
	}
	if !all && best.Status != Relevant {
		return false
	}
	if m.conf.Quick {
		best.Blocking, best.Exact = nil, false
	}
	best.Var = m.u.source(best.Var)
	m.marks[i] = best
	return all
}

// expired reports whether no more work is left for executions on numbers.
func (m *marking) expired(clock *work.Clock) bool {
	return m.ctx.Err() != nil || m.conf.MarkWork > 0 && clock.Now() > m.conf.MarkWork/2
}

// execute looks for values that block by executions of at most limit steps, and
// tells whether longer ones may find others.
func (m *marking) execute(c *change, i int, reach []uint64, limit int) (more bool) {
	k := m.marks[i].Step
	best := Mark{Step: k}
	for n, t := range targets(m.u.tr.Edges[k]) {
		if reach[k]>>min(n, 63)&1 == 0 {
			continue
		}
		s, ok, unfinished := c.screen(k, &t, limit)
		more = more || unfinished
		if ok && better(&s, &best) {
			best = s
		}
	}
	if best.Status != Relevant {
		return more
	}
	best.Var = m.u.source(best.Var)
	if best.Kind == BlocksTrace || m.marks[i].Status != Relevant {
		m.marks[i] = best
	}
	m.known[i] = m.conf.Quick
	return more && best.Kind != BlocksTrace
}

// order are the marks that are not known yet, in the order in which they are
// decided: of each statement of the program the last instance, then, of those
// that have no relevant one, the first; then all others, what is near the error
// first.
func (m *marking) order() []int {
	first, last := map[*cfg.Edge]int{}, map[*cfg.Edge]int{}
	relevant := map[*cfg.Edge]bool{}
	var left []int
	for i := range m.marks {
		e := m.u.tr.Edges[m.marks[i].Step]
		relevant[e] = relevant[e] || m.marks[i].Status == Relevant
		if m.known != nil && m.known[i] {
			continue
		}
		left = append(left, i)
		if _, ok := first[e]; !ok {
			first[e] = i
		}
		last[e] = i
	}
	var out, others []int
	var firsts []int
	for n := len(left) - 1; n >= 0; n-- {
		i := left[n]
		switch e := m.u.tr.Edges[m.marks[i].Step]; {
		case last[e] == i:
			out = append(out, i)
		case first[e] == i && !relevant[e]:
			firsts = append(firsts, i)
		default:
			others = append(others, i)
		}
	}
	return append(append(out, firsts...), others...)
}

// open are the undecided marks of statements that have no relevant one, in the
// order in which they are decided.
func (m *marking) open() []int {
	relevant := map[*cfg.Edge]bool{}
	for i := range m.marks {
		if m.marks[i].Status == Relevant {
			relevant[m.u.tr.Edges[m.marks[i].Step]] = true
		}
	}
	return slices.DeleteFunc(m.order(), func(i int) bool {
		return m.marks[i].Status != Undecided || relevant[m.u.tr.Edges[m.marks[i].Step]]
	})
}

// reaching tells, for each step and each of its targets as a bit, whether what it
// assigns reaches a condition: whether some condition after it reads the value, or
// what is computed from it, in some execution of the trace. If it does not, no
// value blocks, and the statement is irrelevant.
//
// A statement reads the same in all executions of the trace, except where inputs
// choose the address: then any cell of the region may be meant. With another value
// at a step, every address that counts is the same as long as nothing that counts
// differs, so one pass backwards suffices for all steps.
//
// With whole, a read is one of any cell of the region. Then what does not reach a
// condition reaches none in an execution in which other values differ, too.
func (x *execution) reaching(whole bool) []uint64 {
	r := &reach{execution: x, whole: whole, live: make([]bool, len(x.region)), count: make([]int, len(x.cells)), wide: make([]bool, len(x.cells))}
	out := make([]uint64, len(x.steps))
	for k := len(x.steps) - 1; k >= 0; k-- {
		out[k] = r.step(k)
	}
	x.clock.Count(len(x.places), numberCost)
	return out
}

// without are the steps that only write what reaches no condition, by what reaching
// says of whole regions.
func (x *execution) without(reach []uint64) []bool {
	out := make([]bool, len(reach))
	for k, e := range x.tr.Edges {
		switch e.Stmt.(type) {
		case *cfg.Assign, *cfg.Store, *cfg.MemCopy, *cfg.MemSet, *cfg.Call:
			out[k] = reach[k] == 0
		}
	}
	return out
}

// reach is what counts at a moment of the pass.
type reach struct {
	*execution
	whole bool
	live  []bool // by place
	count []int  // by region: live cells
	wide  []bool // by region: any cell may be read
}

func (r *reach) set(l int32, live bool) {
	if g := r.region[l]; r.whole && g >= 0 {
		r.wide[g] = r.wide[g] || live
		return
	}
	if r.live[l] == live {
		return
	}
	r.live[l] = live
	if g := r.region[l]; g >= 0 {
		if live {
			r.count[g]++
		} else {
			r.count[g]--
		}
	}
}

func (r *reach) readAll(ls []int32) {
	for _, l := range ls {
		r.set(l, true)
	}
}

// readWide makes all cells count of the regions that step k reads at an address
// that inputs choose.
func (r *reach) readWide(k int) {
	for _, g := range r.loads[int32(k)] {
		r.wide[g] = true
	}
}

// step goes back over step k, and gives the bits of its targets that count.
func (r *reach) step(k int) (targets uint64) {
	at := &r.steps[k]
	addresses, values, writes := r.places[at.addresses:at.values], r.places[at.values:at.writes], r.places[at.writes:at.end]
	st := r.tr.Edges[k].Stmt
	if _, ok := st.(*cfg.Assume); ok {
		r.readAll(values)
		r.readWide(k)
		return 0
	}
	g := written(st)
	anywhere := g != nil && (r.count[g.ID] > 0 || r.wide[g.ID])
	counts := make([]bool, len(writes))
	any := at.chosen && anywhere
	for i, l := range writes {
		counts[i] = r.live[l] || r.region[l] >= 0 && r.wide[r.region[l]]
		any = any || counts[i]
	}
	if !at.chosen {
		for _, l := range writes {
			r.set(l, false)
		}
	}
	switch st := st.(type) {
	case *cfg.Call:
		for i, c := range counts {
			if c {
				targets |= 1 << min(i, 63)
				r.readAll(values[r.args[int32(k)][i]:r.args[int32(k)][i+1]])
			}
		}
	case *cfg.MemCopy:
		if from := st.SrcRegion; r.whole && anywhere && from != nil {
			r.wide[from.ID] = true
		}
		for i, c := range counts {
			if c || at.chosen && anywhere {
				r.set(values[i], true)
			}
		}
	default:
		if any {
			r.readAll(values)
		}
	}
	if any || anywhere { // another address would hit what counts
		r.readAll(addresses)
		r.readWide(k)
	}
	if _, call := st.(*cfg.Call); any && !call {
		targets = 1
	}
	return targets
}

// written is the region that a statement writes to, nil if it does not.
func written(st cfg.Stmt) *cfg.Region {
	if a, ok := st.(*cfg.Alloc); ok {
		return a.Region
	}
	r, _, _ := cfg.Written(st)
	return r
}
