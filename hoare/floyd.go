package hoare

import (
	"sort"

	"culprit/automata"
	"culprit/logic"
)

// FloydHoare is a Floyd-Hoare automaton over a set of predicates, generalised
// on demand: a state is the set of all predicates known to hold, the successor
// under a letter the set of all predicates whose triple is valid. It accepts
// the words after which false holds, all of which are infeasible. The automaton is
// deterministic and total, and implements automata.Lazy.
type FloydHoare struct {
	c     *Checker
	preds []logic.T   // preds[0] is false
	vars  [][]logic.T // symbols of each predicate
	sets  [][]int32   // states: sorted predicate indices
	index map[string]automata.State
	steps map[stepKey]automata.State
}

// maxSingle is the number of known predicates up to which they are tried one
// by one: that costs a query per pair, but each is answered for good.
const maxSingle = 10

type stepKey struct {
	q automata.State
	a int32
}

// NewFloydHoare makes the automaton of the given predicates.
func NewFloydHoare(c *Checker, preds []logic.T) *FloydHoare {
	tb := c.Enc.TB
	h := &FloydHoare{c: c, index: map[string]automata.State{}, steps: map[stepKey]automata.State{}}
	seen := map[logic.T]bool{tb.True(): true}
	for _, p := range append([]logic.T{tb.False()}, preds...) {
		if !seen[p] {
			seen[p] = true
			h.preds = append(h.preds, p)
			h.vars = append(h.vars, tb.Vars(p))
		}
	}
	h.intern(nil)        // state 0: nothing is known
	h.intern([]int32{0}) // state 1: false
	return h
}

func (h *FloydHoare) intern(set []int32) automata.State {
	key := make([]byte, 0, 4*len(set))
	for _, p := range set {
		key = append(key, byte(p), byte(p>>8), byte(p>>16))
	}
	if q, ok := h.index[string(key)]; ok {
		return q
	}
	q := automata.State(len(h.sets))
	h.index[string(key)] = q
	h.sets = append(h.sets, append([]int32(nil), set...))
	return q
}

// Predicates returns the predicates; the first is false.
func (h *FloydHoare) Predicates() []logic.T { return h.preds }

// Set returns the indices of the predicates that hold in q.
func (h *FloydHoare) Set(q automata.State) []int32 { return h.sets[q] }

// Conjuncts returns the predicates that hold in q.
func (h *FloydHoare) Conjuncts(q automata.State) []logic.T {
	out := make([]logic.T, len(h.sets[q]))
	for i, p := range h.sets[q] {
		out[i] = h.preds[p]
	}
	return out
}

// NumStates is the number of states built so far.
func (h *FloydHoare) NumStates() int { return len(h.sets) }

// Initial returns the state in which nothing is known.
func (h *FloydHoare) Initial() automata.State { return 0 }

// Final reports whether false holds.
func (h *FloydHoare) Final(q automata.State) bool { return q == 1 }

// AcceptsAll reports whether every continuation is infeasible.
func (h *FloydHoare) AcceptsAll(q automata.State) bool { return q == 1 }

// Step computes the successor.
func (h *FloydHoare) Step(q automata.State, a automata.Letter) automata.State {
	if q == 1 {
		return 1
	}
	k := stepKey{q, a}
	if t, ok := h.steps[k]; ok {
		return t
	}
	t := h.step(q, a)
	h.steps[k] = t
	return t
}

func (h *FloydHoare) step(q automata.State, a automata.Letter) automata.State {
	c := h.c
	f := c.Effect(a)
	if f.False {
		return 1
	}
	have := h.sets[q]
	conj := h.Conjuncts(q)
	if len(f.Guard) > 0 && h.blocked(have, conj, f, a) {
		return 1
	}
	var out []int32
	next := 0
	for i := 1; i < len(h.preds); i++ {
		for next < len(have) && int(have[next]) < i {
			next++
		}
		holds := next < len(have) && int(have[next]) == i
		if h.follows(have, conj, holds, f, a, i) {
			out = append(out, int32(i))
		}
	}
	return h.intern(out)
}

// blocked decides whether the predicates contradict the guard.
func (h *FloydHoare) blocked(have []int32, conj []logic.T, f *Effect, a automata.Letter) bool {
	c := h.c
	if len(have) > maxSingle {
		c.Stats.Joint++
		return c.Valid(conj, a, c.Enc.TB.False())
	}
	related := false
	for _, p := range have {
		if !intersects(h.vars[p], f.guardVars) {
			continue
		}
		related = true
		if c.ValidSingle(h.preds[p], a, c.Enc.TB.False()) {
			return true
		}
	}
	if !related || len(have) < 2 {
		return false
	}
	c.Stats.Joint++
	return c.Valid(conj, a, c.Enc.TB.False())
}

// follows decides whether predicate i holds after a: the frame rule first,
// then triples with one predicate, which are cached for all automata, then
// the whole conjunction.
func (h *FloydHoare) follows(have []int32, conj []logic.T, holds bool, f *Effect, a automata.Letter, i int) bool {
	c := h.c
	p := h.preds[i]
	touched := f.touches(h.vars[i])
	if !touched {
		if holds {
			c.Stats.Frame++
			return true
		}
		// What held before is closed under implication, so an untouched
		// predicate can become known only through the guard.
		if !intersects(h.vars[i], f.guardVars) {
			c.Stats.Skipped++
			return false
		}
	}
	if holds && c.ValidSingle(p, a, p) {
		return true
	}
	if c.ValidSingle(c.Enc.TB.True(), a, p) {
		return true
	}
	if len(have) > maxSingle {
		c.Stats.Joint++
		return c.Valid(conj, a, p)
	}
	post := c.Enc.TB.Vars(c.After(p, a))
	related := 0
	for _, r := range have {
		if int(r) == i || !(intersects(h.vars[r], post) || intersects(h.vars[r], f.guardVars)) {
			continue
		}
		related++
		if c.ValidSingle(h.preds[r], a, p) {
			return true
		}
	}
	if holds {
		related++
	}
	if related < 2 {
		return false
	}
	c.Stats.Joint++
	return c.Valid(conj, a, p)
}

// FHStep is one transition that was computed.
type FHStep struct {
	From, To automata.State
	Letter   *Letter
}

// Steps returns the transitions computed so far, by state and letter.
func (h *FloydHoare) Steps() []FHStep {
	out := make([]FHStep, 0, len(h.steps))
	for k, t := range h.steps {
		out = append(out, FHStep{k.q, t, h.c.Letters[k.a]})
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].From != out[j].From {
			return out[i].From < out[j].From
		}
		return out[i].Letter.ID < out[j].Letter.ID
	})
	return out
}

// Stored is the automaton restricted to the transitions computed so far: what
// a proof claims and a recheck has to confirm.
func (h *FloydHoare) Stored() automata.Lazy { return stored{h} }

type stored struct{ *FloydHoare }

func (s stored) Step(q automata.State, a automata.Letter) automata.State {
	if q == 1 {
		return 1
	}
	if t, ok := s.steps[stepKey{q, a}]; ok {
		return t
	}
	return -1
}
