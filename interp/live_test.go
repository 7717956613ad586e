package interp

import (
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
)

// Live is what cfg.ReadFrom finds for one variable at a time.
func TestLiveness(t *testing.T) {
	p := frontendtest.Parse(t, `
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
static int f(int a, int b) { int c = a, d; while (c > b) { d = c - 1; if (d == a) { c = d; b = a; } else c -= 2; } return c; }
static int g(int n) { int s = 0, unused = n; for (int i = 0; i < n; i++) { int x = __VERIFIER_nondet_int(); switch (x) { case 1: s += f(i, s); break; case 2: continue; default: if (x > n) goto out; } unused = s; } out: return s; }
int main(void) { int k = __VERIFIER_nondet_int(), m = g(k); if (m == k) reach_error(); return m; }
`, frontend.Config{})
	l := newLiveness(p)
	some, none := 0, 0
	for _, x := range p.Locs {
		live := map[*cfg.Var]bool{}
		l.at(x, func(v *cfg.Var) { live[v] = true })
		for _, v := range p.Vars {
			if v.Proc == nil || v.Proc != x.Proc || v == v.Proc.Ret {
				continue
			}
			want := cfg.ReadFrom(x, v)
			if live[v] != want {
				t.Errorf("%s at %v: live %v, want %v", v.Name, x.Pos, live[v], want)
			}
			if want {
				some++
			} else {
				none++
			}
		}
	}
	if some < 20 || none < 20 {
		t.Errorf("%d live, %d dead: the test says little", some, none)
	}
}
