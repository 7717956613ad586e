package danger

import (
	"time"

	"culprit/hoare"
	"culprit/logic"
	"culprit/smt"
)

// Pool holds the predicates of all traces found so far, what is known about
// them, and the preconditions computed. One pool serves a whole run.
type Pool struct {
	c     *hoare.Checker
	tb    *logic.Table
	preds []pred
	index map[logic.T]int32
	pres  map[preKey]logic.T
	// at lists the predicates by the program location they were computed at.
	at map[int32][]int32
	// Budget bounds one query.
	Budget time.Duration
	Stats  Stats
}

// Stats counts how questions were decided.
type Stats struct {
	Predicates int
	Annotated  int // pairs (state, predicate)
	Same       int // covers decided because a precondition is the predicate
	Models     int // questions answered by a stored model
	Queries    int // questions asked of the solver
}

type pred struct {
	term   logic.T
	conj   []logic.T
	models []*logic.Model // states that satisfy it
}

type preKey struct {
	p int32
	a int32
}

// maxModels bounds the models kept per predicate.
const maxModels = 6

// NewPool makes an empty pool. Predicate 0 is true.
func NewPool(c *hoare.Checker) *Pool {
	p := &Pool{c: c, tb: c.Enc.TB, index: map[logic.T]int32{}, pres: map[preKey]logic.T{}, at: map[int32][]int32{}, Budget: time.Second}
	p.add(p.tb.True(), &logic.Model{})
	return p
}

// Term is the formula of a predicate.
func (p *Pool) Term(i int32) logic.T { return p.preds[i].term }

func (p *Pool) add(t logic.T, m *logic.Model) int32 {
	if i, ok := p.index[t]; ok {
		p.remember(i, m)
		return i
	}
	i := int32(len(p.preds))
	p.index[t] = i
	p.preds = append(p.preds, pred{term: t, conj: p.tb.Conjuncts(t), models: []*logic.Model{m}})
	p.Stats.Predicates = len(p.preds)
	return i
}

func (p *Pool) remember(i int32, m *logic.Model) {
	if pr := &p.preds[i]; len(pr.models) < maxModels {
		pr.models = append(pr.models, m)
	}
}

// Trace computes the predicate sequence of a feasible word from the states
// its execution passes (len(word)+1 of them). labels are the program locations
// at the boundaries. The result has len(word)+1 predicates.
func (p *Pool) Trace(word []int32, states []*logic.Model, labels []int32) []int32 {
	seq := make([]int32, len(word)+1)
	for i := len(word) - 1; i >= 0; i-- {
		t := p.preOf(p.preds[seq[i+1]].term, word[i], states[i], states[i+1])
		// The rule must hold along the trace: pre covers what was computed here.
		k := preKey{seq[i+1], word[i]}
		p.pres[k] = p.tb.Or(p.pre(k.p, k.a), t)
		seq[i] = p.add(t, states[i])
		p.locate(labels[i], seq[i])
	}
	p.locate(labels[len(word)], 0)
	return seq
}

func (p *Pool) locate(label, pred int32) {
	for _, x := range p.at[label] {
		if x == pred {
			return
		}
	}
	p.at[label] = append(p.at[label], pred)
}

// preOf is pre(t, a), or a part of it that contains the state before, whose
// execution leads to the state after.
func (p *Pool) preOf(t logic.T, a int32, before, after *logic.Model) logic.T {
	f := p.c.Effect(a)
	body, vars, bound := p.open(t, f)
	if len(vars) == 0 {
		return body
	}
	if r, exact := logic.Exists(p.tb, vars, body); exact {
		return r
	}
	m := &logic.Model{BV: map[logic.T]uint64{}, Arr: before.Arr, Fun: before.Fun}
	for k, v := range before.BV {
		m.BV[k] = v
	}
	bound(m, after)
	if p.tb.Eval(body, m) == 0 {
		return p.sample(body, vars)
	}
	return logic.ProjectModel(p.tb, vars, body, m)
}

// open writes pre(t, a) as a formula over the state before and over vars,
// which are bound existentially. bound completes a model of the state before
// by the choices that led to the state after.
func (p *Pool) open(t logic.T, f *hoare.Effect) (body logic.T, vars []logic.T, bound func(m, after *logic.Model)) {
	tb := p.tb
	body = tb.And(append([]logic.T{tb.Subst(t, f.Writes)}, f.Guard...)...)
	var reads []read
	for _, in := range f.Inputs {
		if !tb.Occurs(in, body) {
			continue
		}
		if tb.Sort(in).Kind == logic.SArray {
			var rs []read
			body, rs = abstractReads(tb, body, in)
			reads = append(reads, rs...)
			for _, r := range rs {
				vars = append(vars, r.value)
			}
			continue
		}
		vars = append(vars, in)
	}
	bound = func(m, after *logic.Model) {
		for _, in := range f.Inputs {
			for _, s := range f.Mod {
				if v := p.c.Enc.SymbolTerm(s); f.Writes[v] == in {
					m.BV[in] = after.BV[v]
				}
			}
		}
		for _, r := range reads {
			a := tb.Eval(r.addr, m)
			for _, s := range f.Mod {
				v := p.c.Enc.SymbolTerm(s)
				if tb.Sort(v) == tb.Sort(r.array) && tb.Occurs(r.array, f.Writes[v]) {
					m.BV[r.value] = after.Arr[v].At(a)
				}
			}
		}
	}
	return body, vars, bound
}

