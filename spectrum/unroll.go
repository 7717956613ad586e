package spectrum

import (
	"context"
	"fmt"

	"culprit/cfg"
	"culprit/cfg/flow"
	"culprit/fault"
	"culprit/hoare"
	"culprit/interp"
	"culprit/logic"
)

// unit is what stays or is left out as a whole: a source line, or one
// instance.
type unit struct {
	line      fault.Line
	edge      *cfg.Edge // the first
	sel       logic.T   // it stays
	instances []int     // in the run
}

// formula is the trace formula of a run: the unrolling of the program along
// it, with inputs, the wish that the failure does not show, and for each unit
// a symbol that says that it stays. With all of them it is contradictory.
type formula struct {
	tb    *logic.Table
	units []unit
	hard  []logic.T
	what  string // the wish
}

// unroller makes the formula. It follows the run, and at each branch also
// where the program would have gone instead, up to the place where the ways
// meet; there the two states are merged.
type unroller struct {
	formula
	conf  Config
	ctx   context.Context
	prog  *cfg.Program
	g     *interp.Graph
	ctrl  *flow.Control
	enc   *hoare.Encoder
	ops   *hoare.Sym // values of the operands of one operation
	args  [3]*cfg.Var
	ev    *logic.Evaluator
	model *logic.Model
	st    *state

	byLine map[fault.Line]int
	byInst map[int]int
	input  []bool            // instances that bring inputs in
	fixed  map[*cfg.Loc]bool // branches that are the failed check itself
	checks map[*cfg.Proc]bool

	path    logic.T // condition for being here
	reached bool    // what the wish speaks of must be reached
	open    []region
	calls   []activation
	depth   []int         // open activations by procedure
	now     *cfg.Instance // nil outside of the run
	at      int           // instance, -1 outside of the run
	edge    *cfg.Edge
	steps   int // statements outside of the run, for one branch
	visits  map[*cfg.Loc]int
	cut     int // ways that were not followed to their end
}

// region is what a branch of the run decides about, while the run is in it.
type region struct {
	at    int
	mark  int     // of the journal
	taken logic.T // it goes as in the run
	outer logic.T // path
	there values  // the state at its end if it went another way
	dead  bool    // that way does not come to the end
}

// activation is an open call.
type activation struct {
	proc  *cfg.Proc
	saved []logic.T // own variables of the activation below; nil if there is none
}

func newUnroller(ctx context.Context, prog *cfg.Program, g *interp.Graph, conf Config) *unroller {
	tb := logic.NewTable()
	u := &unroller{
		formula: formula{tb: tb}, conf: conf, ctx: ctx, prog: prog, g: g, ctrl: flow.NewControl(prog),
		enc: &hoare.Encoder{TB: tb, Prog: prog}, ev: logic.NewEvaluator(tb), model: logic.NewModel(),
		st: newState(tb, len(prog.Vars)), byLine: map[fault.Line]int{}, byInst: map[int]int{},
		input: make([]bool, g.N()), fixed: map[*cfg.Loc]bool{}, checks: map[*cfg.Proc]bool{},
		path: logic.True, depth: make([]int, len(prog.Procs)), visits: map[*cfg.Loc]int{},
	}
	u.ops = &hoare.Sym{Enc: u.enc, Vals: make([]logic.T, len(u.args))}
	for k := range u.args {
		u.args[k] = &cfg.Var{ID: k}
	}
	u.ev.Reset(u.model)
	u.depth[prog.Main.ID] = 1
	return u
}

