package danger

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"culprit/automata"
	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/hoare"
	"culprit/logic"
	"culprit/smt"
	"culprit/smt/bitblast"
)

// source makes the program automaton of a C text.
type source struct {
	ctl  *hoare.Control
	enc  *hoare.Encoder
	pool *Pool
}

func parse(t testing.TB, text string) *source {
	t.Helper()
	p := frontendtest.Parse(t, text, frontend.Config{PtrBits: 32, ErrorLabels: true})
	ctl, err := hoare.BuildControl(p, nil, 10000)
	if err != nil {
		t.Fatal(err)
	}
	enc := hoare.NewEncoder(logic.NewTable(), p)
	solver := smt.New(enc.TB, bitblast.New(bitblast.Config{}), smt.Config{})
	return &source{ctl, enc, NewPool(hoare.NewChecker(enc, solver, ctl.Letters))}
}

// trace finds the word of rem that the inputs lead along.
func (s *source) trace(t testing.TB, rem *automata.NFA, inputs ...uint64) (word []automata.Letter, states []*logic.Model) {
	t.Helper()
	in := make([]cfg.Input, len(inputs))
	for i, v := range inputs {
		in[i].Value = v
	}
	q := rem.Initial[0]
	for steps := 0; !rem.Final[q]; steps++ {
		next := automata.Dead
		for _, e := range rem.Out[q] {
			w := append(word[:len(word):len(word)], e.Letter)
			letters := make([]*hoare.Letter, len(w))
			for i, a := range w {
				letters[i] = s.ctl.Letters[a]
			}
			if st, ok := s.enc.Concrete(letters, in); ok {
				word, states, next = w, st, e.To
				break
			}
		}
		if next == automata.Dead || steps > 5000 {
			t.Fatalf("no error trace with inputs %v", inputs)
		}
		q = next
	}
	return word, states
}

