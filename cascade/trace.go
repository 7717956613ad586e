package cascade

import (
	"fmt"
	"slices"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/interp/dependence"
	"culprit/logic"
)

// trace is a failing run as terms, with what the algorithms need to walk it
// backwards.
type trace struct {
	g    *dependence.Graph
	run  *hoare.Run
	tb   *logic.Table
	size int // of the table with nothing but the run

	owner []int32 // by symbol: the instance that defines it, -1 for a free one
	// low is the first position, by symbol, that anything it depends on is from:
	// seen from there or from before, its value is that of the run. -1 for what
	// depends on a free symbol.
	low []int32
	// opaque holds what the instances whose value was taken from the run
	// depend on: an uninterpreted function of these symbols.
	opaque map[int][]logic.T
	conds  map[int]logic.T // the symbols of opaque conditions
	// By position, the number of instances of the trace before one, at: what it
	// writes and what it assumes.
	at      []int32
	writes  [][]hoare.RunWrite
	assumes [][]logic.T
	// The instances that mention a symbol, ascending: users[from[s]:from[s+1]].
	from  []int32
	users []int32
}

func newTrace(g *dependence.Graph, run *hoare.Run, at []int32) *trace {
	t := &trace{g: g, run: run, tb: run.TB, at: at, opaque: map[int][]logic.T{}, conds: map[int]logic.T{}}
	insts := run.Instances()
	for _, c := range run.Concretised() {
		switch s := c.Edge.Stmt.(type) {
		case *cfg.Alloc, *cfg.MemCopy, *cfg.MemSet, *cfg.MemHavoc, *cfg.Havoc:
			continue
		case *cfg.Assume:
			if t.conds[c.Instance] == 0 {
				t.conds[c.Instance] = t.tb.Fresh(fmt.Sprintf("condition@%d", c.Instance), logic.BoolSort())
			}
		default:
			_ = s
		}
		t.opaque[c.Instance] = nil
	}
	t.owner = make([]int32, t.tb.Len())
	for i := range t.owner {
		t.owner[i] = -1
	}
	for _, i := range insts {
		for _, w := range run.Writes(i) {
			t.owner[w.Sym] = int32(i)
		}
	}
	for i, s := range t.conds {
		t.owner[s] = int32(i)
	}
	for i := range t.opaque {
		t.opaque[i] = t.operands(i)
	}
	for _, i := range insts {
		t.writes = append(t.writes, run.Writes(i))
		t.assumes = append(t.assumes, t.assumed(i))
	}
	t.depths(insts)
	t.index(insts)
	t.size = t.tb.Len()
	return t
}

// depths finds low.
func (t *trace) depths(insts []int) {
	t.low = make([]int32, len(t.owner))
	for s := range t.low {
		t.low[s] = -1
	}
	for p, i := range insts {
		over := t.lowOf(t.opaque[i], int32(p))
		if s, ok := t.conds[i]; ok {
			t.low[s] = over
		}
		for _, w := range t.writes[p] {
			if t.low[w.Sym] = over; !t.isOpaque(i) {
				t.low[w.Sym] = t.lowOf(t.tb.Vars(w.Def), int32(p))
			}
		}
	}
}

// lowOf is the least of low of symbols and of a position.
func (t *trace) lowOf(vars []logic.T, p int32) int32 {
	for _, v := range vars {
		if int(v) >= len(t.low) {
			return -1
		}
		p = min(p, t.low[v])
	}
	return p
}

// operands lists the symbols that the values of an instance are a function
// of: those it read.
func (t *trace) operands(i int) []logic.T {
	var out []logic.T
	reads := map[*cfg.Var]bool{}
	for x := range cfg.StmtParts(t.g.Edge(i).Stmt) {
		if v, ok := x.(*cfg.VarRef); ok {
			reads[v.V] = true
		}
	}
	for _, j := range t.g.Data(i) {
		if literal(t.g.Edge(int(j))) {
			continue
		}
		for k, w := range t.run.Writes(int(j)) {
			if (w.Var == nil && k < maxWritten) || reads[w.Var] {
				out = append(out, w.Sym)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// literal reports whether a statement is a part of the initialisation of a
// string literal, which is nothing that could be otherwise.
func literal(e *cfg.Edge) bool {
	o := cfg.InitialisedConst(e.Stmt)
	return o != nil && o.Proc == nil && !e.Pos.IsValid()
}

// index finds the users of each symbol.
func (t *trace) index(insts []int) {
	n := make([]int32, t.tb.Len()+1)
	each := func(f func(i int, v logic.T)) {
		for _, i := range insts {
			t.mentions(i, func(v logic.T) { f(i, v) })
		}
	}
	each(func(_ int, v logic.T) { n[v+1]++ })
	for s := 1; s < len(n); s++ {
		n[s] += n[s-1]
	}
	t.from = n
	t.users = make([]int32, n[len(n)-1])
	next := slices.Clone(n)
	each(func(i int, v logic.T) {
		t.users[next[v]] = int32(i)
		next[v]++
	})
}

// mentions calls f on the symbols that the terms of an instance mention.
func (t *trace) mentions(i int, f func(v logic.T)) {
	for _, w := range t.run.Writes(i) {
		for _, v := range t.tb.Vars(w.Def) {
			f(v)
		}
	}
	for _, v := range t.opaque[i] {
		f(v)
	}
	for _, c := range t.conjuncts(i) {
		for _, v := range t.tb.Vars(c) {
			f(v)
		}
	}
}

// assumed lists what the instance assumes: its condition, if it is not
// opaque, and its alias conjuncts.
func (t *trace) assumed(i int) []logic.T {
	alias := t.run.Alias(i)
	if c := t.cond(i); c != logic.True {
		return append([]logic.T{c}, alias...)
	}
	return alias
}

// conjuncts is assumed, of an instance of the trace.
func (t *trace) conjuncts(i int) []logic.T {
	if t.at[i] == t.at[i+1] {
		return nil
	}
	return t.assumes[t.at[i]]
}

// cond is the condition of a branch, a symbol if it is opaque.
func (t *trace) cond(i int) logic.T {
	if s, ok := t.conds[i]; ok {
		return s
	}
	return t.run.Cond(i)
}

// usersOf lists the instances that mention a symbol.
func (t *trace) usersOf(s logic.T) []int32 {
	if int(s)+1 >= len(t.from) {
		return nil
	}
	return t.users[t.from[s]:t.from[s+1]]
}

// ownerOf is the instance that defines a symbol, -1 for a free one.
func (t *trace) ownerOf(s logic.T) int {
	if int(s) >= len(t.owner) {
		return -1
	}
	return int(t.owner[s])
}

// isOpaque reports whether the values of an instance were taken from the run.
func (t *trace) isOpaque(i int) bool {
	_, ok := t.opaque[i]
	return ok
}

// value is what a symbol stands for in the run, as a constant.
func (t *trace) value(s logic.T) logic.T {
	sort := t.tb.Sort(s)
	if _, ok := t.run.Def(s); !ok && sort.Kind == logic.SBool {
		return logic.True // an opaque condition, which the run passed
	}
	return t.tb.Constant(sort, t.run.Eval(s))
}
