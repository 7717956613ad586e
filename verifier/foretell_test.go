package verifier

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"culprit/cfg"
	"culprit/internal/rounds"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/verifier/inductive"
)

const foretellHead = `
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void *malloc(unsigned long);
static void check(int c) { if (!c) reach_error(); }
static void ones(int *a, int n) { for (int i = 0; i < n; i++) a[i] = 1; }
static void zeros(int *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }
`

// foretellPrograms are functions about arrays of N elements. In the twin, the
// text before the bar is replaced by what follows it; the twin is wrong.
var foretellPrograms = []struct{ name, code, twin string }{
	{"initialized", `int a[N]; for (int i = 0; i < N; i++) a[i] = 42; for (int x = 0; x < N; x++) check(a[x] == 42);`, "i = 0|i = 1"},
	{"two assertions", `int a[N]; for (int i = 0; i < N; i++) a[i] = 42; for (int x = 0; x < N; x++) check(a[x] == 42); check(a[1] == 42);`, "a[1] == 42|a[1] == 43"},
	{"not in a call", `int a[N]; for (int i = 0; i < N; i++) a[i] = 42; for (int x = 0; x < N; x++) if (a[x] != 42) reach_error();`, "x < N|x <= N"},
	{"copied", `int a[N], b[N]; for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int(); for (int i = 0; i < N; i++) b[i] = a[i]; for (int x = 0; x < N; x++) check(a[x] == b[x]);`, "b[i] = a[i]|b[i] = a[i] + 1"},
	{"copied in reverse", `int a[N], b[N]; for (int i = 0; i < N; i++) b[i] = a[N - i - 1]; for (int x = 0; x < N; x++) check(a[x] == b[N - x - 1]);`, "a[N - i - 1]|a[N - 1]"},
	{"minimum", `int a[N]; int m = 0; for (int i = 0; i < N; i++) if (a[i] < m) m = a[i]; for (int x = 0; x < N; x++) check(a[x] >= m);`, "i < N|i < N - 1"},
	{"sum of two", `int a[N], b[N], c[N]; for (int i = 0; i < N; i++) { int x = __VERIFIER_nondet_int() & 255; a[i] = x; b[i] = -x; } for (int i = 0; i < N; i++) c[i] = a[i] + b[i]; for (int i = 1; i < N; i++) check(c[i] == 0);`, "-x|x"},
	{"by choice", `int a[N]; for (int i = 0; i < N; i++) { if (i % 2 == 0) a[i] = 1; else a[i] = 2; } for (int x = 0; x < N; x++) if (x % 2 == 0) check(a[x] == 1);`, "if (x % 2 == 0) check|check"},
	{"on the heap, symbolic size", `int n = __VERIFIER_nondet_int(); if (n < 1 || n > N) return 0; int *a = malloc(n * sizeof(int)); for (int i = 0; i < n; i++) a[i] = 0; int k = __VERIFIER_nondet_int(); if (k < 0 || k >= n) return 0; if (a[k] != 0) reach_error();`, "a[i] = 0|a[i] = i & 1"},
	{"two indices", `int a[N], b[N]; int i = 1, j = 0; while (i < N) { a[j] = b[i]; i = i + 4; j = j + 1; } i = 1; j = 0; while (i < N) { check(a[j] == b[4 * j + 1]); i = i + 4; j = j + 1; }`, "4 * j + 1|4 * j + 5"},
	{"overwritten", `int a[N]; for (int i = 0; i < N; i++) a[i] = 1; a[5] = 2; for (int x = 6; x < N; x++) check(a[x] == 1);`, "x = 6|x = 5"},
	{"through a pointer", `int a[N]; int *p = a; for (int i = 0; i < N; i++) p[i] = 3; for (int x = 0; x < N; x++) check(a[x] == 3);`, "p[i] = 3|p[i + 1] = 3"},
	{"flag", `int a[N], b[N]; for (int i = 0; i < N; i++) { if (a[i] >= 0) b[i] = 1; else b[i] = 0; } int f = 1; for (int i = 0; i < N; i++) { if (a[i] >= 0 && !b[i]) f = 0; if (a[i] < 0 && b[i]) f = 0; } check(f);`, "b[i] = 1|b[i] = a[i]"},
	{"counted on", `int a[N]; int i = 1; a[0] = 7; while (i < N) { a[i] = a[i-1] + 1; i++; } for (int x = 1; x < N; x++) check(a[x] >= a[x-1]);`, "+ 1;|- 1;"},
	{"queue", `struct { unsigned char d[16]; unsigned h, t, n; } q = {0}; unsigned char in = 0, out = 0; while (__VERIFIER_nondet_int()) { if (__VERIFIER_nondet_int()) { if (q.n < 16) { q.d[q.t] = in++; q.t = (q.t + 1) % 16; q.n++; } } else if (q.n > 0) { unsigned char x, *p = &x; *p = q.d[q.h]; q.h = (q.h + 1) % 16; q.n--; if (x != out) reach_error(); out++; } if ((unsigned char)(in - out) != q.n) reach_error(); }`, "q.n < 16|q.n <= 16"},
	{"queue that goes round by comparison", `struct { int n, h, t; int d[10]; } q = {0}; while (__VERIFIER_nondet_int()) { if (__VERIFIER_nondet_int()) { int v = __VERIFIER_nondet_int(); if (q.n < 10 && v > 0) { q.d[q.t] = v; if (++q.t == 10) q.t = 0; q.n++; } } else if (q.n > 0) { int x, *p = &x; *p = q.d[q.h]; if (++q.h == 10) q.h = 0; q.n--; if (x <= 0) reach_error(); } }`, "v > 0|v > -2"},
	{"before what was found", `int a[N], e = __VERIFIER_nondet_int(), at, found = 0; for (int i = 0; i < N && !found; i++) if (a[i] == e) { found = 1; at = i; } if (found) for (int x = 0; x < at; x++) check(a[x] != e);`, "x < at|x <= at"},
	{"deleted where it was found", `int a[N], e = __VERIFIER_nondet_int(), at, i, found = 0; for (i = 0; i < N && !found; i++) if (a[i] == e) { found = 1; at = i; } if (found) for (i = at; i < N - 1; i++) a[i] = a[i + 1]; if (found) for (int x = 0; x < at; x++) check(a[x] != e);`, "i = at; i|i = at - 1; i"},
	{"blocks of one size, variables of one name", `int n = __VERIFIER_nondet_int(); if (n < 1 || n > N) return 0; int *a = malloc(n * sizeof(int)), *b = malloc(n * sizeof(int)); if (!a || !b) return 0; ones(a, n); zeros(b, n); for (int x = 0; x < n; x++) check(b[x] == 0);`, "b[x] == 0|b[x] == 1"},
	{"one function for two blocks", `int n = __VERIFIER_nondet_int(); if (n < 1 || n > N) return 0; int *a = malloc(n * sizeof(int)), *b = malloc(n * sizeof(int)); if (!a || !b) return 0; ones(a, n); zeros(b, n); for (int x = 0; x < n; x++) check(a[x] == 1); ones(b, n);`, "zeros(b, n)|zeros(a, n)"},
	{"bytes", `static char a[N]; for (int i = 0; i < N; i++) a[i] = 'x'; for (int x = 0; x < N; x++) check(a[x] == 'x');`, "i++|i += 2"},
}

