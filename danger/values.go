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
	*domains
	claims [][]claim // by predicate; nil: not known yet
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
		out = append(out, u.of[env[u.vars[v]]]...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// unfoldBy is the unfolding for the variables apart, nil if it has more states
// than the limit.
func (p *Pool) unfoldBy(rem *automata.NFA, apart, tracked []logic.T, limit int) *unfolding {
	u := &unfolding{NFA: &automata.NFA{}, tb: p.tb, vars: map[logic.T]int{}, domains: p.domains}
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
	start := make([]domain, len(u.vars)) // any
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
			if env := st.apply(u.domains, u.env[s]); env != nil {
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
		x.name = binary.AppendUvarint(x.name, uint64(d)) // any, or one value
	}
	key := splitState{q, string(x.name)}
	s, ok := x.ids[key]
	changed := !ok
	if !ok {
		s = x.add(q, env)
		x.ids[key] = s
	} else if next := x.join(x.env[s], env); next != nil {
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
func (ds *domains) join(a, b []domain) []domain {
	var next []domain
	for i := range a {
		if d := ds.unite(a[i], b[i]); d != a[i] {
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
func (s *step) apply(ds *domains, env []domain) []domain {
	if s == nil {
		return nil
	}
	before := env
	if len(s.guards) > 0 {
		before = slices.Clone(env)
	}
	for _, g := range s.guards {
		if before[g.of] = ds.where(before[g.of], g); before[g.of] == noValue {
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
			after[w.to] = ds.values([]logic.T{w.t})
		case w.of == onMore || before[w.of] == anyValue:
			after[w.to] = anyValue
		default:
			d := ds.image(before[w.of], w)
			if w.to < s.apart && len(ds.of[d]) > 1 {
				d = anyValue
			}
			after[w.to] = d
		}
	}
	return after
}

// excludes reports whether no execution is in state q with predicate i, as far
// as the conjuncts of i about one value tell.
func (u *unfolding) excludes(p *Pool, q automata.State, i int32) bool {
	env := u.env[q]
	if env == nil {
		return true
	}
	for _, c := range u.about(p, i) {
		switch d := env[c.of]; {
		case c.is && !u.has(d, c.k), !c.is && len(u.domains.of[d]) == 1 && u.domains.of[d][0] == c.k:
			return true
		}
	}
	return false
}

// claim says that the tracked variable with index of has the value k, or has not.
type claim struct {
	of int
	k  logic.T
	is bool
}

// about is what predicate i says of single tracked variables.
func (u *unfolding) about(p *Pool, i int32) []claim {
	if int(i) >= len(u.claims) {
		u.claims = append(u.claims, make([][]claim, len(p.preds)-len(u.claims))...)
	}
	if u.claims[i] == nil {
		out := []claim{}
		say := func(list []given, is bool) {
			for _, g := range list {
				if j, ok := u.vars[g.v]; ok {
					out = append(out, claim{j, g.k, is})
				}
			}
		}
		say(p.preds[i].fixed, true)
		say(p.preds[i].others, false)
		u.claims[i] = out
	}
	return u.claims[i]
}

// known is what env says of a state, as a formula.
func (u *unfolding) known(s automata.State) logic.T {
	tb := u.tb
	var all []logic.T
	for i, v := range u.order {
		if d := u.env[s][i]; d != anyValue {
			var some []logic.T
			for _, k := range u.of[d] {
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

// values is the set of some constants, which may be in any order.
func (ds *domains) values(ks []logic.T) domain {
	slices.Sort(ks)
	ks = slices.Compact(ks)
	ds.name = ds.name[:0]
	for _, k := range ks {
		ds.name = binary.AppendUvarint(ds.name, uint64(k))
	}
	d, ok := ds.ids[string(ds.name)]
	if !ok {
		d = domain(len(ds.of))
		ds.of = append(ds.of, ks)
		ds.ids[string(ds.name)] = d
	}
	return d
}

// unite is the union, any value if it is large.
func (ds *domains) unite(a, b domain) domain {
	switch {
	case a == b:
		return a
	case a == anyValue || b == anyValue:
		return anyValue
	}
	d, ok := ds.unions[[2]domain{a, b}]
	if !ok {
		if d = ds.values(slices.Concat(ds.of[a], ds.of[b])); len(ds.of[d]) > maxTracked/2 {
			d = anyValue
		}
		ds.unions[[2]domain{a, b}] = d
	}
	return d
}

// where keeps the values that satisfy a condition; of any value, those that it
// names.
func (ds *domains) where(d domain, g guard) domain {
	r, ok := ds.kept[valued{d, g.t}]
	if ok {
		return r
	}
	switch k, equal := equals(ds.tb, g.t, g.v); {
	case d != anyValue:
		var out []logic.T
		for _, k := range ds.of[d] {
			if ds.with(g.t, g.v, k) != ds.tb.False() {
				out = append(out, k)
			}
		}
		r = ds.values(out)
	case equal:
		r = ds.values([]logic.T{k})
	}
	ds.kept[valued{d, g.t}] = r
	return r
}

// image is what a written term is for the values of its variable, any value where
// the term has none for one of them.
func (ds *domains) image(d domain, w write) domain {
	r, ok := ds.images[valued{d, w.t}]
	if ok {
		return r
	}
	var out []logic.T
	known := true
	for _, k := range ds.of[d] {
		u := ds.with(w.t, w.v, k)
		known = known && ds.tb.IsConst(u)
		out = append(out, u)
	}
	if known {
		r = ds.values(out)
	}
	ds.images[valued{d, w.t}] = r
	return r
}
