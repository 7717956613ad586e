package danger

import (
	"cmp"
	"encoding/binary"
	"slices"

	"culprit/automata"
	"culprit/hoare"
	"culprit/logic"
)

// This file follows the values of variables forward. Preconditions are computed
// backward, and of those of a state machine most are of states that no
// execution reaches, with another value of the state variable or of a flag:
// they satisfy (5) and help nobody, and four of five predicates of an annotation
// were such. The others make unions that do not merge, since each has another
// value of the state variable. So the states of the remaining automaton are
// split by the values of some variables, and of others it is known which they
// can have in a state.

// unfolding is an automaton split by values: each of its states is a state of
// the original with one value, or any, of each variable that is kept apart.
type unfolding struct {
	*automata.NFA
	origin []automata.State
	tb     *logic.Table
	vars   map[logic.T]int // the tracked variables
	order  []logic.T       // the same by number: the order in which terms are made decides how they are sorted
	// env has, by state and variable, all values of the executions that come
	// there; it may have more.
	env [][]domain
}

// domain is a sorted set of constants, or any value at all.
type domain struct {
	any bool
	of  []logic.T
}

func (s domain) has(k logic.T) bool {
	if s.any {
		return true
	}
	_, ok := slices.BinarySearch(s.of, k)
	return ok
}

// step is what an edge does to the tracked variables.
type step struct {
	apart  int // how many variables are kept apart, the first ones
	guards []guard
	writes []write
}

// guard is a condition t on the tracked variable v, which has index of.
type guard struct {
	of   int
	v, t logic.T
}

// write gives the variable with index to the term t, which is a constant, or of
// the tracked variable v with index of, or unknown.
type write struct {
	to, of int
	v, t   logic.T
}

// The dependence of a written term that is not on one tracked variable.
const (
	onNothing = -1 - iota
	onMore
)

// unfold splits rem as long as that makes it at most maxUnfold times as large.
// The variables that are kept apart stay the same for all traces of a run.
func (p *Pool) unfold(rem *automata.NFA) *unfolding {
	tracked, limit := p.tracked(rem), maxUnfold*rem.NumStates()
	if p.apart == nil {
		var u *unfolding
		if p.apart, u = p.choose(rem, tracked, limit); u != nil {
			return u
		}
	}
	for n := len(p.apart); ; n-- {
		if u := p.unfoldBy(rem, p.apart[:n], tracked, limit); u != nil || n == 0 {
			return u
		}
	}
}

// choose takes the variables with many values, which are states of something,
// and those that hardly cost anything: flags that are independent of each other
// would double the automaton with each of them. With the variables comes the
// automaton that they split, if there are any.
func (p *Pool) choose(rem *automata.NFA, tracked []logic.T, limit int) (apart []logic.T, by *unfolding) {
	size := func(u *unfolding) int { t, _ := automata.Trim(u.NFA); return t.NumStates() }
	apart = []logic.T{}
	before := rem.NumStates()
	for _, v := range tracked {
		vs := append(slices.Clone(apart), v)
		u := p.unfoldBy(rem, vs, tracked, limit)
		if u == nil {
			continue
		}
		if n := size(u); len(u.values(v)) >= minValues || n <= before+before/growPart {
			apart, before, by = vs, n, u
		}
	}
	return apart, by
}

