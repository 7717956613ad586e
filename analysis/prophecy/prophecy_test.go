package prophecy

import (
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
)

var programs = []string{
	`int a[9]; for (int i = 0; i < 9; i++) a[i] = 1; for (int i = 0; i < 9; i++) check(a[i] == 1); check(a[3] == 1);`,
	`int a[9], b[9]; for (int i = 0; i < 9; i++) a[i] = b[i]; for (int i = 0; i < 9; i++) if (a[b[i] & 7] != b[8 - i]) reach_error();`,
	`int a[9], t = 0; for (int i = 0; i < 9; i++) { t = a[i]; check(t == 0); }`,
}

func parse(t *testing.T, code string) *cfg.Program {
	t.Helper()
	src := "extern void reach_error(void); static void check(int c) { if (!c) reach_error(); }\nint main(void) { " + code + " return 0; }\n"
	p := frontendtest.Parse(t, src, frontend.Config{PtrBits: 64})
	return p
}

// TestInstrument compares copies with their programs: without what was added,
// which sets nothing of the program, they are the same.
func TestInstrument(t *testing.T) {
	for _, code := range programs {
		p := parse(t, code)
		for _, l := range p.ErrorLocs() {
			plans := Plans(p, l)
			if len(plans) == 0 {
				t.Fatalf("%s: no plan for %s", code, l.Pos)
			}
			for _, pl := range plans {
				if len(pl.Sites) == 0 {
					t.Errorf("%s: no site", code)
				}
				told := Instrument(p, pl)
				q := told.Prog
				if err := cfg.Check(q); err != nil {
					t.Errorf("%s: %v", code, err)
				}
				if errs := q.ErrorLocs(); len(errs) != 1 || errs[0] != told.Error {
					t.Errorf("%s: error locations %v", code, errs)
				}
				for _, e := range q.Edges[len(p.Edges):] {
					if v := cfg.Defined(e.Stmt); v != nil && v.ID < len(p.Vars) {
						t.Errorf("%s: %s was added", code, e.Stmt)
					}
				}
				for i, e := range p.Edges {
					c := q.Edges[i]
					if cfg.StmtString(c.Stmt) != cfg.StmtString(e.Stmt) || back(c.From, len(p.Locs)) != e.From.ID || ahead(c.To, len(p.Locs)) != e.To.ID {
						t.Errorf("%s: edge %s became %s", code, e, c)
					}
				}
			}
		}
	}
}

// back is the location of the program from which what was added leads to l.
func back(l *cfg.Loc, n int) int {
	for l.ID >= n {
		l = l.In[0].From
	}
	return l.ID
}

// ahead is the location of the program to which what was added leads from l.
func ahead(l *cfg.Loc, n int) int {
	for l.ID >= n {
		l = l.Out[0].To
	}
	return l.ID
}

// TestPlans covers all calls through which an error location is reached.
func TestPlans(t *testing.T) {
	p := parse(t, programs[0])
	plans := Plans(p, p.ErrorLocs()[0])
	calls := map[*cfg.Edge]bool{}
	for _, pl := range plans {
		calls[pl.Call] = true
	}
	if len(plans) != 2 || len(calls) != 2 || calls[nil] {
		t.Errorf("%d plans for %d calls", len(plans), len(calls))
	}
}

// TestTemplates finds the invariant of the first loop among the proposals.
func TestTemplates(t *testing.T) {
	p := parse(t, programs[0])
	told := Instrument(p, Plans(p, p.ErrorLocs()[0])[0])
	k := told.prophecies()[0]
	var i *cfg.Var
	for _, v := range told.Prog.Vars {
		if v.Name == "i" && i == nil {
			i = v
		}
	}
	want := cfg.ExprString(cfg.Implies(cfg.Compare(cfg.SLt, ref(k), ref(i)), cfg.Compare(cfg.Eq, told.sites[0].cells[0], &cfg.Const{T: cfg.BV(32), V: 1})))
	for _, group := range told.Templates() {
		for _, x := range group {
			if cfg.ExprString(x) == want {
				return
			}
		}
	}
	t.Errorf("%s is not proposed", want)
}
