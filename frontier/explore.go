package frontier

import (
	"context"
	"slices"

	"culprit/interp"
	"culprit/logic"
	"culprit/smt"
)

// Sparse symbolic exploration (Algorithm 5): the values of a combination become
// symbols. A run with concrete values for them collects the path constraints;
// as soon as those of one path are compatible with the property the combination
// is polluted. Else one constraint is negated, and the path that the solver's
// values lead to comes next. Paths that are less likely to come to p wait in a
// queue until all others have been explored.
//
// The line numbers are those of the paper.

// exploration is the state of the algorithm for one combination.
type exploration struct {
	s       *search
	nodes   []int32
	symbols []symbol
	tb      *logic.Table
	solver  *smt.Solver
	base    []interp.Force // of the branches of the combination
	first   int            // instance
	bound   int            // of branch instances
	paths   int
	found   *pollution
	later   []deferred // DQ
	err     error
}

// deferred is a path to be explored later, from a constraint on.
type deferred struct {
	p  *path
	id int
}

// explore decides whether a combination is polluted.
func (s *search) explore(ctx context.Context, nodes []int32) (*pollution, error) {
	x := &exploration{s: s, nodes: nodes, tb: logic.NewTable(), first: int(s.gr.inst[nodes[0]]), bound: pathFactor * s.branches()}
	if x.symbols = s.gr.symbolsOf(x.tb, nodes); len(x.symbols) == 0 || s.explored > 20*smt.QueryWork {
		return nil, nil
	}
	defer func() { s.explored += x.tb.Clock.Now() }()
	x.solver = smt.New(x.tb, s.prop.in.NewEngine(), smt.Config{Budget: smt.Budget{Work: smt.QueryWork, Ctx: ctx}})
	for _, v := range nodes {
		x.first = min(x.first, int(s.gr.inst[v]))
		if s.gr.kind[v] == branch {
			x.base = append(x.base, s.gr.alternates(v)[0])
		}
	}
	p := x.run(nil) // 1, 2
	if p == nil || x.polluted(p) {
		return x.found, x.err
	}
	if x.from(ctx, p, 0) { // 9
		return x.found, x.err
	}
	for len(x.later) > 0 && x.err == nil && x.working() { // 10
		d := x.later[0]
		x.later = x.later[1:]
		if x.from(ctx, d.p, d.id) {
			break
		}
	}
	return x.found, x.err
}

// working reports whether there is work left.
func (x *exploration) working() bool {
	now := x.tb.Clock.Now()
	return now < 10*smt.QueryWork && x.s.explored+now < 20*smt.QueryWork
}

// run executes a path with values for the symbols; nil beyond the bounds.
func (x *exploration) run(values map[logic.T]uint64) *path {
	s := x.s
	x.paths++
	if x.paths > maxPaths || x.tb.Len() > maxTerms || x.err != nil {
		return nil
	}
	forces := append(slices.Clone(x.base), s.gr.forces(x.nodes, x.symbols, values)...)
	from := x.first
	if s.prop.instead != nil {
		from = 0 // execution indices are those of whole runs
	}
	rec, err := s.prop.rerun.Record(from, forces...)
	if err != nil {
		x.err = err
		return nil
	}
	defer rec.Close()
	s.tried++
	w := s.gr.newWalker(x.tb, x.nodes, x.symbols)
	end, err := s.prop.judge(rec, x.first)
	if err != nil {
		x.err = err
		return nil
	}
	w.p.goal, w.p.holds, w.p.reached = logic.True, end.holds, end.at >= 0
	for run, i := range rec.Sessions(x.first) {
		w.run = run
		n := len(w.p.conds)
		w.instance(i)
		if i.Index == end.at {
			w.p.goal = end.goal(w, i, n)
			break
		}
		if w.p.branches > x.bound || len(w.p.conds) >= maxForces {
			break
		}
	}
	if x.found == nil && w.p.holds {
		x.found = x.pollution(values)
		x.found.whole = end.whole
	}
	return &w.p
}

