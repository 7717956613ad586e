package concolic

import (
	"context"
	"slices"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/work"
	"culprit/interp"
)

const head = `
extern void reach_error(void), abort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int a[3000];
static int choice(int lo, int hi) { int x = __VERIFIER_nondet_int(); if (x < lo || x > hi) abort(); return x; }
`

func parse(t *testing.T, body string) *cfg.Program {
	t.Helper()
	return frontendtest.Parse(t, head+"int main(void) {\n"+body+"\nreturn 0; }\n", frontend.Config{})
}

// Loops of thousands of inputs, whose end decides.
var loops = []struct{ name, body string }{
	{"sum", `int s = 0; for (int i = 0; i < 3000; i++) s += choice(0, 1); if (s == 1500) reach_error();`},
	{"large sum", `int s = 0; for (int i = 0; i < 3000; i++) s += choice(0, 1); if (s > 2990) reach_error();`},
	{"wide sum", `int s = 0; for (int i = 0; i < 3000; i++) s += choice(-10, 90); if (s == 12345) reach_error();`},
	{"all equal", `int ok = 1; for (int i = 0; i < 3000; i++) { int x = __VERIFIER_nondet_int(); if (x != i % 7) ok = 0; } if (ok) reach_error();`},
	{"product", `unsigned p = 1; for (int i = 0; i < 200; i++) p *= choice(1, 3); if (p == 6) reach_error();`},
	{"rotation", `unsigned c = 0; for (int i = 0; i < 1000; i++) c = (c << 1 | c >> 31) ^ __VERIFIER_nondet_uchar(); if (c == 0xdeadbeefu) reach_error();`},
	{"array", `int s = 0; for (int i = 0; i < 3000; i++) a[i] = __VERIFIER_nondet_int();
	  for (int i = 0; i < 3000; i++) { if (a[i] < 0 || a[i] > 10) return 0; s += a[i]; } if (s == 12345) reach_error();`},
	{"machine", `int s = 0; for (int i = 0; i < 3000; i++) { int x = __VERIFIER_nondet_int();
	  if (s == 0 && x == 77) s = 1; else if (s == 1 && x == -5) s = 2; else if (s == 2 && x == 1000) s = 3; else if (s == 3 && i == 2999 && x == 9) reach_error(); }`},
}

func TestSearch(t *testing.T) {
	for _, l := range loops {
		t.Run(l.name, func(t *testing.T) {
			p := parse(t, l.body)
			var c work.Clock
			tr := Search(context.Background(), p, 0, nil, &c, 4*work.Second)
			if tr == nil {
				t.Fatalf("not found, with %v of work", c.Now())
			}
			if err := interp.Replay(p, tr); err != nil {
				t.Error(err)
			}
			t.Logf("%d edges, %d inputs, %v of work", len(tr.Edges), len(tr.Inputs), c.Now())
		})
	}
}

// What cannot fail is not found to fail.
func TestSearchSafe(t *testing.T) {
	for _, body := range []string{
		`int s = 0; for (int i = 0; i < 100; i++) s += choice(0, 1); if (s == 101) reach_error();`,
		`int x = __VERIFIER_nondet_int(); if (x > 5 && x < 3) reach_error();`,
		`if (choice(1, 3) * 2 == 5) reach_error();`,
		`int x; if (x != x) reach_error();`,
	} {
		if tr := Search(context.Background(), parse(t, body), 0, nil, &work.Clock{}, work.Second/10); tr != nil {
			t.Errorf("%s\nfound a trace of %d edges", body, len(tr.Edges))
		}
	}
}

// The same round makes the same search.
func TestSearchRepeats(t *testing.T) {
	p := parse(t, loops[1].body)
	var a, b work.Clock
	x, y := Search(context.Background(), p, 3, nil, &a, work.Second/10), Search(context.Background(), p, 3, nil, &b, work.Second/10)
	if a.Now() != b.Now() || (x == nil) != (y == nil) {
		t.Errorf("%v and %v of work, found %v and %v", a.Now(), b.Now(), x != nil, y != nil)
	}
}

// Inputs near those of a run turn its branches, by each condition alone where one of several
// suffices, and leave what comes before as it is.
func TestNear(t *testing.T) {
	p := parse(t, `unsigned w = __VERIFIER_nondet_uint(), h = __VERIFIER_nondet_uint(); if (w == 7 || h == 9) return 1;
	  for (int i = 0; i < 3; i++) if (__VERIFIER_nondet_uchar() == 192) return 2;
	  if (w == h) reach_error();`)
	got := Near(context.Background(), p, []uint64{1, 2, 3, 4, 5}, nil, &work.Clock{}, work.Second)
	for _, want := range []func(v []uint64) bool{
		func(v []uint64) bool { return v[0] == 7 && v[1] != 9 },
		func(v []uint64) bool { return v[0] != 7 && v[1] == 9 },
		func(v []uint64) bool { return v[0] != 7 && v[1] != 9 && v[2] == 192 },
		func(v []uint64) bool { return v[2] != 192 && v[3] != 192 && v[4] == 192 },
		func(v []uint64) bool { return v[0] == v[1] && v[4] != 192 },
	} {
		if n := len(slices.DeleteFunc(slices.Clone(got), func(v []uint64) bool { return !want(v) })); n != 1 {
			t.Errorf("%d inputs of %v instead of one turn a branch", n, got)
		}
	}
	if len(got) != 6 {
		t.Errorf("%d inputs turn a branch: %v", len(got), got)
	}
}