// values is what v has anywhere.
func (u *unfolding) values(v logic.T) []logic.T {
	var out []logic.T
	for _, env := range u.env {
		out = append(out, env[u.vars[v]].of...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// unfoldBy is the unfolding for the variables apart, nil if it has more states
// than the limit.
func (p *Pool) unfoldBy(rem *automata.NFA, apart, tracked []logic.T, limit int) *unfolding {
	u := &unfolding{NFA: &automata.NFA{}, tb: p.tb, vars: map[logic.T]int{}}
	if rem.Label != nil {
		u.Label = []int32{}
	}
	for _, v := range slices.Concat(apart, tracked) {
		if _, ok := u.vars[v]; !ok {
			u.vars[v] = len(u.vars)
			u.order = append(u.order, v)
		}
	}
	x := &unfolder{unfolding: u, rem: rem, apart: len(apart), ids: map[splitState]automata.State{}}
	start := make([]domain, len(u.vars))
	for i := range start {
		start[i].any = true
	}
	for _, q := range rem.Initial {
		u.Initial = append(u.Initial, x.enter(q, start))
	}
	steps := map[automata.Letter]*step{}
	for len(x.todo) > 0 {
		s := x.todo[0]
		x.todo, x.queued[s] = x.todo[1:], false
		var out []automata.Edge
		for _, e := range rem.Out[u.origin[s]] {
			st, ok := steps[e.Letter]
			if !ok {
				st = u.step(p.c.Effect(e.Letter), len(apart))
				steps[e.Letter] = st
			}
			if env := st.apply(p, u.env[s]); env != nil {
				out = append(out, automata.Edge{Letter: e.Letter, To: x.enter(e.To, env)})
			}
		}
		u.Out[s] = out
		if len(u.origin) > limit {
			return nil
		}
	}
	return u
}

// unfolder makes the states of an unfolding.
type unfolder struct {
	*unfolding
	rem    *automata.NFA
	apart  int // how many variables are kept apart, the first ones
	ids    map[splitState]automata.State
	todo   []automata.State // of which more is known than was followed
	queued []bool
	name   []byte
}

// splitState is a state of the original with the values that it is split by.
type splitState struct {
	q      automata.State
	values string
}

// enter joins what is known on a way into a state.
func (x *unfolder) enter(q automata.State, env []domain) automata.State {
	x.name = x.name[:0]
	for _, d := range env[:x.apart] {
		k := logic.T(0)
		if !d.any {
			k = d.of[0]
		}
		x.name = binary.AppendUvarint(x.name, uint64(k))
	}
	key := splitState{q, string(x.name)}
	s, ok := x.ids[key]
	changed := !ok
	if !ok {
		s = x.add(q, env)
		x.ids[key] = s
	} else if next := join(x.env[s], env); next != nil {
		x.env[s], changed = next, true
	}
	if changed && !x.queued[s] {
		x.queued[s] = true
		x.todo = append(x.todo, s)
	}
	return s
}

func (x *unfolder) add(q automata.State, env []domain) automata.State {
	x.origin = append(x.origin, q)
	x.env = append(x.env, env)
	x.Final = append(x.Final, x.rem.Final[q])
	x.Out = append(x.Out, nil)
	if x.rem.Label != nil {
		x.Label = append(x.Label, x.rem.Label[q])
	}
	x.queued = append(x.queued, false)
	return automata.State(len(x.origin) - 1)
}

// join is the union of two, nil if it is the first one.
func join(a, b []domain) []domain {
	var next []domain
	for i := range a {
		if d := unite(a[i], b[i]); d.any != a[i].any || len(d.of) != len(a[i].of) {
			if next == nil {
				next = slices.Clone(a)
			}
			next[i] = d
		}
	}
	return next
}

// tracked chooses the variables, those first that are compared most: those
// that get a constant somewhere and are compared with one.
func (p *Pool) tracked(rem *automata.NFA) []logic.T {
	given, asked := map[logic.T]bool{}, map[logic.T]int{}
	seen := map[automata.Letter]bool{}
	for q := range rem.Out {
		for _, e := range rem.Out[q] {
			if seen[e.Letter] {
				continue
			}
			seen[e.Letter] = true
			f := p.c.Effect(e.Letter)
			for v, t := range f.Writes {
				if p.tb.IsConst(t) {
					given[v] = true
				}
			}
			for _, g := range f.Guard {
				if p.tb.Op(g) == logic.OpNot && p.tb.Op(p.tb.Args(g)[0]) == logic.OpEq {
					g = p.tb.Args(g)[0]
				}
				if v, _, ok := p.value(g); ok {
					asked[v]++
				}
			}
		}
	}
	copied := map[logic.T]int{} // to what is compared
	for a := range seen {
		for v, t := range p.c.Effect(a).Writes {
			if p.tb.Op(t) == logic.OpVar && asked[v] > 0 {
				copied[t]++
			}
		}
	}
	var vs []logic.T
	for v := range given {
		if asked[v]+copied[v] > 0 {
			vs = append(vs, v)
		}
	}
	slices.SortFunc(vs, func(a, b logic.T) int {
		return cmp.Or(asked[b]+copied[b]-asked[a]-copied[a], int(a)-int(b))
	})
	return vs[:min(len(vs), maxTracked)]
}

// step reads the effect of a letter; nil if it can never be taken.
func (u *unfolding) step(f *hoare.Effect, apart int) *step {
	if f.False {
		return nil
	}
	s := &step{apart: apart}
	for _, g := range f.Guard {
		if v, i := u.only(g); i >= 0 {
			s.guards = append(s.guards, guard{i, v, g})
		}
	}
	for i, v := range u.order {
		t, ok := f.Writes[v]
		if !ok {
			continue
		}
		w := write{to: i, of: onMore, t: t}
		if u.tb.IsConst(t) {
			w.of = onNothing
		} else if x, j := u.only(t); j >= 0 {
			w.of, w.v = j, x
		}
		s.writes = append(s.writes, w)
	}
	return s
}

// only is the variable of t with its index, if it has one only, which is
// tracked; the index is -1 otherwise.
func (u *unfolding) only(t logic.T) (logic.T, int) {
	vs := u.tb.Vars(t)
	if len(vs) != 1 {
		return 0, -1
	}
	i, ok := u.vars[vs[0]]
	if !ok {
		return 0, -1
	}
	return vs[0], i
}

// apply gives the values after the edge, nil if it cannot be taken. They may be those
// before it: what is known of a state is replaced and not changed.
func (s *step) apply(p *Pool, env []domain) []domain {
	if s == nil {
		return nil
	}
	before := env
	if len(s.guards) > 0 {
		before = slices.Clone(env)
	}
	for _, g := range s.guards {
		before[g.of] = before[g.of].where(p, g)
		if b := before[g.of]; !b.any && len(b.of) == 0 {
			return nil
		}
	}
	if len(s.writes) == 0 {
		return before
	}
	after := slices.Clone(before)
	for _, w := range s.writes {
		switch {
		case w.of == onNothing:
			after[w.to] = domain{of: []logic.T{w.t}}
		case w.of == onMore || before[w.of].any:
			after[w.to] = domain{any: true}
		default:
			var out domain
			for _, k := range before[w.of].of {
				u := p.with(w.t, w.v, k)
				out.any = out.any || !p.tb.IsConst(u)
				out.of = append(out.of, u)
			}
			slices.Sort(out.of)
			out.of = slices.Compact(out.of)
			if out.any || w.to < s.apart && len(out.of) > 1 {
				out = domain{any: true}
			}
			after[w.to] = out
		}
	}
	return after
}

// where keeps the values that satisfy a condition; of any value, those that it
// names.
func (s domain) where(p *Pool, g guard) domain {
	if s.any {
		if k, ok := equals(p.tb, g.t, g.v); ok {
			return domain{of: []logic.T{k}}
		}
		return s
	}
	out := domain{of: make([]logic.T, 0, len(s.of))}
	for _, k := range s.of {
		if p.with(g.t, g.v, k) != p.tb.False() {
			out.of = append(out.of, k)
		}
	}
	return out
}

// with is t with the constant k for the variable v.
func (p *Pool) with(t, v, k logic.T) logic.T {
	key := [3]logic.T{t, v, k}
	r, ok := p.outcomes[key]
	if !ok {
		r = p.tb.Subst(t, map[logic.T]logic.T{v: k})
		p.outcomes[key] = r
	}
	return r
}

// equals is the constant that t says v has.
func equals(tb *logic.Table, t, v logic.T) (logic.T, bool) {
	switch tb.Op(t) {
	case logic.OpVar:
		return tb.True(), t == v
	case logic.OpNot:
		return tb.False(), tb.Args(t)[0] == v
	case logic.OpEq:
		a := tb.Args(t)
		for i := range 2 {
			if a[i] == v && tb.IsConst(a[1-i]) {
				return a[1-i], true
			}
		}
	}
	return 0, false
}

func unite(a, b domain) domain {
	if a.any || b.any {
		return domain{any: true}
	}
	if slices.Equal(a.of, b.of) {
		return a
	}
	out := slices.Concat(a.of, b.of)
	slices.Sort(out)
	out = slices.Compact(out)
	if len(out) > maxTracked/2 {
		return domain{any: true}
	}
	return domain{of: out}
}

// excludes reports whether no execution is in state q with predicate i, as far
// as the conjuncts of i about one value tell.
func (u *unfolding) excludes(p *Pool, q automata.State, i int32) bool {
	env := u.env[q]
	if env == nil {
		return true
	}
	pr := &p.preds[i]
	for _, f := range pr.fixed {
		if j, ok := u.vars[f.v]; ok && !env[j].has(f.k) {
			return true
		}
	}
	for _, o := range pr.others {
		if j, ok := u.vars[o.v]; ok && !env[j].any && len(env[j].of) == 1 && env[j].of[0] == o.k {
			return true
		}
	}
	return false
}

// known is what env says of a state, as a formula.
func (u *unfolding) known(s automata.State) logic.T {
	tb := u.tb
	var all []logic.T
	for i, v := range u.order {
		if d := u.env[s][i]; !d.any {
			var some []logic.T
			for _, k := range d.of {
				some = append(some, tb.Eq(v, k))
			}
			all = append(all, tb.Or(some...))
		}
	}
	return tb.And(all...)
}

// Values are the predicates by which rem is split: each variable that is kept
// apart with each value that it has somewhere.
func (p *Pool) Values(rem *automata.NFA) []logic.T {
	u := p.unfold(rem)
	var out []logic.T
	for _, v := range p.apart {
		for _, k := range u.values(v) {
			out = append(out, p.tb.Eq(v, k))
		}
	}
	return out
}
