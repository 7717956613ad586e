package relevance

import (
	"fmt"
	"slices"

	"culprit/analysis/alias"
	"culprit/analysis/purpose"
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
		if t := r.input[k]; t != 0 {
			out = append(out, r.enc.InputOf(m, t, k))
		}
	}
	return out
}

// Fix is a constant in place of what a statement of a program assigns.
type Fix struct {
	edge   *cfg.Edge
	target target
	value  uint64
}

// apply is a copy of prog with the constant in place of what its edge e assigns,
// which is like the edge of the fix.
func (f *Fix) apply(prog *cfg.Program, e *cfg.Edge) *cfg.Program {
	ts := targets(e)
	i := slices.IndexFunc(targets(f.edge), func(t target) bool { return t.v == f.target.v && t.param == f.target.param })
	return patch(prog, e, ts[i].constStmt(e, f.value))
}

// In is a copy of other with the fix, where other is the text of prog lowered in
// another way: with other checks. It is nil if it is not certain which statement
// of other is the same, or if the constant is the address of an object, which
// differs.
func (f *Fix) In(other, prog *cfg.Program) *cfg.Program {
	if slices.ContainsFunc(prog.Objects, func(o *cfg.Object) bool { return o.Addr <= f.value && f.value <= o.Addr+o.Size }) {
		return nil
	}
	of := func(p *cfg.Program) (same []*cfg.Edge) {
		for _, e := range p.Edges {
			if place(e) == place(f.edge) {
				same = append(same, e)
			}
		}
		return same
	}
	here, there := of(prog), of(other)
	i := slices.IndexFunc(here, func(e *cfg.Edge) bool { return e.ID == f.edge.ID })
	if i < 0 || len(here) != len(there) {
		return nil
	}
	return f.apply(other, there[i])
}

// edgePlace is what an edge has in common with the same one of a program that was
// lowered in another way.
type edgePlace struct {
	pos    cfg.Pos
	role   cfg.Role
	proc   string
	stmt   string // its type
	assign string // the targets, by name and type
}

func place(e *cfg.Edge) edgePlace {
	p := edgePlace{pos: e.Pos, role: e.Role, proc: e.From.Proc.Name, stmt: fmt.Sprintf("%T", e.Stmt)}
	for _, t := range targets(e) {
		name := ""
		if t.v != nil {
			name = t.v.Name
		}
		p.assign += fmt.Sprint(name, " ", t.typ, ";")
	}
	return p
}

// patch is a copy of prog in which the statement of edge e is st. All ids are
// those of prog. Nothing is shared with prog but regions, sources and what
// is never written.
func patch(prog *cfg.Program, e *cfg.Edge, st cfg.Stmt) *cfg.Program {
	q := patchToRun(prog, e, st)
	if len(q.Regions) > 0 {
		alias.Assign(q) // what a pointer points to may change with the statement
	}
	return q
}

// patchToRun is patch for execution, which knows of no regions: those of the
// copy are not right any more.
func patchToRun(prog *cfg.Program, e *cfg.Edge, st cfg.Stmt) *cfg.Program {
	q, stmt := prog.Clone()
	q.Edges[e.ID].Stmt = stmt(st)
	return q
}

// reachability is a copy of prog in which the locations in at are the error
// locations, and no others: it is violated iff one of them is reachable.
func reachability(prog *cfg.Program, at []*cfg.Loc) *cfg.Program {
	p, _ := prog.Clone()
	for _, l := range p.Locs {
		if l.Kind == cfg.Error {
			l.Kind = cfg.Plain
		}
	}
	dropped := map[*cfg.Edge]bool{}
	for _, l := range at {
		n := p.Locs[l.ID]
		n.Kind, n.Reason = cfg.Error, cfg.Reason{Kind: cfg.Reached}
		for _, e := range n.Out {
			dropped[e] = true
		}
	}
	purpose.Drop(p, dropped)
	return p
}
