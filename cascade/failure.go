package cascade

import (
	"context"
	"strconv"
	"strings"

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
	for _, i := range fault.Criterion(b.g, f) {
		if i != c.Condition {
			c.own = append(c.own, i)
		}
	}
	if f.Kind == fault.FailedAssertion && isBranch(b.g.Edge(c.Condition)) {
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
// expected one: the first word of the line that is not the expected one tells
// which argument that is, if only one has this value.
func (b *Builder) printedWrong(i int) (logic.T, bool) {
	f := b.in.Failure
	if f.Kind != fault.WrongOutput || i != f.At {
		return 0, false
	}
	got, want := strings.Fields(f.Got), strings.Fields(f.Want)
	k := 0
	for k < len(got) && k < len(want) && got[k] == want[k] {
		k++
	}
	if k >= len(got) || k >= len(want) {
		return 0, false
	}
	is, err := strconv.ParseInt(got[k], 10, 64)
	should, err2 := strconv.ParseInt(want[k], 10, 64)
	if err != nil || err2 != nil {
		return 0, false
	}
	tb, found := b.trace.tb, logic.T(0)
	for _, a := range b.trace.run.Args(i) {
		if w := tb.Width(a); !tb.IsConst(a) && w > 1 && b.trace.run.Eval(a) == cfg.Mask(uint64(is), w) {
			if found != 0 {
				return 0, false
			}
			found = a
		}
	}
	if found == 0 {
		return 0, false
	}
	return tb.Eq(found, tb.BV(tb.Width(found), cfg.Mask(uint64(should), tb.Width(found)))), true
}
