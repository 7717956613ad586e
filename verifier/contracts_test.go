package verifier

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"culprit/analysis/contract"
	"culprit/cfg"
	"culprit/frontend"
	"culprit/internal/rounds"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/verifier/contracts"
)

const contractHead = "extern void reach_error(void); extern void abort(void); extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);\nstatic void check(int c) { if (!c) reach_error(); }\n"

// contractPrograms are recursive programs that contracts prove. In the twin,
// the text before the bar is replaced by what follows it; the twin is wrong.
var contractPrograms = []struct{ name, code, twin string }{
	{"identity", `static unsigned id(unsigned n) { return n == 0 ? 0 : id(n - 1) + 1; }
int main(void) { unsigned n = __VERIFIER_nondet_uint(); check(id(n) == n); }`, "== 0 ? 0|== 0 ? 1"},
	{"even and odd", `static int odd(int n); static int even(int n) { return n == 0 ? 1 : odd(n - 1); } static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0) return 0; check(even(n) == (n % 2 == 0)); }`, "check(even(n)|check(odd(n)"},
	{"product", `static int mult(int n, int m) { if (m < 0) return mult(n, -m); if (m == 0) return 0; return n + mult(n, m - 1); }
int main(void) { int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(); if (n < 0 || n > 5000 || m < 0 || m > 5000) return 0; check(mult(n, m) == mult(m, n)); }`, "n < 0|n < -5000"},
	{"hanoi", `static int hanoi(int n) { if (n == 1) return 1; return 2 * hanoi(n - 1) + 1; }
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 31) return 0; check(hanoi(n) >= n); }`, "n > 31|n > 32"},
	{"ackermann", `static int ack(int m, int n) { if (m == 0) return n + 1; if (n == 0) return ack(m - 1, 1); return ack(m - 1, ack(m, n - 1)); }
int main(void) { int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(); if (m < 0 || m > 2 || n < 0 || n > 20) return 0; int r = ack(m, n); check(m != 2 || r == 2 * n + 3); }`, "m != 2 ||| 1 &&"},
	{"counted in a global", `static int count; static void down(int n) { if (n == 0) return; count++; down(n - 1); }
int main(void) { int n = __VERIFIER_nondet_int(); down(n); check(count == n); }`, "count++|count += 2"},
	{"greatest common divisor", `static int gcd(int a, int b) { if (a <= 0 || b <= 0) reach_error(); if (a == b) return a; if (a > b) return gcd(a - b, b); return gcd(a, b - a); }
int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); if (a <= 0 || b <= 0) return 0; check(gcd(a, b) >= 1); }`, "b <= 0) return|b < 0) return"},
	{"a table of results", `static int fib(int n) { if (n < 1) return 0; if (n == 1) return 1; return fib(n - 1) + fib(n - 2); }
int main(void) { int n = __VERIFIER_nondet_int(); if (n > 46) return 0; int r = fib(n); check(n < 9 || r >= 34); }`, "r >= 34|r >= 35"},
	{"bounded result", `static int a(int x); static int b(int x) { if (x == 0) return 0; int r = a(x - 1) + 1; if (r > 3) return 3; return r; } static int a(int x) { if (x == 0) return 0; int r = b(x - 1) + 1; if (r > 3) return 3; return r; }
int main(void) { check(a(__VERIFIER_nondet_int()) <= 3); }`, "if (r > 3) return 3; return r; }\nint|return r; }\nint"},
	{"loop in main", `static int dec(int n) { return n <= 0 ? 0 : dec(n - 1); }
int main(void) { int s = 0; for (int i = 0; i < 100; i++) s += dec(i); check(s == 0); }`, "s = 0|s = 1"},
	{"globals that keep step", `static int x, y, n; static void loop(void) { if (x < n) { x++; y += 2; loop(); } }
int main(void) { n = __VERIFIER_nondet_int(); if (n < 0 || n > 100000) return 0; loop(); check(y == 2 * n); }`, "y += 2|y += 2 + (x == 99)"},
	{"calls that do not return", `static int steps(int n, int m) { if (m < 0) return steps(n, -m); if (n < 0) return steps(-n, m); if (n == 0) return 1; return steps(n - m, m); }
int main(void) { int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(); if (n < 1 || n > 5 || m < 1 || m > 5) return 0; steps(n, m); check(n % m == 0 || n < 1); }`, "% m == 0|% m == 1"},
	{"memory of the caller", `static void fill(int *p, int n) { if (n <= 0) return; *p = n; fill(p, n - 1); }
int main(void) { int x = 5, k = __VERIFIER_nondet_int(); int y = k; fill(&x, k); check(k == y); }`, "check(k == y)|check(x == 5)"},
	{"abort in the recursion", `static int low(int n) { if (n < 0) abort(); return n == 0 ? 0 : low(n - 1); }
int main(void) { int n = __VERIFIER_nondet_int(); low(n); check(n >= 0); }`, "abort()|return 0"},
	{"nested call", `static int m(int n) { return n > 100 ? n - 10 : m(m(n + 11)); }
int main(void) { int n = __VERIFIER_nondet_int(); int r = m(n); check(n > 101 || r == 91); }`, "r == 91|r == 90"},
	{"pointer to a function", `static int f(int (*g)(int), int n); static int h(int n) { return f(h, n); } static int f(int (*g)(int), int n) { return n <= 0 ? 0 : g(n - 1); }
int main(void) { check(f(h, __VERIFIER_nondet_int()) == 0); }`, "n <= 0 ? 0|n <= 0 ? n"},
}

