package logic

import (
	"math/bits"
	"slices"
)

// This file eliminates variables: Exists from above (exactly where it can), ProjectModel from below, around a model.
//
// Exists uses, in this order: equations solved for the variable (odd coefficients are inverted modulo 2^w); replacement of a term that
// takes every value because of a variable that occurs nowhere else (unconstrained terms); reads of an eliminated array
// become variables with congruence; pairing of lower and upper bounds, which is exact over the finite order: l <= v and
// v <= h have a solution iff l <= h, l < v and v < h iff l < h and l+1 < h; case splits over disjunctions and conditionals,
// a bounded number of them. The remaining literals are dropped, an over-approximation.

type projector struct {
	tb     *Table
	splits int
	lossy  bool // drop what cannot be eliminated; otherwise keep it
}

// Exists eliminates vars from f. The result does not contain them and is implied by f; if exact, it is equivalent to
// the existential quantification.
func Exists(tb *Table, vars []T, f T) (res T, exact bool) {
	p := &projector{tb: tb, splits: maxSplits, lossy: true}
	vars = slices.Clone(vars)
	slices.Sort(vars)
	return p.exists(vars, f)
}

// nnf pushes negations at the root of f inwards.
func (p *projector) nnf(f T) T {
	tb := p.tb
	a, neg := tb.atom(f)
	if !neg {
		return f
	}
	nd := tb.nodes[a]
	switch nd.op {
	case OpAnd, OpOr:
		args := slices.Clone(tb.Args(a))
		for i := range args {
			args[i] = tb.Not(args[i])
		}
		return tb.junction(OpAnd+OpOr-nd.op, args)
	case OpIte:
		return tb.Ite(tb.arg(a, 0), tb.Not(tb.arg(a, 1)), tb.Not(tb.arg(a, 2)))
	}
	return f
}

// occurring gives the variables of vars (sorted) that occur in f.
func (p *projector) occurring(vars []T, f T) []T {
	tb := p.tb
	sig := uint64(0)
	for _, v := range vars {
		sig |= tb.nodes[v].sig
	}
	if tb.nodes[f].sig&sig == 0 {
		return nil
	}
	var out []T
	in := tb.Vars(f)
	for _, v := range vars {
		for len(in) > 0 && in[0] < v {
			in = in[1:]
		}
		if len(in) > 0 && in[0] == v {
			out = append(out, v)
			in = in[1:]
		}
	}
	return out
}

func (p *projector) exists(vars []T, f T) (T, bool) {
	tb := p.tb
	vars = p.occurring(vars, f)
	if len(vars) == 0 {
		return f, true
	}
	f = p.nnf(f)
	if tb.nodes[f].op == OpOr {
		exact := true
		cases := tb.Disjuncts(f)
		for i, c := range cases {
			r, ok := p.exists(vars, c)
			cases[i] = r
			exact = exact && ok
		}
		return tb.Or(cases...), exact
	}
	var out, in []T
	cs := tb.Conjuncts(f)
	for i, c := range cs {
		if n := p.nnf(c); n != c && tb.nodes[n].op == OpAnd {
			cs[i] = n
			return p.exists(vars, tb.And(cs...))
		}
		if len(p.occurring(vars, c)) == 0 {
			out = append(out, c)
		} else {
			in = append(in, c)
		}
	}
	exact := true
	for _, comp := range p.components(vars, in) {
		r, ok := p.component(vars, comp)
		out = append(out, r)
		exact = exact && ok
	}
	return tb.And(out...), exact
}

// components groups conjuncts that share variables to eliminate.
func (p *projector) components(vars []T, in []T) [][]T {
	var comps [][]T
	var occ [][]T
	for _, c := range in {
		group, vs := []T{c}, p.occurring(vars, c)
		keepC, keepV := comps[:0], occ[:0]
		for i, g := range comps {
			if slices.ContainsFunc(occ[i], func(v T) bool { return slices.Contains(vs, v) }) {
				group = append(g, group...)
				vs = append(occ[i], vs...)
			} else {
				keepC, keepV = append(keepC, g), append(keepV, occ[i])
			}
		}
		comps, occ = append(keepC, group), append(keepV, vs)
	}
	return comps
}