func foretellSource(code string, n int) string {
	return foretellHead + strings.ReplaceAll("int main(void) { "+code+" return 0; }\n", "N", fmt.Sprint(n))
}

// foretellAll is a run that proves what it can by prophecy and nothing else.
func foretellAll(t *testing.T, p *cfg.Program, limit work.Amount) *run {
	t.Helper()
	v := newRun(p, Config{Replay: interp.Replay, NoValues: true}, time.Now())
	if err := v.prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	v.proveTogether(t.Context(), limit/2)
	v.foretell(t.Context(), limit)
	return v
}

// TestForetell proves facts about all elements of large arrays, and does not
// prove them where they are wrong.
func TestForetell(t *testing.T) {
	for _, c := range rounds.Rows(foretellPrograms) {
		t.Run(c.name, func(t *testing.T) {
			v := foretellAll(t, parseC(t, foretellSource(c.code, 100000)), 20*work.Second)
			if !v.rest.empty() {
				t.Fatal("not proved")
			}
			took := v.elapsed()
			if err := v.recheck(t.Context()); err != nil {
				t.Fatal(err)
			}
			from, to, _ := strings.Cut(c.twin, "|")
			if !strings.Contains(c.code, from) {
				t.Fatalf("no %q to replace", from)
			}
			if foretellAll(t, parseC(t, foretellSource(strings.Replace(c.code, from, to, 1), 100000)), min(2*took, 2*work.Second)).rest.empty() {
				t.Error("the wrong twin is proved, too")
			}
		})
	}
}

