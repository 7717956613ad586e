package danger

import (
	"context"
	"encoding/binary"
	"slices"

	"culprit/automata"
	"culprit/internal/work"
)

// annotation maps each state of the remaining automaton to predicates.
type annotation struct {
	ctx context.Context
	p   *Pool
	rem *unfolding
	// of is alpha: per state a union of predicates. None implies another by
	// form; what could be merged is merged.
	of [][]int32
	// before holds, per state, predicates that were part of the union and were
	// merged since. Where a precondition is only known from below, its form
	// matters, and those of the parts still count.
	before   [][]int32
	unions   map[string][]int32 // each union once, by its predicates
	pres     map[unionKey]precondition
	name     []byte
	final    []bool  // annotated final states
	trace    []int32 // the predicates of the found trace, each once
	comp     []int32
	order    []automata.State // successors first, except for cycles
	dirty    []bool           // a successor changed
	in       [][]automata.State
	budget   int         // size of the pool at which loops are left as they are
	asked    int         // the same by solver queries
	deadline work.Amount // the same by work, on the clock, for hard arithmetic
}

// unionKey is the precondition of a union, which is known by its first element, for a
// letter.
type unionKey struct {
	union  *int32
	letter automata.Letter
}

// annotate computes alpha from the final states that satisfy target backwards,
// one strongly connected component after the other. Every rule application
// keeps condition (5), so that the fixpoint may be left at any stage. run and
// seq are the found trace with its predicates.
func annotate(ctx context.Context, p *Pool, rem *unfolding, target func(automata.State) bool, run []automata.State, seq []int32) *annotation {
	n := rem.NumStates()
	a := &annotation{ctx: ctx, p: p, rem: rem, of: make([][]int32, n), before: make([][]int32, n),
		unions: map[string][]int32{}, pres: map[unionKey]precondition{}, final: make([]bool, n), dirty: make([]bool, n), in: make([][]automata.State, n),
		budget: len(p.preds) + maxNew, asked: p.Stats.Queries + maxNew + n/2, deadline: p.tb.Clock.Now() + 10*queryWork}
	for q := range rem.Out {
		for _, e := range rem.Out[q] {
			a.in[e.To] = append(a.in[e.To], automata.State(q))
		}
	}
	for q, f := range rem.Final {
		if f && target(automata.State(q)) {
			a.final[q] = true
			a.set(automata.State(q), []int32{0})
		}
	}
	a.trace = slices.Clone(seq)
	slices.Sort(a.trace)
	a.trace = slices.Compact(a.trace)
	a.comp, _ = automata.SCC(rem.NFA)
	a.order = automata.TopologicalOrder(rem.NFA)
	slices.Reverse(a.order)
	slices.SortStableFunc(a.order, func(x, y automata.State) int { return int(a.comp[y]) - int(a.comp[x]) })
	at := len(run) - 1
	for i := 0; i < len(a.order) && ctx.Err() == nil; {
		c, j := a.comp[a.order[i]], i+1
		for j < len(a.order) && a.comp[a.order[j]] == c {
			j++
		}
		k := at
		for k >= 0 && a.comp[run[k]] == c {
			k--
		}
		a.component(a.order[i:j], run[k+1:at+1], seq[k+1:at+1])
		at, i = k, j
	}
	for q := range a.of {
		p.Stats.Annotated += len(a.of[q])
	}
	return a
}

// component computes the annotation of one strongly connected component, whose
// states come in an order in which most edges lead backwards. run and seq are
// the part of the found trace in it.
func (a *annotation) component(states, run []automata.State, seq []int32) {
	loop := len(states) > 1 || a.selfLoop(states[0])
	if !loop {
		a.seed(run, seq)
		if q := states[0]; a.dirty[q] && !a.rem.Final[q] {
			a.update(q, false)
		}
		return
	}
	a.rounds(states)
	for n := 0; n < maxRounds && a.accelerate(states); n++ {
		a.rounds(states)
	}
	if a.seed(run, seq) {
		a.rounds(states)
	}
}

// seed puts the predicates of the trace in. The rule holds for them by
// construction.
func (a *annotation) seed(run []automata.State, seq []int32) bool {
	changed := false
	for i := len(run) - 1; i >= 0; i-- {
		q := run[i]
		if a.rem.Final[q] {
			continue
		}
		if a.p.known(seq[i], a.of[q]) {
			if !slices.Contains(a.before[q], seq[i]) {
				a.before[q] = append(a.before[q], seq[i])
			}
			continue
		}
		union := a.of[q]
		if len(union) < maxUnion {
			union = a.p.join(union, seq[i])
		} else {
			union = append(union[:len(union):len(union)], seq[i])
		}
		changed = a.set(q, union) || changed
		a.dirty[q] = true
	}
	return changed
}

func (a *annotation) selfLoop(q automata.State) bool {
	return slices.ContainsFunc(a.rem.Out[q], func(e automata.Edge) bool { return e.To == q })
}