// read is a cell of an array that was chosen freely.
type read struct{ array, addr, value logic.T }

// abstractReads replaces the reads of arr by variables that agree where the
// addresses do.
func abstractReads(tb *logic.Table, body, arr logic.T) (logic.T, []read) {
	var reads []read
	addrs := []logic.T{}
	for _, x := range tb.Cone(body) {
		if a := tb.Args(x); tb.Op(x) == logic.OpSelect && a[0] == arr {
			addrs = append(addrs, a[1])
		}
	}
	body, vars := hoare.ReplaceReads(tb, body, arr)
	for i, v := range vars {
		reads = append(reads, read{arr, addrs[i], v})
	}
	cs := []logic.T{body}
	for i := range reads {
		for j := 0; j < i; j++ {
			cs = append(cs, tb.Or(tb.Ne(reads[i].addr, reads[j].addr), tb.Eq(vars[i], vars[j])))
		}
	}
	return tb.And(cs...), reads
}

// pre is an under-approximation of pre(psi, a), the same one each time.
func (p *Pool) pre(psi, a int32) logic.T {
	k := preKey{psi, a}
	if t, ok := p.pres[k]; ok {
		return t
	}
	f := p.c.Effect(a)
	t := p.tb.False()
	if !f.False {
		var vars []logic.T
		t, vars, _ = p.open(p.preds[psi].term, f)
		if len(vars) > 0 {
			if r, exact := logic.Exists(p.tb, vars, t); exact {
				t = r
			} else {
				t = p.sample(t, vars)
			}
		}
	}
	p.pres[k] = t
	return t
}

// sample under-approximates the projection of body by a few models.
func (p *Pool) sample(body logic.T, vars []logic.T) logic.T {
	tb := p.tb
	out := tb.False()
	for i := 0; i < 3; i++ {
		p.Stats.Queries++
		if p.c.Solver.CheckBudget(smt.Budget{Time: p.Budget}, body, tb.Not(out)) != smt.Sat {
			break
		}
		out = tb.Or(out, logic.ProjectModel(tb, vars, body, p.c.Solver.Model()))
	}
	return out
}

// intersects decides whether predicate i and t have a common state. Unknown
// counts as no: a missing transition makes the automaton accept less.
func (p *Pool) intersects(i int32, t logic.T) bool {
	tb := p.tb
	if t == tb.True() || t == p.preds[i].term {
		return true
	}
	if t == tb.False() {
		return false
	}
	for _, m := range p.preds[i].models {
		if tb.Eval(t, m) != 0 {
			p.Stats.Models++
			return true
		}
	}
	p.Stats.Queries++
	if p.c.Solver.CheckBudget(smt.Budget{Time: p.Budget}, p.preds[i].term, t) != smt.Sat {
		return false
	}
	p.remember(i, p.c.Solver.Model())
	return true
}

// covered decides whether predicate i implies the disjunction of ts.
func (p *Pool) covered(i int32, ts []logic.T) bool {
	tb := p.tb
	pr := &p.preds[i]
	for _, t := range ts {
		if t == pr.term || t == tb.True() || subset(tb.Conjuncts(t), pr.conj) {
			p.Stats.Same++
			return true
		}
	}
	for _, m := range pr.models {
		hit := false
		for _, t := range ts {
			if tb.Eval(t, m) != 0 {
				hit = true
				break
			}
		}
		if !hit {
			p.Stats.Models++
			return false
		}
	}
	p.Stats.Queries++
	f := []logic.T{pr.term}
	for _, t := range ts {
		f = append(f, tb.Not(t))
	}
	switch p.c.Solver.CheckBudget(smt.Budget{Time: p.Budget}, f...) {
	case smt.Unsat:
		return true
	case smt.Sat:
		p.remember(i, p.c.Solver.Model())
	}
	return false
}

// subset reports whether every term of a is in b.
func subset(a, b []logic.T) bool {
	if len(a) > len(b) {
		return false
	}
	for _, x := range a {
		found := false
		for _, y := range b {
			if x == y {
				found = true
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}
