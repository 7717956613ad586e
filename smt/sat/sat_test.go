package sat

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// enumerate decides clauses over n variables by trying everything.
func enumerate(n int, clauses [][]int32) bool {
next:
	for x := 0; x < 1<<n; x++ {
		for _, c := range clauses {
			if !slices.ContainsFunc(c, func(l int32) bool { return x>>(l>>1-1)&1 != int(l&1) }) {
				continue next
			}
		}
		return true
	}
	return false
}

func randomClause(r *rand.Rand, n, k int) []int32 {
	c := make([]int32, k)
	for i := range c {
		c[i] = int32(1+r.IntN(n))<<1 | int32(r.IntN(2))
	}
	return c
}

// TestIncremental interleaves clauses and questions under assumptions.
func TestIncremental(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	s := New()
	counts := map[Result]int{}
	for round := range 3000 {
		s.Reset()
		n := 3 + r.IntN(9)
		for range n {
			s.NewVar()
		}
		var clauses [][]int32
		var as []int32
		for range 8 {
			for range r.IntN(2*n) * r.IntN(2) {
				c := randomClause(r, n, 1+r.IntN(4))
				if len(c) == 1 && r.IntN(4) > 0 {
					continue
				}
				clauses = append(clauses, c)
				s.AddClause(c...)
			}
			as = append(as[:r.IntN(len(as)+1)], randomClause(r, n, r.IntN(4))...)
			all := clauses
			for _, a := range as {
				all = append(all[:len(all):len(all)], []int32{a})
			}
			want := Unsat
			if enumerate(n, all) {
				want = Sat
			}
			got := s.Solve(as, Limits{})
			if got != want {
				t.Fatalf("round %d: %v, want %v", round, got, want)
			}
			counts[got]++
			if got == Sat {
				for _, c := range all {
					if !slices.ContainsFunc(c, s.Value) {
						t.Fatalf("round %d: clause %v is false in the model", round, c)
					}
				}
				continue
			}
			core := clauses
			for _, l := range s.Failed() {
				if !slices.Contains(as, l) {
					t.Fatalf("round %d: %d is not an assumption", round, l)
				}
				core = append(core[:len(core):len(core)], []int32{l})
			}
			if enumerate(n, core) {
				t.Fatalf("round %d: failed assumptions %v of %v are not a core", round, s.Failed(), as)
			}
		}
	}
	t.Log(counts)
}

// threeSat is a random formula near the threshold.
func threeSat(r *rand.Rand, n int, ratio float64) [][]int32 {
	var cs [][]int32
	for range int(float64(n) * ratio) {
		c := randomClause(r, n, 3)
		for c[0]>>1 == c[1]>>1 || c[0]>>1 == c[2]>>1 || c[1]>>1 == c[2]>>1 {
			c = randomClause(r, n, 3)
		}
		cs = append(cs, c)
	}
	return cs
}

func load(s *Solver, n int, cs [][]int32) {
	s.Reset()
	for range n {
		s.NewVar()
	}
	for _, c := range cs {
		s.AddClause(c...)
	}
}

// pigeonhole puts n+1 pigeons into n holes.
func pigeonhole(n int) (vars int, cs [][]int32) {
	at := func(p, h int) int32 { return int32(p*n+h+1) << 1 }
	for p := range n + 1 {
		var c []int32
		for h := range n {
			c = append(c, at(p, h))
		}
		cs = append(cs, c)
		for q := range p {
			for h := range n {
				cs = append(cs, []int32{at(p, h) ^ 1, at(q, h) ^ 1})
			}
		}
	}
	return n * (n + 1), cs
}

// TestLarger exercises reduction, restarts and modes: models are checked,
// unsatisfiability is known.
func TestLarger(t *testing.T) {
	s := New()
	r := rand.New(rand.NewPCG(2, 2))
	for range 12 {
		cs := threeSat(r, 200, 4.1)
		load(s, 200, cs)
		if s.Solve(nil, Limits{}) == Sat {
			for _, c := range cs {
				if !slices.ContainsFunc(c, s.Value) {
					t.Fatalf("clause %v is false in the model", c)
				}
			}
		}
	}
	n, cs := pigeonhole(7)
	load(s, n, cs)
	if r := s.Solve(nil, Limits{}); r != Unsat {
		t.Fatalf("pigeonhole: %v", r)
	}
	t.Logf("%+v", s.Stats)
}

// TestConflictLimit checks that the limit is kept and the search deterministic.
func TestConflictLimit(t *testing.T) {
	n, cs := pigeonhole(9)
	var last Stats
	for i := range 2 {
		s := New()
		load(s, n, cs)
		if r := s.Solve(nil, Limits{Conflicts: 3000}); r != Unknown || s.Stats.Conflicts < 3000 || s.Stats.Conflicts > 3100 {
			t.Fatalf("%v after %d conflicts", r, s.Stats.Conflicts)
		}
		if i > 0 && s.Stats != last {
			t.Fatalf("%+v and %+v", last, s.Stats)
		}
		last = s.Stats
	}
}
