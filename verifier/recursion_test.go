package verifier

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"culprit/frontend"
	"culprit/interp"
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
