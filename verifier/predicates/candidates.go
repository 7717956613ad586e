package predicates

import (
	"maps"
	"math/bits"
	"slices"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/logic"
)

// candidates are predicates guessed from concrete executions: what held in
// every sampled state at a location inside a loop. They are only proposals: a
// Floyd-Hoare automaton keeps those whose triples are valid, so that wrong
// guesses cost time and nothing else.
//
// Templates: bounds and low bits of one variable; order, sum and difference of
// two; polynomial equations of degree two between all variables of one width
// (found by elimination modulo a prime, then with small coefficients).
type candidates struct {
	tb   *logic.Table
	enc  *hoare.Encoder
	seen map[logic.T]bool
	out  []logic.T
}

// Guess proposes what held of all samples at each location.
func Guess(enc *hoare.Encoder, s *Samples) []logic.T {
	c := &candidates{tb: enc.TB, enc: enc, seen: map[logic.T]bool{}}
	labels := slices.Sorted(maps.Keys(s.Rows))
	// Equations first: they are few and strong.
	for _, l := range labels {
		c.equations(s.Vars[l], s.Rows[l])
	}
	for _, l := range labels {
		c.pairs(s.Vars[l], s.Rows[l])
		c.single(s.Vars[l], s.Rows[l])
	}
	return c.out[:min(len(c.out), maxCandidates)]
}

func (c *candidates) add(t logic.T) {
	if t == c.tb.True() || t == c.tb.False() || c.seen[t] {
		return
	}
	c.seen[t] = true
	c.out = append(c.out, t)
}

func (c *candidates) width(v int) int { return c.enc.Prog.Vars[v].Type.Width() }

// address reports whether a variable holds addresses.
func (c *candidates) address(v int) bool {
	x := c.enc.Prog.Vars[v]
	return x.Pointer() || x == c.enc.Prog.HeapTop
}

// single proposes bounds and congruences of one variable.
func (c *candidates) single(vars []int, rows [][]uint64) {
	if len(rows) < 3 {
		return
	}
	tb := c.tb
	for i, v := range vars {
		w := c.width(v)
		x := c.enc.VarTerm[v]
		ulo, uhi := ^uint64(0), uint64(0)
		slo, shi := int64(1)<<62, -(int64(1) << 62)
		same, all := ^uint64(0), rows[0][i]
		for _, r := range rows {
			s := cfg.SignExtend(r[i], w)
			ulo, uhi = min(ulo, r[i]), max(uhi, r[i])
			slo, shi = min(slo, s), max(shi, s)
			same &= ^(r[i] ^ all)
		}
		if slo >= -16 && slo <= 16 {
			c.add(tb.SLe(tb.BV(w, uint64(slo)), x))
		}
		// Executions rarely meet the extremes: the usual bounds are worth a try.
		for k := int64(0); k <= 1; k++ {
			if slo > k && shi > 1 {
				c.add(tb.SLe(tb.BV(w, uint64(k)), x))
			}
		}
		if shi >= -16 && shi <= 1<<16 {
			c.add(tb.SLe(x, tb.BV(w, uint64(shi))))
		}
		if uhi <= 1<<16 && shi != int64(uhi) {
			c.add(tb.ULe(x, tb.BV(w, uhi)))
		}
		if k := bits.TrailingZeros64(^same); k > 0 && k < w {
			k = min(k, 3)
			c.add(tb.Eq(tb.Extract(k-1, 0, x), tb.BV(k, all)))
		}
	}
}

// pairs proposes orders between two variables.
func (c *candidates) pairs(vars []int, rows [][]uint64) {
	if len(rows) < 3 {
		return
	}
	tb := c.tb
	for i, v := range vars {
		for j, u := range vars {
			w := c.width(v)
			if i == j || w != c.width(u) || truth(rows, i) || truth(rows, j) {
				continue
			}
			sle, ule, slt, next := true, true, true, true
			for _, r := range rows {
				a, b := cfg.SignExtend(r[i], w), cfg.SignExtend(r[j], w)
				sle = sle && a <= b
				slt = slt && a < b
				ule = ule && r[i] <= r[j]
				next = next && a <= b+1
			}
			x, y := c.enc.VarTerm[v], c.enc.VarTerm[u]
			switch {
			case slt:
				c.add(tb.SLt(x, y))
				c.add(tb.SLe(x, y))
			case sle:
				c.add(tb.SLe(x, y))
			case next:
				c.add(tb.SLe(tb.Sub(x, tb.BV(w, 1)), y))
			}
			if ule && !sle {
				c.add(tb.ULe(x, y))
			}
		}
	}
}

