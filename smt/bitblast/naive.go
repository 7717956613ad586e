package bitblast

import (
	"fmt"
	"slices"

	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
)

// Naive is a second, independent engine for rechecking proofs: it writes
// clauses directly from the terms, without circuit, polarity, lazy axioms or
// anything kept between questions; only gates with a constant input are left
// out. Division is its
// definition by multiplication at double width, congruence is written out for
// all pairs. Its SAT solver is gini, unless Own is set. Its only input shared
// with Engine are the terms.
type Naive struct {
	Own bool // use package sat
}

var _ smt.Engine = (*Naive)(nil)

// Check decides the conjunction of f. Sat comes without a model.
func (e *Naive) Check(tb *logic.Table, f []logic.T, b smt.Budget) (smt.Result, *logic.Model, error) {
	n := naive{tb: tb, memo: map[logic.T][]int32{}}
	if e.Own {
		n.sat = newOwn()
	} else {
		n.sat = newGini()
	}
	// The work of gini is not counted, and its time must not move a clock
	// that other budgets go by.
	n.lim = newLimits(b, &work.Clock{})
	n.yes = n.fresh()
	n.clause(n.yes)
	for _, t := range f {
		for _, x := range tb.Cone(t) {
			if n.tooLarge() {
				return smt.Unknown, nil, nil
			}
			if _, done := n.memo[x]; !done && tb.Sort(x).Kind != logic.SArray {
				n.memo[x] = n.term(x)
			}
		}
		n.clause(n.memo[t][0])
	}
	complete := n.congruence()
	tb.Clock.Count(n.made, work.Gate)
	if !complete {
		return smt.Unknown, nil, nil
	}
	switch n.sat.solve(nil, n.lim) {
	case 1:
		return smt.Sat, nil, nil
	case -1:
		return smt.Unsat, nil, nil
	}
	return smt.Unknown, nil, nil
}

// naive holds the clauses of one question. Words are SAT literals, least
// significant first.
type naive struct {
	tb       *logic.Table
	sat      satSolver
	memo     map[logic.T][]int32
	yes      int32
	made     int // variables
	accesses []logic.T
	lim      limits
}

// tooLarge reports whether writing clauses has taken all memory or time that it
// may take.
func (n *naive) tooLarge() bool { return n.made > maxNaive || n.lim.expired() }

func (n *naive) fresh() int32       { n.made++; return n.sat.newVar() << 1 }
func (n *naive) clause(ls ...int32) { n.sat.addClause(ls) }
func (n *naive) constant(b bool) int32 {
	if b {
		return n.yes
	}
	return n.yes ^ 1
}

func (n *naive) freshWord(w int) []int32 {
	r := make([]int32, w)
	for i := range r {
		r[i] = n.fresh()
	}
	return r
}

func (n *naive) number(w int, v uint64) []int32 {
	r := make([]int32, w)
	for i := range r {
		r[i] = n.constant(i < 64 && v>>uint(i)&1 == 1)
	}
	return r
}

func (n *naive) and(a, b int32) int32 {
	switch no := n.yes ^ 1; {
	case a == no || b == no:
		return no
	case a == n.yes:
		return b
	case b == n.yes:
		return a
	}
	r := n.fresh()
	n.clause(r^1, a)
	n.clause(r^1, b)
	n.clause(r, a^1, b^1)
	return r
}

func (n *naive) or(a, b int32) int32 { return n.and(a^1, b^1) ^ 1 }

func (n *naive) xor(a, b int32) int32 {
	switch no := n.yes ^ 1; {
	case a == no:
		return b
	case b == no:
		return a
	case a == n.yes:
		return b ^ 1
	case b == n.yes:
		return a ^ 1
	}
	r := n.fresh()
	n.clause(r^1, a, b)
	n.clause(r^1, a^1, b^1)
	n.clause(r, a^1, b)
	n.clause(r, a, b^1)
	return r
}

func (n *naive) mux(s, a, b int32) int32 { return n.or(n.and(s, a), n.and(s^1, b)) }

func (n *naive) muxWord(s int32, a, b []int32) []int32 {
	r := make([]int32, len(a))
	for i := range a {
		r[i] = n.mux(s, a[i], b[i])
	}
	return r
}

func (n *naive) bitwise(a, b []int32, f func(x, y int32) int32) []int32 {
	r := make([]int32, len(a))
	for i := range a {
		r[i] = f(a[i], b[i])
	}
	return r
}

