package contracts

import (
	"slices"

	"culprit/analysis/contract"
	"culprit/cfg"
	"culprit/verifier/predicates"
)

// moderate numbers do not overflow in sums and products.
func moderate(n int64) bool { return n > -(1<<28) && n < 1<<28 }

// features are sets of increasing size. A constant is the first of each.
func (m *miner) features(entry []*cfg.Var, w int) [][]cfg.Expr {
	t := cfg.BV(w)
	number := func(n uint64) cfg.Expr { return &cfg.Const{T: t, V: cfg.Mask(n, w)} }
	constant := []cfg.Expr{number(1)}
	var linear, rest, products, powers []cfg.Expr
	for _, v := range entry {
		var x cfg.Expr = &cfg.VarRef{V: v}
		switch vw := v.Type.Width(); {
		case vw < w && v.Signed:
			x = &cfg.Cast{Op: cfg.SExt, T: t, X: x}
		case vw < w:
			x = &cfg.Cast{Op: cfg.ZExt, T: t, X: x}
		case vw > w:
			x = &cfg.Cast{Op: cfg.Trunc, T: t, X: x}
		}
		linear = append(linear, x)
		op := cfg.SRem
		if !v.Signed {
			op = cfg.URem
		}
		for _, k := range m.divisors() {
			if k>>(w-1) == 0 {
				rest = append(rest, &cfg.Binary{Op: op, T: t, X: x, Y: number(k)})
			}
		}
		powers = append(powers, &cfg.Binary{Op: cfg.Shl, T: t, X: number(1), Y: x})
	}
	for i, x := range linear {
		for _, y := range linear[i:] {
			products = append(products, &cfg.Binary{Op: cfg.Mul, T: t, X: x, Y: y})
		}
	}
	return [][]cfg.Expr{constant, slices.Concat(constant, linear), slices.Concat(constant, powers), slices.Concat(constant, linear, rest), slices.Concat(constant, linear, products), slices.Concat(constant, linear, powers)}
}

// divisors are the moduli for remainders.
func (m *miner) divisors() []uint64 {
	out := []uint64{2}
	for _, c := range m.pool {
		if c > 2 && c <= 16 && len(out) < 3 {
			out = append(out, c)
		}
	}
	return out
}

// combination solves for the output.
func (m *miner) combination(o *cfg.Var, set []cfg.Expr, rows []*contract.Row) cfg.Expr {
	n, w := len(set), o.Type.Width()
	if n > 1 && len(rows) < n+2 || len(rows) == 0 {
		return nil
	}
	var matrix [][]uint64
	for _, r := range rows {
		line := make([]uint64, n+1)
		ok := true
		for k, x := range set {
			v := cfg.SignExtend(m.value(x, r, true), w)
			ok = ok && moderate(v)
			line[k] = predicates.ToMod(v)
		}
		line[n] = predicates.ToMod(cfg.SignExtend(m.value(&cfg.VarRef{V: o}, r, true), w))
		if ok {
			matrix = append(matrix, line)
		}
	}
	if n > 1 && len(matrix) < n+2 || len(matrix) == 0 {
		return nil
	}
	basis, free := predicates.Kernel(matrix, n+1)
	if len(free) == 0 || free[len(free)-1] != n {
		return nil
	}
	coeff, ok := predicates.SmallIntegers(basis[len(basis)-1])
	if !ok || coeff[n] == 0 {
		return nil
	}
	return cfg.Compare(cfg.Eq, scaled(coeff[n], &cfg.VarRef{V: o}), weighted(coeff[:n], set, o.Type))
}

// scaled is k times x.
func scaled(k int64, x cfg.Expr) cfg.Expr {
	if k == 1 {
		return x
	}
	t := x.Type()
	return &cfg.Binary{Op: cfg.Mul, T: t, X: &cfg.Const{T: t, V: cfg.Mask(uint64(k), t.Width())}, Y: x}
}

// weighted is minus the sum of the terms with their coefficients, the last
// first. The first term is 1.
func weighted(coeff []int64, terms []cfg.Expr, t cfg.Type) cfg.Expr {
	var sum cfg.Expr
	for k, c := range slices.Backward(coeff) {
		if c == 0 {
			continue
		}
		var x cfg.Expr = &cfg.Const{T: t, V: cfg.Mask(uint64(-c), t.Width())}
		if k > 0 {
			x = scaled(-c, terms[k])
		}
		if sum == nil {
			sum = x
		} else {
			sum = &cfg.Binary{Op: cfg.Add, T: t, X: sum, Y: x}
		}
	}
	if sum == nil {
		return &cfg.Const{T: t}
	}
	return sum
}

// equation finds an output as a combination of features of the entry, the
// simplest first, and last of the entry and other outputs, that holds in all
// rows; nil if there is none.
func (m *miner) equation(o *cfg.Var, entry, others []*cfg.Var, rows []*contract.Row) cfg.Expr {
	w := o.Type.Width()
	var small []*contract.Row
	for _, r := range rows {
		if moderate(cfg.SignExtend(m.value(&cfg.VarRef{V: o}, r, true), w)) {
			small = append(small, r)
		}
	}
	if n := len(small); n > maxTable { // evenly
		for i := range maxTable {
			small[i] = small[i*n/maxTable]
		}
		small = small[:maxTable]
	}
	sets := m.features(entry, w)
	if len(others) > 0 {
		sets = append(sets, m.features(slices.Concat(entry, others), w)[1])
	}
	for _, set := range sets {
		if e := m.combination(o, set, small); e != nil {
			if m.holds(e, rows, true) {
				return e
			}
			return nil
		}
	}
	return nil
}