// run unrolls along the recording up to an instance and calls end there, with
// the state before it.
func (u *unroller) run(rec *interp.Recording, last int, end func()) error {
	for inst := range rec.All(0) {
		if u.ctx.Err() != nil {
			return fmt.Errorf("%w before the formula was complete", context.Cause(u.ctx))
		}
		if u.tb.Len() > u.conf.Terms {
			return fmt.Errorf("the run needs more than %d terms, at instance %d", u.conf.Terms, inst.Index)
		}
		u.now, u.at, u.edge = inst, inst.Index, inst.Edge
		u.leave(inst.Index)
		u.input[inst.Index] = u.isInput(inst.Index)
		if inst.Index == last {
			end()
			break
		}
		u.execute(inst)
	}
	return nil
}

// isInput reports whether an instance brings an input in: it is one, or
// library code that works on nothing but inputs, or takes over the result of
// such a call.
func (u *unroller) isInput(i int) bool {
	e := u.g.Edge(i)
	deps := u.g.Data(i)
	in := library(e)
	switch s := e.Stmt.(type) {
	case *cfg.Havoc, *cfg.Alloc, *cfg.MemHavoc:
		return true
	case *cfg.Assign:
		_, copies := s.Src.(*cfg.VarRef)
		in = in || copies && len(deps) == 1 && library(u.g.Edge(int(deps[0])))
	}
	for _, d := range deps {
		in = in && u.input[d]
	}
	return in
}

// library reports whether an edge is a library call, in the body of a library
// function, or the initialisation of a constant.
func library(e *cfg.Edge) bool {
	switch s := e.Stmt.(type) {
	case *cfg.Lib:
		return true
	case *cfg.Call:
		return !s.Proc.Pos.IsValid()
	}
	return !e.From.Proc.Pos.IsValid() || !e.Pos.IsValid()
}

// unit is the unit that the current statement belongs to, -1 if it is not
// doubted: inputs, the bodies of library functions, the failed check itself,
// and what has no line.
func (u *unroller) unit() int {
	e := u.edge
	switch {
	case !e.From.Proc.Pos.IsValid() || !e.Pos.IsValid() || u.fixed[e.From]:
		return -1
	case u.at >= 0 && u.input[u.at]:
		return -1
	}
	if c, ok := e.Stmt.(*cfg.Call); ok && (u.checks[c.Proc] || !c.Proc.Pos.IsValid() && u.at < 0) {
		return -1
	}
	line := fault.Line{File: e.Pos.File, N: e.Pos.Line}
	k, ok := u.byLine[line]
	if u.conf.Instances {
		k, ok = u.byInst[u.at]
	}
	if !ok {
		k = len(u.units)
		u.units = append(u.units, unit{line: line, edge: e, sel: u.fresh("stays", logic.BoolSort(), 1)})
		if u.conf.Instances {
			u.byInst[u.at] = k
		} else {
			u.byLine[line] = k
		}
	}
	if x := &u.units[k]; u.at >= 0 && (len(x.instances) == 0 || x.instances[len(x.instances)-1] != u.at) {
		x.instances = append(x.instances, u.at)
	}
	return k
}

// fresh makes a symbol with a value in the run.
func (u *unroller) fresh(name string, sort logic.Sort, value uint64) logic.T {
	t := u.tb.Fresh(name, sort)
	u.model.BV[t] = value
	return t
}

// any is a value that nothing is known about.
func (u *unroller) any(bits int) logic.T { return u.fresh("any", logic.BVSort(bits), 0) }

// also is a path condition with one more conjunct. Long ones get a name, for
// that of the n-th iteration of a loop has n conjuncts.
func (u *unroller) also(path, t logic.T) logic.T {
	c := u.tb.And(path, t)
	if u.tb.Op(c) != logic.OpAnd || len(u.tb.Args(c)) <= 8 {
		return c
	}
	p := u.fresh("path", logic.BoolSort(), u.ev.Value(c))
	u.require(u.tb.Eq(p, c))
	return p
}

func (u *unroller) require(t logic.T) {
	if t != logic.True {
		u.hard = append(u.hard, t)
	}
}

