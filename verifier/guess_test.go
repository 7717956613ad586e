package verifier

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/logic"
)

// TestLoops proves loops that need an invariant which no trace shows, without
// unrolling and value analysis.
func TestLoops(t *testing.T) {
	const head = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
	tests := []struct{ name, src string }{
		{"counters run down", head + `int main() { int n = __VERIFIER_nondet_int(), i = 0, k = 0, j = 0;
			while (i < n) { i++; k++; }
			while (j < n) { if (k <= 0) reach_error(); j++; k--; } }`},
		{"parity survives loops", head + `int main() { int x = 0;
			while (x < 1000000) x += 2;
			if (x % 2 != 0) reach_error();
			while (x < 100000000) x += 2;
			if (x % 2 != 0) reach_error(); }`},
		{"choices are copied", head + `int main() { int token = __VERIFIER_nondet_int(), local = token, n = 0;
			while (__VERIFIER_nondet_int()) { token++; local++; n++; }
			if (token != local) reach_error(); }`},
		{"implied predicates of untouched variables", head + `int main() { signed char x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
			if (y <= 0 || x < 0) return 0;
			signed char a = x, b = y, t;
			while (b != 0) { t = b; b = a % b; a = t; }
			if (a > y) reach_error(); }`},
	}
	for _, test := range tests {
		p := frontendtest.Parse(t, test.src, frontend.Config{PtrBits: 64})
		r := Verify(context.Background(), p, Config{Replay: interp.Replay, Work: 20 * work.Second, NoBMC: true, NoValues: true})
		if r.Verdict != True {
			t.Errorf("%s: %v %s", test.name, r.Verdict, r.Reason)
		} else {
			t.Logf("%s: %d iterations, %v", test.name, r.Stats.Iterations, r.Stats.Wall)
		}
	}
}

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
	s := &samples{vars: map[int32][]int{7: vars}, rows: map[int32][][]uint64{}}
	for range 40 {
		a, b := rng.Uint64N(200), rng.Uint64N(50)
		s.rows[7] = append(s.rows[7], []uint64{a, b, uint64(uint32(2*a - b + 3)), a + rng.Uint64N(9)})
	}
	found := guess(enc, s)
	want := tb.Eq(x[2], tb.Add(tb.Sub(tb.Mul(tb.BV(32, 2), x[0]), x[1]), tb.BV(32, 3)))
	has := false
	for _, g := range found {
		has = has || g == want
		for _, row := range s.rows[7] {
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
	s := &samples{vars: map[int32][]int{7: vars}, rows: map[int32][][]uint64{}}
	for i := range uint64(40) {
		s.rows[7] = append(s.rows[7], []uint64{i, i * (i + 1) / 2})
	}
	i, x := enc.VarTerm[vars[0]], enc.VarTerm[vars[1]]
	want := tb.Eq(x, tb.SDiv(tb.Add(tb.Mul(i, i), i), tb.BV(32, 2)))
	if !slices.Contains(guess(enc, s), want) {
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
		s := &samples{vars: map[int32][]int{7: vars}, rows: map[int32][][]uint64{}}
		for i := range uint64(40) {
			s.rows[7] = append(s.rows[7], []uint64{16 * i, 256 * i * i})
		}
		return slices.ContainsFunc(guess(enc, s), func(g logic.T) bool {
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
	found := forms(enc, vars, rows)
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
