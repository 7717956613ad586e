package relevance

import (
	"cmp"
	"slices"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/logic"
)

// suffix is the rest of a trace after the statements at some steps were
// replaced by x := X for a symbol X, as a difference to F. Inputs chosen later
// keep their symbols, so that a condition the replacement does not influence
// is the very same term.
type suffix struct {
	x     logic.T // X
	first int     // first replaced step
	// changed are the conjuncts that differ from those of F at their step,
	// and gone[i] tells that conjunct i of F has no counterpart any more.
	// Assumptions of allocations count as gone and never as changed: a heap
	// that would overflow is not a blocked execution.
	changed []logic.T
	has     map[logic.T]bool // those in changed
	gone    map[int]bool
}

// suffix executes the trace from the first of the ascending steps on with
// t := x at those steps, which execute the same statement: in each activation
// t is a variable of its own. Only statements that read something different from
// the original execution are executed again. It is nil if the work ends before.
func (r *run) suffix(t *target, steps []int, x logic.T) *suffix {
	r.advance(steps[0])
	f := r.follow(&suffix{x: x, first: steps[0], gone: map[int]bool{}}, r.cur.Clone(), steps[0])
	for f.at < len(r.tr.Edges) {
		k := f.at
		if k&63 == 0 && r.expired() {
			return nil
		}
		if len(steps) == 0 || steps[0] != k {
			f.step()
		} else {
			steps = steps[1:]
			e := r.tr.Edges[k]
			f.s.Guard = f.s.Guard[:0]
			targets(e)[t.param].replace(f.s, e, x)
			f.end(true)
		}
		if f.count == 0 && len(steps) == 0 {
			break
		}
	}
	r.dropAllocs(f.sx, f.base)
	return f.sx
}

// expired reports whether no work is left.
func (r *run) expired() bool {
	return r.ctx.Err() != nil || r.conf.marksUntil > 0 && r.conf.Clock.Now() > r.conf.marksUntil
}

// follower executes the rest of a trace from a state that differs from the one
// the trace has there.
type follower struct {
	*run
	sx      *suffix
	s       *hoare.Sym
	at      int    // the step before which s is the state
	base    int    // the first conjunct of F added there or later
	differs []bool // by symbol
	count   int    // of those that differ
}

func (r *run) follow(sx *suffix, s *hoare.Sym, at int) *follower {
	s.Guard, s.Inputs = nil, nil
	f := &follower{run: r, sx: sx, s: s, at: at, base: r.firstGuard(at), differs: make([]bool, r.enc.Symbols())}
	s.Choose = func(int, logic.Sort) logic.T { return r.input[f.at] }
	return f
}

func (f *follower) mark(sym int, d bool) {
	if f.differs[sym] != d {
		f.differs[sym] = d
		if d {
			f.count++
		} else {
			f.count--
		}
	}
}

// step executes the statement of the trace at the current step, if it reads
// what differs.
func (f *follower) step() {
	k := f.at
	if anyOf(f.reads[k], f.differs) {
		f.s.Guard = f.s.Guard[:0]
		f.s.Exec(f.tr.Edges[k])
		f.end(false)
		return
	}
	for _, w := range f.writes[k] {
		assign(f.s, w.sym, w.val)
		f.mark(w.sym, false)
	}
	if f.isAlloc(k) {
		for i := range f.guards[k] {
			f.sx.gone[f.base+i] = true
		}
	}
	f.base += len(f.guards[k])
	f.at++
}

// end compares what the current step did with what it does in the trace.
func (f *follower) end(replaced bool) {
	k := f.at
	f.compare(f.sx, k, f.base, f.s.Guard, replaced)
	for _, w := range f.writes[k] { // what a target names is among it
		f.mark(w.sym, value(f.s, w.sym) != w.val)
	}
	f.base += len(f.guards[k])
	f.at++
}

// firstGuard is the index of the first conjunct of F added at step k or later.
func (r *run) firstGuard(k int) int {
	i, _ := slices.BinarySearchFunc(r.all, k, func(g guard, k int) int { return g.step - k })
	return i
}

func (r *run) isAlloc(k int) bool {
	_, ok := r.tr.Edges[k].Stmt.(*cfg.Alloc)
	return ok
}

// dropAllocs makes the allocations' assumptions from conjunct i on gone.
func (r *run) dropAllocs(sx *suffix, i int) {
	for ; i < len(r.all); i++ {
		if r.all[i].alloc {
			sx.gone[i] = true
		}
	}
}

// compare records what is different at step k, whose original conjuncts start
// at index base of F.
func (r *run) compare(sx *suffix, k, base int, now []logic.T, replaced bool) {
	old := r.guards[k]
	if replaced || r.isAlloc(k) {
		for i := range old {
			sx.gone[base+i] = true
		}
		return
	}
	cs := conjuncts(r.tb, now)
	for i, g := range old {
		if !slices.Contains(cs, g) {
			sx.gone[base+i] = true
		}
	}
	for _, c := range cs {
		if !slices.Contains(old, c) && !sx.has[c] {
			if sx.has == nil {
				sx.has = map[logic.T]bool{}
			}
			sx.has[c] = true
			sx.changed = append(sx.changed, c)
		}
	}
}

func anyOf(syms []int, set []bool) bool {
	return slices.ContainsFunc(syms, func(s int) bool { return set[s] })
}

// later tells whether v is an input chosen after the replaced statement; those
// are the ones that Definition 3.1 quantifies over for all.
func (r *run) later(sx *suffix, v logic.T) bool {
	k, ok := r.steps[v]
	return ok && k > sx.first
}

