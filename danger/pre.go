package danger

import (
	"culprit/hoare"
	"culprit/logic"
	"culprit/smt"
	"maps"
)

// Trace computes the predicate sequence of a feasible word from the states
// its execution passes (len(word)+1 of them). labels are the program locations
// at the boundaries. The result has len(word)+1 predicates, each of which
// holds in its state; nil if a state is outside its predicate, as happens
// where the execution interprets a function that terms do not.
func (p *Pool) Trace(word []int32, states []*logic.Model, labels []int32) []int32 {
	p.pass(word)
	seq := make([]int32, len(word)+1)
	for i := len(word) - 1; i >= 0; i-- {
		a := word[i]
		t := p.around(p.preOf(p.preds[seq[i+1]].term, a, states[i], states[i+1]), states[i])
		if !p.holds(t, states[i]) {
			return nil
		}
		seq[i] = p.add(t, states[i])
		// The rule must hold along the trace: pre covers what was computed here.
		pre := p.pre(seq[i+1], a)
		found := false
		for _, j := range pre.preds {
			found = found || p.implies(seq[i], j)
		}
		if !found {
			pre.preds = append(pre.preds[:len(pre.preds):len(pre.preds)], seq[i])
			p.pres[preKey{seq[i+1], a}] = pre
		}
		for _, j := range pre.preds {
			p.locate(labels[i], j)
		}
		p.locate(labels[i], seq[i])
	}
	p.locate(labels[len(word)], 0)
	return seq
}

// around gives the simplified disjunct of t that m satisfies.
func (p *Pool) around(t logic.T, m *logic.Model) logic.T {
	for _, d := range p.tb.Disjuncts(t) {
		if p.holds(d, m) {
			return p.simplify(d)
		}
	}
	return t
}

// preOf is pre(t, a), or a part of it that contains the state before, whose
// execution leads to the state after.
func (p *Pool) preOf(t logic.T, a int32, before, after *logic.Model) logic.T {
	body, vars, bound := p.open(t, p.c.Effect(a))
	if len(vars) == 0 {
		return body
	}
	if r, exact := logic.Exists(p.tb, vars, body); exact {
		return r
	}
	m := &logic.Model{BV: map[logic.T]uint64{}, Arr: before.Arr, Fun: before.Fun}
	maps.Copy(m.BV, before.BV)
	bound(m, after)
	if !p.holds(body, m) {
		return p.tb.Or(p.sample(body, vars)...)
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
func (p *Pool) pre(psi, a int32) precondition {
	k := preKey{psi, a}
	if r, ok := p.pres[k]; ok {
		return r
	}
	r := precondition{exact: true}
	if f := p.c.Effect(a); !f.False {
		t, vars, _ := p.open(p.preds[psi].term, f)
		ts := []logic.T{t}
		if len(vars) > 0 {
			if ts[0], r.exact = logic.Exists(p.tb, vars, t); !r.exact {
				ts = p.sample(t, vars)
			}
		}
		hints := p.preds[psi].models
		for _, t := range ts {
			for _, d := range p.tb.Disjuncts(t) {
				if i := p.intern(p.simplify(d), hints); i != none {
					r.preds = p.join(r.preds, i)
				}
			}
		}
		if len(r.preds) > maxUnion {
			r.preds, r.exact = r.preds[:maxUnion], false
		}
	}
	p.pres[k] = r
	return r
}

// sample under-approximates the projection of body by a few models.
func (p *Pool) sample(body logic.T, vars []logic.T) []logic.T {
	tb := p.tb
	var out []logic.T
	for range maxModels / 2 {
		p.Stats.Queries++
		if p.c.Solver.CheckBudget(smt.Budget{Work: p.Budget, Ctx: p.c.Ctx}, body, tb.Not(tb.Or(out...))) != smt.Sat {
			break
		}
		out = append(out, logic.ProjectModel(tb, vars, body, p.c.Solver.Model()))
	}
	return out
}
