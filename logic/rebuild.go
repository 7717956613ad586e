package logic

import "fmt"

// Subst replaces the variables that are keys of m by their values, all at once, and simplifies.
func (tb *Table) Subst(t T, m map[T]T) T {
	var sig uint64
	for v := range m {
		if nd := &tb.nodes[v]; nd.op != OpVar {
			panic("logic: Subst of " + nd.op.String())
		}
		sig |= tb.nodes[v].sig
	}
	return tb.replace(t, m, sig)
}

// SubstAll applies Subst to every term of ts.
func (tb *Table) SubstAll(ts []T, m map[T]T) []T {
	out := make([]T, len(ts))
	for i, t := range ts {
		out[i] = tb.Subst(t, m)
	}
	return out
}

// Replace replaces terms that are keys of m by their values, all at once, and simplifies; the
// occurrences are those of the normal form.
func (tb *Table) Replace(t T, m map[T]T) T { return tb.replace(t, m, 0) }

// replace looks only into terms whose signature meets sig, if that is not 0.
func (tb *Table) replace(t T, m map[T]T, sig uint64) T {
	if len(m) == 0 || sig != 0 && tb.nodes[t].sig&sig == 0 {
		return t
	}
	cone := tb.cone(tb.coneBuf[:0], sig, t)
	tb.coneBuf = nil // the constructors below may need one
	if n := len(tb.nodes); len(tb.memo) < n {
		tb.memo = append(tb.memo, make([]T, n+n/4-len(tb.memo))...)
	}
	memo := tb.memo // memo[x] = 0: unchanged; else 1 + new term; all 0 between calls
	var small [16]T
	for _, x := range cone {
		if r, ok := m[x]; ok {
			if tb.nodes[r].sort != tb.nodes[x].sort {
				tb.sortPanic("substitution", x, r)
			}
			memo[x] = r + 1
			continue
		}
		buf := append(small[:0], tb.Args(x)...)
		changed := false
		for i, a := range buf {
			if r := memo[a]; r != 0 && r-1 != a {
				buf[i] = r - 1
				changed = true
			}
		}
		if changed {
			memo[x] = tb.Rebuild(x, buf) + 1
		}
	}
	r := t
	if memo[t] != 0 {
		r = memo[t] - 1
	}
	for _, x := range cone {
		memo[x] = 0
	}
	tb.coneBuf = cone
	return r
}

// Rebuild gives the term with the operator of t over other arguments, simplified.
func (tb *Table) Rebuild(t T, args []T) T {
	nd := tb.nodes[t]
	switch nd.op {
	case OpFalse, OpTrue, OpVar, OpConst:
		return t
	case OpExtract:
		return tb.Extract(int(nd.aux>>8), int(nd.aux&255), args[0])
	case OpZExt:
		return tb.ZExt(args[0], int(nd.sort.W))
	case OpSExt:
		return tb.SExt(args[0], int(nd.sort.W))
	case OpConstArray:
		return tb.ConstArray(nd.sort, args[0])
	case OpApply:
		return tb.Apply(tb.names[nd.aux], nd.sort, args...)
	case OpFloat:
		op, m := tb.FloatOp(t)
		return tb.Float(op, m, int(nd.sort.W), args...)
	}
	return tb.Build(nd.op, args...)
}

// Build applies the operator op, which has no parameter besides its arguments; n-ary for OpAnd, OpOr, OpAdd, OpMul.
func (tb *Table) Build(op Op, args ...T) T {
	switch op {
	case OpAnd:
		return tb.And(args...)
	case OpOr:
		return tb.Or(args...)
	case OpAdd:
		return tb.AddN(args...)
	case OpNot:
		return tb.Not(args[0])
	case OpBvNot:
		return tb.BvNot(args[0])
	case OpIte:
		return tb.Ite(args[0], args[1], args[2])
	case OpStore:
		return tb.Store(args[0], args[1], args[2])
	case OpCopy:
		return tb.Copy(args[0], args[1], args[2], args[3], args[4])
	}
	r := args[0]
	for _, b := range args[1:] {
		r = tb.build2(op, r, b)
	}
	return r
}

func (tb *Table) build2(op Op, a, b T) T {
	switch op {
	case OpEq:
		return tb.Eq(a, b)
	case OpMul:
		return tb.Mul(a, b)
	case OpUDiv:
		return tb.UDiv(a, b)
	case OpSDiv:
		return tb.SDiv(a, b)
	case OpURem:
		return tb.URem(a, b)
	case OpSRem:
		return tb.SRem(a, b)
	case OpBvAnd, OpBvOr, OpBvXor:
		return tb.bitwise(op, a, b)
	case OpShl:
		return tb.Shl(a, b)
	case OpLShr:
		return tb.LShr(a, b)
	case OpAShr:
		return tb.AShr(a, b)
	case OpConcat:
		return tb.Concat(a, b)
	case OpULt:
		return tb.ULt(a, b)
	case OpULe:
		return tb.ULe(a, b)
	case OpSLt:
		return tb.SLt(a, b)
	case OpSLe:
		return tb.SLe(a, b)
	case OpSelect:
		return tb.Select(a, b)
	}
	panic(fmt.Sprintf("logic: Build of %s", op))
}

// AddN gives the sum of at least one term.
func (tb *Table) AddN(ts ...T) T {
	w := tb.nodes[ts[0]].sort.W
	var buf [16]mono
	p, k := buf[:0], uint64(0)
	for _, t := range ts {
		tb.checkBV2("bvadd", ts[0], t)
		var c uint64
		p, c = tb.poly(p, t, 1)
		k += c
	}
	return tb.sum(w, normPoly(p, mask(w)), k)
}
