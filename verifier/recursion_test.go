package verifier

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/concolic"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/gen"
	"culprit/internal/rounds"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/relevance"
	sampling "culprit/relevance/sample"
)

// recursions are recursive C functions run(int n) of a small argument.
var recursions = []struct{ name, code string }{
	{"factorial", `static int run(int n) { return n <= 1 ? 1 : n * run(n - 1); }`},
	{"locals live across calls", `static int run(int n) { int keep = n, a, b; if (n < 2) return n; a = run(n - 1); b = run(n - 2); return a + b + 100 * (keep - n); }`},
	{"fibonacci in one expression", `static int run(int n) { return n < 2 ? n : run(n - 1) + run(n - 2); }`},
	{"ackermann", `static int ack(int m, int n) { if (m == 0) return n + 1; if (n == 0) return ack(m - 1, 1); return ack(m - 1, ack(m, n - 1)); }
static int run(int n) { return ack(1, n & 1); }`},
	{"even and odd", `static int odd(int n); static int even(int n) { return n == 0 ? 1 : odd(n - 1); } static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int run(int n) { return even(n) * 10 + odd(n); }`},
	{"struct result", `struct rec { int k; char t[3]; };
static struct rec build(int d, int x) { struct rec r, s; r.k = x; r.t[0] = d; r.t[1] = x; r.t[2] = 0; if (d > 0) { s = build(d - 1, x + r.k); r.k += s.k; r.t[2] += s.t[1]; } return r; }
static int run(int n) { struct rec r = build(n, n + 3); return r.k * 1000 + r.t[0] * 100 + r.t[1] * 10 + r.t[2] + build(1, n).t[1]; }`},
	{"array per activation", `static int run(int n) { int a[3]; a[0] = n; a[1] = 7; if (n > 0) a[1] = run(n - 1); return a[0] * 3 + a[1]; }`},
	{"array written around the call", `static int run(int n) { int a[2]; int i; a[n & 1] = n; a[1 - (n & 1)] = 5; i = n ? run(n - 1) : 0; return a[0] * 7 + a[1] + 2 * i; }`},
	{"result through a pointer to a local", `static void count(int n, int *out) { int mine = 0; if (n == 0) { *out = 1; return; } count(n - 1, &mine); *out = mine * 2 + n; }
static int run(int n) { int r = -1; count(n, &r); return r; }`},
	{"chain of frames", `struct frame { int v; struct frame *up; };
static int walk(int n, struct frame *up) { struct frame f = {n, up}; if (n == 0) { int s = 0; for (struct frame *p = &f; p; p = p->up) s = s * 10 + p->v; return s; } return walk(n - 1, &f); }
static int run(int n) { return walk(n, 0); }`},
	{"callers' locals through the chain", `static int dig(int n, int *up) { int x = n; if (n == 0) { *up += 40; return x; } int r = dig(n - 1, &x); *up += x; return r + x; }
static int run(int n) { int top = 1; int r = dig(n, &top); return r * 100 + top; }`},
	{"addresses of frames differ", `static int same(int n, int *p) { int x = 0; if (p == &x) return 1; return n == 0 ? 0 : same(n - 1, &x) + 0 * x; }
static int run(int n) { return same(n, 0); }`},
	{"parameter's address", `static int inc(int n, int k) { int *p = &n; *p += k; return k == 0 ? *p : inc(*p, k - 1) + n; }
static int run(int n) { return inc(n, 2); }`},
	{"function pointer", `static int step(int (*f)(int), int n) { return n <= 0 ? 1 : f(n - 1) + 2; }
static int run(int n) { return step(run, n); }`},
	{"table of functions", `static int fa(int n); static int fb(int n); static int (*const tab[2])(int) = {fa, fb};
static int fa(int n) { return n <= 0 ? 3 : tab[n & 1](n - 1) * 2; } static int fb(int n) { return n <= 0 ? 4 : tab[n & 1](n - 1) + 1; }
static int run(int n) { return tab[1](n); }`},
	{"static local", `static int run(int n) { static int calls; calls++; if (n > 0) { run(n - 1); run(n - 2); } return calls; }`},
	{"loop around the call", `static int run(int n) { int s = 1; for (int i = 0; i < n; i++) s += run(i) * (i + 1); return s; }`},
	{"call in a condition", `static int run(int n) { if (n > 0 && run(n - 1) != 2) return n; return n + 2; }`},
	{"nested call", `static int m(int n) { return n > 5 ? n - 3 : m(m(n + 4)); } static int run(int n) { return m(n + 1); }`},
	{"struct parameter", `struct pt { short x; int a[2]; };
static int go(struct pt p, int n) { p.x++; p.a[n & 1] += n; int before = p.x + p.a[0]; int r = n ? go(p, n - 1) : p.a[1]; return r * 3 + before + p.a[1]; }
static int run(int n) { struct pt p = {n, {1, 2}}; int r = go(p, n); return r * 10 + p.x; }`},
	{"sort", `static void sort(int *a, int lo, int hi) { if (lo >= hi) return; int p = a[hi], i = lo; for (int j = lo; j < hi; j++) if (a[j] < p) { int t = a[i]; a[i] = a[j]; a[j] = t; i++; } a[hi] = a[i]; a[i] = p; sort(a, lo, i - 1); sort(a, i + 1, hi); }
static int run(int n) { int a[4] = {3, n, 2, 0}; sort(a, 0, 3); return ((a[0] * 10 + a[1]) * 10 + a[2]) * 10 + a[3]; }`},
	{"permutations", `static int seen, a[3] = {1, 2, 3};
static void perm(int k) { if (k == 3) { seen = seen * 3 + a[0] * 2 + a[1]; return; } for (int i = k; i < 3; i++) { int t = a[k]; a[k] = a[i]; a[i] = t; perm(k + 1); t = a[k]; a[k] = a[i]; a[i] = t; } }
static int run(int n) { a[0] = n; perm(1); return seen; }`},
	{"hanoi", `static int moves[3]; static void hanoi(int n, int a, int b, int c) { if (n == 0) return; hanoi(n - 1, a, c, b); moves[b]++; hanoi(n - 1, c, b, a); }
static int run(int n) { hanoi(n, 0, 1, 2); return moves[0] * 100 + moves[1] * 10 + moves[2]; }`},
	{"several results", `static void div2(int n, int *q, int *r) { if (n < 2) { *q = 0; *r = n; return; } int qq, rr; div2(n - 2, &qq, &rr); *q = qq + 1; *r = rr; }
static int run(int n) { int q = 9, r = 9; div2(n + 3, &q, &r); return q * 10 + r; }`},
	{"heap tree", `void *malloc(unsigned long); struct t { struct t *l, *r; int v; };
static struct t *mk(int d) { struct t *x = malloc(sizeof *x); x->v = d; x->l = x->r = 0; if (d > 0) { x->l = mk(d - 1); x->r = d > 1 ? mk(d - 2) : 0; } return x; }
static int sum(struct t *x) { return x ? x->v + 2 * sum(x->l) + 3 * sum(x->r) : 0; }
static int run(int n) { return sum(mk(n & 1)); }`},
	{"variable-length array", `static int run(int n) { int v[n + 1]; for (int i = 0; i <= n; i++) v[i] = n * 10 + i; int r = n > 0 ? run(n - 1) : 0; return r * 2 + v[n] + v[0]; }`},
	{"three in a cycle", `static int c3(int n); static int b3(int n, int k) { int l = n * k; return n <= 0 ? k : c3(n - 1) + l; } static int a3(int n) { int l = n + 1; return n <= 0 ? 1 : b3(n - 1, l) * l; } static int c3(int n) { int l = n * 2; return n <= 0 ? 2 : a3(n - 1) - l; }
static int run(int n) { return a3(n + 1) * 10 + c3(n); }`},
	{"goto and switch", `static int run(int n) { int s = n; again: switch (n) { case 0: return 5; case 1: s += run(0); break; default: s += run(n - 2); n = 1; goto again; } return s * 2; }`},
	{"result ignored", `static int g; static int run(int n) { int l = n; if (n > 0) { run(n - 1); (void)run(n - 2); } g = g * 3 + l; return g; }`},
	{"own result kept", `static int run(int n) { int r = 1; r = n <= 0 ? r : (run(n - 1), r + 1); int t = n > 1 ? run(1) : 7; return r * 10 + t; }`},
	{"bits of a union", `union u { int i; unsigned char b[4]; }; static int run(int n) { union u x; x.i = n * 0x10203; if (n > 0) x.b[n & 3] += run(n - 1); return x.i; }`},
	{"string", `static int len(const char *s) { return *s ? 1 + len(s + 1) : 0; } static int run(int n) { return len("abc" + n); }`},
	{"swap by pointers", `static void rev(char *a, char *b) { if (a >= b) return; char t = *a; *a = *b; rev(a + 1, b - 1); *b = t; }
static int run(int n) { char s[4] = {1, 2, 3, 4}; s[n & 3] = 9; rev(s, s + 3); return ((s[0] * 10 + s[1]) * 10 + s[2]) * 10 + s[3]; }`},
	{"pointer kept from a dead activation", `static int *last; static int run(int n) { int x = n; if (last && n > 100) return *last; last = &x; return n > 0 ? run(n - 1) + x : 0; }`},
	{"global pointer to the caller's local", `static int *cur; static int run(int n) { int x = n, *old = cur; if (cur) *cur += 5; cur = &x; if (n > 0) { run(n - 1); run(0); } cur = old; return x; }`},
}