// rest selects the conjuncts of F that belong to the replaced trace: those
// before the replacement and those after it that did not change. The heap's
// assumptions after it do not count.
func (r *run) rest(sx *suffix) func(i int) bool {
	return func(i int) bool { return !sx.gone[i] }
}

// trials lists constants to try as fix values, best first: for pointers null
// and the objects known before the statement, otherwise the simplest values,
// the ends of the type and what the changed conditions compare with.
func (c *check) trials() []uint64 {
	w := c.t.width()
	if c.t.block == nil && c.t.typ.Kind == cfg.Bool {
		return []uint64{0, 1}
	}
	var vs []uint64
	add := func(v uint64) { vs = append(vs, cfg.Mask(v, w)) }
	add(0)
	if c.t.pointer() {
		vs = append(vs, c.objects(c.sx.first)...)
	} else {
		add(1)
		if c.t.signed() {
			add(^uint64(0))
		}
	}
	near := c.compared(c.sx.changed, c.sx.x, w)
	if c.t.block == nil && c.t.typ.Kind == cfg.Float {
		for _, f := range []float64{1, -1} {
			add(floatBits(f, w))
		}
	} else {
		slices.SortFunc(near, func(a, b uint64) int { return c.t.simpler(a, b) })
	}
	vs = append(vs, near...)
	c.hints = append(c.hints[:0], near...)
	vs = dedupe(vs)
	if len(vs) > maxTried {
		vs = vs[:maxTried]
	}
	if !c.t.pointer() {
		add(1<<uint(w-1) - 1)
		add(1 << uint(w-1))
		add(^uint64(0))
	}
	return dedupe(vs)
}

// dedupe drops later duplicates.
func dedupe(vs []uint64) []uint64 {
	seen := map[uint64]bool{}
	out := vs[:0]
	for _, v := range vs {
		if !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}

// simpler orders values by magnitude, positive ones first.
func (t *target) simpler(a, b uint64) int {
	key := func(v uint64) (uint64, int) {
		if t.signed() && cfg.SignExtend(v, t.width()) < 0 {
			return cfg.Mask(-v, t.width()), 1
		}
		return v, 0
	}
	ka, na := key(a)
	kb, nb := key(b)
	return cmp.Or(cmp.Compare(ka, kb), cmp.Compare(na, nb))
}

// compared collects the constants that comparisons in fs mention, the values
// that x is compared with in the execution given, and their neighbours, as
// values of w bits.
func (r *run) compared(fs []logic.T, x logic.T, w int) []uint64 {
	tb := r.tb
	r.ev.Reset(r.m0)
	var vs []uint64
	add := func(t logic.T, v uint64) {
		v = uint64(cfg.SignExtend(v, tb.Width(t)))
		for _, x := range []uint64{v, v + 1, v - 1} {
			vs = append(vs, cfg.Mask(x, w))
		}
	}
	offset := func(t logic.T) uint64 {
		if tb.Op(t) == logic.OpAdd {
			args := tb.Args(t)
			if k := args[len(args)-1]; tb.IsConst(k) {
				return tb.ConstVal(k)
			}
		}
		return 0
	}
	cone := tb.Cone(fs...)
	for _, t := range cone[:min(len(cone), maxHeld)] {
		switch tb.Op(t) {
		case logic.OpEq, logic.OpULt, logic.OpSLt:
		default:
			continue
		}
		args := tb.Args(t)
		a, b := args[0], args[1]
		if tb.Sort(a).Kind != logic.SBV {
			continue
		}
		if tb.IsConst(a) || !tb.IsConst(b) && tb.Occurs(x, b) {
			a, b = b, a
		}
		switch {
		case tb.IsConst(b):
			add(b, tb.ConstVal(b))
			if k := offset(a); k != 0 {
				add(b, tb.ConstVal(b)-k)
				add(b, -k) // where the sum wraps around
				add(b, 1<<uint(tb.Width(b)-1)-k)
			}
		case tb.Occurs(x, a) && !tb.Occurs(x, b):
			add(b, r.ev.Value(b)-offset(a))
		default:
			if k := offset(b) - offset(a); k != 0 {
				add(b, k)
			}
		}
	}
	return dedupe(vs)
}

// objects lists addresses of objects known before a step: those whose address
// the trace takes, then those it allocated.
func (r *run) objects(step int) []uint64 {
	vs := takenObjects(r.tr)
	r.ev.Reset(r.m0)
	for k, e := range r.tr.Edges[:step] {
		if _, ok := e.Stmt.(*cfg.Alloc); ok && len(vs) < 2*maxObjects {
			vs = append(vs, r.ev.Value(r.writes[k][0].val))
		}
	}
	return vs
}

// takenObjects lists addresses of objects that a trace takes.
func takenObjects(tr *cfg.Trace) (vs []uint64) {
	for _, e := range tr.Edges {
		if len(vs) == maxObjects {
			break
		}
		for x := range cfg.StmtParts(e.Stmt) {
			if a, ok := x.(*cfg.AddrOf); ok && len(vs) < maxObjects && !slices.Contains(vs, a.Obj.Addr) {
				vs = append(vs, a.Obj.Addr)
			}
		}
	}
	return vs
}

// simplestIn is the simplest value of some ranges.
func (t *target) simplestIn(rs []Range) uint64 {
	v := rs[0].Lo
	for _, r := range rs {
		v = t.simplest(v, r.Lo, r.Hi)
		if lo, hi := cfg.SignExtend(r.Lo, t.width()), cfg.SignExtend(r.Hi, t.width()); r.Signed && lo < 0 && hi > 0 {
			return 0
		}
	}
	return v
}

// simplest gives the simplest of some values.
func (t *target) simplest(vs ...uint64) uint64 { return slices.MinFunc(vs, t.simpler) }
