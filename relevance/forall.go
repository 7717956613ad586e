package relevance

import (
	"slices"

	"culprit/logic"
	"culprit/smt"
)

// question is an exists-forall question: is there an assignment of all other
// variables that satisfies exists and for which no assignment of the
// variables in forall satisfies body? Variables in forall do not occur in
// exists.
type question struct {
	exists []logic.T
	body   []logic.T
	forall []logic.T
	// first is an instance of the forall variables to begin with, over any
	// variables that are not in forall.
	first map[logic.T]logic.T
}

// answer of a question: Sat with a model of the existential side, Unsat, or
// Unknown.
type answer struct {
	res   smt.Result
	model *logic.Model
}

// decide answers q by counterexample-guided instantiation. A candidate for the
// existential side must refute the body for all instances tried so far; if
// the body is satisfiable for the candidate, its model is generalised to
// terms over the existential variables and becomes the next instance.
func (r *run) decide(q question) answer { return r.rounds(q, maxRounds) }

// rounds is decide with a bound on the candidates.
func (r *run) rounds(q question, most int) answer {
	tb := r.tb
	q = r.eliminate(q)
	isForall := map[logic.T]bool{}
	for _, v := range q.forall {
		isForall[v] = true
	}
	goal := tb.And(q.body...)
	known := slices.Clone(q.exists)
	if len(q.forall) == 0 || q.first != nil {
		known = append(known, tb.Not(tb.Subst(goal, q.first)))
	}
	for range most {
		res := r.solver.Check(known...)
		if res != smt.Sat {
			return answer{res: res}
		}
		m := cloneModel(r.solver.Model())
		if len(q.forall) == 0 {
			return answer{smt.Sat, m}
		}
		fixed := tb.Subst(goal, r.values(goal, isForall, m))
		switch r.solver.Check(fixed) {
		case smt.Unsat:
			return answer{smt.Sat, m}
		case smt.Unknown:
			return answer{res: smt.Unknown}
		}
		inst := r.instance(q, m, r.solver.Model())
		known = append(known, tb.Not(tb.Subst(goal, inst)))
	}
	return answer{res: smt.Unknown}
}

// eliminate drops forall variables that an equation of the body determines:
// for no value of j does j = e and the rest hold iff the rest with e for j
// does not.
func (r *run) eliminate(q question) question {
	tb := r.tb
	body := conjuncts(tb, q.body)
	forall := slices.Clone(q.forall)
	for again := true; again; {
		again = false
	search:
		for i, c := range body {
			for n, v := range forall {
				if tb.Sort(v).Kind == logic.SArray || !tb.Occurs(v, c) {
					continue
				}
				e, ok := tb.SolveFor(c, v)
				if !ok {
					continue
				}
				sub := map[logic.T]logic.T{v: e}
				rest := append(body[:i:i], body[i+1:]...)
				body = conjuncts(tb, tb.SubstAll(rest, sub))
				forall = append(forall[:n:n], forall[n+1:]...)
				again = true
				break search
			}
		}
	}
	// Variables that the simplification removed need no quantifier.
	goal := tb.And(body...)
	forall = slices.DeleteFunc(forall, func(v logic.T) bool { return !tb.Occurs(v, goal) })
	q.body, q.forall = body, forall
	return q
}

// values maps the variables of t outside skip to their constants in m.
func (r *run) values(t logic.T, skip map[logic.T]bool, m *logic.Model) map[logic.T]logic.T {
	sub := map[logic.T]logic.T{}
	for _, v := range r.tb.Vars(t) {
		if !skip[v] {
			sub[v] = r.constant(v, m)
		}
	}
	return sub
}

// constant is the value of the variable v in m as a term.
func (r *run) constant(v logic.T, m *logic.Model) logic.T {
	tb := r.tb
	sort := tb.Sort(v)
	if sort.Kind != logic.SArray {
		return tb.Constant(sort, m.BV[v])
	}
	a := m.Arr[v]
	if a == nil {
		a = &logic.ArrayVal{}
	}
	t := tb.Constant(sort, a.Default)
	idx := make([]uint64, 0, len(a.M))
	for i := range a.M {
		idx = append(idx, i)
	}
	slices.Sort(idx)
	for _, i := range idx {
		t = tb.Store(t, tb.BV(int(sort.W), i), tb.BV(int(sort.E), a.M[i]))
	}
	return t
}

// instance generalises the values that mj gives to the forall variables, in
// the state m: where a variable is compared with a term over the existential
// variables, it takes that term, or a neighbour, if the body still holds.
func (r *run) instance(q question, m, mj *logic.Model) map[logic.T]logic.T {
	tb := r.tb
	both := cloneModel(m)
	inst := map[logic.T]logic.T{}
	for _, v := range q.forall {
		inst[v] = r.constant(v, mj)
		delete(both.BV, v)
		delete(both.Arr, v)
		if x, ok := mj.BV[v]; ok {
			both.BV[v] = x
		}
		if a := mj.Arr[v]; a != nil {
			both.Arr[v] = a
		}
	}
	goal := tb.And(q.body...)
	atoms := tb.Cone(goal)
	for _, v := range q.forall {
		if tb.Sort(v).Kind != logic.SBV {
			continue
		}
		old := both.BV[v]
		if t, x, ok := r.generalise(q, atoms, v, inst, both); ok {
			inst[v], old = t, x
		}
		both.BV[v] = old
	}
	return inst
}

// generalise looks for a term in place of the value of one variable v, and
// gives it with its value. Other forall variables are as in inst.
func (r *run) generalise(q question, atoms []logic.T, v logic.T, inst map[logic.T]logic.T, both *logic.Model) (logic.T, uint64, bool) {
	tb := r.tb
	tried := 0
	for _, a := range atoms {
		for _, t := range r.bounds(a, v) {
			t = tb.Subst(t, inst)
			tried++
			if tried > maxTried {
				return 0, 0, false
			}
			r.ev.Reset(both)
			old := both.BV[v]
			both.BV[v] = r.ev.Value(t)
			if r.holds(both, q.body) {
				return t, both.BV[v], true
			}
			both.BV[v] = old
		}
	}
	return 0, 0, false
}

// bounds gives terms that v is compared with in the atom a, and their
// neighbours.
func (r *run) bounds(a, v logic.T) []logic.T {
	tb := r.tb
	switch tb.Op(a) {
	case logic.OpEq, logic.OpULt, logic.OpSLt:
	default:
		return nil
	}
	if !tb.Occurs(v, a) {
		return nil
	}
	args := tb.Args(a)
	x, y := args[0], args[1]
	if tb.Sort(x).Kind != logic.SBV {
		return nil
	}
	w := tb.Width(v)
	e, ok := tb.SolveFor(tb.Eq(x, y), v)
	for _, t := range tb.Cone(a) {
		if ok {
			break
		}
		if isExtension(tb, t, v) { // as if all values of the greater width were allowed
			u := tb.Fresh("wide", tb.Sort(t))
			m := map[logic.T]logic.T{t: u}
			if e, ok = tb.SolveFor(tb.Eq(tb.Replace(x, m), tb.Replace(y, m)), u); ok {
				e = tb.Extract(w-1, 0, e)
			}
		}
	}
	if !ok || tb.Occurs(v, e) {
		return nil
	}
	one := tb.BV(w, 1)
	return []logic.T{e, tb.Add(e, one), tb.Sub(e, one)}
}

// isExtension tells whether t is v extended to a greater width.
func isExtension(tb *logic.Table, t, v logic.T) bool {
	op := tb.Op(t)
	return (op == logic.OpZExt || op == logic.OpSExt) && tb.Args(t)[0] == v
}