// equations proposes polynomial equations between variables of one width:
// linear ones, then quadratic ones between numbers that those leave free. Nobody
// multiplies addresses, but between those of blocks that follow each other such
// equations hold, and take a second each to refute.
func (c *candidates) equations(vars []int, rows [][]uint64) {
	byWidth := map[int][]int{}
	for i, v := range vars {
		if len(rows) > 2 && truth(rows, i) {
			continue
		}
		byWidth[c.width(v)] = append(byWidth[c.width(v)], i)
	}
	for _, w := range []int{8, 16, 32, 64} {
		cols := byWidth[w]
		if len(cols) == 0 {
			continue
		}
		fixed := c.nullSpace(vars, cols, rows, w, 1)
		cols = slices.DeleteFunc(cols, func(i int) bool { return slices.Contains(fixed, i) || c.address(vars[i]) })
		if n := len(cols); n > 0 && n <= 5 && len(rows) > n*(n+3)/2+3 {
			c.nullSpace(vars, cols, rows, w, 2)
		}
	}
}

// nullSpace finds the polynomials of a degree over the given columns that
// vanish on all rows. It returns columns that linear ones determine.
func (c *candidates) nullSpace(vars, cols []int, rows [][]uint64, w, degree int) (fixed []int) {
	monos := [][]int{{}}
	for i := range cols {
		monos = append(monos, []int{i})
	}
	if degree == 2 {
		for i := range cols {
			for j := i; j < len(cols); j++ {
				monos = append(monos, []int{i, j})
			}
		}
	}
	if len(rows) < len(monos)+2 {
		return nil
	}
	m := make([][]uint64, len(rows))
	for r, row := range rows {
		m[r] = make([]uint64, len(monos))
		for k, mo := range monos {
			v := uint64(1)
			for _, i := range mo {
				v = mulmod(v, ToMod(cfg.SignExtend(row[cols[i]], w)))
			}
			m[r][k] = v
		}
	}
	basis, free := Kernel(m, len(monos))
	for b, vec := range basis {
		coeff, ok := SmallIntegers(vec)
		if !ok {
			continue
		}
		tb := c.tb
		sum := tb.BV(w, 0)
		for k, mo := range monos {
			t := tb.BV(w, uint64(coeff[k]))
			for _, i := range mo {
				t = tb.Mul(t, c.enc.VarTerm[vars[cols[i]]])
			}
			sum = tb.Add(sum, t)
		}
		c.add(tb.Eq(sum, tb.BV(w, 0)))
		if degree == 2 {
			c.halved(vars, cols, rows, monos, coeff, w)
		}
		if mo := monos[free[b]]; len(mo) == 1 {
			fixed = append(fixed, cols[mo[0]])
		}
	}
	return fixed
}

// halved proposes an equation solved for a variable with an even coefficient, as in
// x == (n*n + n) / 2: modulo a power of two, the equation itself leaves the upper bits
// of the variable open. It is the variable with the largest values.
func (c *candidates) halved(vars, cols []int, rows [][]uint64, monos [][]int, coeff []int64, w int) {
	tb := c.tb
	best, most := -1, int64(-1)
	for k, mo := range monos {
		if len(mo) != 1 || coeff[k] == 0 || coeff[k]%2 != 0 {
			continue
		}
		for _, r := range rows {
			if n := cfg.SignExtend(r[cols[mo[0]]], w); max(n, -n) > most {
				best, most = k, max(n, -n)
			}
		}
	}
	if best < 0 {
		return
	}
	by, sign := coeff[best], int64(-1)
	if by < 0 {
		by, sign = -by, 1
	}
	rest := tb.BV(w, 0)
	for k, mo := range monos {
		if k == best {
			continue
		}
		t := tb.BV(w, uint64(sign*coeff[k]))
		for _, i := range mo {
			t = tb.Mul(t, c.enc.VarTerm[vars[cols[i]]])
		}
		rest = tb.Add(rest, t)
	}
	c.add(tb.Eq(c.enc.VarTerm[vars[cols[monos[best][0]]]], tb.SDiv(rest, tb.BV(w, uint64(by)))))
}