func (n *naive) not(a []int32) []int32 {
	r := make([]int32, len(a))
	for i := range a {
		r[i] = a[i] ^ 1
	}
	return r
}

func (n *naive) add(a, b []int32, carry int32) []int32 {
	r := make([]int32, len(a))
	for i := range a {
		x := n.xor(a[i], b[i])
		r[i] = n.xor(x, carry)
		carry = n.or(n.and(a[i], b[i]), n.and(x, carry))
	}
	return r
}

func (n *naive) neg(a []int32) []int32 {
	return n.add(n.not(a), n.number(len(a), 0), n.yes)
}

// known reports whether all bits of a word are constants.
func (n *naive) known(a []int32) bool {
	return !slices.ContainsFunc(a, func(l int32) bool { return l != n.yes && l != n.yes^1 })
}

// mul adds a row for each bit of b. Where one factor is a constant it is b, and not
// a negative one: a row of zeros costs nothing, and sums have many factors of -1.
func (n *naive) mul(a, b []int32) []int32 {
	w := len(a)
	if n.known(a) {
		a, b = b, a
	}
	if n.known(b) && b[w-1] == n.yes && slices.Contains(b[:w-1], n.yes) {
		return n.neg(n.mul(a, n.neg(b)))
	}
	r := n.number(w, 0)
	for i := range w {
		row := n.number(w, 0)
		for j := i; j < w; j++ {
			row[j] = n.and(a[j-i], b[i])
		}
		r = n.add(r, row, n.constant(false))
	}
	return r
}

func (n *naive) eq(a, b []int32) int32 {
	r := n.yes
	for i := range a {
		r = n.and(r, n.xor(a[i], b[i])^1)
	}
	return r
}

// less compares from the lowest bit: a later difference overrules.
func (n *naive) less(a, b []int32) int32 {
	r := n.constant(false)
	for i := range a {
		r = n.mux(n.xor(a[i], b[i]), b[i], r)
	}
	return r
}

func (n *naive) signedLess(a, b []int32) int32 {
	s := len(a) - 1
	return n.mux(n.xor(a[s], b[s]), a[s], n.less(a, b))
}

func (n *naive) extend(a []int32, w int, fill int32) []int32 {
	r := append([]int32(nil), a...)
	for len(r) < w {
		r = append(r, fill)
	}
	return r
}

// divide gives q and r with d = 0 or a = q*d + r at double width and r < d.
func (n *naive) divide(a, d []int32) (q, r []int32) {
	w := len(a)
	q, r = n.freshWord(w), n.freshWord(w)
	no := n.constant(false)
	wide := func(x []int32) []int32 { return n.extend(x, 2*w, no) }
	zero := n.eq(d, n.number(w, 0))
	product := n.mul(wide(q), wide(d))
	exact := n.eq(n.add(product, wide(r), no), wide(a))
	n.clause(zero, exact)
	n.clause(zero, n.less(r, d))
	n.clause(zero^1, n.eq(q, n.number(w, ^uint64(0))))
	n.clause(zero^1, n.eq(r, a))
	return q, r
}

func (n *naive) signedDivide(a, d []int32) (q, r []int32) {
	s := len(a) - 1
	q, r = n.divide(n.muxWord(a[s], n.neg(a), a), n.muxWord(d[s], n.neg(d), d))
	return n.muxWord(n.xor(a[s], d[s]), n.neg(q), q), n.muxWord(a[s], n.neg(r), r)
}

// shift chooses among all amounts. down: towards the least significant bit.
func (n *naive) shift(a, by []int32, down bool, fill int32) []int32 {
	w := len(a)
	r := n.extend(nil, w, fill)
	for k := range w {
		moved := make([]int32, w)
		for i := range moved {
			from := i - k
			if down {
				from = i + k
			}
			moved[i] = fill
			if from >= 0 && from < w {
				moved[i] = a[from]
			}
		}
		r = n.muxWord(n.eq(by, n.number(w, uint64(k))), moved, r)
	}
	return r
}