// hopeless programs look as if contracts proved them, but each has an error
// that an execution reaches.
var hopeless = []struct{ name, code string }{
	{"one too many", `static int sum(int n) { return n <= 0 ? 0 : 1 + sum(n - 1); } int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0) return 0; check(sum(n) < 1000000 || sum(n) != n); }`},
	{"wraps at the edge", `static int pow(int n) { return n == 0 ? 1 : 2 * pow(n - 1); } int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 32) return 0; check(pow(n) > 0); }`},
	{"wraps in a parameter", `static int up(int n, int k) { return k == 0 ? n : up(n + 1, k - 1); } int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0) return 0; check(up(n, 3) > n); }`},
	{"global changed in the recursion", `static int g; static int f(int n) { if (n == 37) g = 1; return n <= 0 ? 0 : f(n - 1); } int main(void) { int n = __VERIFIER_nondet_int(); if (n > 40) return 0; f(n); check(g == 0); }`},
	{"global changed and restored, but not always", `static int g; static void f(int n) { g++; if (n > 0) f(n - 1); if (n != 60) g--; } int main(void) { f(__VERIFIER_nondet_int()); check(g == 0); }`},
	{"pointer parameter", `static void f(int *p, int n) { if (n == 50) *p = 1; if (n > 0) f(p, n - 1); } int main(void) { int x = 0; f(&x, __VERIFIER_nondet_int()); check(x == 0); }`},
	{"pointer to a global", `static int g; static int *p = &g; static void f(int n) { if (n == 45) *p = 1; if (n > 0) f(n - 1); } int main(void) { f(__VERIFIER_nondet_int()); check(g == 0); }`},
	{"array element", `static int a[4]; static void f(int n) { a[n & 3] = n > 90; if (n > 0) f(n - 1); } int main(void) { int n = __VERIFIER_nondet_int(); if (n != 93 && n > 3) return 0; if (n == 93) f(93); else f(n); a[0] = 0; f(-1); if (n == 93) a[2] = a[2] + 1; check(a[2] == 0); }`},
	{"result not set", `static int f(int n) { if (n > 20) return 0; if (n >= 0) return f(n + 1); } int main(void) { check(f(__VERIFIER_nondet_int()) == 0); }`},
	{"result of the last call", `static int f(int n) { if (n == 0) return 7; f(n - 1); } int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0) return 0; check(f(n) == 7); }`},
	{"local not initialized", `static int f(int n) { int k; if (n == 0) k = 0; else f(n - 1); return k; } int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0) return 0; check(f(n) == 0); }`},
	{"deep", `static void f(int n) { if (n == 300) reach_error(); f(n + 1); } int main(void) { f(0); }`},
	{"deep, after the calls", `static int f(int n) { int r = n == 0 ? 0 : f(n - 1); if (r == 300) reach_error(); return r + 1; } int main(void) { f(310); }`},
	{"parity of negative numbers", `static int odd(int n); static int even(int n) { return n == 0 ? 1 : odd(n > 0 ? n - 1 : n + 1); } static int odd(int n) { return n == 0 ? 0 : even(n > 0 ? n - 1 : n + 1); } int main(void) { int n = __VERIFIER_nondet_int(); check(odd(n) == n % 2); }`},
	{"assertion in a run without end", `static void f(unsigned n) { if (n > 200) check(n != 1000); f(n + 1); } int main(void) { f(0); }`},
	{"abort too late", `static int low(int n) { if (n < -30) abort(); return n == 0 ? 0 : low(n - 1); } int main(void) { int n = __VERIFIER_nondet_int(); low(n); if (n == -31) abort(); check(n >= -31 && n != 100); }`},
	{"address of a local", `static int *last; static int f(int n) { int x = n; if (n > 0 && last == &x) return 0; last = &x; return n == 0 ? 1 : f(n - 1); } int main(void) { check(f(3) == 0); }`},
	{"local of a caller", `static int f(int n, int *up) { int x = 0; if (up && n == 0) *up = 1; if (n > 0) f(n - 1, &x); return x; } int main(void) { check(f(1, 0) == 0); }`},
	{"own parameter in memory", `static int f(int n) { int *p = &n; if (n > 0) f(n - 1); if (*p == 40) *p = 0; return *p; } int main(void) { int n = __VERIFIER_nondet_int(); check(f(n) == n); }`},
	{"through a pointer to a function", `static int f(int n); static int (*g)(int) = f; static int f(int n) { if (n == 55) return 1; return n <= 0 ? 0 : g(n - 1); } int main(void) { check(f(__VERIFIER_nondet_int()) == 0); }`},
	{"static local", `static int f(int n) { static int calls; calls++; if (calls > 77) return 1; return n <= 0 ? 0 : f(n - 1); } int main(void) { check(f(__VERIFIER_nondet_int()) == 0); }`},
	{"two calls, the second sees the first", `static int g; static int f(int n) { if (n == 0) { g++; return g; } return f(n - 1); } int main(void) { int a = f(2), b = f(2); check(a == b); }`},
	{"narrow result", `static signed char f(int n) { return n <= 0 ? 0 : f(n - 1) + 1; } int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 200) return 0; check(f(n) == n); }`},
	{"unsigned, below zero", `static unsigned f(unsigned n) { return n < 3 ? n : f(n - 3); } int main(void) { unsigned n = __VERIFIER_nondet_uint(); check(f(n) != 2); }`},
	{"one value among all", `static int f(int n) { return n == 123456 ? 1 : n <= 0 || n > 123456 ? 0 : f(n + 1); } int main(void) { check(f(__VERIFIER_nondet_int()) == 0); }`},
	{"loop around the call", `static int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += f(i) + 1; return s; } int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 9) return 0; check(f(n) < 511); }`},
	{"a helper keeps its result", `static int h(int n) { if (n > 0) return n; } static int f(int n) { h(n); return n <= 0 ? h(n) : f(n - 1); } int main(void) { check(f(3) == 1); }`},
}

