package cascade_test

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"testing"

	"culprit/cascade"
	"culprit/fault"
)

// decider has the shape of a small control program: flags of inputs, nested
// decisions, one printed result.
const decider = `#include <stdio.h>
#include <stdlib.h>
int up, down, own, other, layer, limit[4], enabled;
int bound(void) { return limit[layer]; }
int below(void) { return own < other; }
int above(void) { return other < own; }
int climb(void) {
	int prefer = up + 100 > down;
	if (prefer)
		return !below() || (below() && !(down > bound()));
	return above() && up >= bound();
}
int decide(void) {
	int go, stay, out = 0;
	if (enabled) {
		go = climb() && below();
		stay = !climb() && above();
		if (go && stay)
			out = 0;
		else if (go)
			out = 1;
		else if (stay)
			out = 2;
	}
	return out;
}
int main(int argc, char **argv) {
	limit[0] = 400; limit[1] = 500; limit[2] = 640; limit[3] = 740;
	up = atoi(argv[1]); down = atoi(argv[2]); own = atoi(argv[3]);
	other = atoi(argv[4]); layer = atoi(argv[5]); enabled = atoi(argv[6]);
	printf("%d\n", decide());
	return 0;
}
`

// long is a run of 130,000 instances with a decision in each iteration.
const long = `#include <assert.h>
unsigned a[1024], s;
unsigned mix(unsigned x) { return x * 2654435761u ^ x >> 7; }
int main(void) {
	unsigned i, x = 1;
	for (i = 0; i < 16000; i++) {
		x = mix(x + i);
		if (x % 3 == 0)
			s += a[x & 1023];
		a[i & 1023] = x;
	}
	assert(s == 0);
	return 0;
}
`

func deciderTest() *fault.Test {
	return &fault.Test{
		Args:   strings.Fields("740 400 500 600 0 1"),
		Expect: &fault.Expectation{Output: []byte("0\n"), HasOutput: true},
	}
}

// BenchmarkDecider builds the whole tree of a small program.
func BenchmarkDecider(b *testing.B) {
	in := input(b, decider, deciderTest())
	for b.Loop() {
		build(b, in, cascade.Config{})
	}
}

// BenchmarkLong builds the whole tree of a long run.
func BenchmarkLong(b *testing.B) {
	in := input(b, long, nil)
	var tree *cascade.Tree
	for b.Loop() {
		tree = build(b, in, cascade.Config{})
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(tree.Stats.Trace), "instances")
	b.ReportMetric(float64(len(tree.Nodes)), "causes")
	b.ReportMetric(float64(m.Sys)/(1<<20), "MiB")
}

// TestDecider expects a wrong result to lead to the functions that decide, by
// the printed value, through results of the library that are used as they
// were.
func TestDecider(t *testing.T) {
	tree := build(t, input(t, decider, deciderTest()), cascade.Config{})
	for line, level := range map[int]int{31: 1, 20: 2, 17: 4} {
		if c := causeAt(tree, line); c == nil || c.Level != level {
			t.Errorf("line %d: %+v, want level %d", line, c, level)
		}
	}
	if n := tree.Stats.Bounded; n > 0 {
		t.Errorf("%d causes meet a limit", n)
	}
	calls := 0
	for _, c := range tree.Nodes {
		if c.Kind == cascade.Call {
			calls++
		}
	}
	if calls == 0 {
		t.Error("no call of atoi may have got something wrong")
	}
}

// TestOperands expects a truth value to be the constant that the run chose, and
// each operand that was evaluated as a critical condition below, the last first.
func TestOperands(t *testing.T) {
	for name, c := range map[string]struct {
		last, wanted string
	}{
		"all hold":     {"a, c", "!ok"},
		"the last not": {"b, c", "ok"},
	} {
		tree := build(t, input(t, `#include <assert.h>
int a = 3, b = 5, c = 4;
int less(int x, int y) { return x < y; }
int main(void) {
	int ok = less(a, b) &&
		less(c, b) &&
		less(`+c.last+`);
	assert(`+c.wanted+`);
	return 0;
}
`, nil), cascade.Config{})
		if root := lines(tree, tree.Root); !slices.Equal(root, []int{5, 8}) {
			t.Errorf("%s: lines %v, want the assignment and the assertion", name, root)
		}
		for line, level := range map[int]int{7: 2, 6: 3, 5: 4} {
			if n := causeAt(tree, line); n == nil || n.Level > level {
				t.Errorf("%s: no critical condition in line %d down to level %d: %+v", name, line, level, n)
			}
		}
	}
}