// term encodes one term whose arguments are encoded.
func (n *naive) term(t logic.T) []int32 {
	tb := n.tb
	w := width(tb.Sort(t))
	args := tb.Args(t)
	x := func(i int) []int32 { return n.memo[args[i]] }
	fold := func(f func(a, b []int32) []int32) []int32 {
		r := x(0)
		for i := 1; i < len(args); i++ {
			r = f(r, x(i))
		}
		return r
	}
	one := func(l int32) []int32 { return []int32{l} }
	no := n.constant(false)
	switch op := tb.Op(t); op {
	case logic.OpFalse, logic.OpTrue, logic.OpConst:
		return n.number(w, tb.ConstVal(t))
	case logic.OpVar:
		return n.freshWord(w)
	case logic.OpSelect, logic.OpApply:
		n.accesses = append(n.accesses, t)
		return n.freshWord(w)
	case logic.OpNot, logic.OpBvNot:
		return n.not(x(0))
	case logic.OpAnd, logic.OpBvAnd:
		return fold(func(a, b []int32) []int32 { return n.bitwise(a, b, n.and) })
	case logic.OpOr, logic.OpBvOr:
		return fold(func(a, b []int32) []int32 { return n.bitwise(a, b, n.or) })
	case logic.OpBvXor:
		return fold(func(a, b []int32) []int32 { return n.bitwise(a, b, n.xor) })
	case logic.OpEq:
		return one(n.eq(x(0), x(1)))
	case logic.OpIte:
		return n.muxWord(x(0)[0], x(1), x(2))
	case logic.OpAdd:
		return fold(func(a, b []int32) []int32 { return n.add(a, b, no) })
	case logic.OpMul:
		return fold(n.mul)
	case logic.OpUDiv:
		q, _ := n.divide(x(0), x(1))
		return q
	case logic.OpURem:
		_, r := n.divide(x(0), x(1))
		return r
	case logic.OpSDiv:
		q, _ := n.signedDivide(x(0), x(1))
		return q
	case logic.OpSRem:
		_, r := n.signedDivide(x(0), x(1))
		return r
	case logic.OpShl:
		return n.shift(x(0), x(1), false, no)
	case logic.OpLShr:
		return n.shift(x(0), x(1), true, no)
	case logic.OpAShr:
		return n.shift(x(0), x(1), true, x(0)[w-1])
	case logic.OpFloat:
		f, m := tb.FloatOp(t)
		return n.float(f, m, formatOf(len(x(0))), formatOf(w), w, x(0), x(len(args)-1))
	case logic.OpConcat:
		return append(append([]int32(nil), x(1)...), x(0)...)
	case logic.OpExtract:
		hi, lo := tb.ExtractBounds(t)
		return x(0)[lo : hi+1]
	case logic.OpZExt:
		return n.extend(x(0), w, no)
	case logic.OpSExt:
		return n.extend(x(0), w, x(0)[len(x(0))-1])
	case logic.OpULt:
		return one(n.less(x(0), x(1)))
	case logic.OpULe:
		return one(n.less(x(1), x(0)) ^ 1)
	case logic.OpSLt:
		return one(n.signedLess(x(0), x(1)))
	case logic.OpSLe:
		return one(n.signedLess(x(1), x(0)) ^ 1)
	default:
		panic(fmt.Sprintf("bitblast: operator %s", op))
	}
}

// distinct reports whether two argument lists hold different constants at
// some place.
func distinct(tb *logic.Table, as, at []logic.T) bool {
	for k := range as {
		if tb.IsConst(as[k]) && tb.IsConst(at[k]) && tb.ConstVal(as[k]) != tb.ConstVal(at[k]) {
			return true
		}
	}
	return false
}

// congruence writes, for all pairs of reads of one array and of applications
// of one function, that equal arguments give equal values. It is false if that is
// too large.
func (n *naive) congruence() bool {
	tb := n.tb
	for i, s := range n.accesses {
		if n.tooLarge() {
			return false
		}
		for _, t := range n.accesses[:i] {
			if tb.Op(s) != tb.Op(t) {
				continue
			}
			as, at := tb.Args(s), tb.Args(t)
			if tb.Op(s) == logic.OpSelect {
				if as[0] != at[0] {
					continue
				}
				as, at = as[1:], at[1:]
			} else if tb.Name(s) != tb.Name(t) || len(as) != len(at) {
				continue
			}
			if distinct(tb, as, at) {
				continue
			}
			same := n.yes
			for k := range as {
				same = n.and(same, n.eq(n.memo[as[k]], n.memo[at[k]]))
			}
			n.clause(same^1, n.eq(n.memo[s], n.memo[t]))
		}
	}
	return true
}