// pollution is the combination with the values of symbols.
func (x *exploration) pollution(values map[logic.T]uint64) *pollution {
	p := &pollution{nodes: x.nodes}
	altered := x.s.gr.forces(x.nodes, x.symbols, values)
	base := x.base
	for _, v := range x.nodes {
		if x.s.gr.kind[v] == branch {
			p.forces, base = append(p.forces, base[0]), base[1:]
		} else {
			p.forces, altered = append(p.forces, altered[0]), altered[1:]
		}
	}
	return p
}

// polluted reports whether the property holds on a path, or could with other
// values on it, which an execution bears out (3 to 7, 24 to 26).
func (x *exploration) polluted(p *path) bool {
	if p.holds {
		return true
	}
	if p.goal == logic.True || p.goal == logic.False {
		return false
	}
	for _, addresses := range []bool{true, false} {
		values, ok := x.solve(p.conds, addresses, p.goal)
		if !ok {
			continue
		}
		forces := append(slices.Clone(x.base), x.s.gr.forces(x.nodes, x.symbols, values)...)
		x.s.tried++
		holds, whole, err := x.s.prop.holds(forces...)
		x.err = err
		if err != nil {
			return false
		}
		if holds {
			if x.found == nil {
				x.found = x.pollution(values)
				x.found.whole = whole
			}
			return true
		}
		if !slices.ContainsFunc(p.conds, func(c constraint) bool { return c.address }) {
			break
		}
	}
	return false
}

// solve finds values for the symbols.
func (x *exploration) solve(conds []constraint, addresses bool, more ...logic.T) (map[logic.T]uint64, bool) {
	f := slices.Clone(more)
	for _, c := range conds {
		if addresses || !c.address {
			f = append(f, c.term)
		}
	}
	if x.solver.Check(f...) != smt.Sat {
		return nil, false
	}
	values := map[logic.T]uint64{}
	for _, s := range x.symbols {
		values[s.term] = x.solver.Model().BV[s.term]
	}
	return values, true
}

// from is Explore(C, id): true if the combination is polluted.
func (x *exploration) from(ctx context.Context, p *path, id int) bool {
	for i := id; i < len(p.conds) && x.err == nil && x.working(); i++ { // 17
		if x.err = context.Cause(ctx); x.err != nil {
			break
		}
		c := p.conds[i]
		if c.address {
			continue
		}
		not := x.tb.Not(c.term)
		rest := slices.Concat(p.conds[:i], p.conds[i+1:])
		values, ok := x.solve(rest, true, not) // 19
		if !ok {
			values, ok = x.solve(p.conds[:i], true, not) // 22
		}
		if !ok {
			values, ok = x.solve(p.conds[:i], false, not)
		}
		if !ok {
			continue
		}
		q := x.run(values) // 26
		if q == nil {
			if x.paths > maxPaths {
				return x.found != nil
			}
			continue
		}
		if x.polluted(q) {
			return true
		}
		if q.branches > x.bound { // 41
			continue
		}
		if !q.reached && x.compatible(q.conds, rest, not) { // 33 to 36
			x.later = append(x.later, deferred{q, i + 1})
			continue
		}
		if x.from(ctx, q, i+1) { // 42
			return true
		}
	}
	return x.found != nil
}

// compatible reports whether C' and C_0 can hold together.
func (x *exploration) compatible(path, rest []constraint, not logic.T) bool {
	_, ok := x.solve(slices.Concat(path, rest), true, not)
	return ok
}

// branches is the number of branch instances of the failing run after which
// nothing is explored.
func (s *search) branches() int {
	g, n := s.gr.g, 0
	for _, e := range g.Prog.Edges {
		if len(e.From.Out) > 1 {
			n += len(g.Branches(e))
		}
	}
	return n
}
