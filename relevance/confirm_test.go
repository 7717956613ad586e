package relevance

import (
	"context"
	"fmt"
	"math/rand/v2"

	"culprit/cfg"
	"culprit/logic"
	"culprit/smt"
)

// Recheck is the outcome of Confirm.
type Recheck struct {
	Relevant   int // relevant marks whose fix was confirmed
	Irrelevant int // irrelevant marks for which every random value was confirmed
	Values     int // random values substituted
	Unknown    int // marks for which the solver gave up
	Skipped    int // undecided marks, and relevant ones without a fix
	Wrong      []string
}

func (c Recheck) String() string {
	return fmt.Sprintf("%d relevant and %d irrelevant confirmed (%d values), %d unknown, %d skipped, %d wrong",
		c.Relevant, c.Irrelevant, c.Values, c.Unknown, c.Skipped, len(c.Wrong))
}

// Confirm rechecks the marks of a trace by plain substitution, without the
// machinery of Analyze: with the fix of a relevant statement the rest of the
// trace is unsatisfiable, from the state named or for all inputs; with each of
// n random values in place of an irrelevant one it is satisfiable. Marks with
// Undecided are skipped.
func Confirm(ctx context.Context, prog *cfg.Program, res *TraceResult, engine smt.Engine, n int, conf Config) Recheck {
	var out Recheck
	r := newRun(ctx, unfold(prog, res.Trace), engine, conf)
	if err := r.execution(); err != nil {
		out.Wrong = append(out.Wrong, err.Error())
		return out
	}
	c := &confirmer{run: r, own: r.inputs(r.m0, len(res.Trace.Edges)), random: rand.New(rand.NewPCG(1, 2)), n: n, out: &out}
	for i := range res.Marks {
		m := &res.Marks[i]
		ts := targets(r.tr.Edges[m.Step])
		for k := range ts {
			scope := r.tb.Mark()
			switch {
			case m.Status == Irrelevant:
				c.irrelevant(&ts[k], m)
			case m.Var != r.source(ts[k].v):
			case m.Status == Undecided || m.Kind == NoFix:
				out.Skipped++
			default:
				c.relevant(&ts[k], m)
			}
			r.tb.Release(scope)
		}
	}
	return out
}

type confirmer struct {
	*run
	own    []cfg.Input // of the execution given
	random *rand.Rand
	n      int
	out    *Recheck
}

// execute runs the trace with t := x at a step, or as it is without t. Inputs before the step are
// those given, if there are any; all others are fresh. It returns the
// conditions passed, without those of allocations from the step on, and the
// steps of the fresh inputs.
func (c *confirmer) execute(t *target, step int, x logic.T, inputs []cfg.Input) (guards []logic.T, fresh map[logic.T]int) {
	s := c.start()
	fresh = map[logic.T]int{}
	at := 0
	s.Choose = func(_ int, sort logic.Sort) logic.T {
		if inputs != nil && at < step {
			m := logic.NewModel()
			for _, in := range inputs {
				if in.Step == at {
					c.setInput(m, c.input[at], in)
				}
			}
			return c.constant(c.input[at], m)
		}
		j := c.tb.Fresh("free", sort)
		fresh[j] = at
		return j
	}
	for k, e := range c.tr.Edges {
		at = k
		n := len(s.Guard)
		if k == step && t != nil {
			t.replace(s, e, x)
		} else {
			s.Exec(e)
		}
		if _, alloc := e.Stmt.(*cfg.Alloc); alloc && t != nil && k >= step {
			s.Guard = s.Guard[:n]
		}
	}
	return s.Guard, fresh
}

func (c *confirmer) wrong(m *Mark, format string, args ...any) {
	e := c.tr.Edges[m.Step]
	c.out.Wrong = append(c.out.Wrong, fmt.Sprintf("step %d, %s %q: ", m.Step, e.Pos, e.Text)+fmt.Sprintf(format, args...))
}

func (c *confirmer) relevant(t *target, m *Mark) {
	var inputs []cfg.Input
	if m.Kind == AvoidsRun {
		if inputs = m.Run; inputs == nil {
			inputs = c.own
		}
		// The state must be one of an execution of the trace.
		guards, _ := c.execute(nil, m.Step, 0, inputs)
		switch c.solver.Check(guards...) {
		case smt.Unsat:
			c.wrong(m, "the run to avoid is not an execution of the trace")
			return
		case smt.Unknown:
			c.out.Unknown++
			return
		}
	}
	guards, _ := c.execute(t, m.Step, t.constant(c.tb, c.prog, m.Fix), inputs)
	switch c.solver.Check(guards...) {
	case smt.Unsat:
		c.out.Relevant++
	case smt.Sat:
		c.wrong(m, "the fix %d leaves the rest feasible", m.Fix)
	default:
		c.out.Unknown++
	}
}

func (c *confirmer) irrelevant(t *target, m *Mark) {
	x := c.tb.Fresh("random", t.sort(c.prog))
	guards, fresh := c.execute(t, m.Step, x, c.own)
	model := logic.NewModel()
	for j, k := range fresh {
		if v, ok := c.m0.BV[c.input[k]]; ok {
			model.BV[j] = v
		} else if a := c.m0.Arr[c.input[k]]; a != nil {
			model.Arr[j] = a
		}
	}
	for range c.n {
		v := c.draw(t)
		c.out.Values++
		if t.block == nil {
			model.BV[x] = v
		} else {
			model.Arr[x] = c.cells(t)
		}
		if !c.floats && c.holds(model, guards) {
			continue
		}
		scope := c.tb.Mark()
		now := c.tb.SubstAll(guards, map[logic.T]logic.T{x: c.constant(x, model)})
		if c.floats {
			now, _ = c.execute(t, m.Step, c.constant(x, model), c.own)
		}
		res := c.solver.Check(now...)
		c.tb.Release(scope)
		switch res {
		case smt.Unsat:
			c.wrong(m, "the value %d makes the rest infeasible", v)
			return
		case smt.Unknown:
			c.out.Unknown++
			return
		}
	}
	c.out.Irrelevant++
}

// draw is a random value: small, or of any size.
func (c *confirmer) draw(t *target) uint64 {
	v := c.random.Uint64()
	switch c.random.IntN(4) {
	case 0:
		v = uint64(c.random.IntN(32)) - 8
	case 1:
		v >>= uint(c.random.IntN(64))
	}
	return cfg.Mask(v, t.width())
}

// cells is a random content of memory.
func (c *confirmer) cells(t *target) *logic.ArrayVal {
	a := &logic.ArrayVal{Default: cfg.Mask(c.random.Uint64(), t.block.Cell), M: map[uint64]uint64{}}
	for _, o := range c.prog.Objects {
		for i := range min(o.Size, 64) {
			a.M[o.Addr+i] = cfg.Mask(c.random.Uint64(), t.block.Cell)
		}
	}
	return a
}