// TestForetellRecheck changes proofs: each conjunct that is left in one is
// needed, and the recheck misses it.
func TestForetellRecheck(t *testing.T) {
	dropped := 0
	for _, i := range []int{0, 3, 5} {
		v := foretellAll(t, parseC(t, foretellSource(foretellPrograms[i].code, 100000)), 20*work.Second)
		for n := range v.proof.Foretold {
			for c := range v.proof.Foretold[n].Copies {
				old := v.proof.Foretold[n].Copies[c].Inv
				for q, conj := range old {
					for k := range conj {
						m := inductive.Invariant{}
						for r, all := range old {
							m[r] = slices.Clone(all)
						}
						m[q] = slices.Delete(m[q], k, k+1)
						v.proof.Foretold[n].Copies[c].Inv = m
						if v.recheck(t.Context()) == nil {
							t.Errorf("%s: confirmed without %s", foretellPrograms[i].name, v.proof.Foretold[n].Copies[c].TB.String(conj[k]))
						}
						dropped++
					}
				}
				v.proof.Foretold[n].Copies[c].Inv = old
			}
			if copies := v.proof.Foretold[n].Copies; len(copies) > 1 {
				v.proof.Foretold[n].Copies = copies[1:]
				if v.recheck(t.Context()) == nil {
					t.Error("confirmed without one of the copies")
				}
				v.proof.Foretold[n].Copies = copies
			}
		}
	}
	if dropped < 5 {
		t.Errorf("only %d conjuncts", dropped)
	}
}

// randomArrays is a program that fills arrays of n elements and asserts
// something of them.
func randomArrays(r *rand.Rand, n int) string {
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	var b strings.Builder
	if r.IntN(3) == 0 {
		fmt.Fprintf(&b, "int *a = malloc(%d), *b = malloc(%d); ", 4*n, 4*n)
	} else {
		fmt.Fprintf(&b, "int a[%d], b[%d]; ", n, n)
	}
	b.WriteString("int m = 0, y = __VERIFIER_nondet_int(); for (int i = 0; i < N; i++) a[i] = b[i] = " + pick("0", "i", "y") + "; ")
	index := func(i string) string { return strings.ReplaceAll(pick("i", "i", "i", "N - 1 - i", "i / 2"), "i", i) }
	value := func() string {
		return pick("1", "7", "i", "y", "a[i]", "b["+index("i")+"]", "a["+index("i")+"]", "a[i] + 1", "b[i] + i", "m")
	}
	for range 1 + r.IntN(3) {
		fmt.Fprintf(&b, "for (int i = %s; i < %s; i%s) ", pick("0", "0", "1"), pick("N", "N", "N - 1", "y & 3"), pick("++", "++", " += 2"))
		fmt.Fprint(&b, pick("", "", "if (i % 2 == 0) ", "if (a[i] < m) ", "if (i > y) "))
		fmt.Fprintf(&b, "%s = %s; ", pick("a["+index("i")+"]", "b["+index("i")+"]", "b[i]", "a[i]", "m"), value())
		if r.IntN(6) == 0 {
			fmt.Fprintf(&b, "%s[%d] = %s; ", pick("a", "b"), r.IntN(n), pick("1", "y"))
		}
	}
	claim := pick("a[i] == 1", "a[i] == b[i]", "a[i] == b[N - 1 - i]", "b[i] == i", "a[i] >= m", "a[i] <= 7", "a[i] != 7", "b[i] == y", "a[i] == 7", "a[i] >= 0")
	how := pick("check("+claim+");", "if (!("+claim+")) reach_error();", "{ int t = "+claim+"; check(t); }")
	fmt.Fprintf(&b, "for (int i = %s; i < %s; i++) %s%s", pick("0", "1"), pick("N", "N - 1"), pick("", "", "if (i % 2 == 0) ", "if (i > 1) "), how)
	return foretellHead + "int main(void) { " + strings.ReplaceAll(b.String(), "N", fmt.Sprint(n)) + " return 0; }\n"
}

// TestForetellRandom executes random programs about small arrays: none in
// which an execution reaches an error is proved.
func TestForetellRandom(t *testing.T) {
	count := envInt("CULPRIT_ARRAYS", max(8, rounds.Of(20)))
	wrong, proved := 0, 0
	for seed := range count {
		r := rand.New(rand.NewPCG(uint64(seed), 54))
		src := randomArrays(r, 3+r.IntN(4))
		p := parseC(t, src)
		fails := false
		for _, y := range []int64{0, 1, 2, 3, 5, 7, -1, -9, 1 << 31} {
			o := interp.Execute(p, &fixedInputs{next: []uint64{cfg.Mask(uint64(y), 32)}}, interp.Limits{Steps: 100_000})
			fails = fails || o.Status == interp.ReachedError
		}
		v := foretellAll(t, p, work.Second/3)
		if fails {
			wrong++
		}
		if !v.rest.empty() {
			continue
		}
		proved++
		if fails {
			t.Errorf("seed %d: proved, but wrong:\n%s", seed, src)
		}
		if err := v.recheck(context.Background()); err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, src)
		}
	}
	t.Logf("%d programs: %d wrong, %d proved", count, wrong, proved)
	if wrong < count/4 || proved < count/20 {
		t.Error("too little was tested")
	}
}
