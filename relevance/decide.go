package relevance

import (
	"slices"

	"culprit/cfg"
	"culprit/logic"
	"culprit/smt"
)

// mark decides relevance of the statement at a step: Definition 3.1.
func (r *run) mark(step int) Mark {
	best := Mark{Step: step}
	ts := targets(r.tr.Edges[step])
	for i := range ts {
		scope := r.tb.Mark()
		m := r.markTarget(&ts[i], step)
		r.tb.Release(scope)
		if i == 0 || better(&m, &best) {
			best = m
		}
	}
	best.Var = r.source(best.Var)
	return best
}

// better prefers a relevant parameter to an undecided one, and one that
// blocks the trace to one that avoids a run.
func better(a, b *Mark) bool {
	rank := func(m *Mark) int {
		switch m.Status {
		case Relevant:
			return 2 + int(m.Kind)
		case Undecided:
			return 1
		}
		return 0
	}
	return rank(a) > rank(b)
}

func (r *run) markTarget(t *target, step int) Mark {
	m := Mark{Step: step, Var: t.v}
	x := r.tb.Fresh("new", t.sort(r.prog))
	sx := r.suffix(t, []int{step}, x)
	if sx == nil {
		m.Status = Undecided
		return m
	}
	if len(sx.changed) == 0 {
		return m // no condition depends on x
	}
	if r.tb.Size(r.tb.And(sx.changed...)) > maxFormula {
		m.Status = Undecided
		return m
	}
	c := &check{run: r, t: t, sx: sx}
	c.split()
	m.Status = c.status()
	if m.Status != Relevant {
		return m
	}
	c.fix(&m)
	return m
}

// check is the question whether one target is relevant.
type check struct {
	*run
	t     *target
	sx    *suffix
	plain []logic.T   // changed conditions without later inputs
	parts []component // the others, with what shares later inputs with them
	// consts are the trial values, best first.
	consts []uint64
	// hints are likely borders of blocking ranges.
	hints []uint64

	fixed  bool // value is one that avoids a run
	value  uint64
	model  *logic.Model // of the state, if that is not of the execution given
	blocks bool         // value blocks the trace
}

// component is a set of conditions of the suffix that share later inputs
// among each other and with no other condition.
type component struct {
	body   []logic.T
	forall []logic.T
}

// split groups the changed conditions. A replaced execution blocks in all ways
// iff one of the groups is unsatisfiable for itself, and groups in which
// nothing changed are satisfiable, since F is.
func (c *check) split() {
	tb := c.tb
	later := func(t logic.T) []logic.T {
		var out []logic.T
		for _, v := range tb.Vars(t) {
			if c.later(c.sx, v) {
				out = append(out, v)
			}
		}
		return out
	}
	var gs groups
	for _, t := range c.sx.changed {
		if vars := later(t); len(vars) > 0 {
			gs.add(t, vars)
		} else {
			c.plain = append(c.plain, t)
		}
	}
	changed := len(gs.members)
	if changed == 0 {
		return
	}
	same := c.cone(c.sx.changed, func(i int) bool { return c.all[i].step > c.sx.first && !c.sx.gone[i] })
	for _, t := range same {
		if vars := later(t); len(vars) > 0 {
			gs.add(t, vars)
		}
	}
	c.parts = gs.components(changed)
}

// groups joins conditions that share variables.
type groups struct {
	parent  map[logic.T]logic.T // of a variable, a smaller one in its group
	members []member
}

// member is a condition with its variables that count.
type member struct {
	t    logic.T
	vars []logic.T
}

func (g *groups) find(v logic.T) logic.T {
	for {
		p, ok := g.parent[v]
		if !ok || p == v {
			return v
		}
		v = p
	}
}

func (g *groups) add(t logic.T, vars []logic.T) {
	if g.parent == nil {
		g.parent = map[logic.T]logic.T{}
	}
	g.members = append(g.members, member{t, vars})
	for _, v := range vars {
		a, b := g.find(vars[0]), g.find(v)
		g.parent[max(a, b)] = min(a, b)
	}
}

// components are the groups that have one of the first n members.
func (g *groups) components(n int) []component {
	var parts []component
	index := map[logic.T]int{}
	for i, m := range g.members {
		p := g.find(m.vars[0])
		k, ok := index[p]
		if !ok {
			if i >= n {
				continue
			}
			k = len(parts)
			index[p] = k
			parts = append(parts, component{})
		}
		c := &parts[k]
		c.body = append(c.body, m.t)
		c.forall = append(c.forall, m.vars...)
	}
	for i := range parts {
		c := &parts[i]
		slices.Sort(c.forall)
		c.forall = slices.Compact(c.forall)
	}
	return parts
}