// TestRecursion compares verdicts on recursive programs with executions, which
// give every activation its own locals. A verdict may be unknown, but most
// must not be.
func TestRecursion(t *testing.T) {
	start := time.Now()
	counts := map[Verdict]int{}
	rounds := envInt("CULPRIT_ROUNDS", 1)
	for i := range len(recursions) * rounds {
		tc := recursions[i%len(recursions)]
		r := rand.New(rand.NewPCG(uint64(i), 3))
		for round, base := range []int{r.IntN(3), 0, 3}[:1+r.IntN(min(rounds+1, 3))] {
			fc := frontend.Config{PtrBits: 32 << r.IntN(2)}
			src := mixHead + tc.code + fmt.Sprintf(`
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int in0 = __VERIFIER_nondet_int(); if (in0 < 0 || in0 >= 2) return 1;
  mix(run(in0 + %d));
  return 0;
}
`, base)
			p, err := frontend.Parse("p.c", []byte(src), fc)
			if err != nil {
				t.Errorf("%s: %v", tc.name, err)
				continue
			}
			sums, err := checksums(p, 1)
			if err != nil {
				t.Errorf("%s: %v", tc.name, err)
				continue
			}
			text, violated := asserted(r, src, sums)
			if p, err = frontend.Parse("p.c", []byte(text), fc); err != nil {
				t.Errorf("%s: %v", tc.name, err)
				continue
			}
			c := Config{Replay: interp.Replay, Timeout: time.Second, NoRelevance: true, NoValues: (i+round)%3 == 1, NoBMC: (i+round)%4 == 2, MultiTrace: i%4 == 3}
			v, what := disagreement(p, c, violated)
			counts[v]++
			if what != "" {
				t.Errorf("%s, n from %d on (%d bits, values %v, unrolling %v): %s", tc.name, base, fc.PtrBits, !c.NoValues, !c.NoBMC, what)
			}
			if v == Unknown {
				t.Logf("%s, n from %d on: UNKNOWN", tc.name, base)
			}
		}
	}
	t.Logf("%v: %d TRUE, %d FALSE, %d UNKNOWN", time.Since(start), counts[True], counts[False], counts[Unknown])
	if 3*counts[Unknown] > counts[True]+counts[False] {
		t.Error("too few decided")
	}
}

