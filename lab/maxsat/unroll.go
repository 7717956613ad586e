package maxsat

import (
	"context"
	"errors"

	"culprit/cfg"
	"culprit/fault"
	"culprit/hoare"
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
// it, with inputs, the postcondition that the failure does not show, and for each unit
// a symbol that says that it stays. With all of them it is contradictory.
type formula struct {
	tb    *logic.Table
	units []unit
	hard  []logic.T
	what  claim // the postcondition, for people
}

// event is the execution of a statement of a line that is doubted: where
// control goes, or the values that it gives.
type event struct {
	path logic.T // it happens
	edge *cfg.Edge
	take bool      // control leaves a branch by edge
	vals []logic.T // what it gives, if that is doubted
	defs []logic.T // what it would give if its line stays
	mem  bool      // to memory, by copying, filling or the library
}

// scope says what a formula doubts and how large it may be.
type scope struct {
	only      *fault.Line // the only line that is doubted, nil: all
	from      int         // the first instance that is
	instances bool        // each instance is a unit
	terms     int
	steps     int // statements of ways that the run did not take
}

// unroller makes the formula. It follows the run, and at each branch also
// where the program would have gone instead, up to the place where the ways
// meet; there the two states are merged.
type unroller struct {
	formula
	*trail
	scope   scope
	ctx     context.Context
	st      *hoare.RunState
	depth   int // open calls
	journal *journal

	soft softGroups
	off  offRun

	path    logic.T // condition for being here
	strict  logic.T // addresses, and what the library works on, are as in the run
	lenient bool    // at undefined behaviour, whose addresses were not valid
	reached bool    // what the postcondition speaks of must be reached
	open    []region
	at      int // instance, -1 outside of the run
	pos     int // instance of the run that was reached
	edge    *cfg.Edge
}

// softGroups are the groups of soft clauses: the statements that may do
// something else, by line or by instance.
type softGroups struct {
	byLine map[fault.Line]int
	byInst map[int]int
	events []event
	event  int // of the current statement, -1
}

// offRun is about the paths that the run did not take.
type offRun struct {
	steps   int // statements, for one branch
	walked  int // for all
	visits  map[*cfg.Loc]int
	printed []print // for one branch
	cut     int     // paths that were not followed to their end
	kept    int     // branches that go as in the run, for want of steps
}

// region is what a branch of the run decides about, while the run is in it.
type region struct {
	at     int
	mark   int     // of the journal
	taken  logic.T // it goes as in the run
	outer  logic.T // path
	there  cells   // the state at its end if it went another way
	prints []print // there
	dead   bool    // that way does not come to the end
}

func newUnroller(ctx context.Context, t *trail, sc scope) *unroller {
	tb := logic.NewTable()
	u := &unroller{
		formula: formula{tb: tb}, trail: t, scope: sc, ctx: ctx, st: hoare.NewRunState(tb, t.prog),
		soft: softGroups{byLine: map[fault.Line]int{}, byInst: map[int]int{}, event: -1}, off: offRun{visits: map[*cfg.Loc]int{}}, path: logic.True,
	}
	u.journal = newJournal(u.st)
	u.strict = u.fresh("strict", logic.BoolSort(), 1)
	return u
}

// errSize says that a formula has more terms than it may have.
var errSize = errors.New("the formula is too large")

// run unrolls along the recording up to the postcondition's instance and calls end
// there, with the state before it.
func (u *unroller) run(end func()) error {
	for inst := range u.rec.All(0) {
		if inst.Index&0xff == 0 && u.ctx.Err() != nil {
			return context.Cause(u.ctx)
		}
		if u.tb.Len() > u.scope.terms {
			return errSize
		}
		u.st.Inst, u.at, u.pos, u.edge = inst, inst.Index, inst.Index, inst.Edge
		u.leave(inst.Index)
		u.begin()
		if inst.Index == u.post.at {
			end()
			break
		}
		if u.soft.event < 0 && u.concrete(inst) {
			u.follow(inst)
			continue
		}
		if u.earlier[inst.Index] {
			u.stays(inst)
		}
		u.execute(inst)
	}
	return nil
}

// stays demands that something is printed as in the run, unless its own line
// does something else.
func (u *unroller) stays(inst *cfg.Instance) {
	itself := logic.False
	if k := u.unit(); k >= 0 {
		itself = u.tb.Not(u.units[k].sel)
	}
	u.require(u.path)
	if s, ok := inst.Edge.Stmt.(*cfg.Lib); ok {
		u.require(u.tb.Or(itself, u.asRecorded(s)))
	}
}

// concrete reports whether an instance works only on values of the run.
func (u *unroller) concrete(inst *cfg.Instance) bool {
	for _, r := range inst.Reads {
		if r.Var != nil {
			if t, ok := u.st.HasVar(r.Var); ok && !u.tb.IsConst(t) {
				return false
			}
			continue
		}
		if r.Size > 8 {
			return false
		}
		for k := range r.Size {
			if b := u.st.Holds(hoare.RunCell{Var: -1, Addr: r.Addr + k}); b.Term != 0 && !u.tb.IsConst(b.Term) {
				return false
			}
		}
	}
	for _, w := range inst.Writes {
		if w.Var == nil && w.Size > 8 {
			return false
		}
	}
	return !u.earlier[inst.Index] || u.path == logic.True
}

// follow takes over what an instance wrote.
func (u *unroller) follow(inst *cfg.Instance) {
	switch s := inst.Edge.Stmt.(type) {
	case *cfg.Call:
		u.enter(s.Proc)
	case *cfg.Return:
		u.exit()
		return
	}
	for _, w := range inst.Writes {
		if w.Var != nil {
			u.st.SetVar(w.Var, u.tb.Constant(hoare.SortOf(w.Var.Type), w.Value))
		} else {
			u.st.Write(w.Addr, w.Size, u.tb.BV(8*int(w.Size), w.Value))
		}
	}
}

// doubted reports whether a statement may be one that is doubted.
func (u *unroller) doubted(e *cfg.Edge) (fault.Line, bool) {
	line, ok := u.line(e)
	return line, ok && (u.scope.only == nil || *u.scope.only == line)
}

// begin notes that a statement of a doubted line is executed.
func (u *unroller) begin() {
	u.soft.event = -1
	if _, ok := u.doubted(u.edge); ok {
		u.soft.event = len(u.soft.events)
		u.soft.events = append(u.soft.events, event{path: u.path, edge: u.edge})
	}
}

// goes notes that a branch goes by an edge.
func (u *unroller) goes(e *cfg.Edge) {
	if _, ok := u.doubted(e); ok {
		u.soft.events = append(u.soft.events, event{path: u.path, edge: e, take: true})
	}
}

// unit is the unit that the current statement belongs to, -1 if it is not
// doubted: inputs, the bodies of library functions, the failed check itself,
// and what has no line.
func (u *unroller) unit() int {
	e := u.edge
	line, ok := u.doubted(e)
	if !ok || u.pos < u.scope.from || u.exempt(e) || u.at >= 0 && u.input[u.at] {
		return -1
	}
	if c, ok := e.Stmt.(*cfg.Call); ok && !c.Proc.Pos.IsValid() && u.at < 0 {
		return -1
	}
	k, ok := u.soft.byLine[line]
	if u.scope.instances {
		k, ok = u.soft.byInst[u.at]
	}
	if !ok {
		k = len(u.units)
		u.units = append(u.units, unit{line: line, edge: e, sel: u.fresh("stays", logic.BoolSort(), 1)})
		if u.scope.instances {
			u.soft.byInst[u.at] = k
		} else {
			u.soft.byLine[line] = k
		}
	}
	if x := &u.units[k]; u.at >= 0 && (len(x.instances) == 0 || x.instances[len(x.instances)-1] != u.at) {
		x.instances = append(x.instances, u.at)
	}
	return k
}

// fresh makes a symbol with a value in the run.
func (u *unroller) fresh(name string, sort logic.Sort, value uint64) logic.T {
	return u.st.Fresh(name, sort, value)
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
	p := u.fresh("path", logic.BoolSort(), u.st.Eval(c))
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
	t := u.fresh(u.edge.Text, sort, u.st.Eval(def))
	u.require(u.tb.Implies(u.units[k].sel, u.tb.Eq(t, def)))
	if u.soft.event >= 0 {
		x := &u.soft.events[u.soft.event]
		x.vals, x.defs = append(x.vals, t), append(x.defs, def)
	}
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

// branch executes a branch of the run. One that inputs alone decide, and that is not
// doubted, cannot go another way; the way of one that nothing depends on does not
// matter.
func (u *unroller) branch(inst *cfg.Instance) {
	e := inst.Edge
	c := u.expr(e.Stmt.(*cfg.Assume).Cond)
	if u.st.Eval(c) != 1 {
		c = logic.True // it was forced, or read something that is not known
	}
	k := u.unit()
	if u.soft.event >= 0 {
		u.soft.events = u.soft.events[:u.soft.event] // where it goes is noted instead
		u.soft.event = -1
	}
	t := u.doubt(c)
	switch {
	case t == logic.True || k < 0 && !u.relevant.Has(inst.Index):
		u.goes(e)
		return
	case u.off.walked >= u.scope.steps:
		u.off.kept++
		u.require(u.tb.Implies(u.path, t))
		u.goes(e)
		return
	}
	r := region{at: inst.Index, taken: t, outer: u.path}
	r.mark = u.journal.mark()
	u.path = u.also(r.outer, u.tb.Not(t))
	u.st.Inst, u.at = nil, -1
	u.off.steps, u.off.printed = 0, nil
	alive := u.others(e)
	u.st.Inst, u.at, u.edge = inst, inst.Index, e
	r.there, r.dead, r.prints = u.journal.undo(r.mark), !alive, u.off.printed
	u.path = u.also(r.outer, t)
	u.goes(e)
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
		for _, p := range r.prints {
			u.require(u.tb.Not(p.path)) // more would be printed than should be
		}
		if r.dead {
			continue // the changes stay in the journal of the regions around
		}
		here := u.journal.undo(r.mark)
		u.journal.merge(r.taken, here, r.there, u.any)
	}
	u.journal.commit()
}
