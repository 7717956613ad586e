package logic

import (
	"maps"
	"slices"
)

// ProjectModel gives a formula without vars that m satisfies and that implies ∃vars. f: an under-approximation around the model m.
// If m does not satisfy f, it gives False.
//
// From f and m an implicant is extracted: literals true under m that together imply f, conditionals resolved as under m. Then
// each variable is eliminated exactly where Exists can without case splits, else replaced by a term that keeps all
// literals true under m: a bound, or at last its value in m.
func ProjectModel(tb *Table, vars []T, f T, m *Model) T {
	return projectModel(&modelProjector{tb: tb, vars: vars}, f, m)
}

// Cube is ProjectModel as a conjunction of literals: what does not mention vars is
// divided, too. It is nil if m does not satisfy f.
func Cube(tb *Table, vars []T, f T, m *Model) []T {
	t := projectModel(&modelProjector{tb: tb, vars: vars, whole: true}, f, m)
	if t == False {
		return nil
	}
	return append([]T{}, tb.Conjuncts(t)...)
}

func projectModel(p *modelProjector, f T, m *Model) T {
	tb, vars := p.tb, p.vars
	p.ev = NewEvaluator(tb)
	p.m = &Model{BV: maps.Clone(m.BV), Arr: m.Arr, Fun: m.Fun}
	if p.m.BV == nil {
		p.m.BV = map[T]uint64{}
	}
	p.ev.Reset(p.m)
	for _, v := range vars {
		p.sig |= tb.nodes[v].sig
		p.isVar(v)
	}
	if !p.holds(f) {
		return False
	}
	return p.run(f)
}

type modelProjector struct {
	tb   *Table
	vars []T
	m    *Model // extended by the values of reads; no term evaluated before changes its value by that
	ev   *Evaluator
	sig  uint64     // signature of vars
	done map[T]bool // formulas the current implicant already covers
	ment []int8     // 0 unknown, 1 mentions vars, -1 does not
	// whole says that everything is divided into literals, not only what mentions vars.
	whole bool
}

func (p *modelProjector) holds(f T) bool { return p.value(f) == 1 }

func (p *modelProjector) value(t T) uint64 { return p.ev.Value(t) }

func (p *modelProjector) isVar(v T) {
	p.grow()
	p.ment[v] = 1
}

func (p *modelProjector) grow() {
	if n := len(p.tb.nodes); len(p.ment) < n {
		p.ment = append(p.ment, make([]int8, n+n/4-len(p.ment))...)
	}
}

// divides tells whether t is divided into literals.
func (p *modelProjector) divides(t T) bool { return p.whole || p.mentions(t) }

// mentions tells whether a variable to eliminate occurs in t.
func (p *modelProjector) mentions(t T) bool {
	nd := &p.tb.nodes[t]
	if nd.sig&p.sig == 0 {
		return false
	}
	p.grow()
	if p.ment[t] == 0 {
		p.ment[t] = -1
		for _, a := range p.tb.arena[nd.off : nd.off+nd.n] {
			if p.mentions(a) {
				p.ment[t] = 1
				break
			}
		}
	}
	return p.ment[t] == 1
}

func (p *modelProjector) run(f T) T {
	f = p.reads(p.implicant(f))
	for _, v := range slices.Clone(p.vars) {
		if !p.tb.Occurs(v, f) {
			continue
		}
		if p.tb.nodes[v].sort.Kind == SArray {
			panic("logic: array left after its reads were replaced")
		}
		f = p.implicant(p.eliminate(v, f))
	}
	return f
}

// implicant gives a conjunction of literals that m satisfies and that implies f. Parts that do not mention vars stay whole.
func (p *modelProjector) implicant(f T) T {
	var lits []T
	p.done = map[T]bool{}
	p.collect(f, &lits)
	return p.resolve(p.tb.And(lits...))
}

// collect appends literals true under m that imply f, which is true under m.
func (p *modelProjector) collect(f T, lits *[]T) {
	tb := p.tb
	if p.done[f] {
		return
	}
	p.done[f] = true
	if !p.divides(f) {
		*lits = append(*lits, f)
		return
	}
	a, neg := tb.atom(f)
	nd := tb.nodes[a]
	args := slices.Clone(tb.Args(a))
	sign := func(t T) T {
		if neg {
			return tb.Not(t)
		}
		return t
	}
	switch {
	case nd.op == OpAnd && !neg || nd.op == OpOr && neg:
		for _, x := range args {
			p.collect(sign(x), lits)
		}
	case nd.op == OpAnd || nd.op == OpOr:
		// One true argument is enough: one without vars, if there is.
		best := False
		for _, x := range args {
			if x = sign(x); p.holds(x) && (best == False || p.mentions(best) && (!p.mentions(x) || tb.Size(x) < tb.Size(best))) {
				best = x
			}
		}
		p.collect(best, lits)
	case nd.op == OpIte:
		if p.holds(args[0]) {
			p.collect(args[0], lits)
			p.collect(sign(args[1]), lits)
		} else {
			p.collect(tb.Not(args[0]), lits)
			p.collect(sign(args[2]), lits)
		}
	case nd.op == OpEq && tb.nodes[args[0]].sort.Kind == SBool:
		for _, x := range args {
			if !p.holds(x) {
				x = tb.Not(x)
			}
			p.collect(x, lits)
		}
	default:
		*lits = append(*lits, f)
	}
}

