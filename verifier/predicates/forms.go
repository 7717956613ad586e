package predicates

import (
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