// component eliminates vars from conjuncts that hang together.
func (p *projector) component(vars []T, in []T) (T, bool) {
	tb := p.tb
	f := tb.And(in...)
	vars = p.occurring(vars, f)
	for _, v := range vars {
		var with, without []T
		for _, c := range in {
			if tb.Occurs(v, c) {
				with = append(with, c)
			} else {
				without = append(without, c)
			}
		}
		if r, more, ok := p.eliminate(v, with); ok {
			if len(more) > 0 {
				vars = slices.Concat(vars, more)
				slices.Sort(vars)
			}
			return p.exists(vars, tb.And(append(without, r)...))
		}
	}
	if p.splits > 0 {
		if cases := p.split(vars, in); cases != nil {
			p.splits--
			exact := true
			for i, c := range cases {
				r, ok := p.exists(vars, c)
				cases[i] = r
				exact = exact && ok
			}
			return tb.Or(cases...), exact
		}
	}
	if !p.lossy {
		return f, false
	}
	r, _ := p.exists(vars, p.drop(vars, in))
	return r, false
}

// drop removes what hinders the elimination of the variable that occurs in the fewest conjuncts; bounds stay if they can be paired.
func (p *projector) drop(vars, in []T) T {
	tb := p.tb
	best, count := T(-1), 0
	for _, v := range vars {
		n := 0
		for _, c := range in {
			if tb.Occurs(v, c) {
				n++
			}
		}
		if best < 0 || n < count {
			best, count = v, n
		}
	}
	var keep, signedLits, unsignedLits []T
	for _, c := range in {
		if !tb.Occurs(best, c) {
			keep = append(keep, c)
		} else if b, ok := p.boundOf(best, c); ok && b.op == OpSLt {
			signedLits = append(signedLits, c)
		} else if ok && b.op == OpULt {
			unsignedLits = append(unsignedLits, c)
		}
	}
	if len(signedLits) < len(unsignedLits) {
		signedLits = unsignedLits
	}
	if len(signedLits) == count {
		signedLits = nil // could have been paired: never reached
	}
	return tb.And(append(keep, signedLits...)...)
}

// eliminate gives a formula equivalent to ∃v. with, possibly over further variables to eliminate.
func (p *projector) eliminate(v T, with []T) (r T, more []T, ok bool) {
	tb := p.tb
	for i, c := range with {
		if e, ok := tb.SolveFor(c, v); ok {
			rest := slices.Concat(with[:i], with[i+1:])
			return tb.Subst(tb.And(rest...), map[T]T{v: e}), nil, true
		}
	}
	f := tb.And(with...)
	switch s := tb.nodes[v].sort; {
	case s.Kind == SArray:
		return p.ackermann(v, f)
	case s.Kind == SBV:
		if p.avoidable(v, with) {
			return tb.True(), nil, true
		}
		if r, ok := p.pair(v, with); ok {
			return r, nil, true
		}
	}
	if r, more, ok := p.unconstrained(v, f); ok {
		return r, more, true
	}
	if s := tb.nodes[v].sort; p.splits > 0 && (s.Kind == SBool || s.W <= 2) && tb.Size(f) <= maxVisited {
		p.splits--
		return tb.Or(p.values(v, f)...), nil, true
	}
	return f, nil, false
}

// avoidable reports whether v has a value with which all literals hold, whatever the others are: each says that a linear
// form with v is not 0, which excludes as many values as 2 divides the coefficient of v.
func (p *projector) avoidable(v T, with []T) bool {
	tb := p.tb
	w := tb.nodes[v].sort.W
	excluded := uint64(0)
	for _, c := range with {
		eq, neg := tb.atom(c)
		if !neg || tb.nodes[eq].op != OpEq || tb.nodes[tb.arg(eq, 0)].sort != tb.nodes[v].sort {
			return false
		}
		k, ok := tb.coefficient(eq, v)
		if !ok {
			return false
		}
		if n := bits.TrailingZeros64(k); n < 32 {
			excluded += 1 << n
		} else {
			return false
		}
	}
	return w == 64 || excluded < 1<<w // there are fewer than 2^32 literals
}

// values gives f for every value of v.
func (p *projector) values(v, f T) []T {
	tb := p.tb
	if tb.nodes[v].sort.Kind == SBool {
		return []T{tb.Subst(f, map[T]T{v: False}), tb.Subst(f, map[T]T{v: True})}
	}
	w := tb.nodes[v].sort.W
	var out []T
	for k := range uint64(1) << w {
		out = append(out, tb.Subst(f, map[T]T{v: tb.bv(w, k)}))
	}
	return out
}

// ackermann replaces the reads of the array v by variables.
func (p *projector) ackermann(v, f T) (T, []T, bool) {
	tb := p.tb
	var more []T
	type read struct{ idx, val T }
	var reads []read
	for len(reads) < 12 {
		at := T(-1)
		for _, x := range tb.Cone(f) {
			if tb.nodes[x].op == OpSelect && tb.arg(x, 0) == v && !tb.Occurs(v, tb.arg(x, 1)) {
				at = x
				break
			}
		}
		if at < 0 {
			return f, more, !tb.Occurs(v, f)
		}
		idx := tb.arg(at, 1)
		x := tb.Fresh("read", tb.nodes[at].sort)
		more = append(more, x)
		f = tb.Replace(f, map[T]T{at: x})
		for _, r := range reads {
			f = tb.And(f, tb.Or(tb.Ne(r.idx, idx), tb.Eq(r.val, x)))
		}
		reads = append(reads, read{idx, x})
	}
	return f, nil, false
}

