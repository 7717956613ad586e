package hoare

import (
	"cmp"
	"slices"

	"culprit/automata"
	"culprit/logic"
	"culprit/smt"
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
	// frozen is set when the states were restricted to what a proof needs.
	frozen bool
}

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
	if h.frozen {
		return automata.Dead
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
	s := stepping{h: h, have: h.sets[q], conj: h.Conjuncts(q), f: f, a: a}
	if len(f.Guard) > 0 && s.blocked() {
		return 1
	}
	s.collect()
	for i := range s.open {
		p := s.open[i].pred
		if !s.open[i].refuted && s.follows(p, s.open[i].holds) {
			s.kept = append(s.kept, p)
		}
	}
	slices.Sort(s.kept)
	return h.intern(s.kept)
}

// stepping is the computation of one successor.
type stepping struct {
	h    *FloydHoare
	have []int32 // known before
	conj []logic.T
	f    *Effect
	a    int32
	kept []int32 // known afterwards
	open []candidate
	// model is the last counterexample.
	model *logic.Model
}

// candidate is a predicate whose triple is not decided by form. It is refuted
// once a counterexample of another triple falsifies it.
type candidate struct {
	pred    int32
	holds   bool // before
	refuted bool
}

// linked adds to sorted symbols those that known predicates relate to them.
func (s *stepping) linked(vars []logic.T) []logic.T {
	if len(vars) == 0 {
		return nil
	}
	used := make([]bool, len(s.have))
	for more := true; more; {
		more = false
		for i, r := range s.have {
			if !used[i] && intersects(s.h.vars[r], vars) {
				used[i], more = true, true
				vars = union(vars, s.h.vars[r])
			}
		}
	}
	return vars
}

// union merges two sorted slices.
func union(a, b []logic.T) []logic.T {
	out := append(slices.Clone(a), b...)
	slices.Sort(out)
	return slices.Compact(out)
}

// collect applies the frame rule: what holds and is not touched holds; what
// neither holds nor is touched can become known only through the guard and
// what is known about its symbols, since what held before is closed under
// implication.
func (s *stepping) collect() {
	h, c := s.h, s.h.c
	next := 0
	guard := s.linked(s.f.guardVars)
	for i := 1; i < len(h.preds); i++ {
		for next < len(s.have) && int(s.have[next]) < i {
			next++
		}
		holds := next < len(s.have) && int(s.have[next]) == i
		if !s.f.touches(h.vars[i]) {
			if holds {
				c.Stats.Frame++
				s.kept = append(s.kept, int32(i))
				continue
			}
			if !intersects(h.vars[i], guard) {
				c.Stats.Skipped++
				continue
			}
		}
		s.open = append(s.open, candidate{pred: int32(i), holds: holds})
	}
	if s.model != nil {
		s.refute(s.model)
	} else if len(s.open) > maxSingle {
		s.decide(c.Enc.TB.False())
	}
}

// decide decides the triple of all known predicates and q. A counterexample
// refutes other candidates too.
func (s *stepping) decide(q logic.T) bool {
	s.h.c.Stats.Joint++
	r, m := s.h.c.decide(s.conj, s.a, q)
	if m != nil {
		s.model = m
		s.refute(m)
	}
	return r == smt.Unsat
}

// refute drops the candidates that are false after the letter in a model of
// the known predicates and the guard.
func (s *stepping) refute(m *logic.Model) {
	c := s.h.c
	if c.eval == nil {
		c.eval = logic.NewEvaluator(c.Enc.TB)
	}
	c.eval.Reset(m)
	for _, pre := range [][]logic.T{s.conj, s.f.Guard} {
		for _, t := range pre {
			if !c.eval.Holds(t) {
				return // a model in which released terms were forgotten
			}
		}
	}
	for i := range s.open {
		o := &s.open[i]
		if !o.refuted && !c.eval.Holds(c.After(s.h.preds[o.pred], s.a)) {
			o.refuted = true
		}
	}
}

// blocked decides whether the predicates contradict the guard.
func (s *stepping) blocked() bool {
	h, c := s.h, s.h.c
	if len(s.have) > maxSingle {
		return s.decide(c.Enc.TB.False())
	}
	related := false
	for _, p := range s.have {
		if !intersects(h.vars[p], s.f.guardVars) {
			continue
		}
		related = true
		if c.ValidSingle(h.preds[p], s.a, c.Enc.TB.False()) {
			return true
		}
	}
	if !related || len(s.have) < 2 {
		return false
	}
	return s.decide(c.Enc.TB.False())
}

// follows decides whether predicate i holds afterwards: by triples with one
// predicate, which are cached for all automata, then by the whole conjunction.
func (s *stepping) follows(i int32, holds bool) bool {
	h, c := s.h, s.h.c
	p := h.preds[i]
	if holds && c.ValidSingle(p, s.a, p) {
		return true
	}
	if c.ValidSingle(c.Enc.TB.True(), s.a, p) {
		return true
	}
	if len(s.have) > maxSingle {
		return s.decide(p)
	}
	post := s.linked(union(c.Enc.TB.Vars(c.After(p, s.a)), s.f.guardVars))
	related := 0
	for _, r := range s.have {
		if r == i || !intersects(h.vars[r], post) {
			continue
		}
		related++
		if c.ValidSingle(h.preds[r], s.a, p) {
			return true
		}
	}
	if holds {
		related++
	}
	if related < 2 {
		return false
	}
	return s.decide(p)
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
	slices.SortFunc(out, func(a, b FHStep) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Letter.ID, b.Letter.ID))
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