// recursiveResult verifies a program of several activations, with fixes.
func recursiveResult(t *testing.T, src string, c Config) (*cfg.Program, *Result) {
	t.Helper()
	p := parseC(t, "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"+src)
	c.Replay, c.Search = interp.Replay, concolic.Search
	return p, Verify(context.Background(), p, c)
}

// statements are the statements with a text over all traces.
func statements(res *Result, text string) []*relevance.Statement {
	var out []*relevance.Statement
	for i := range res.Summaries {
		for k := range res.Summaries[i].Statements {
			if st := &res.Summaries[i].Statements[k]; st.Edge.Text == text {
				out = append(out, st)
			}
		}
	}
	return out
}

// Everything about a trace is said in statements of the source, whatever
// copies the verification made, and no matter how the trace was found.
func TestRecursionStatements(t *testing.T) {
	const src = `
static int sum(int n) { int k = 1; if (n > 0) k = k + sum(n - 1); return k; }
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 2) return 0; if (sum(n) == n + 1) reach_error(); return 0; }`
	for _, c := range []Config{{}, {MultiTrace: true}, {NoBMC: true}} {
		p, res := recursiveResult(t, src, c)
		if res.Verdict != False {
			t.Fatalf("%v %s", res.Verdict, res.Reason)
		}
		for _, tr := range res.Traces {
			if p.Locs[tr.Error.ID] != tr.Error {
				t.Error("the error location is a copy")
			}
			for _, e := range tr.Trace.Edges {
				if p.Edges[e.ID] != e {
					t.Fatalf("%s is a copy", e.Text)
				}
			}
			for _, m := range tr.Marks {
				if m.Var != nil && p.Vars[m.Var.ID] != m.Var {
					t.Errorf("the mark of %s is of a copy", tr.Trace.Edges[m.Step].Text)
				}
			}
		}
		for _, text := range []string{"k = 1", "return k"} {
			sts := statements(res, text)
			if len(sts) != 1 {
				t.Fatalf("%q stands for %d statements", text, len(sts))
			}
			if len(sts[0].RelevantIn) != len(res.Traces) {
				t.Errorf("%q is relevant in %v of %d traces", text, sts[0].RelevantIn, len(res.Traces))
			}
		}
		for _, e := range res.Errors {
			if e.Status != Violated && e.Status != Covered {
				t.Errorf("%s is %v", e.Loc.Pos, e.Status)
			}
		}
	}
}

