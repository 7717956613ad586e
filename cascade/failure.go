package cascade

import (
	"context"
	"slices"

	"culprit/cfg"
	"culprit/fault"
	"culprit/hoare"
	"culprit/logic"
)

// failure is the critical condition of the root.
type failure struct {
	conjunct
	exact   bool  // not only that something else was read
	around  bool  // it is the branch around the statement that fails
	aside   []int // instances that belong to the failure, and explain nothing
	copies  []int // those that copied a value which was never set
	watched *hoare.Watch
	// The subject of the condition: expressions, and their reads of memory.
	about []cfg.Expr
	reads []hoare.RunRead
}

// root queues the failure as the first critical condition.
func (b *Builder) root() {
	at := b.fail.inst
	b.seen[condition{inst: at, kind: Branch}] = true
	b.queue.list = append(b.queue.list, open{condition: condition{inst: at, kind: Failure}, level: 1})
}

// demand finds the critical condition of the root. The requirement is
//
//   - of a failed assertion the opposite of the branch that led to it;
//   - of undefined behaviour what defines it (undefined.go);
//   - of a wrong output that the call prints what was expected (output.go);
//   - of a wrong exit status that it is the expected one.
//
// Where no value could have made the statement right (another text had to be
// printed, or nothing at all, or nothing any more is printed, or the value is a
// literal), it should not have been executed: the opposite of the closest
// enclosing branch. Where there is no term for the condition, it is that the
// statement read something else.
func (b *Builder) demand() {
	f := b.in.Failure
	want := conjunct{inst: f.At, term: unknown}
	around := f.At // where the closest branch is looked for
	b.fail.about = b.fail.watched.Exprs
	_, b.fail.reads = b.trace.run.Watched()
	switch f.Kind {
	case fault.FailedAssertion:
		want.term = impossible
	case fault.UndefinedBehavior:
		if f.Undefined != nil {
			want = b.defined(f.Undefined)
			around = b.g.Control(want.inst)
		}
	case fault.WrongOutput:
		want.term = impossible
		if f.Printed != nil {
			want.term = b.printed(f.At)
		}
	case fault.WrongStatus:
		if values, _ := b.trace.run.Watched(); len(values) > 0 && fault.SetsStatus(b.g.Prog, b.g.Edge(f.At)) {
			tb := b.trace.tb
			want.term = tb.Eq(tb.Extract(7, 0, values[0]), tb.BV(8, uint64(f.Status)))
		}
	case fault.Endless:
		want.term = impossible
	}
	if want.term == impossible {
		if j := b.branchAround(around); j >= 0 {
			want = b.wanted(j)
			b.fail.around = j != f.At
		} else {
			want.term = unknown
		}
	}
	if b.fail.exact = b.usable(want); !b.fail.exact {
		b.fail.around = false
		want = b.differs(max(b.outside(want.inst), 0))
	}
	for _, i := range append(fault.Criterion(b.g, f), b.fail.copies...) {
		if i != want.inst {
			b.fail.aside = append(b.fail.aside, i)
		}
	}
	b.fail.conjunct = want
}

// usable reports whether a condition fails in the run, and depends on nothing
// that the run did not read.
func (b *Builder) usable(c conjunct) bool {
	if c.term == unknown || !b.inTrace(c.inst) || b.trace.run.Eval(c.term) != 0 && b.trace.conds[c.inst] == 0 {
		return false
	}
	for _, v := range b.trace.tb.Vars(c.term) {
		if b.trace.ownerOf(v) < 0 {
			return false
		}
	}
	return true
}

// branchAround is the closest branch at or around an instance that is in the
// trace and the analysis scope, -1 if there is none.
func (b *Builder) branchAround(i int) int {
	for ; i >= 0; i = b.g.Control(i) {
		if isBranch(b.g.Edge(i)) && b.inTrace(i) && b.scope.caller(i) == i {
			return i
		}
	}
	return -1
}

// differs is the condition of what has no exact one: the statement read
// something else.
func (b *Builder) differs(i int) conjunct {
	tb := b.trace.tb
	operands := b.trace.operands(i)
	if len(operands) == 0 || len(operands) > maxMembers {
		return conjunct{inst: i, term: logic.True, also: operands}
	}
	fs := make([]logic.T, len(operands))
	for k, o := range operands {
		fs[k] = tb.Ne(o, b.trace.value(o))
	}
	return conjunct{inst: i, term: tb.Or(fs...), alone: true}
}

// outside is the instance in the trace that stands for the failure.
func (b *Builder) outside(i int) int {
	for i >= 0 && !b.inTrace(i) {
		i = b.g.Call(i)
	}
	return i
}

// failureCause is the cause of the failure itself.
func (b *Builder) failureCause(ctx context.Context, c *Cause) {
	c.own = append(c.own, b.fail.aside...)
	if b.fail.term != logic.True {
		b.branchCause(ctx, c, b.fail.conjunct)
		return
	}
	b.own(c, c.Condition)
	c.core = []conjunct{b.fail.conjunct}
}

// ownOf adds what wrote the values that the exact condition of the failure is
// about, and the pointers to them: nothing else that the statement reads.
func (b *Builder) ownOf(c *Cause) {
	reads := map[int]bool{}
	for _, r := range b.fail.reads {
		for _, v := range b.trace.tb.Vars(r.Term) {
			reads[b.trace.ownerOf(v)] = true
		}
	}
	vars := map[*cfg.Var]bool{}
	for _, x := range b.fail.about {
		cfg.Walk(x, func(x cfg.Expr) {
			if r, ok := x.(*cfg.VarRef); ok {
				vars[r.V] = true
			}
		})
	}
	for _, j := range b.g.Data(c.Condition) {
		i := int(j)
		if reads[i] || slices.ContainsFunc(b.trace.run.Writes(i), func(w hoare.RunWrite) bool { return w.Var != nil && vars[w.Var] }) {
			c.own = append(c.own, i)
		}
	}
}
