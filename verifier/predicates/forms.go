package predicates

import (
	"math/bits"
	"slices"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/logic"
)

// Bounds of linear forms of two or three variables with small coefficients, from
// executions (after templates of Sankaranarayanan, Sipma and Manna, Scalable
// analysis of linear systems using mathematical programming, 2005). An execution
// seldom meets an extreme of a form by chance: what is proposed is an extreme that
// several states have. Forms are computed with more bits than variables have, so
// that they do not overflow.

// formBits is by how much a form is wider than its variables, so that it does not
// overflow.
const formBits = 4

// Forms are the proposals about variables in the states sampled at one place.
func Forms(enc *hoare.Encoder, vars []int, rows [][]uint64) []logic.T {
	tb := enc.TB
	if len(rows) < 2*minTight {
		return nil
	}
	byWidth := map[int][]int{}
	for i, v := range vars {
		if w := enc.Prog.Vars[v].Type.Width(); w <= 32 && !truth(rows, i) && len(byWidth[w]) < maxVars {
			byWidth[w] = append(byWidth[w], i)
		}
	}
	var out []logic.T
	for _, w := range []int{8, 16, 32} {
		for _, f := range combinations(byWidth[w]) {
			lo, hi, atLo, atHi := int64(0), int64(0), 0, 0
			for k, r := range rows {
				n := int64(0)
				for _, m := range f {
					n += m.by * cfg.SignExtend(r[m.col], w)
				}
				if k == 0 || n < lo {
					lo, atLo = n, 0
				}
				if k == 0 || n > hi {
					hi, atHi = n, 0
				}
				if n == lo {
					atLo++
				}
				if n == hi {
					atHi++
				}
			}
			if lo == hi {
				continue // an equation, see guess
			}
			sum := tb.BV(w+formBits, 0)
			for _, m := range f {
				sum = tb.Add(sum, tb.Mul(tb.BV(w+formBits, uint64(m.by)), tb.SExt(enc.VarTerm[vars[m.col]], w+formBits)))
			}
			if atLo >= minTight && lo > -maxNumber && len(out) < maxCandidates/2 {
				out = append(out, tb.SLe(tb.BV(w+formBits, uint64(lo)), sum))
			}
			if atHi >= minTight && hi < maxNumber && len(out) < maxCandidates/2 {
				out = append(out, tb.SLe(sum, tb.BV(w+formBits, uint64(hi))))
			}
		}
	}
	return out
}

// multiple is a column with its coefficient.
type multiple struct {
	col int
	by  int64
}

// combinations are the forms over some columns, each up to its sign: single ones,
// pairs with coefficients up to 2, triples with coefficients of 1.
func combinations(cols []int) [][]multiple {
	var out [][]multiple
	for i, a := range cols {
		out = append(out, []multiple{{a, 1}})
		for j, b := range cols[:i] {
			for _, c := range [][2]int64{{1, -1}, {1, 1}, {2, -1}, {1, -2}, {2, 1}, {1, 2}} {
				out = append(out, []multiple{{a, c[0]}, {b, c[1]}})
			}
			for _, c := range cols[:j] {
				for _, by := range [][2]int64{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
					out = append(out, []multiple{{a, 1}, {b, by[0]}, {c, by[1]}})
				}
			}
		}
	}
	// Short forms first: there is a limit.
	slices.SortStableFunc(out, func(x, y []multiple) int { return len(x) - len(y) })
	return out
}

// Linear algebra modulo a prime, which has no rounding and no overflow: a solution in
// small integers is one over the rationals, if there is one.

// prime is the modulus of the elimination, 2^61-1.
const prime = 1<<61 - 1

// mulmod and invmod are the product and the inverse modulo the prime.
func mulmod(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	r := (lo & prime) + (lo>>61 | hi<<3)
	for r >= prime {
		r -= prime
	}
	return r
}

func invmod(a uint64) uint64 {
	r, e := uint64(1), uint64(prime-2)
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			r = mulmod(r, a)
		}
		a = mulmod(a, a)
	}
	return r
}

// ToMod is a number modulo the prime.
func ToMod(v int64) uint64 {
	m := v % prime
	if m < 0 {
		m += prime
	}
	return uint64(m)
}

// Kernel is a basis of the null space of m modulo prime, and for each vector
// the column that the ones before it determine.
func Kernel(m [][]uint64, n int) (basis [][]uint64, free []int) {
	pivotRow := make([]int, n)
	for i := range pivotRow {
		pivotRow[i] = -1
	}
	r := 0
	for col := 0; col < n && r < len(m); col++ {
		p := r
		for p < len(m) && m[p][col] == 0 {
			p++
		}
		if p == len(m) {
			continue
		}
		m[r], m[p] = m[p], m[r]
		inv := invmod(m[r][col])
		for k := range m[r] {
			m[r][k] = mulmod(m[r][k], inv)
		}
		for i := range m {
			if i != r && m[i][col] != 0 {
				f := m[i][col]
				for k := col; k < n; k++ {
					m[i][k] = (m[i][k] + prime - mulmod(f, m[r][k])) % prime
				}
			}
		}
		pivotRow[col] = r
		r++
	}
	for f := range n {
		if pivotRow[f] >= 0 {
			continue
		}
		v := make([]uint64, n)
		v[f] = 1
		for col := range n {
			if p := pivotRow[col]; p >= 0 && m[p][f] != 0 {
				v[col] = prime - m[p][f]
			}
		}
		basis, free = append(basis, v), append(free, f)
	}
	return basis, free
}

// SmallIntegers scales a vector modulo prime to small integers.
func SmallIntegers(v []uint64) ([]int64, bool) {
	for d := uint64(1); d <= 12; d++ {
		out := make([]int64, len(v))
		ok := true
		for i, x := range v {
			y := mulmod(x, d)
			switch {
			case y < uint64(maxNumber):
				out[i] = int64(y)
			case prime-y < uint64(maxNumber):
				out[i] = -int64(prime - y)
			default:
				ok = false
			}
		}
		if ok {
			return out, true
		}
	}
	return nil, false
}

// truth reports whether a column holds only truth values.
func truth(rows [][]uint64, i int) bool {
	return !slices.ContainsFunc(rows, func(r []uint64) bool { return r[i] > 1 })
}