func (a *annotation) rounds(states []automata.State) {
	for r, changed := 0, true; changed && r < maxRounds && !a.exhausted(); r++ {
		changed = false
		for _, q := range states {
			if a.dirty[q] && !a.exhausted() {
				changed = a.update(q, true) || changed
			}
		}
	}
}

// exhausted reports whether loops have used up their share of the work.
func (a *annotation) exhausted() bool {
	return len(a.p.preds) > a.budget || a.ctx.Err() != nil || a.p.tb.Clock.Now() > a.deadline
}

// set replaces the union at q and wakes the predecessors.
func (a *annotation) set(q automata.State, union []int32) bool {
	old := a.of[q]
	if slices.Equal(old, union) {
		return false
	}
	for _, i := range old {
		if !slices.Contains(union, i) && !slices.Contains(a.before[q], i) {
			a.before[q] = append(a.before[q], i)
		}
	}
	a.of[q] = a.same(union)
	for _, p := range a.in[q] {
		if !a.rem.Final[p] {
			a.dirty[p] = true
		}
	}
	if a.rem.Label != nil {
		for _, i := range union {
			a.p.locate(a.rem.Label[q], i)
		}
	}
	return true
}

// same is the one slice that there is of a union: many states have the same.
func (a *annotation) same(union []int32) []int32 {
	a.name = a.name[:0]
	for _, i := range union {
		a.name = binary.LittleEndian.AppendUint32(a.name, uint32(i))
	}
	u, ok := a.unions[string(a.name)]
	if !ok {
		u = union
		a.unions[string(a.name)] = u
	}
	return u
}

// pre is pre(alpha(q'), s) for an edge, as a union of predicates.
func (a *annotation) pre(e automata.Edge) []int32 {
	union := a.of[e.To]
	if len(union) == 0 {
		return nil
	}
	key := unionKey{&union[0], e.Letter}
	r, ok := a.pres[key]
	if !ok {
		r.exact = true
		for _, i := range union {
			of := a.p.pre(i, e.Letter)
			r.preds = append(r.preds, of.preds...)
			r.exact = r.exact && of.exact
		}
		r.preds = slices.Clip(r.preds)
		a.pres[key] = r
	}
	out := r.preds
	if !r.exact {
		// A pre that was never computed has justified nothing.
		for _, i := range a.before[e.To] {
			out = append(out, a.p.pres[preKey{i, e.Letter}].preds...)
		}
	}
	return out
}

// update applies the rule at q: the union takes in pre(alpha(q'), s) for the
// letters of found traces, and those candidates that are covered. cyclic asks
// for new predicates only, to end on loops.
func (a *annotation) update(q automata.State, cyclic bool) bool {
	a.dirty[q] = false
	p := a.p
	union := a.of[q]
	var cover []int32
	open := false // an edge that no trace uses leads to annotated states
	for _, e := range a.rem.Out[q] {
		pre := a.pre(e)
		cover = append(cover, pre...)
		if !p.used[e.Letter] {
			open = open || len(pre) > 0
			continue
		}
		for _, i := range pre {
			if a.rem.excludes(p, q, i) || cyclic && len(union) > 0 && p.covered(i, union) {
				continue
			}
			if u := p.join(union, i); len(u) <= maxUnion {
				union = u
			}
		}
	}
	if open && p.Stats.Queries < a.asked {
		near, far := a.candidates(q)
		for _, i := range near {
			if len(union) < maxUnion && !p.known(i, union) && !a.rem.excludes(p, q, i) && p.covered(i, cover) {
				union = p.join(union, i)
			}
		}
		failures := 0
		for _, i := range far {
			if len(union) >= maxUnion || failures >= maxFailures {
				break
			}
			if p.known(i, union) || a.rem.excludes(p, q, i) {
				continue
			}
			asked := p.Stats.Queries
			if p.covered(i, cover) {
				union = p.join(union, i)
			} else {
				failures += p.Stats.Queries - asked
			}
		}
	}
	return a.set(q, union)
}

// known reports whether predicate i adds nothing, by form.
func (p *Pool) known(i int32, union []int32) bool {
	return slices.ContainsFunc(union, func(j int32) bool { return p.implies(i, j) })
}

// candidates are the predicates tried at q because of edges that no trace
// uses: near ones, of its successors and computed at its program location, and
// far ones, like in the paper all of the found trace.
func (a *annotation) candidates(q automata.State) (near, far []int32) {
	for _, e := range a.rem.Out[q] {
		for _, i := range a.of[e.To] {
			if !slices.Contains(near, i) {
				near = append(near, i)
			}
		}
	}
	if a.rem.Label != nil {
		at := a.p.at[a.rem.Label[q]]
		for k := len(at) - 1; k >= 0; k-- {
			if !slices.Contains(near, at[k]) {
				near = append(near, at[k])
			}
		}
	}
	for _, i := range a.trace {
		if !slices.Contains(near, i) {
			far = append(far, i)
		}
	}
	return near, far
}
