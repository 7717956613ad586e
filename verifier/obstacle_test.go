package verifier

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/internal/work"
	"culprit/interp"
)

// TestObstacle: an UNKNOWN names the construct that the work went into, and says
// what can be done about that.
func TestObstacle(t *testing.T) {
	const declare = "extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);\n"
	doubling := declare + "int g;\nvoid f0(void) { g++; if (g < 0) reach_error(); }\n"
	for i := 1; i <= 18; i++ {
		doubling += fmt.Sprintf("void f%d(void) { f%d(); f%d(); }\n", i, i-1, i-1)
	}
	for _, c := range []struct {
		name, src string
		kind      ObstacleKind
		line      int
		is        string // Obstacle.Name
		others    int
		try       string // part of the last advice
	}{
		{"loop", declare + `int main(void) {
	unsigned n = __VERIFIER_nondet_uint(), i, x = 1;
	for (i = 0; i < 3; i++) x += i;
	while (i < n) {
		x = x * x + 40503 * i; i++;
		if (x == 2654435769u && i > 1000000) reach_error();
	}
	return 0; }`, LoopObstacle, 5, "while", 1, "in the loop of line 5"},
		{"recursion", declare + `unsigned f(unsigned n, unsigned x) {
	if (n == 0) return x;
	return f(n - 1, x * x + 40503 * n) ^ f(n / 2, x);
}
int main(void) { if (f(__VERIFIER_nondet_uint(), 1) == 2654435769u) reach_error(); return 0; }`, RecursionObstacle, 4, "f", 0, "first call of f"},
		{"formula", declare + `int main(void) {
	unsigned long long f = __VERIFIER_nondet_uint(), g = __VERIFIER_nondet_uint();
	if (f > 1 && g > 1 && f * g == 4611686018427387847ULL)
		reach_error();
	return 0; }`, FormulaObstacle, 5, "", 0, "ranges of the inputs"},
		{"size", doubling + "int main(void) { f18(); return 0; }", SizeObstacle, 3, "f0", 0, "f0 verified by itself"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var last *Obstacle
			r := Verify(context.Background(), parseC(t, c.src), Config{Work: work.Second / 2, Replay: interp.Replay, NoRelevance: true,
				Progress: func(p Progress) { last = p.Obstacle }})
			o := r.Obstacle
			if r.Verdict != Unknown || o == nil {
				t.Fatalf("%v %s: %v", r.Verdict, r.Reason, o)
			}
			if o.Kind != c.kind || o.Pos.Line != c.line || o.Name != c.is || o.Others != c.others {
				t.Errorf("%s", o.Text())
			}
			if try := append([]string{""}, r.Advice()...); !strings.Contains(try[len(try)-1], c.try) {
				t.Errorf("%q", try)
			}
			if c.kind != SizeObstacle && (last == nil || last.Kind != c.kind || last.Pos != o.Pos) {
				t.Errorf("progress reported %v", last)
			}
		})
	}
}

// TestObstacleText: the numbers that are known are in the line, and no others.
func TestObstacleText(t *testing.T) {
	at := cfg.Pos{File: "a.c", Line: 7, Col: 2}
	for _, c := range []struct {
		o    Obstacle
		want string
	}{
		{Obstacle{Pos: at, Name: "for", Unrolled: 40, Refined: 1, Predicates: 3, States: 12}, "for loop at a.c:7:2: unrolled to level 40, 1 trace refuted with 3 predicates, 12 states left"},
		{Obstacle{Pos: at, Others: 1, Terms: 900}, "loop at a.c:7:2 (and 1 further loop): a formula of 900 terms not decided"},
		{Obstacle{Name: "do"}, "do loop"},
		{Obstacle{Kind: RecursionObstacle, Pos: at, Name: "f", Copies: 12, States: 1}, "f at a.c:7:2 calls itself: no contract is proved, and calls deeper than 12 are open: 1 state left"},
		{Obstacle{Kind: FormulaObstacle, Pos: at, Terms: 5}, "paths to the error at a.c:7:2: a formula of 5 terms not decided"},
		{Obstacle{Kind: SizeObstacle, Pos: at, Name: "f", Copies: 262144}, "f at a.c:7:2 is inlined 262144 times"},
		{Obstacle{Kind: RecheckObstacle, Steps: 4}, "every assertion is proved, but only 4 steps of the proof rechecked"},
	} {
		if got := c.o.Text(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// An answer needs no advice, and where nothing is known against the program a
// limit is the first thing to change.
func TestAdvice(t *testing.T) {
	loop := &Obstacle{Name: "for"}
	for _, c := range []struct {
		r    Result
		want []string
	}{
		{Result{Verdict: True, ReasonKind: "time"}, nil},
		{Result{ReasonKind: "time"}, []string{"a longer --timeout"}},
		{Result{ReasonKind: "memory", Obstacle: loop}, []string{"a larger --memory", "a bound on its rounds: count them, and __VERIFIER_assume() a limit"}},
		{Result{ReasonKind: "time", Obstacle: &Obstacle{Kind: RecheckObstacle}}, []string{"a longer --timeout"}},
		{Result{ReasonKind: "internal", Obstacle: loop}, nil},
	} {
		if got := c.r.Advice(); !slices.Equal(got, c.want) {
			t.Errorf("%v: %q, want %q", c.r, got, c.want)
		}
	}
}
