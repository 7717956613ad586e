package contract

import (
	"slices"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/interp"
)

const head = "extern void reach_error(void); extern void abort(void); extern int __VERIFIER_nondet_int(void);\n"

var programs = []string{
	`static int f(int n) { return n <= 0 ? 0 : f(n - 1) + 1; } int main(void) { if (f(__VERIFIER_nondet_int()) < 0) reach_error(); return 0; }`,
	`static int g; static int odd(int n); static int even(int n) { g++; while (n > 9) n -= even(n - 9); return n == 0 ? 1 : odd(n - 1); } static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int main(void) { int a[3]; a[1] = 2; for (int i = 0; i < 3; i++) if (odd(i) + even(a[1]) > g) reach_error(); return 0; }`,
	`static void fill(int *p, int n) { if (n < 0) abort(); *p = n; if (n) fill(p, n - 1); } int main(void) { int x = 3; fill(&x, x); if (x) reach_error(); return 0; }`,
}

func parse(t *testing.T, code string) *cfg.Program {
	t.Helper()
	return frontendtest.Parse(t, head+code, frontend.Config{PtrBits: 64})
}

func plan(t *testing.T, p *cfg.Program) *Plan {
	t.Helper()
	pl, err := Of(p)
	if err != nil {
		t.Fatal(err)
	}
	return pl
}

// TestApply compares copies with their programs: every statement is there, but
// for the calls of recursive procedures, and what was added sets variables of
// the program only where a call may.
func TestApply(t *testing.T) {
	for _, code := range programs {
		p := parse(t, code)
		pl := plan(t, p)
		cs := Contracts{}
		for _, fr := range pl.Frames {
			some := cfg.Compare(cfg.SLe, &cfg.VarRef{V: fr.Proc.Params[len(fr.Proc.Params)-1]}, &cfg.Const{T: cfg.BV(32), V: 7})
			cs[fr] = &Contract{Pre: []cfg.Expr{some}, Post: []cfg.Expr{some}}
		}
		q := pl.Apply(cs)
		if err := cfg.Check(q); err != nil {
			t.Fatalf("%s: %v", code, err)
		}
		calls := p.CallGraph()
		if c := q.CallGraph(); func() bool {
			return slices.ContainsFunc(q.Procs, c.Recursive)
		}() {
			t.Errorf("%s: the copy has recursion", code)
		}
		changed := map[*cfg.Var]bool{}
		for _, fr := range pl.Frames {
			for _, v := range fr.changed {
				changed[v] = true
			}
		}
		for i, e := range p.Edges {
			c := q.Edges[i]
			if s, ok := e.Stmt.(*cfg.Call); ok && calls.Recursive(s.Proc) {
				if _, ok := c.Stmt.(*cfg.Skip); !ok || c.To.ID != e.To.ID {
					t.Errorf("%s: call %s became %s", code, e, c)
				}
				continue
			}
			if c.From.ID != e.From.ID || c.To.ID != e.To.ID || cfg.Defined(c.Stmt) != nil && cfg.Defined(c.Stmt).ID != cfg.Defined(e.Stmt).ID {
				t.Errorf("%s: edge %s became %s", code, e, c)
			}
		}
		for _, e := range q.Edges[len(p.Edges):] {
			if v := cfg.Defined(e.Stmt); v != nil && v.ID < len(p.Vars) && v != q.HeapTop && !changed[p.Vars[v.ID]] {
				t.Errorf("%s: %s sets a variable of the program", code, e.Stmt)
			}
		}
	}
}

// TestOpen makes copies without recursion and without loops.
func TestOpen(t *testing.T) {
	for _, code := range programs {
		pl := plan(t, parse(t, code))
		var clauses []Clause
		for _, fr := range pl.Frames {
			for _, post := range []bool{false, true} {
				clauses = append(clauses, Clause{fr, post, cfg.True})
			}
		}
		o := pl.Open(clauses)
		if err := cfg.Check(o.Prog); err != nil {
			t.Errorf("%s: %v", code, err)
		}
		if back := o.Prog.BackEdges(); len(back) > 0 {
			t.Errorf("%s: %d loops, one at %v", code, len(back), back[0].To.Pos)
		}
		if len(o.Goals) < 2*len(pl.Frames) {
			t.Errorf("%s: %d goals", code, len(o.Goals))
		}
	}
}

// TestOf refuses what contracts are not about.
func TestOf(t *testing.T) {
	for code, ok := range map[string]bool{
		programs[0]: true,
		`static int f(int n) { int a[2]; a[n & 1] = n; return n <= 0 ? 0 : f(a[n & 1] - 1); } int main(void) { return f(3); }`:                                      true,
		`int main(int c, char **v) { if (c > 3) return main(c - 1, v); return 0; }`:                                                                                 false,
		`static int f(int n) { return n; } int main(void) { return f(3); }`:                                                                                         false,
		`static int h(int n) { int a[2]; a[n & 1] = n; return a[n & 1]; } static int f(int n) { return n <= 0 ? 0 : f(h(n) - 1); } int main(void) { return f(3); }`: true,
	} {
		if _, err := Of(parse(t, code)); (err == nil) != ok {
			t.Errorf("%s: %v", code, err)
		}
	}
}

// TestRuns observes activations, with the results of pure procedures kept.
func TestRuns(t *testing.T) {
	pl := plan(t, parse(t, `static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } int main(void) { int n = __VERIFIER_nondet_int(); if (n > 60) return 0; if (fib(n) == 3) reach_error(); return 0; }`))
	runs := pl.NewRuns()
	runs.FromMain(46)
	if runs.Failed != nil {
		t.Error("failed")
	}
	got := map[uint64]uint64{}
	for _, r := range runs.Rows[pl.Frames[0]] {
		got[r.Args[0]] = r.Ret
	}
	if len(got) != 47 || got[46] != 1836311903 || got[10] != 55 {
		t.Errorf("%d results: %v", len(got), got)
	}
	runs.FromMain(4)
	if len(runs.Failed) != 1 || runs.Failed[0] != 4 {
		t.Errorf("failed: %v", runs.Failed)
	}
	tr := runs.Trace()
	if tr == nil || len(tr.Inputs) != 1 || interp.Replay(pl.Prog, tr) != nil {
		t.Errorf("the trace is %v", tr)
	}
}

// TestRunsParameters: main may have parameters, which its first statements draw.
func TestRunsParameters(t *testing.T) {
	runs := plan(t, parse(t, `static int down(int n) { return n <= 0 ? 0 : down(n - 1); } int main(int c, char **v) { if (c == 9) reach_error(); return down(3); }`)).NewRuns()
	runs.FromMain(9)
	if len(runs.Failed) != 1 || runs.Failed[0] != 9 {
		t.Errorf("failed: %v", runs.Failed)
	}
}
