package cascade

import (
	"context"
	"slices"

	"culprit/cfg"
	"culprit/fault"
	"culprit/hoare"
	"culprit/interp"
	"culprit/logic"
)

// root queues the failure as the first critical condition.
func (b *Builder) root() {
	at := b.fail.inst
	b.seen[condition{inst: at, kind: Branch}] = true
	b.queue.list = append(b.queue.list, open{condition: condition{inst: at, kind: Failure}, level: 1})
}

// demand finds the critical condition of the root. The requirement is
//
//   - of a failed assertion the opposite of the branch that led to it;
//   - of undefined behaviour what defines it (failure.go);
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
	return !slices.ContainsFunc(b.trace.tb.Vars(c.term), func(v logic.T) bool { return b.trace.ownerOf(v) < 0 })
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
		for x := range cfg.Parts(x) {
			if r, ok := x.(*cfg.VarRef); ok {
				vars[r.V] = true
			}
		}
	}
	for _, j := range b.g.Data(c.Condition) {
		i := int(j)
		if reads[i] || slices.ContainsFunc(b.trace.run.Writes(i), func(w hoare.RunWrite) bool { return w.Var != nil && vars[w.Var] }) {
			c.own = append(c.own, i)
		}
	}
}

// Conditions that keep statements from having undefined behaviour. They are
// exact for
//
//	division by zero           the divisor is not 0
//	division overflow          the dividend is not the least value, or the divisor not -1
//	shift out of range         the number of bits is less than the width
//	null pointer access        the pointer that the address starts from is not null
//	access out of bounds       the access lies in the object
//	use after free, write
//	to a constant              the access lies outside of the object
//	pointer out of its object  the pointer is in it, or behind it
//	double and invalid free,
//	wild access, bad call      the pointer is another one
//
// A value that was never set has no condition: it is what the branches around
// and between decided, which Algorithm 2 finds, or another place was to be
// read. Everything else (a library function that is not satisfied, behaviour
// that is not a failure by default) is left to Builder.differs.

// watch says which terms the condition of the failure is made of.
func (b *Builder) watch() *hoare.Watch {
	f := b.in.Failure
	w := &hoare.Watch{At: f.At}
	e := b.g.Edge(f.At)
	switch u := f.Undefined; {
	case u == nil:
		switch s := e.Stmt.(type) {
		case *cfg.Assign:
			w.Exprs = []cfg.Expr{s.Src}
		case *cfg.Lib:
			w.Exprs = s.Args
		}
	case u.Expr == nil || u.Edge != e:
	case u.Kind == interp.UninitRead:
		var addr cfg.Expr
		if b.fail.copies, addr = b.unset(f.At, u.Expr); addr != nil {
			w.Exprs = []cfg.Expr{addr}
		}
		w.At = b.fail.copies[len(b.fail.copies)-1]
	case u.Kind == interp.DivByZero || u.Kind == interp.DivOverflow || u.Kind == interp.ShiftRange:
		if x, ok := u.Expr.(*cfg.Binary); ok {
			w.Exprs = []cfg.Expr{x.X, x.Y}
		}
	default:
		w.Exprs = []cfg.Expr{u.Expr, cfg.Base(u.Expr)}
	}
	return w
}

// unset follows copies of a variable without value, which instance i reads,
// back to the first one that read it, or to the end of the function that
// returned none. It returns these instances, latest first, and the address if
// the first copy is of memory.
func (b *Builder) unset(i int, x cfg.Expr) (copies []int, addr cfg.Expr) {
	copies = []int{i}
	if _, ok := x.(*cfg.VarRef); !ok {
		return copies, x
	}
	for {
		v, ok := x.(*cfg.VarRef)
		if !ok {
			if l, ok := x.(*cfg.Load); ok {
				return copies, l.Addr
			}
			return copies, nil
		}
		j := -1
		for _, d := range b.g.Data(i) {
			if from := source(b.g.Edge(int(d)), v.V); from != nil {
				j, x = int(d), from
			}
		}
		if j < 0 {
			return copies, nil
		}
		if h, ok := b.g.Edge(j).Stmt.(*cfg.Havoc); ok {
			if p := b.g.Edge(j).From.Proc; h.Dst == p.Ret {
				copies = append(copies, j)
			}
			return copies, nil
		}
		i = j
		copies = append(copies, i)
	}
}

