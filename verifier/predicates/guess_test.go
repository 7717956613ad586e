package predicates

import (
	"math/rand/v2"
	"slices"
	"testing"

	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/hoare"
	"culprit/logic"
)

// TestGuess checks that guesses hold in the states they were made from, and
// that linear equations between columns are found.
func TestGuess(t *testing.T) {
	p := frontendtest.Parse(t, "int main() { int i, j, k, n; return i + j + k + n; }", frontend.Config{PtrBits: 64})
	enc := hoare.NewEncoder(logic.NewTable(), p)
	tb := enc.TB
	var vars []int
	for _, v := range p.Vars {
		if len(vars) < 4 && v.Type.Width() == 32 {
			vars = append(vars, v.ID)
		}
	}
	x := make([]logic.T, len(vars))
	for i, v := range vars {
		x[i] = enc.VarTerm[v]
	}
	rng := rand.New(rand.NewPCG(3, 4))
	s := &Samples{Vars: map[int32][]int{7: vars}, Rows: map[int32][][]uint64{}}
	for range 40 {
		a, b := rng.Uint64N(200), rng.Uint64N(50)
		s.Rows[7] = append(s.Rows[7], []uint64{a, b, uint64(uint32(2*a - b + 3)), a + rng.Uint64N(9)})
	}
	found := Guess(enc, s)
	want := tb.Eq(x[2], tb.Add(tb.Sub(tb.Mul(tb.BV(32, 2), x[0]), x[1]), tb.BV(32, 3)))
	has := false
	for _, g := range found {
		has = has || g == want
		for _, row := range s.Rows[7] {
			m := logic.NewModel()
			for i, v := range row {
				m.BV[x[i]] = v
			}
			if tb.Eval(g, m) != 1 {
				t.Errorf("%s does not hold in %v", tb.String(g), row)
			}
		}
	}
	if !has {
		t.Errorf("%s was not guessed", tb.String(want))
	}
}

// TestGuessHalved checks that an equation is also solved for a variable with an even
// coefficient.
func TestGuessHalved(t *testing.T) {
	p := frontendtest.Parse(t, "int main() { int i, x; return i + x; }", frontend.Config{PtrBits: 64})
	enc := hoare.NewEncoder(logic.NewTable(), p)
	tb := enc.TB
	var vars []int
	for _, v := range p.Vars {
		if v.Name == "i" || v.Name == "x" {
			vars = append(vars, v.ID)
		}
	}
	s := &Samples{Vars: map[int32][]int{7: vars}, Rows: map[int32][][]uint64{}}
	for i := range uint64(40) {
		s.Rows[7] = append(s.Rows[7], []uint64{i, i * (i + 1) / 2})
	}
	i, x := enc.VarTerm[vars[0]], enc.VarTerm[vars[1]]
	want := tb.Eq(x, tb.SDiv(tb.Add(tb.Mul(i, i), i), tb.BV(32, 2)))
	if !slices.Contains(Guess(enc, s), want) {
		t.Errorf("%s was not guessed", tb.String(want))
	}
}

// TestGuessAddresses checks that equations between addresses are linear: the blocks
// of a list follow each other, and each power of an address is one of the next.
func TestGuessAddresses(t *testing.T) {
	p := frontendtest.Parse(t, "int main() { char *a, *b; unsigned long m, n; return a == b && m == n; }", frontend.Config{PtrBits: 64})
	enc := hoare.NewEncoder(logic.NewTable(), p)
	product := func(first, second string) bool {
		vars := make([]int, 2)
		for _, v := range p.Vars {
			switch v.Name {
			case first:
				vars[0] = v.ID
			case second:
				vars[1] = v.ID
			}
		}
		s := &Samples{Vars: map[int32][]int{7: vars}, Rows: map[int32][][]uint64{}}
		for i := range uint64(40) {
			s.Rows[7] = append(s.Rows[7], []uint64{16 * i, 256 * i * i})
		}
		return slices.ContainsFunc(Guess(enc, s), func(g logic.T) bool {
			return slices.ContainsFunc(enc.TB.Cone(g), func(x logic.T) bool {
				return enc.TB.Op(x) == logic.OpMul && !slices.ContainsFunc(enc.TB.Args(x), enc.TB.IsConst)
			})
		})
	}
	if !product("m", "n") {
		t.Error("no product of numbers was guessed")
	}
	if product("a", "b") {
		t.Error("a product of addresses was guessed")
	}
}

// TestForms checks that bounds of forms hold in the states they were made from, also
// where 32 bits are too few, and that a bound that many states meet is found.
func TestForms(t *testing.T) {
	p := frontendtest.Parse(t, "int main() { int a, b, c; return a + b + c; }", frontend.Config{PtrBits: 64})
	enc := hoare.NewEncoder(logic.NewTable(), p)
	tb := enc.TB
	var vars []int
	for _, v := range p.Vars {
		if v.Name == "a" || v.Name == "b" || v.Name == "c" {
			vars = append(vars, v.ID)
		}
	}
	rng := rand.New(rand.NewPCG(5, 6))
	var rows [][]uint64
	for range 60 {
		a, b := rng.Uint64N(1<<31), rng.Uint64N(1<<31)
		rows = append(rows, []uint64{a, b, min(uint64(1<<31-1), a+b-min(a+b, rng.Uint64N(3)))})
	}
	x := make([]logic.T, len(vars))
	for i, v := range vars {
		x[i] = tb.SExt(enc.VarTerm[v], 32+formBits)
	}
	want := tb.SLe(tb.Sub(tb.Sub(x[2], x[0]), x[1]), tb.BV(32+formBits, 0))
	found := Forms(enc, vars, rows)
	for _, g := range found {
		for _, row := range rows {
			m := logic.NewModel()
			for i, v := range row {
				m.BV[enc.VarTerm[vars[i]]] = v
			}
			if tb.Eval(g, m) != 1 {
				t.Errorf("%s does not hold in %v", tb.String(g), row)
			}
		}
	}
	if !slices.Contains(found, want) {
		t.Errorf("%s was not found among %d", tb.String(want), len(found))
	}
}