// A fix changes the text, and so all activations: with one of them at 0 the
// first program is safe, with both it fails.
func TestRecursionFix(t *testing.T) {
	for _, tc := range []struct {
		code string
		want bool // k = 0 is a fix
	}{
		{`if (s == 4 || s == 2) reach_error();`, false},
		{`if (s >= 4) reach_error();`, true},
	} {
		_, res := recursiveResult(t, `
static int sum(int n) { int k = 1; if (n > 0) k = k + sum(n - 1); return k + 2 * n; }
int main(void) { int n = 1; int s = sum(n); `+tc.code+` return 0; }`, Config{Execute: sampling.Execute})
		sts := statements(res, "k = 1")
		if res.Verdict != False || len(sts) != 1 {
			t.Fatalf("%v %s, %d statements", res.Verdict, res.Reason, len(sts))
		}
		if st := sts[0]; (st.Validated && st.Fix == 0) != tc.want {
			t.Errorf("%s: fix %v %d, validated %v (%s)", tc.code, st.HasFix, st.Fix, st.Validated, st.FixNote)
		}
	}
}

// The values of an outer activation are not those of an inner one: setting the
// outer keep changes nothing in the inner one, whose value blocks.
func TestRecursionActivations(t *testing.T) {
	_, res := recursiveResult(t, `
static int out;
static void dig(int n) { int keep = n; if (n > 0) dig(n - 1); out = out * 10 + keep; }
int main(void) { dig(2); if (out == 12) reach_error(); return 0; }`, Config{NoBMC: true, NoValues: true})
	if res.Verdict != False {
		t.Fatalf("%v %s", res.Verdict, res.Reason)
	}
	tr := res.Traces[0]
	blocks := func(m relevance.Mark, v int64) bool {
		return slices.ContainsFunc(m.Blocking, func(r relevance.Range) bool {
			return cfg.SignExtend(r.Lo, 32) <= v && v <= cfg.SignExtend(r.Hi, 32)
		})
	}
	keeps := int64(2) // in the outermost activation
	for _, m := range tr.Marks {
		if tr.Trace.Edges[m.Step].Text != "keep = n" {
			continue
		}
		for v := range int64(4) {
			if blocks(m, v) != (v != keeps) {
				t.Errorf("the activation that keeps %d: %d blocks %v", keeps, v, blocks(m, v))
			}
		}
		keeps--
	}
	if keeps != -1 {
		t.Error("not three activations")
	}
}