// byContracts is the result of the proof by contracts and nothing else.
func byContracts(t *testing.T, p *cfg.Program, limit work.Amount) Verdict {
	t.Helper()
	v := newRun(p, Config{Replay: interp.Replay}, time.Now())
	ctx, cancel := v.clock.WithLimit(t.Context(), limit)
	defer cancel()
	s := &contractor{}
	if s.find(ctx, v); s.res != nil {
		return s.res.Verdict
	}
	return Unknown
}

// TestContracts proves programs, and not what is wrong with their twins.
func TestContracts(t *testing.T) {
	for _, tc := range rounds.Rows(contractPrograms) {
		t.Run(tc.name, func(t *testing.T) {
			if got := byContracts(t, parseC(t, contractHead+tc.code), 20*work.Second); got != True {
				t.Errorf("%v", got)
			}
			from, to, _ := strings.Cut(tc.twin, "|")
			if i := strings.LastIndex(tc.twin, "|"); strings.Contains(tc.code, tc.twin[:i]) {
				from, to = tc.twin[:i], tc.twin[i+1:]
			}
			twin := strings.Replace(tc.code, from, to, 1)
			if twin == tc.code {
				t.Fatal("the twin is the same")
			}
			if got := byContracts(t, parseC(t, contractHead+twin), work.Second); got == True {
				t.Errorf("the twin is %v", got)
			}
		})
	}
}

// TestContractsHopeless proves nothing that is wrong.
func TestContractsHopeless(t *testing.T) {
	for _, tc := range hopeless {
		t.Run(tc.name, func(t *testing.T) {
			if got := byContracts(t, parseC(t, contractHead+tc.code), work.Second); got == True {
				t.Errorf("%v", got)
			}
		})
	}
}

