package smt_test

import (
	"math/rand/v2"
	"testing"

	"culprit/internal/rounds"
	"culprit/logic"
	"culprit/smt"
	"culprit/smt/bitblast"
)

// TestCores compares cores with enumeration: contradictory, and minimal.
func TestCores(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	cores := 0
	for round := range rounds.Of(400) {
		tb := logic.NewTable()
		g := generator(r, tb, round)
		s := smt.New(tb, bitblast.New(bitblast.Config{}), smt.Config{})
		fixed := []logic.T{g.Bool(3)}
		var soft []logic.T
		for range 2 + r.IntN(8) {
			soft = append(soft, g.Bool(2))
		}
		all := append(append([]logic.T(nil), fixed...), soft...)
		got, core := s.Core(fixed, soft, smt.Budget{})
		if want := g.Enumerate(all...); want != (got == smt.Sat) || got == smt.Unknown {
			t.Fatalf("round %d: %v, want sat %v", round, got, want)
		}
		if got != smt.Unsat {
			continue
		}
		cores++
		for drop := -1; drop < len(core); drop++ {
			f := append([]logic.T(nil), fixed...)
			for i, k := range core {
				if i != drop {
					f = append(f, soft[k])
				}
			}
			if sat := g.Enumerate(f...); sat != (drop >= 0) {
				t.Fatalf("round %d: core %v without member %d: sat %v", round, core, drop, sat)
			}
		}
	}
	t.Logf("%d cores", cores)
}

// TestSessions asks one session many questions, some with released terms.
func TestSessions(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for round := range 150 {
		tb := logic.NewTable()
		g := generator(r, tb, round)
		s := smt.New(tb, bitblast.New(bitblast.Config{}), smt.Config{})
		fixed := []logic.T{g.Bool(3)}
		sess := s.Session(fixed...)
		for range 15 {
			mark := tb.Mark()
			var as []logic.T
			for range r.IntN(4) {
				as = append(as, g.Bool(2))
			}
			if r.IntN(6) == 0 {
				tb.Release(mark) // nothing of this round is used
				sess.Assert(logic.True)
				continue
			}
			all := append(append([]logic.T(nil), fixed...), as...)
			want := smt.Unsat
			if g.Enumerate(all...) {
				want = smt.Sat
			}
			if got := sess.Check(as...); got != want {
				t.Fatalf("round %d: %v, want %v", round, got, want)
			}
			if want == smt.Unsat {
				f := append([]logic.T(nil), fixed...)
				for _, i := range sess.Failed() {
					f = append(f, as[i])
				}
				if g.Enumerate(f...) {
					t.Fatalf("round %d: failed assumptions %v are not a core", round, sess.Failed())
				}
			}
			tb.Release(mark)
		}
		sess.Close()
	}
}