// An assertion after many calls is not proved because nothing got there: not
// after recursion, nor in a chain of calls.
func TestDeepCalls(t *testing.T) {
	chain := func(fails string) string {
		var b strings.Builder
		fmt.Fprintf(&b, "static int f0(int x) { if (%s) reach_error(); return x; }\n", fails)
		for i := 1; i <= 230; i++ {
			fmt.Fprintf(&b, "static int f%d(int x) { return f%d(x + 1); }\n", i, i-1)
		}
		return b.String() + "int main(void) { f230(0); if (__VERIFIER_nondet_int() == 7) { int i = 0; i++; if (i == 0) reach_error(); } return 0; }"
	}
	deep := `static int f(int n) { return n == 0 ? 1 : f(n - 1); }
int main(void) { int r = f(%d); if (r %s 1) reach_error(); return 0; }`
	for _, tc := range []struct {
		name, code string
		want       Verdict
		search     bool
	}{
		{"chain that fails", chain("x == 230"), False, true},
		{"chain that does not", chain("x != 230"), True, true},
		{"chain that fails, without executions", chain("x == 230"), False, false},
		{"recursion that fails", fmt.Sprintf(deep, 90, "=="), False, true},
		{"recursion that does not", fmt.Sprintf(deep, 90, "!="), True, true},
		{"recursion that fails, without generated inputs", fmt.Sprintf(deep, 90, "=="), False, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := Config{Replay: interp.Replay, NoRelevance: true, Work: 20 * work.Second}
			if tc.search {
				c.Search = concolic.Search
			}
			p := parseC(t, "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"+tc.code)
			res := Verify(context.Background(), p, c)
			if res.Verdict != tc.want {
				t.Fatalf("%v %s", res.Verdict, res.Reason)
			}
			for _, e := range res.Errors {
				if res.Verdict == Unknown && e.Status != Open {
					t.Errorf("%s is %v", e.Loc.Pos, e.Status)
				}
				if e.Status == Violated && !e.Loc.Pos.IsValid() {
					t.Error("no position")
				}
			}
			if res.Verdict == False && res.Errors[0].Status != Violated {
				t.Errorf("%v", res.Errors[0].Status)
			}
		})
	}
}

// Marks are computed on the program that a trace belongs to. Its regions are
// not those of the copy: functions that nothing calls have some of their own.
func TestRecursionRegions(t *testing.T) {
	_, res := recursiveResult(t, `
int unused(int i) { int a[4] = {1, 2, 3, 4}; short b[3] = {0}; char c[9] = {0}; a[i & 3] = i; b[i % 3] = a[1]; c[b[0]] = 1; return a[i & 3] + b[i & 1] + c[i & 7]; }
static int toks[9], stack[4], sp, at;
static int expr(int depth) {
  int mine[2], n = 1;
  mine[0] = depth;
  if (toks[at] == 2) { at++; n += expr(depth + 1); at++; }
  stack[sp++ & 3] = n;
  return mine[0] == depth ? n : 0;
}
int main(void) { for (int i = 0; i < 8; i++) toks[i] = 2; int n = expr(0); if (n == 9 && stack[3] == 8) reach_error(); return 0; }`, Config{NoBMC: true, NoValues: true})
	if res.Verdict != False || res.Unmarked[0] != "" {
		t.Fatalf("%v %s, %v", res.Verdict, res.Reason, res.Unmarked)
	}
	if sts := statements(res, "n = 1"); len(sts) != 1 || len(sts[0].RelevantIn) != 1 {
		t.Errorf("n = 1: %v", sts)
	}
}