// status decides, cheap answers first. On Relevant, value is set or model is.
func (c *check) status() Status {
	c.consts = c.trials()
	if c.floats {
		return c.statusFloats()
	}
	// A value that makes a condition false in the execution given, whatever
	// the later inputs, settles it.
	if len(c.plain) > 0 {
		for _, v := range c.consts {
			if !c.holdsWith(v, c.plain) {
				c.fixed, c.value = true, v
				return Relevant
			}
		}
	}
	// With the inputs as they were: if no value blocks then, none does.
	tb := c.tb
	all := tb.And(c.sx.changed...)
	f := append(c.cone(c.sx.changed, nil), tb.Not(all))
	switch c.solver.Check(f...) {
	case smt.Unsat:
		return Irrelevant
	case smt.Unknown:
		return Undecided
	}
	if len(c.parts) == 0 {
		c.found(c.solver.Model(), f)
		return Relevant
	}
	if len(c.plain) > 0 {
		f = append(c.cone(c.plain, nil), tb.Not(tb.And(c.plain...)))
		switch c.solver.Check(f...) {
		case smt.Sat:
			c.found(c.solver.Model(), f)
			return Relevant
		case smt.Unknown:
			return Undecided
		}
	}
	st := Irrelevant
	for i := range c.parts {
		q := c.question(&c.parts[i])
		switch a := c.decide(q); a.res {
		case smt.Sat:
			c.found(a.model, append(q.exists, q.body...))
			return Relevant
		case smt.Unknown:
			st = Undecided
		}
	}
	return st
}

// statusFloats decides where F may contain uninterpreted functions. No value
// blocking under any interpretation means irrelevant, and a model proves
// nothing; a value that blocks the whole trace under every interpretation is
// a proof, and so is an execution on constants, whose floats are computed.
func (c *check) statusFloats() Status {
	all := c.tb.And(c.sx.changed...)
	switch c.solver.Check(append(c.cone(c.sx.changed, nil), c.tb.Not(all))...) {
	case smt.Unsat:
		return Irrelevant
	case smt.Unknown:
		return Undecided
	}
	for _, v := range c.consts[:min(len(c.consts), 8)] {
		if c.blocking(v) {
			c.fixed, c.blocks, c.value = true, true, v
			return Relevant
		}
	}
	if len(c.parts) == 0 {
		for _, v := range c.consts {
			if c.failsConcretely(v) {
				c.fixed, c.value = true, v
				return Relevant
			}
		}
	}
	return Undecided
}

// failsConcretely executes the replaced trace with the inputs of the execution
// given, on constants, and tells whether a condition of the program fails.
func (c *check) failsConcretely(v uint64) bool {
	s := c.start()
	step := 0
	s.Choose = func(int, logic.Sort) logic.T { return c.constant(c.input[step], c.m0) }
	for k, e := range c.tr.Edges {
		step = k
		s.Guard = s.Guard[:0]
		if k == c.sx.first {
			c.t.replace(s, e, c.t.constant(c.tb, c.prog, v))
			continue
		}
		s.Exec(e)
		_, alloc := e.Stmt.(*cfg.Alloc)
		if !alloc && slices.Contains(s.Guard, logic.False) {
			return k > c.sx.first
		}
	}
	return false
}

// question asks for a state of the trace and a value of X that make the
// component unsatisfiable for all later inputs. The later inputs of the
// component get names of their own, and the first instance is that they stay
// as they were.
func (c *check) question(g *component) question {
	ren := map[logic.T]logic.T{}
	q := question{first: map[logic.T]logic.T{}}
	for _, v := range g.forall {
		j := c.tb.Fresh("any", c.tb.Sort(v))
		ren[v] = j
		q.first[j] = v
		q.forall = append(q.forall, j)
	}
	q.body = c.tb.SubstAll(g.body, ren)
	q.exists = c.cone(g.body, nil)
	return q
}

// found stores the fix value that a model of the formulas fs holds.
func (c *check) found(m *logic.Model, fs []logic.T) {
	c.model = c.complete(m, fs)
	if c.t.block == nil {
		c.fixed, c.value = true, m.BV[c.sx.x]
	}
}

// complete gives a model of all of F from a model of fs, which hold the parts
// of F they touch: the other parts are as in the execution given.
func (r *run) complete(m *logic.Model, fs []logic.T) *logic.Model {
	m = cloneModel(m)
	touched := map[logic.T]bool{}
	for _, f := range fs {
		for _, v := range r.tb.Vars(f) {
			touched[r.find(v)] = true
		}
	}
	for v, x := range r.m0.BV {
		if !touched[r.find(v)] {
			m.BV[v] = x
		}
	}
	for v, a := range r.m0.Arr {
		if !touched[r.find(v)] {
			m.Arr[v] = a
		}
	}
	return m
}

// holdsWith evaluates fs in the execution given with v for X.
func (c *check) holdsWith(v uint64, fs []logic.T) bool {
	x := c.sx.x
	if c.t.block != nil {
		cell := uint64(0)
		for i := 0; i < c.t.block.Cell; i += 8 {
			cell |= (v & 0xff) << uint(i)
		}
		c.m0.Arr[x] = &logic.ArrayVal{Default: cell}
		defer delete(c.m0.Arr, x)
	} else {
		c.m0.BV[x] = v
		defer delete(c.m0.BV, x)
	}
	return c.holds(c.m0, fs)
}