// keepApart splits the automaton by values, as the verifier does.
func (s *source) keepApart(t testing.TB, rem *automata.NFA) *automata.NFA {
	t.Helper()
	next, _, err := automata.Difference(rem, hoare.NewFloydHoare(s.pool.c, s.pool.Values(rem)), nil)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// build makes the danger automaton for a trace, checks it, and subtracts it.
func (s *source) build(t testing.TB, rem *automata.NFA, word []automata.Letter, states []*logic.Model) (*Automaton, *automata.NFA) {
	t.Helper()
	run := automata.Run(rem, word)
	goal := s.ctl.Loc(rem, run[len(run)-1])
	labels := make([]int32, len(run))
	for i, q := range run {
		labels[i] = rem.Label[q]
	}
	seq := s.pool.Trace(word, states, labels)
	d := Build(context.Background(), s.pool, rem, func(q automata.State) bool { return s.ctl.Loc(rem, q) == goal }, word, seq)
	if err := Check(s.pool, d, rem, word); err != nil {
		t.Fatal(err)
	}
	next, _, err := automata.Difference(rem, automata.Subset(d.NFA), nil)
	if err != nil {
		t.Fatal(err)
	}
	if automata.Accepts(next, word) {
		t.Fatal("the trace is still there")
	}
	return d, next
}

const header = `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
`

// TestFamilies gives inputs that lead to errors, one line each, and says how
// many automata it takes until nothing is left.
func TestFamilies(t *testing.T) {
	for _, c := range []struct {
		name, text string
		inputs     [][]uint64
		like       [][]uint64 // traces that are covered; nil if nothing is left at all
	}{
		// Figure 7: the loop runs to 1000; one trace, whatever its length.
		{"figure 7", `int main() { int x = 0; while (x < 1000) x++; if (x == 1000) reach_error(); return 0; }`,
			[][]uint64{{}}, nil},
		// Figure 8: the initial predicate is not true.
		{"figure 8", `int main() { int x = __VERIFIER_nondet_int(); if (x == 0 || x == 1) { if (x == 0) reach_error(); } return 0; }`,
			[][]uint64{{0}}, nil},
		// Section 1, figure 2: a trace on each side of a branch.
		{"figure 2", `int main() { int r = __VERIFIER_nondet_int(); int on = 0; int p = 0; if (r) { if (on) return 0; } if (p == 0) reach_error(); return 0; }`,
			[][]uint64{{1}, {0}}, nil},
		// Two sides of each of four diamonds: two traces, not 16.
		{"diamonds", `int main() { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
			int la = 0, lb = 0, lc = 0, ld = 0;
			if (a) la = 1; if (b) lb = 1; if (c) lc = 1; if (d) ld = 1;
			if (a) { if (la != 1) return 0; } if (b) { if (lb != 1) return 0; } if (c) { if (lc != 1) return 0; } if (d) { if (ld != 1) return 0; }
			reach_error(); return 0; }`,
			[][]uint64{{0, 0, 0, 0}, {1, 1, 1, 1}}, bits(4)},
		// A state machine: each state has two ways to the next one.
		{"machine", `int main() { int s = 1, a = 0; while (s < 5) { int c = __VERIFIER_nondet_int();
			if (s == 1) { if (c) a = 1; s = 2; } else if (s == 2) { if (c) a = 2; s = 3; } else if (s == 3) { if (c) a = 3; s = 4; } else if (s == 4) { if (c) a = 4; s = 5; } }
			if (a >= 0) reach_error(); return 0; }`,
			[][]uint64{{0, 0, 0, 0}}, nil},
		// The error does not depend on how often the loop runs.
		{"counter", `int main() { unsigned x = __VERIFIER_nondet_uint(); unsigned y = x + 1; while (x < 1024) { x++; y++; } if (x != y) reach_error(); return 0; }`,
			[][]uint64{{2000}, {1023}}, nil},
		{"up and down", `int main() { unsigned n = __VERIFIER_nondet_uint(); unsigned x = n, y = 0; while (x > 0) { x--; y++; } if (y == n) reach_error(); return 0; }`,
			[][]uint64{{0}, {1}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := parse(t, header+c.text)
			rem := s.keepApart(t, s.ctl.Auto)
			for i, in := range c.inputs {
				if automata.Empty(rem) {
					t.Fatalf("nothing is left for trace %d", i+1)
				}
				word, states := s.trace(t, rem, in...)
				_, rem = s.build(t, rem, word, states)
			}
			for _, in := range c.like {
				if word, _ := s.trace(t, s.ctl.Auto, in...); automata.Accepts(rem, word) {
					t.Errorf("the trace of %d is left", in)
				}
			}
			if c.like == nil && !automata.Empty(rem) {
				t.Error("traces are left")
			}
		})
	}
}

// bits is all sequences of n zeros and ones.
func bits(n int) [][]uint64 {
	var out [][]uint64
	for k := range uint64(1) << n {
		in := make([]uint64, n)
		for i := range in {
			in[i] = k >> i & 1
		}
		out = append(out, in)
	}
	return out
}

// TestRanking holds predicates of a loop against what may be said there.
func TestRanking(t *testing.T) {
	// The loop need not end: nothing may be annotated that relies on it.
	s := parse(t, header+`int main() { unsigned x = __VERIFIER_nondet_uint(); unsigned y = __VERIFIER_nondet_uint(); while (x < 10) { if (y != 3) x++; } if (x != y) reach_error(); return 0; }`)
	rem := s.ctl.Auto
	word, states := s.trace(t, rem, 7, 4)
	d, _ := s.build(t, rem, word, states)
	stuck := logic.NewModel()
	for i, v := range s.ctl.Prog.Vars {
		switch {
		case strings.HasPrefix(v.Name, "x"):
			stuck.BV[s.enc.VarTerm[i]] = 5
		case strings.HasPrefix(v.Name, "y"):
			stuck.BV[s.enc.VarTerm[i]] = 3
		}
	}
	heads := 0
	for q := range d.NFA.Out {
		if l := s.ctl.Loc(rem, d.State[q]); !l.LoopHead {
			continue
		}
		heads++
		if s.enc.TB.Eval(s.pool.union(d.Preds(automata.State(q))), stuck) != 0 {
			t.Errorf("a state that loops for ever is annotated: %s", s.enc.TB.String(s.pool.union(d.Preds(automata.State(q)))))
		}
	}
	if heads == 0 {
		t.Error("no loop head annotated")
	}
}

// BenchmarkDiamonds builds automata for a chain of diamonds whose sides both
// have been seen.
func BenchmarkDiamonds(b *testing.B) {
	for _, n := range []int{4, 8, 16} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var decl, lock, unlock strings.Builder
			for i := range n {
				fmt.Fprintf(&decl, "int p%d = __VERIFIER_nondet_int(), l%d = 0;\n", i, i)
				fmt.Fprintf(&lock, "if (p%d) l%d = 1;\n", i, i)
				fmt.Fprintf(&unlock, "if (p%d) { if (l%d != 1) return 0; }\n", i, i)
			}
			text := header + "int main() {" + decl.String() + lock.String() + unlock.String() + "reach_error(); return 0; }"
			zeros, ones := make([]uint64, n), make([]uint64, n)
			for i := range ones {
				ones[i] = 1
			}
			for b.Loop() {
				s := parse(b, text)
				word, states := s.trace(b, s.ctl.Auto, zeros...)
				_, rem := s.build(b, s.ctl.Auto, word, states)
				word, states = s.trace(b, rem, ones...)
				s.build(b, rem, word, states)
			}
		})
	}
}