// source is what a statement copies to a variable, nil if it does not write
// it; the variable itself if it leaves it without value.
func source(e *cfg.Edge, v *cfg.Var) cfg.Expr {
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		if s.Dst == v {
			return s.Src
		}
	case *cfg.Havoc:
		if s.Dst == v {
			return &cfg.VarRef{V: v}
		}
	case *cfg.Call:
		for k, p := range s.Proc.Params {
			if p == v && k < len(s.Args) {
				return s.Args[k]
			}
		}
	}
	return nil
}

// defined is what had to hold at an instance for the behaviour to be defined;
// the term is unknown if there is none.
func (b *Builder) defined(f *interp.Fault) conjunct {
	if values, _ := b.trace.run.Watched(); len(values) > 0 {
		x, y := values[0], values[len(values)-1]
		if f.Kind == interp.DivByZero || f.Kind == interp.ShiftRange {
			b.fail.about = b.fail.about[1:]
		}
		return conjunct{inst: b.fail.watched.At, term: b.allowed(f, x, y), alone: true}
	}
	// In a library function: the argument that is the address.
	at := b.outside(b.fail.watched.At)
	if f.Kind == interp.UninitRead || at < 0 {
		none := conjunct{inst: b.fail.watched.At, term: unknown}
		if _, ok := b.g.Edge(none.inst).Stmt.(*cfg.Havoc); ok {
			none.term = impossible // the end of a function that should have returned before
		}
		return none
	}
	args := b.trace.run.Args(at)
	if _, ok := b.g.Edge(at).Stmt.(*cfg.Call); ok {
		for _, w := range b.trace.run.Writes(at) {
			args = append(args, w.Def)
		}
	}
	for _, a := range args {
		if tb := b.trace.tb; tb.Sort(a).Kind == logic.SBV && tb.Width(a) == b.g.Prog.PtrBits && b.trace.run.Eval(a) == f.Addr {
			return conjunct{inst: at, term: b.allowed(f, a, a)}
		}
	}
	return conjunct{inst: at, term: unknown}
}

// allowed is the condition on the operands of an operation, or on an address
// and the pointer that it starts from.
func (b *Builder) allowed(f *interp.Fault, x, y logic.T) logic.T {
	tb := b.trace.tb
	n := tb.Width(x)
	switch f.Kind {
	case interp.DivByZero:
		return tb.Ne(y, tb.BV(tb.Width(y), 0))
	case interp.DivOverflow:
		return tb.Or(tb.Ne(x, tb.BV(n, 1<<(n-1))), tb.Ne(y, tb.BV(n, ^uint64(0))))
	case interp.ShiftRange:
		return tb.ULt(y, tb.BV(tb.Width(y), uint64(n)))
	case interp.NullAccess:
		if b.trace.run.Eval(y) == 0 {
			return tb.Ne(y, tb.BV(n, 0))
		}
	case interp.OutOfBounds:
		if size := f.High - f.Low; size >= f.Size && f.Size > 0 {
			return tb.ULe(tb.Sub(x, tb.BV(n, f.Low)), tb.BV(n, size-f.Size))
		}
	case interp.StrayPointer:
		if f.High > f.Low {
			return tb.ULe(tb.Sub(x, tb.BV(n, f.Low)), tb.BV(n, f.High-f.Low))
		}
	case interp.UseAfterFree, interp.ConstWrite:
		if f.High > f.Low {
			return tb.ULe(tb.BV(n, f.High-f.Low), tb.Sub(x, tb.BV(n, f.Low)))
		}
	case interp.LibraryError, interp.Overlapping, interp.BadFormat, interp.SignedOverflow, interp.BadConversion, interp.UnsignedWrap, interp.Leak, interp.RegionClash:
		return unknown
	}
	return tb.Ne(x, tb.BV(n, b.trace.run.Eval(x)))
}