// unconstrained replaces the only term that contains v directly, if it takes all values as v does.
func (p *projector) unconstrained(v, f T) (T, []T, bool) {
	tb := p.tb
	parent, ok := tb.onlyUse(v, f)
	if !ok {
		return f, nil, false
	}
	nd := tb.nodes[parent]
	args := slices.Clone(tb.Args(parent))
	i := slices.Index(args, v)
	with := func(x T) (T, []T, bool) {
		var more []T
		if x != v && tb.nodes[x].op == OpVar {
			more = []T{x}
		}
		return tb.Replace(f, map[T]T{parent: x}), more, true
	}
	switch nd.op {
	case OpAdd, OpBvXor:
		return with(v)
	case OpMul:
		if c := &tb.nodes[args[0]]; c.op == OpConst && c.aux&1 == 1 {
			return with(v)
		}
	case OpExtract:
		return with(tb.Fresh("bits", nd.sort))
	case OpNot:
		return with(v)
	case OpEq:
		if tb.nodes[v].sort.Kind == SBool {
			return with(v)
		}
		return with(tb.Fresh("truth", BoolSort()))
	case OpULt, OpSLt:
		// One side can be chosen: true unless the other is extreme, and false always.
		w := tb.nodes[v].sort.W
		extreme := uint64(0)
		if nd.op == OpSLt {
			extreme = 1 << (w - 1)
		}
		if i == 0 { // v < e, possible unless e is the minimum
			b := tb.Fresh("truth", BoolSort())
			return tb.Replace(f, map[T]T{parent: tb.And(b, tb.Ne(args[1], tb.bv(w, extreme)))}), []T{b}, true
		}
		b := tb.Fresh("truth", BoolSort())
		return tb.Replace(f, map[T]T{parent: tb.And(b, tb.Ne(args[0], tb.bv(w, ^extreme)))}), []T{b}, true
	}
	return f, nil, false
}

// onlyUse is the term of f that has v as an argument, if there is only one, and
// v occurs in it only once.
func (tb *Table) onlyUse(v, f T) (parent T, ok bool) {
	parent = -1
	for _, x := range tb.Cone(f) {
		if slices.Contains(tb.Args(x), v) {
			if parent >= 0 {
				return parent, false
			}
			parent = x
		}
	}
	if parent < 0 {
		return parent, false
	}
	args := tb.Args(parent)
	i := slices.Index(args, v)
	for j, a := range args {
		if j != i && tb.Occurs(v, a) {
			return parent, false
		}
	}
	return parent, true
}

// split finds a disjunction or a conditional over vars and gives the cases.
func (p *projector) split(vars, in []T) []T {
	tb := p.tb
	f := tb.And(in...)
	for i, c := range in {
		c = p.nnf(c)
		rest := tb.And(slices.Concat(in[:i], in[i+1:])...)
		a, neg := tb.atom(c)
		switch nd := tb.nodes[a]; {
		case nd.op == OpOr && !neg && nd.n <= 16:
			cases := tb.Disjuncts(a)
			for j := range cases {
				cases[j] = tb.And(rest, cases[j])
			}
			return cases
		case nd.op == OpIte && !neg:
			c, x, y := tb.arg(a, 0), tb.arg(a, 1), tb.arg(a, 2)
			return []T{tb.And(rest, c, x), tb.And(rest, tb.Not(c), y)}
		case nd.op == OpEq && tb.nodes[tb.arg(a, 0)].sort.Kind == SBool:
			x, y := tb.arg(a, 0), tb.arg(a, 1)
			if neg {
				y = tb.Not(y)
			}
			return []T{tb.And(rest, x, y), tb.And(rest, tb.Not(x), tb.Not(y))}
		}
	}
	for _, x := range tb.Cone(f) {
		if tb.nodes[x].op == OpIte && len(p.occurring(vars, x)) > 0 {
			c := tb.arg(x, 0)
			a := tb.Replace(f, map[T]T{x: tb.arg(x, 1)})
			b := tb.Replace(f, map[T]T{x: tb.arg(x, 2)})
			return []T{tb.And(a, c), tb.And(b, tb.Not(c))}
		}
	}
	return nil
}