// doubt gives a value of the current statement: it is def if the statement
// stays, else anything.
func (u *unroller) doubt(def logic.T) logic.T {
	k := u.unit()
	if k < 0 {
		return def
	}
	sort := u.tb.Sort(def)
	t := u.fresh(u.edge.Text, sort, u.ev.Value(def))
	u.require(u.tb.Implies(u.units[k].sel, u.tb.Eq(t, def)))
	return t
}

// execute executes an instance of the run.
func (u *unroller) execute(inst *cfg.Instance) {
	e := inst.Edge
	if _, ok := e.Stmt.(*cfg.Assume); ok && len(e.From.Out) > 1 {
		u.branch(inst)
		return
	}
	switch s := e.Stmt.(type) {
	case *cfg.Call:
		defs := make([]logic.T, len(s.Args))
		for k, a := range s.Args {
			defs[k] = u.expr(a)
		}
		u.enter(s.Proc)
		for k, w := range inst.Writes {
			if k < len(defs) && w.Var != nil {
				u.assign(w.Var, u.recorded(defs[k], w.Value))
			}
		}
	case *cfg.Return:
		u.exit()
	default:
		u.statement(e)
	}
}

// enter opens an activation; a nested one of the same procedure has variables
// of its own.
func (u *unroller) enter(f *cfg.Proc) {
	a := activation{proc: f}
	if u.depth[f.ID]++; u.depth[f.ID] > 1 {
		a.saved = []logic.T{}
		for _, v := range u.own(f) {
			a.saved = append(a.saved, u.st.vars[v.ID])
		}
	}
	u.calls = append(u.calls, a)
}

// exit closes an activation; its result stays.
func (u *unroller) exit() {
	if len(u.calls) == 0 {
		return
	}
	a := u.calls[len(u.calls)-1]
	u.calls = u.calls[:len(u.calls)-1]
	u.depth[a.proc.ID]--
	if a.saved != nil {
		for k, v := range u.own(a.proc) {
			u.st.setVar(v.ID, a.saved[k])
		}
	}
}

func (u *unroller) own(f *cfg.Proc) []*cfg.Var {
	var out []*cfg.Var
	for _, v := range u.prog.Vars {
		if v.Proc == f && v != f.Ret {
			out = append(out, v)
		}
	}
	return out
}

// branch executes a branch of the run. What is decided by inputs alone and not
// doubted cannot go another way.
func (u *unroller) branch(inst *cfg.Instance) {
	e := inst.Edge
	c := u.expr(e.Stmt.(*cfg.Assume).Cond)
	if u.ev.Value(c) != 1 {
		c = logic.True // it was forced, or read something that is not known
	}
	t := u.doubt(c)
	if t == logic.True {
		return
	}
	r := region{at: inst.Index, taken: t, outer: u.path}
	r.mark = len(u.st.log)
	u.path = u.also(r.outer, u.tb.Not(t))
	u.now, u.at = nil, -1
	u.steps = 0
	alive := u.others(e, u.endOf(e.From))
	u.now, u.at, u.edge = inst, inst.Index, e
	r.there, r.dead = u.st.undo(r.mark), !alive
	u.path = u.also(r.outer, t)
	u.open = append(u.open, r)
}

// endOf is where the region of a branch ends.
func (u *unroller) endOf(l *cfg.Loc) *cfg.Loc {
	if id := u.ctrl.End(l); id >= 0 {
		return u.prog.Locs[id]
	}
	return l.Proc.Exit
}

// leave closes the regions that the run has left before an instance.
func (u *unroller) leave(i int) {
	for len(u.open) > 0 {
		r := u.open[len(u.open)-1]
		if u.g.Within(i, r.at) {
			return
		}
		u.open = u.open[:len(u.open)-1]
		u.path = r.outer
		if r.dead {
			continue // the changes stay in the journal of the regions around
		}
		here := u.st.undo(r.mark)
		u.st.merge(r.taken, here, r.there, u.any)
	}
	u.st.log = u.st.log[:0]
}
