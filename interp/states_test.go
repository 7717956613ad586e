package interp_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/work"
	"culprit/interp"
)

const reactive = `
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern char __VERIFIER_nondet_char(void);
extern void *malloc(unsigned long); extern void free(void *);
`

func explore(t *testing.T, src string, budget work.Amount) (*cfg.Trace, bool) {
	t.Helper()
	p := frontendtest.Parse(t, reactive+src, frontend.Config{})
	trace, over := interp.Explore(p)(context.Background(), &work.Clock{}, budget)
	if trace != nil {
		if err := interp.Replay(p, trace); err != nil {
			t.Fatalf("the trace cannot be replayed: %v", err)
		}
	}
	return trace, over
}

// The failures are behind sequences of ten inputs and more, each of several
// values, which are found only if states are told apart and kept as they are.
func TestExplore(t *testing.T) {
	for _, c := range []struct{ name, src string }{
		{"lock", `int at; int main(void) {
			static const int code[] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8};
			while (1) { int in = __VERIFIER_nondet_int(); if (in < 1 || in > 9) return 0;
				at = in == code[at] ? at + 1 : 0; if (at == 12) reach_error(); } }`},
		{"in a local", `static int step(int s, int in) { switch (in) { case 10: return s * 2; case 20: return s + 3; case 30: return s % 7; } return s; }
			int main(void) { int s = 1; while (s != 1021) { if (s > 2000) s = 1; s = step(s, __VERIFIER_nondet_int()); } reach_error(); }`},
		{"on the heap", `struct node { int v; struct node *next; };
			int main(void) { struct node *top = 0; int n = 0;
				while (1) { int in = __VERIFIER_nondet_int();
					if (in == 1 && n < 4) { struct node *p = malloc(sizeof *p); p->v = n++ + 1; p->next = top; top = p; }
					else if (in == 2 && top) { struct node *p = top; top = p->next; n -= p->v == 3 ? 2 : 1; free(p); }
					if (n == -2) reach_error(); } }`},
		{"recursion", `static int best; static void down(int depth, int sum) {
				if (depth == 12) { if (sum == 49) reach_error(); return; }
				int in = __VERIFIER_nondet_int(); int mine = sum;
				if (in == 7) down(depth + 1, mine + 7); else if (in == 2) down(depth + 1, mine + 2);
				best = mine; }
			int main(void) { down(0, 0); return 0; }`},
		{"around the last number", `extern long __VERIFIER_nondet_long(void); int main(void) { int n = 0;
			while (1) { long in = __VERIFIER_nondet_long(); if (in > -1 && in <= 3 || in < -5) return 0; n = in == -n - 2 ? n + 1 : 0; if (n == 3) reach_error(); } }`},
		{"several kinds", `int main(void) { int level = 0; while (1) { char c = __VERIFIER_nondet_char(); int n = __VERIFIER_nondet_int();
			if (c == 'u' && n > 1000) level++; else if (c == 'd' && n < -1000) level--; else return 0;
			if (level == 40) reach_error(); } }`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if trace, _ := explore(t, c.src, 20*work.Second); trace == nil {
				t.Error("the failure is not found")
			}
		})
	}
}

// A search of few states ends; what it ran past before, it does not run past
// again.
func TestExploreEnds(t *testing.T) {
	trace, over := explore(t, `int main(void) { int s = 0; while (1) { int in = __VERIFIER_nondet_int();
		if (in == 5) s = (s + 1) % 100; if (s == 100) reach_error(); } }`, work.Second)
	if trace != nil || !over {
		t.Errorf("trace %v, over %v", trace != nil, over)
	}
}

// Random machines of a few states fail where a search of their tables says so.
func TestExploreRandomMachines(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	reached := 0
	for range 60 {
		n, inputs := 3+r.IntN(20), 1+r.IntN(4)
		next := make([][]int, n)
		for s := range next {
			next[s] = make([]int, inputs)
			for in := range next[s] {
				next[s][in] = r.IntN(n)
				if r.IntN(3) > 0 {
					next[s][in] = min(s+1, n-1) * r.IntN(2)
				}
			}
		}
		var src strings.Builder
		src.WriteString("int state; int main(void) { while (1) { int in = __VERIFIER_nondet_int(); int s = state;\n")
		for s := range next {
			for in, to := range next[s] {
				fmt.Fprintf(&src, "if (s == %d && in == %d) state = %d;\n", s, 10*in+3, to)
			}
		}
		fmt.Fprintf(&src, "if (state == %d) reach_error(); } }", n-1)

		seen, queue := map[int]bool{0: true}, []int{0}
		for len(queue) > 0 {
			s := queue[0]
			queue = queue[1:]
			for _, to := range next[s] {
				if !seen[to] {
					seen[to] = true
					queue = append(queue, to)
				}
			}
		}
		if trace, over := explore(t, src.String(), 20*work.Second); (trace != nil) != seen[n-1] || trace == nil && !over {
			t.Fatalf("found %v, over %v, want %v, in\n%s", trace != nil, over, seen[n-1], src.String())
		}
		if seen[n-1] {
			reached++
		}
	}
	if reached < 10 || reached > 50 {
		t.Errorf("%d of 60 machines fail: the test says little", reached)
	}
}