// resolve replaces conditionals that mention vars by the branch taken under m, and adds the condition.
func (p *modelProjector) resolve(f T) T {
	tb := p.tb
	for {
		memo := map[T]T{}
		var lits []T
		p.done = map[T]bool{}
		g := p.branch(f, memo, &lits)
		if g == f {
			return f
		}
		p.collect(g, &lits)
		f = tb.And(lits...)
	}
}

// branch gives t with such conditionals replaced; the literals of their conditions go to lits.
func (p *modelProjector) branch(t T, memo map[T]T, lits *[]T) T {
	if !p.divides(t) {
		return t
	}
	if r, ok := memo[t]; ok {
		return r
	}
	tb := p.tb
	args := slices.Clone(tb.Args(t))
	r := t
	if nd := &tb.nodes[t]; nd.op == OpIte && nd.sort.Kind == SBV {
		c, x := args[0], args[1]
		if !p.holds(c) {
			c, x = tb.Not(c), args[2]
		}
		p.collect(p.branch(c, memo, lits), lits)
		r = p.branch(x, memo, lits)
	} else {
		changed := false
		for i, a := range args {
			args[i] = p.branch(a, memo, lits)
			changed = changed || args[i] != a
		}
		if changed {
			r = tb.Rebuild(t, args)
		}
	}
	memo[t] = r
	return r
}

// reads replaces the reads of eliminated arrays by variables, under the equalities and disequalities of indices that hold in m.
func (p *modelProjector) reads(f T) T {
	tb := p.tb
	type read struct{ arr, idx, val T }
	var done []read
	for {
		at := T(-1)
		for _, x := range tb.Cone(f) {
			if tb.nodes[x].op == OpSelect && slices.Contains(p.vars, tb.arg(x, 0)) {
				at = x // its index holds no such read: arguments come first
				break
			}
		}
		if at < 0 {
			return f
		}
		arr, idx := tb.arg(at, 0), tb.arg(at, 1)
		val := T(-1)
		var side []T
		for _, r := range done {
			if r.arr != arr {
				continue
			}
			if p.value(r.idx) == p.value(idx) {
				side = append(side, tb.Eq(r.idx, idx))
				val = r.val
				break
			}
			side = append(side, tb.Ne(r.idx, idx))
		}
		if val < 0 {
			val = tb.Fresh("read", tb.nodes[at].sort)
			p.m.BV[val] = p.value(at)
			p.vars = append(p.vars, val)
			p.sig |= tb.nodes[val].sig
			p.isVar(val)
			done = append(done, read{arr, idx, val})
		}
		f = p.implicant(tb.And(append(side, tb.Replace(f, map[T]T{at: val}))...))
	}
}

// eliminate removes v from the implicant f.
func (p *modelProjector) eliminate(v, f T) T {
	tb := p.tb
	var with, without []T
	for _, c := range tb.Conjuncts(f) {
		if tb.Occurs(v, c) {
			with = append(with, c)
		} else {
			without = append(without, c)
		}
	}
	g := tb.And(with...)
	exact := projector{tb: tb}
	if r, ok := exact.exists([]T{v}, g); ok {
		return tb.And(append(without, r)...)
	}
	for _, e := range p.candidates(v, with) {
		if r := tb.Subst(g, map[T]T{v: e}); p.holds(r) {
			return tb.And(append(without, r)...)
		}
	}
	panic("logic: the value of the model is not a solution")
}

// candidates gives terms to put for v: bounds that are close under m, then the value in m.
func (p *modelProjector) candidates(v T, with []T) []T {
	tb := p.tb
	s := tb.nodes[v].sort
	if s.Kind == SBool {
		return []T{tb.Bool(p.m.BV[v] != 0)}
	}
	exact := projector{tb: tb}
	one := tb.bv(s.W, 1)
	var out []T
	for _, c := range with {
		b, ok := exact.boundOf(v, c)
		switch {
		case !ok || b.op == OpEq:
		case !b.strict:
			out = append(out, b.e)
		case b.lower:
			out = append(out, tb.Add(b.e, one))
		default:
			out = append(out, tb.Sub(b.e, one))
		}
	}
	return append(out, tb.bv(s.W, p.m.BV[v]))
}
