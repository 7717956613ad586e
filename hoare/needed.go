package hoare

import (
	"slices"

	"culprit/automata"
	"culprit/internal/work"
	"culprit/logic"
)

// Needs says which predicates a proof by a Floyd-Hoare automaton needs at
// which of its states.
type Needs struct {
	h    *FloydHoare
	into map[automata.State][]stepKey
	seen map[needKey]bool
	work []needKey
}

// Needs goes backwards from the transitions into false computed so far: at
// each state that leads to a needed predicate its premises are needed. It is
// nil if limit, an amount of work, did not suffice to find out.
func (h *FloydHoare) Needs(limit work.Amount) *Needs {
	clock := h.c.clock()
	start := clock.Now()
	n := &Needs{h: h, into: map[automata.State][]stepKey{}, seen: map[needKey]bool{}}
	for _, st := range h.Steps() {
		n.into[st.To] = append(n.into[st.To], stepKey{st.From, st.Letter.ID})
	}
	n.add(1, 0)
	for len(n.work) > 0 {
		k := n.work[len(n.work)-1]
		n.work = n.work[:len(n.work)-1]
		for _, from := range n.into[k.q] {
			if clock.Add(work.Query); clock.Since(start) > limit {
				return nil
			}
			for _, p := range h.premises(from, k.pred) {
				n.add(from.q, p)
			}
		}
	}
	return n
}

// Predicates returns what is needed anywhere. The automaton of these
// predicates accepts, of the words whose transitions were computed, the same:
// after every such word it knows at least what is needed there.
func (n *Needs) Predicates() []logic.T {
	used := make([]bool, len(n.h.preds))
	for k := range n.seen {
		used[k.pred] = true
	}
	var out []logic.T
	for i, u := range used {
		if u && i > 0 {
			out = append(out, n.h.preds[i])
		}
	}
	return out
}

// Restrict makes every state of the automaton mean the needed predicates only,
// for which the transitions computed so far are as valid. The automaton cannot
// be extended afterwards.
func (n *Needs) Restrict() {
	for q, set := range n.h.sets {
		var keep []int32
		for _, p := range set {
			if n.seen[needKey{automata.State(q), p}] {
				keep = append(keep, p)
			}
		}
		n.h.sets[q] = keep
	}
	n.h.sets[1] = []int32{0}
	n.h.frozen = true
}

type needKey struct {
	q    automata.State
	pred int32
}

func (n *Needs) add(q automata.State, p int32) {
	k := needKey{q, p}
	if q != 1 && p == 0 || n.seen[k] {
		return
	}
	n.seen[k] = true
	n.work = append(n.work, k)
}

// premises gives predicates of a state from which predicate i follows after a
// letter, preferably i itself or one.
func (h *FloydHoare) premises(k stepKey, i int32) []int32 {
	c := h.c
	if k.q == 1 {
		return nil
	}
	f, have, p := c.Effect(k.a), h.sets[k.q], h.preds[i]
	if f.False {
		return nil
	}
	holds := slices.Contains(have, i)
	if holds && (!f.touches(h.vars[i]) || c.ValidSingle(p, k.a, p)) {
		return []int32{i}
	}
	if c.ValidSingle(c.Enc.TB.True(), k.a, p) {
		return nil
	}
	for _, r := range have {
		if v, ok := c.single[tripleKey{h.preds[r], p, k.a}]; ok && v {
			return []int32{r}
		}
	}
	// Small and related conjuncts are tried first.
	s := stepping{h: h, have: have}
	related := s.linked(union(c.Enc.TB.Vars(c.After(p, k.a)), f.guardVars))
	var near, small []int32
	for _, r := range have {
		if intersects(h.vars[r], related) {
			near = append(near, r)
			if c.Enc.TB.Size(h.preds[r]) <= maxSmall && !c.nonlinear(h.preds[r]) {
				small = append(small, r)
			}
		}
	}
	for _, set := range [][]int32{small, near} {
		terms := make([]logic.T, len(set))
		for i, r := range set {
			terms[i] = h.preds[r]
		}
		if core, ok := c.premises(terms, k.a, p); ok {
			out := make([]int32, len(core))
			for j, at := range core {
				out[j] = set[at]
			}
			return out
		}
	}
	return have
}

// nonlinear reports whether a multiplication or division of variables occurs.
func (c *Checker) nonlinear(t logic.T) bool {
	tb := c.Enc.TB
	for _, x := range tb.Cone(t) {
		switch tb.Op(x) {
		case logic.OpMul:
			if !tb.IsConst(tb.Args(x)[0]) || len(tb.Args(x)) > 2 {
				return true
			}
		case logic.OpUDiv, logic.OpSDiv, logic.OpURem, logic.OpSRem:
			return true
		}
	}
	return false
}
