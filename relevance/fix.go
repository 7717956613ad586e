package relevance

import (
	"slices"

	"culprit/cfg"
	"culprit/logic"
	"culprit/smt"
)

// fix completes the mark of a relevant statement: a constant that blocks the
// trace for all inputs if one is found, else the value that avoids a run.
func (c *check) fix(m *Mark) {
	seeds := c.blockers(m)
	switch {
	case c.blocks:
		m.Kind, m.Fix = BlocksTrace, c.value
	case c.ownRun():
		m.Kind, m.Fix = AvoidsRun, c.value
	case c.fixed && c.representable():
		m.Kind, m.Fix = AvoidsRun, c.value
		m.Run = c.inputs(c.model, m.Step)
	case c.fixed:
		m.Status = Undecided
		return
	}
	if c.blocks && c.conf.ranges() && !c.floats && c.t.scalar() {
		d := c.domain(c.sx, c.t)
		m.Blocking, m.Exact = d.ranges(seeds, c.hints)
		for _, r := range m.Blocking {
			m.Fix = c.t.simplest(m.Fix, r.Lo, r.Hi)
		}
	}
}

// blockers looks for constants that block the trace, among the trial values
// first. It gives the ones it met and sets blocks and value to the best.
func (c *check) blockers(m *Mark) []uint64 {
	if c.blocks {
		return []uint64{c.value}
	}
	vs := c.consts
	if c.fixed {
		vs = dedupe(append(slices.Clone(vs), c.value))
	}
	for _, v := range vs {
		if c.blocking(v) {
			c.blocks, c.value = true, v
			return []uint64{v}
		}
	}
	if c.floats || !c.t.scalar() || c.t.typ.Kind == cfg.Bool {
		return nil
	}
	// No trial value blocks: ask for any.
	d := c.domain(c.sx, c.t)
	switch a := c.rounds(d.question(nil), maxRounds/4); a.res {
	case smt.Sat:
		c.blocks, c.value = true, a.model.BV[c.sx.x]
		return []uint64{c.value}
	case smt.Unsat:
		m.Exact = true
	}
	return nil
}

// replaced is the formula of the replaced trace, as far as X matters for it.
func (r *run) replaced(sx *suffix) []logic.T {
	return append(r.cone(sx.changed, r.rest(sx)), sx.changed...)
}

// blocking tells whether the constant v in place of X blocks the trace.
func (c *check) blocking(v uint64) bool {
	if !c.floats && c.holdsWith(v, c.sx.changed) {
		return false // the execution given goes through
	}
	return c.run.blocking(c.t, c.sx, v)
}

func (r *run) blocking(t *target, sx *suffix, v uint64) bool {
	sub := map[logic.T]logic.T{sx.x: t.constant(r.tb, r.prog, v)}
	changed := r.tb.SubstAll(sx.changed, sub)
	if slices.Contains(changed, logic.False) {
		return true
	}
	return r.solver.Check(append(r.cone(sx.changed, r.rest(sx)), changed...)...) == smt.Unsat
}

// ownRun looks for a value that avoids the execution given rather than
// another one, and tells whether there is one.
func (c *check) ownRun() bool {
	if c.fixed && c.model == nil {
		return true
	}
	if c.floats {
		return false
	}
	vs := c.consts
	if c.fixed {
		vs = append(slices.Clone(vs), c.value)
	}
	asked := 0
	for _, v := range vs {
		if len(c.plain) > 0 && !c.holdsWith(v, c.plain) {
			c.fixed, c.value, c.model = true, v, nil
			return true
		}
		for i := range c.parts {
			if g := &c.parts[i]; asked < maxObjects && !c.holdsWith(v, g.body) {
				asked++
				if c.solver.Check(c.inState(g, c.m0, v)...) == smt.Unsat {
					c.fixed, c.value, c.model = true, v, nil
					return true
				}
			}
		}
	}
	return false
}

// inState is a component in the state of a model, with v for X.
func (c *check) inState(g *component, m *logic.Model, v uint64) []logic.T {
	later := map[logic.T]bool{c.sx.x: true}
	for _, j := range g.forall {
		later[j] = true
	}
	goal := c.tb.And(g.body...)
	sub := c.values(goal, later, m)
	sub[c.sx.x] = c.t.constant(c.tb, c.prog, v)
	return []logic.T{c.tb.Subst(goal, sub)}
}

// representable tells whether the execution in model can be written down as
// inputs, and the value avoids it still. Cells of more than a byte overlap at
// addresses that are not aligned, which arrays do not know of: a model with a
// pointer to such an address proves nothing.
func (c *check) representable() bool {
	m := logic.NewModel()
	for _, in := range c.inputs(c.model, len(c.tr.Edges)) {
		c.setInput(m, c.input[in.Step], in)
	}
	if !c.holds(m, c.formula()) {
		return false
	}
	own := c.m0
	c.m0 = m
	avoided := len(c.plain) > 0 && !c.holdsWith(c.value, c.plain)
	c.m0 = own
	for i := range c.parts {
		avoided = avoided || c.solver.Check(c.inState(&c.parts[i], m, c.value)...) == smt.Unsat
	}
	return avoided
}

// inputs reads the inputs before a step from a model.
func (r *run) inputs(m *logic.Model, step int) []cfg.Input {
	out := []cfg.Input{}
	for k := range step {
		t := r.input[k]
		if t == 0 {
			continue
		}
		in := cfg.Input{Step: k}
		sort := r.tb.Sort(t)
		if sort.Kind != logic.SArray {
			in.Value = m.BV[t]
		} else {
			in.Mem = map[uint64]byte{}
			if a := m.Arr[t]; a != nil {
				for addr, v := range a.M {
					for i := 0; i < int(sort.E)/8; i++ {
						in.Mem[addr+uint64(i)] = byte(v >> uint(8*i))
					}
				}
			}
		}
		out = append(out, in)
	}
	return out
}