// TestEnclosing expects the closest branch around whatever a tree shows to be
// a critical condition, as Algorithm 2 says, also inside of && and ||.
func TestEnclosing(t *testing.T) {
	tree := build(t, input(t, decider, deciderTest()), cascade.Config{})
	critical := map[int]bool{}
	for _, c := range tree.Nodes {
		critical[c.Condition] = true
		for _, i := range c.Members {
			critical[i] = true
		}
	}
	for _, c := range tree.Nodes {
		if c.Beyond {
			continue
		}
		for _, i := range tree.Support(c) {
			j := tree.Graph.Control(i)
			for j >= 0 && len(tree.Graph.Edge(j).From.Out) < 2 {
				j = tree.Graph.Control(j)
			}
			// Inside library functions it is the call that is critical.
			if j >= 0 && !critical[j] && tree.Graph.Edge(j).From.Proc.Pos.IsValid() {
				t.Errorf("cause %d shows %q and not what led to it, %q", c.ID, tree.Graph.Edge(i).Text, tree.Graph.Edge(j).Text)
			}
		}
	}
}

// TestVariants counts constraints of a short run: all optimisations together
// hand the solver a thirtieth of them or less. The share falls with the length.
func TestVariants(t *testing.T) {
	in := input(t, `#include <assert.h>
int main(void) {
	int i, odd = 0, even = 0, max = 0;
	for (i = 0; i < 18; i++) {
		if (i % 2)
			odd++;
		else
			even++;
		if (i * 5 % 11 > max)
			max = i * 5 % 11;
	}
	assert(odd == 8);
	return 0;
}
`, nil)
	n := map[string]int{}
	for _, v := range variants {
		n[v.name] = build(t, in, v.config).Stats.Constraints
	}
	t.Log(n)
	if n["None"] < 30*n["All"] || n["None"] < n["C+L"] || n["None"] < n["SO+SL"] {
		t.Errorf("%v constraints", n)
	}
}

// TestLimits ends trees early.
func TestLimits(t *testing.T) {
	in := input(t, decider, deciderTest())
	whole := build(t, in, cascade.Config{})
	for _, c := range []cascade.Config{{Levels: 2}, {Nodes: 3}} {
		tree := build(t, in, c)
		if len(tree.Nodes) >= len(whole.Nodes) || len(tree.Notes) != 1 {
			t.Errorf("%+v: %d of %d causes, notes %q", c, len(tree.Nodes), len(whole.Nodes), tree.Notes)
		}
		for k, n := range tree.Nodes {
			if n.Condition != whole.Nodes[k].Condition {
				t.Errorf("%+v: cause %d is another one", c, k)
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	b, err := cascade.NewBuilder(ctx, in, cascade.Config{})
	if err != nil {
		t.Fatal(err)
	}
	b.Next(ctx)
	cancel()
	if b.Next(ctx) || len(b.Tree().Nodes) != 1 || len(b.Tree().Notes) != 1 {
		t.Errorf("%d causes, notes %q", len(b.Tree().Nodes), b.Tree().Notes)
	}
}

// TestScope takes a function as correct, and one as pure.
func TestScope(t *testing.T) {
	in := input(t, decider, deciderTest())
	for _, c := range []cascade.Config{{Correct: []string{"climb", "below", "above"}}, {Pure: []string{"climb"}}} {
		tree := build(t, in, c)
		for _, n := range tree.Nodes {
			if p := tree.Edge(n).From.Proc.Name; p == "climb" {
				t.Errorf("%+v: a critical condition in %s", c, p)
			}
		}
	}
	for _, c := range []cascade.Config{{Correct: []string{"nothing"}}, {Pure: []string{"main"}}} {
		if _, err := cascade.Build(context.Background(), in, c); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
}

// shell is a run of 9,000 instances that sorts by decreasing gaps, and forgets
// the last one.
const shell = `#include <assert.h>
#ifndef N
#define N 90
#endif
static int key[N], order[N];
static int scatter(int i) { return (i * 5303 + 77) % 907; }
static void move(int from, int to) { key[to] = key[from]; order[to] = order[from]; }
int main(void) {
	int i, j, gap, moves = 0;
	for (i = 0; i < N; i++) {
		key[i] = scatter(i);
		order[i] = i;
	}
	for (gap = N / 2; gap > 1; gap /= 2) /* should be gap > 0 */
		for (i = gap; i < N; i++) {
			int k = key[i], o = order[i];
			for (j = i - gap; j >= 0 && key[j] > k; j -= gap) {
				move(j, j + gap);
				moves++;
			}
			key[j + gap] = k;
			order[j + gap] = o;
		}
	for (i = 1; i < N; i++)
		assert(key[i - 1] <= key[i]);
	return 0;
}
`

// BenchmarkSort builds the whole tree of a run that sorts.
func BenchmarkSort(b *testing.B) {
	in := input(b, shell, nil)
	var tree *cascade.Tree
	for b.Loop() {
		tree = build(b, in, cascade.Config{})
	}
	b.ReportMetric(float64(tree.Stats.Trace), "instances")
	b.ReportMetric(float64(len(tree.Nodes)), "causes")
	b.ReportMetric(float64(tree.Stats.Bounded), "bounded")
	b.ReportMetric(float64(tree.Stats.Checks), "checks")
}
