package danger

import (
	"cmp"
	"slices"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
)

// Pool holds the predicates of all traces found so far, what is known about
// them, and the preconditions computed. One pool serves a whole run.
type Pool struct {
	c     *hoare.Checker
	tb    *logic.Table
	ev    *logic.Evaluator
	preds []pred
	index map[logic.T]int32
	pres  map[preKey]precondition
	joins map[pairKey]int32
	// at lists the predicates by the program location they were computed at,
	// newest last.
	at map[int32][]int32
	// apart are the variables by whose values states are split, chosen once
	// (values.go).
	apart   []logic.T
	domains *domains
	// passed has the edges of the traces found so far, and used the letters
	// that consist of such edges. Where values tell several branches apart
	// together, a letter is one of their combinations; to have seen each branch
	// is enough.
	passed map[passage]bool
	used   []bool
	// Budget bounds the work of one query.
	Budget work.Amount
	Stats  Stats
	some   []int32 // a buffer of covered
}

// Stats counts how questions were decided.
type Stats struct {
	Predicates int
	Annotated  int // pairs (state, predicate) of all annotations
	Same       int // covers decided by form
	Models     int // questions answered by a stored model
	Queries    int // questions asked of the solver
}

// pred is a predicate: a conjunction, often of literals and small clauses.
type pred struct {
	term   logic.T
	conj   []logic.T           // sorted
	values map[logic.T]logic.T // of the variables that a conjunct fixes
	fixed  []given             // the same
	others []given             // values that a conjunct says a bit vector does not have
	models []*logic.Model      // states that satisfy it
	next   int                 // the model that the next one replaces
	covers [][]int32           // sorted unions that it implies
}

// given is a variable with a constant.
type given struct{ v, k logic.T }

// passage is an edge in a block that begins at a location.
type passage struct {
	block *cfg.Loc
	edge  *cfg.Edge
}

type preKey struct{ p, a int32 }

// precondition is pre(p, a) as a union of satisfiable predicates. If it is not
// exact it is smaller, by an amount that depends on the form of p.
type precondition struct {
	preds []int32
	exact bool
}

type pairKey struct{ i, j int32 }

// none stands for a predicate without states.
const none int32 = -1

// NewPool makes an empty pool. Predicate 0 is true.
func NewPool(c *hoare.Checker) *Pool {
	p := &Pool{c: c, tb: c.Enc.TB, ev: logic.NewEvaluator(c.Enc.TB), index: map[logic.T]int32{}, pres: map[preKey]precondition{},
		joins: map[pairKey]int32{}, at: map[int32][]int32{}, passed: map[passage]bool{}, domains: newDomains(c.Enc.TB), Budget: queryWork}
	p.add(p.tb.True(), &logic.Model{})
	return p
}

// pass notes what a found trace is made of.
func (p *Pool) pass(word []int32) {
	for _, a := range word {
		es := p.c.Letters[a].Edges
		for _, e := range es {
			p.passed[passage{es[0].From, e}] = true
		}
	}
	p.used = make([]bool, len(p.c.Letters))
	for a, l := range p.c.Letters {
		p.used[a] = !slices.ContainsFunc(l.Edges, func(e *cfg.Edge) bool { return !p.passed[passage{l.Edges[0].From, e}] })
	}
}

// add stores the predicate t, which m satisfies.
func (p *Pool) add(t logic.T, m *logic.Model) int32 {
	if i, ok := p.index[t]; ok && i != none {
		p.remember(i, m)
		return i
	}
	i := int32(len(p.preds))
	p.index[t] = i
	conj := p.tb.Conjuncts(t)
	values := p.values(conj)
	var fixed []given
	for v, k := range values {
		fixed = append(fixed, given{v, k})
	}
	slices.SortFunc(fixed, func(a, b given) int { return cmp.Compare(a.v, b.v) })
	p.preds = append(p.preds, pred{term: t, conj: conj, values: values, fixed: fixed, others: p.others(conj), models: []*logic.Model{m}})
	p.Stats.Predicates = len(p.preds)
	return i
}

// intern returns the predicate of t, or none if t has no model that is found
// within the budget. hints are states that may satisfy it.
func (p *Pool) intern(t logic.T, hints []*logic.Model) int32 {
	if i, ok := p.index[t]; ok {
		return i
	}
	if t == p.tb.False() {
		return none
	}
	for _, m := range hints {
		if p.holds(t, m) {
			p.Stats.Models++
			return p.add(t, m)
		}
	}
	p.Stats.Queries++
	if p.c.Solver.CheckBudget(smt.Budget{Work: p.Budget, Ctx: p.c.Ctx}, t) != smt.Sat {
		p.index[t] = none
		return none
	}
	return p.add(t, p.c.Solver.Model())
}

func (p *Pool) remember(i int32, m *logic.Model) {
	pr := &p.preds[i]
	if len(pr.models) < maxModels {
		pr.models = append(pr.models, m)
		return
	}
	// The first is of the execution where the predicate comes from.
	pr.next = pr.next%(maxModels-1) + 1
	pr.models[pr.next] = m
}

// locate notes that a predicate was computed at a program location.
func (p *Pool) locate(label, pred int32) {
	at := p.at[label]
	if slices.Contains(at, pred) {
		return
	}
	if len(at) >= maxUnion {
		at = append(at[:0], at[1:]...)
	}
	p.at[label] = append(at, pred)
}

// union is the disjunction of predicates.
func (p *Pool) union(is []int32) logic.T {
	ts := make([]logic.T, len(is))
	for k, i := range is {
		ts[k] = p.preds[i].term
	}
	return p.tb.Or(ts...)
}

// intersects decides whether one predicate of is and one of js have a common
// state. Unknown counts as yes: a transition more never breaks condition (5).
func (p *Pool) intersects(is, js []int32) bool {
	for _, i := range is {
		for _, j := range js {
			if i == j || i == 0 || j == 0 || p.implies(i, j) || p.implies(j, i) {
				return true
			}
		}
	}
	for k, a := range [2][]int32{is, js} {
		b := [2][]int32{js, is}[k]
		for _, i := range a {
			for _, m := range p.preds[i].models {
				p.ev.Reset(m)
				for _, j := range b {
					if p.ev.Value(p.preds[j].term) != 0 {
						p.Stats.Models++
						return true
					}
				}
			}
		}
	}
	for _, i := range is {
		for _, j := range js {
			p.Stats.Queries++
			switch p.c.Solver.CheckBudget(smt.Budget{Work: p.Budget, Ctx: p.c.Ctx}, p.preds[i].term, p.preds[j].term) {
			case smt.Sat:
				p.remember(i, p.c.Solver.Model())
				return true
			case smt.Unknown:
				return true
			}
		}
	}
	return false
}

func (p *Pool) holds(t logic.T, m *logic.Model) bool {
	p.ev.Reset(m)
	return p.ev.Value(t) != 0
}

// implies is the cheap, syntactic implication between predicates.
func (p *Pool) implies(i, j int32) bool { return i == j || subset(p.preds[j].conj, p.preds[i].conj) }

// subset reports whether every element of the sorted a is in the sorted b.
func subset[T cmp.Ordered](a, b []T) bool {
	if len(a) > len(b) {
		return false
	}
	j := 0
	for _, x := range a {
		for j < len(b) && b[j] < x {
			j++
		}
		if j == len(b) || b[j] != x {
			return false
		}
	}
	return true
}