// randomRecursion makes a program with small recursive functions and an
// assertion about what they do.
func randomRecursion(r *rand.Rand) string {
	pick := func(xs ...string) string { return xs[r.IntN(len(xs))] }
	num := func() string { return fmt.Sprint(r.IntN(7) - 2) }
	names := []string{"f", "h"}
	body := func(name string) string {
		other := pick(names...)
		expr := func() string {
			return pick("n", "k", num(), "n + k", "g", "n - 1", "k * 2", "n & 1", "aid(n)")
		}
		call := func() string {
			return fmt.Sprintf("%s(n - %d, %s)", pick(name, name, other), 1+r.IntN(2), pick("k", "k + 1", "n", num(), "k - 1"))
		}
		var b strings.Builder
		fmt.Fprintf(&b, "static int %s(int n, int k) {\n", name)
		if r.IntN(3) == 0 {
			fmt.Fprintf(&b, "  g = g + %s;\n", expr())
		}
		if r.IntN(5) == 0 {
			fmt.Fprintf(&b, "  if (k > %d) abort();\n", 3+r.IntN(9))
		}
		fmt.Fprintf(&b, "  if (n %s %d) return %s;\n", pick("<=", "<", "<="), r.IntN(2), expr())
		if r.IntN(3) == 0 {
			fmt.Fprintf(&b, "  if (n == %d) return %s;\n", 1+r.IntN(4), expr())
		}
		if r.IntN(4) == 0 {
			fmt.Fprintf(&b, "  for (int i = 0; i < 2; i++) k = k + %s;\n", pick("1", "i", "g"))
		}
		switch r.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "  return %s;\n", call())
		case 1:
			fmt.Fprintf(&b, "  int x = %s; %s return x + %s;\n", call(), pick("", "g = x;", "arr[n & 3] = x;"), expr())
		case 2:
			fmt.Fprintf(&b, "  int x = %s; int y = %s; return x %s y;\n", call(), call(), pick("+", "-", "&"))
		default:
			fmt.Fprintf(&b, "  if (%s > %s) return %s + %s; return %s;\n", expr(), num(), call(), expr(), call())
		}
		b.WriteString("}\n")
		return b.String()
	}
	return contractHead + "static int g, arr[4];\nstatic int f(int n, int k); static int h(int n, int k);\nstatic int aid(int n) { int t; t = n + 1; return t - arr[n & 3]; }\n" +
		body("f") + body("h") + fmt.Sprintf(`int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 7) return 0;
int r = %s(n, %s); check(%s); }
`, pick("f", "h"), num(), fmt.Sprintf(pick("r != %[1]d", "r < %[1]d", "r + g != %[1]d", "g < %[1]d", "r + n != %[1]d", "g == 0 || r > %[1]d"), r.IntN(14)-2))
}

// TestContractsRandom compares proofs with executions, and supposes guesses
// that nobody checked: the copy for any contracts at all has an error if the
// program has one.
func TestContractsRandom(t *testing.T) {
	n := 24 * envInt("CULPRIT_ROUNDS", 1)
	violated, proved, copies := 0, 0, 0
	for i := range n {
		r := rand.New(rand.NewPCG(uint64(i), 21))
		src := randomRecursion(r)
		p, err := frontend.Parse("p.c", []byte(src), frontend.Config{PtrBits: 32 << r.IntN(2)})
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		fails := false
		for k := uint64(0); k < 8 && !fails; k++ {
			o := interp.Execute(p, interp.Constant{V: k}, interp.Limits{Steps: 200_000})
			fails = o.Status == interp.ReachedError && len(o.Unknown) == 0
		}
		if !fails {
			if byContracts(t, p, work.Second) == True {
				proved++
			}
			continue
		}
		violated++
		if byContracts(t, p, work.Second) == True {
			t.Errorf("TRUE, but an execution fails:\n%s", src)
		}
		pl, err := contract.Of(p)
		if err != nil {
			continue
		}
		runs := pl.NewRuns()
		for k := range uint64(8) {
			runs.FromMain(k)
			runs.Direct(pl.Frames[int(k)%len(pl.Frames)])
		}
		clauses := contracts.Mine(pl, runs, &work.Clock{})
		for range 2 {
			cs := contract.Contracts{}
			for _, fr := range pl.Frames {
				cs[fr] = &contract.Contract{}
			}
			for _, cl := range clauses {
				switch {
				case r.IntN(6) > 0:
				case cl.Post:
					cs[cl.Frame].Post = append(cs[cl.Frame].Post, cl.X)
				default:
					cs[cl.Frame].Pre = append(cs[cl.Frame].Pre, cl.X)
				}
			}
			q := pl.Apply(cs)
			if err := cfg.Check(q); err != nil {
				t.Fatalf("%v\n%s", err, src)
			}
			copies++
			c := Config{NoRelevance: true, Work: work.Second, regionsOf: p, Replay: func(*cfg.Program, *cfg.Trace) error { return nil }}
			if res := Verify(context.Background(), q, c); res.Verdict == True {
				t.Errorf("the copy is TRUE, but an execution of the program fails:\n%s", src)
			}
		}
	}
	t.Logf("%d programs, %d violated, %d of the others proved, %d copies", n, violated, proved, copies)
	if violated < n/4 || proved < n/20 || copies < n/3 {
		t.Error("too few of a kind")
	}
}