// A recursive-descent parser whose token stack overflows, which executions
// find: its trace crashed the analysis of the copy.
func TestRecursionParser(t *testing.T) {
	p := frontendtest.Parse(t, `
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
static int toks[6], stack[4], sp, at;
static void push(int v) { stack[sp++] = v; }
static int pop(void) { return stack[--sp]; }
static void expr(int depth);
static void prim(int depth) {
  int t = toks[at];
  if (t == 1) { at++; push(1); return; }
  if (t == 2) { at++; expr(depth + 1); return; }
  abort();
}
static void expr(int depth) {
  int mine[2];
  mine[0] = depth; mine[1] = sp;
  prim(depth);
  while (toks[at] == 3) { at++; prim(depth); int b = pop(), a = pop(); push(a + b); }
  if (toks[at] == 4) at++;
  if (mine[0] != depth) abort();
}
int main(void) {
  for (int i = 0; i < 6; i++) toks[i] = __VERIFIER_nondet_int();
  expr(0);
  return stack[0];
}`, frontend.Config{Checks: safety.Memsafety})
	res := Verify(context.Background(), p, Config{Replay: interp.Replay, Search: concolic.Search, NoBMC: true, NoValues: true, Work: 20 * work.Second})
	if res.Verdict != False || res.Unmarked[0] != "" {
		t.Fatalf("%v %s %v", res.Verdict, res.Reason, res.Unmarked)
	}
	for _, e := range res.Errors {
		if e.Status == Violated && !e.Loc.Pos.IsValid() {
			t.Error("no position")
		}
	}
}

// truths gives inputs of a truth value each: those of a prefix, then zeros.
type truths struct {
	prefix []uint64
	taken  int
}

// Value implements interp.InputSource.
func (b *truths) Value(_ *cfg.Edge, h *cfg.Havoc) (uint64, bool) {
	if h.Kind != cfg.Nondet {
		return 0, true
	}
	b.taken++
	if b.taken <= len(b.prefix) {
		return b.prefix[b.taken-1], true
	}
	return 0, true
}

// Memory implements interp.InputSource.
func (b *truths) Memory(*cfg.Edge, uint64, uint64) (map[uint64]byte, bool) { return nil, true }

// fails executes a program on all values of its inputs, which are truth values.
// known is false if those are many, or an execution is long.
func fails(p *cfg.Program) (found, known bool) {
	known = executions(p, func(interp.Outcome) { found = true })
	return found, known
}

// executions calls failed with each execution of a program that reaches an error,
// on all values of its inputs, which are truth values. It reports false if those
// are many, or an execution is long.
func executions(p *cfg.Program, failed func(interp.Outcome)) (known bool) {
	open := [][]uint64{nil}
	for n := 0; len(open) > 0; n++ {
		b := truths{prefix: open[len(open)-1]}
		open = open[:len(open)-1]
		switch o := interp.Execute(p, &b, interp.Limits{Steps: 5000, Record: true}); {
		case o.Status == interp.StepLimit || n > 200:
			return false
		case o.Status == interp.ReachedError:
			failed(o)
		}
		for i := len(b.prefix); i < b.taken; i++ {
			next := append(slices.Clone(b.prefix), make([]uint64, i-len(b.prefix)+1)...)
			next[i] = 1
			open = append(open, next)
		}
	}
	return true
}

// TestMutualRecursion compares verdicts on random programs whose functions call
// each other with their executions on all inputs. The danger automata of their
// traces are checked.
func TestMutualRecursion(t *testing.T) {
	counts := map[Verdict]int{}
	for seed := range uint64(rounds.Of(40)) {
		src := gen.Recursive(rand.New(rand.NewPCG(seed, 36)), seed%3 > 0)
		p := parseC(t, src)
		found, known := fails(p)
		if !known {
			continue
		}
		res := Verify(context.Background(), p, Config{Replay: interp.Replay, Work: 2 * work.Second, NoRelevance: true, MultiTrace: true, Check: true, NoBMC: seed%2 == 1})
		counts[res.Verdict]++
		if found && res.Verdict == True || !found && res.Verdict == False {
			t.Errorf("seed %d: %v, want an error: %v\n%s", seed, res.Verdict, found, src)
		}
	}
	t.Log(counts)
	if counts[Unknown] > counts[True]+counts[False] {
		t.Error("too few decided")
	}
}
