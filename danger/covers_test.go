package danger

import (
	"testing"

	"culprit/analysis/values"
	"culprit/hoare"
	"culprit/smt"
)

// combinations has a block of two branches that the values tell apart, and what
// they do matters to the error.
const combinations = header + `int main() {
	int x = 0, y = 0, n = __VERIFIER_nondet_int();
	if (__VERIFIER_nondet_int()) x = 1;
	if (__VERIFIER_nondet_int()) y = 1;
	if (x) n = n + 3;
	if (y) n = n * 5;
	if (n == 100) reach_error();
	return 0; }`

// parseByValues is parse with the program automaton of the value analysis.
func parseByValues(t testing.TB, text string) *source {
	t.Helper()
	s := parse(t, text)
	g := values.Analyze(s.ctl.Prog, values.Limits{})
	if !g.Complete {
		t.Fatal("the value analysis is not complete")
	}
	ctl, err := hoare.BuildControl(s.ctl.Prog, g, 10000)
	if err != nil {
		t.Fatal(err)
	}
	s.ctl, s.pool = ctl, NewPool(hoare.NewChecker(s.enc, s.pool.c.Solver, ctl.Letters))
	return s
}

// TestCombinations: where each of two branches was passed on both sides, their
// combinations are covered, whether or not they are a letter of their own.
func TestCombinations(t *testing.T) {
	s := parseByValues(t, combinations)
	rem := s.ctl.Auto
	joint := false
	for k, in := range [][]uint64{{97, 1, 0}, {20, 0, 1}} {
		word, states := s.trace(t, rem, in...)
		_, rem = s.build(t, rem, word, states)
		for a, l := range s.ctl.Letters {
			branches := 0
			for _, e := range l.Edges {
				if e.Branch != nil {
					branches++
				}
			}
			joint = joint || branches > 1
			if k == 1 && !s.pool.used[a] && branches > 0 {
				t.Errorf("letter %q counts as new", l)
			}
		}
	}
	if !joint {
		t.Error("no letter has two branches")
	}
	if n := rem.NumStates(); n > 0 {
		t.Errorf("traces are left: %d states", n)
	}
}

// TestBeyond holds what predicates say beyond others against the predicates.
func TestBeyond(t *testing.T) {
	s := parseByValues(t, combinations)
	word, states := s.trace(t, s.ctl.Auto, 97, 1, 0)
	s.build(t, s.ctl.Auto, word, states)
	p, tb := s.pool, s.enc.TB
	shorter := 0
	for i := range p.preds {
		for j := range p.preds {
			more, x, y := p.beyond(int32(i), int32(j)), p.preds[i].term, p.preds[j].term
			if p.c.Solver.Check(x, tb.Not(tb.Eq(more, y))) != smt.Unsat {
				t.Errorf("%s beyond %s: %s", tb.String(y), tb.String(x), tb.String(more))
			}
			if len(tb.Conjuncts(more)) < len(tb.Conjuncts(y)) {
				shorter++
			}
		}
	}
	if shorter == 0 {
		t.Error("every predicate is asked about in full")
	}
}
