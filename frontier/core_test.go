package frontier

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"culprit/fault"
	"culprit/frontend/frontendtest"
)

// failingRun is a failing run of a program.
func failingRun(t *testing.T, src, stdin, want string) *fault.Input {
	t.Helper()
	prog := frontendtest.Execute(t, src)
	in := &fault.Input{Prog: prog, Failing: &fault.Test{Stdin: []byte(stdin), Expect: &fault.Expectation{}}}
	if want != "" {
		in.Failing.Expect = &fault.Expectation{Output: []byte(want), HasOutput: true}
	}
	if err := fault.Locate(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(in.Close)
	return in
}

func analyse(t *testing.T, in *fault.Input, c Config) *Analysis {
	t.Helper()
	a, err := Analyse(context.Background(), in, c)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func source(t *testing.T, file string) string {
	t.Helper()
	src, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

// lines are those of instances.
func (a *Analysis) lines(instances []int) []int {
	var out []int
	for _, i := range instances {
		out = append(out, a.gr.g.Edge(i).Pos.Line)
	}
	return out
}

// trail writes the frontiers by line, with the polluted combinations after
// them.
func (a *Analysis) trail() string {
	var b strings.Builder
	for _, s := range a.Steps {
		var polluted []string
		for _, p := range s.Polluted {
			polluted = append(polluted, fmt.Sprint(a.lines(p)))
		}
		slices.Sort(polluted)
		fmt.Fprintf(&b, "%v: %s; ", a.lines(s.Frontier), strings.Join(polluted, " "))
	}
	fmt.Fprintf(&b, "roots %v, transitive %v", a.lines(a.Roots), a.lines(a.Transitive))
	return b.String()
}

// The steps of figure 4 of the paper: a frontier of two nodes, both polluted,
// one of them at the head of its chain; then, with the property that the other
// one, a branch, is taken the other way, a frontier of two nodes, neither of
// them polluted, alone or together. Both faults are root causes.
func TestMiddle(t *testing.T) {
	in := failingRun(t, source(t, "middle.c"), "2\n1\n3\n", "2\n")
	a := analyse(t, in, Config{})
	if got, want := a.trail(), "[11 15]: [11] [15]; [9 13]: ; roots [11 15], transitive []"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if !a.Steps[0].Branches || a.Altered != 6 {
		t.Errorf("property on branches: %v, %d altered states", a.Steps[0].Branches, a.Altered)
	}
	res := a.Result()
	for k, l := range res.Locations[:2] {
		if l.Score <= 0.5 || !slices.Contains([]int{11, 15}, l.Pos.Line) || !strings.HasPrefix(l.Reason, "may be the fault: the failure disappears") {
			t.Errorf("location %d: %+v", k, l)
		}
	}
	if n := len(res.Path); n != 3 || res.Path[n-1].Pos.Line != 23 {
		t.Errorf("path %+v", res.Path)
	}
}

// The variant of section 6.2: another way at a correct branch makes two wrongs
// right; who knows that the branch is correct is led to the fault.
func TestCorrect(t *testing.T) {
	for place, want := range map[string]string{
		"":         "roots [12], transitive [13]",
		"12":       "roots [13], transitive []",
		"12:x<z":   "roots [13], transitive []",
		"12:x < y": "roots [12], transitive [13]", // there is no such condition
		"10":       "roots [12], transitive [13]",
	} {
		in := failingRun(t, source(t, "exchanged.c"), "2\n1\n3\n", "2\n")
		if place != "" {
			known, err := fault.ParseKnown([]string{place})
			if err != nil {
				t.Fatal(err)
			}
			in.Known = known
		}
		if got := analyse(t, in, Config{}).trail(); !strings.HasSuffix(got, want) {
			t.Errorf("correct %q: %s, want %s", place, got, want)
		}
	}
	for _, bad := range []string{"0", "3:", "3x", "4: "} {
		if _, err := fault.ParseKnown([]string{bad}); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

// An input is correct; its first use is suspected.
func TestInput(t *testing.T) {
	in := failingRun(t, `#include <stdio.h>
int main(void) {
	int m, n;
	scanf("%d", &n);
	m = n + 1;
	printf("%d\n", m);
	return 0;
}
`, "2\n", "2\n")
	if got := analyse(t, in, Config{}).trail(); got != "[5]: [5]; roots [5], transitive []" {
		t.Error(got)
	}
}

// A definition that a branch kept from being executed is found by its summary
// control dependence only.
func TestSummary(t *testing.T) {
	const src = `#include <stdio.h>
int main(void) {
	int n, m = 0;
	scanf("%d", &n);
	if (n > 5)
		m = n;
	printf("%d\n", m);
	return 0;
}
`
	in := failingRun(t, src, "5\n", "5\n")
	if got := analyse(t, in, Config{}).trail(); got != "[3 5]: [3] [5]; roots [3 5], transitive []" {
		t.Error(got)
	}
}

// What a failed assertion, undefined behaviour and a wrong status depend on.
func TestFailures(t *testing.T) {
	for name, c := range map[string]struct{ src, want string }{
		"assertion": {`#include <assert.h>
int main(void) {
	int n = 3;
	int k = n - 1;
	assert(k == 3);
	return 0;
}
`, "[4]: [4]; [3]: [3]; roots [3], transitive [4]"},
		"undefined": {`int main(void) {
	int a[4] = {1, 2, 3, 4}, i = 2;
	i = i * 2;
	return a[i] - a[0];
}
`, "roots [2], transitive [3]"},
	} {
		if got := analyse(t, failingRun(t, c.src, "", ""), Config{}).trail(); !strings.HasSuffix(got, c.want) {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// On a chain each link is a frontier.
func TestChain(t *testing.T) {
	in := failingRun(t, `#include <stdio.h>
int main(void) {
	int a, b, c, d, e;
	a = 1;
	b = a + 1;
	c = b + 1;
	d = c + 1;
	e = d + 1;
	printf("%d\n", e);
	return 0;
}
`, "", "17\n")
	const want = "[8]: [8]; [7]: [7]; [6]: [6]; [5]: [5]; [4]: [4]; roots [4], transitive [5 6 7 8]"
	if got := analyse(t, in, Config{}).trail(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// At the end of its time the analysis tells what it knows.
func TestTime(t *testing.T) {
	in := failingRun(t, source(t, "middle.c"), "2\n1\n3\n", "2\n")
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	begun := time.Now().Add(-time.Hour) // half of the time is over
	over, stop := early(ctx, begun, 0.4)
	defer stop()
	<-over.Done()
	if context.Cause(over) != context.DeadlineExceeded {
		t.Errorf("ended by %v", context.Cause(over))
	}
	inner, stop := early(ctx, begun, 0.9)
	defer stop()
	if inner.Err() != nil {
		t.Errorf("ended too early")
	}
	in.Budget.Runs = 1
	a := analyse(t, in, Config{})
	if len(a.Notes) != 1 || !strings.Contains(a.Notes[0], "limit of re-executions") || len(a.Result().Locations) == 0 {
		t.Errorf("notes %v", a.Notes)
	}
}

// The frontiers of a loop are not one for each iteration: the number of altered states
// grows with the logarithm of its length, and the root cause is the same.
func TestLongLoops(t *testing.T) {
	const src = `#include <stdio.h>
int main(void) {
	int i, n = 2;
	for (i = 0; i < %d; i++)
		n = n + 3;
	printf("%%d\n", n);
	return 0;
}
`
	altered := map[int]int{}
	for _, n := range []int{100, 400} {
		in := failingRun(t, fmt.Sprintf(src, n), "", fmt.Sprintf("%d\n", 3*n+1))
		a := analyse(t, in, Config{})
		if got := a.lines(a.Roots); !slices.Contains(got, 3) {
			t.Errorf("%d iterations: roots %v, %d altered states %s", n, got, a.Altered, a.trail())
		}
		altered[n] = a.Altered
	}
	if altered[400] > altered[100]+40 {
		t.Errorf("altered states by iterations: %v", altered)
	}
}

// Where the work is used up, the answer says after how many altered states.
func TestWork(t *testing.T) {
	in := failingRun(t, source(t, "middle.c"), "2\n1\n3\n", "2\n")
	in.Budget.Work = 100
	a := analyse(t, in, Config{})
	if len(a.Notes) != 1 || !strings.HasPrefix(a.Notes[0], "the limit of re-executions is reached after ") || len(a.Result().Locations) == 0 {
		t.Errorf("notes %v", a.Notes)
	}
	in.Budget.Work = 0
	others := &evidence{in: in, ctx: context.Background()}
	gr, err := newGraph(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	a, err = gr.oneRun(context.Background(), in, others, 1)
	if a != nil {
		a.others = others
	}
	if err != nil || len(a.Notes) != 1 || a.Notes[0] != "the limit of work for frontiers is reached after 0 altered states" || len(a.Result().Locations) == 0 {
		t.Errorf("error %v, notes %v", err, a.Notes)
	}
}

// Another value of a pointer is one that its statement has anywhere in the run,
// although the failure depends on no other instance of it.
func TestPointers(t *testing.T) {
	in := failingRun(t, `#include <stdio.h>
struct node { int v; struct node *next; };
struct node a = {1, 0}, b = {2, &a};
int got[2];
int main(void) {
	int k;
	struct node *p = &b;
	struct node *q;
	for (k = 0; k < 2; k++) {
		q = p;
		got[k] = q->v;
		p = p->next;
	}
	printf("%d\n", got[0]);
	return 0;
}
`, "", "1\n")
	a := analyse(t, in, Config{Alone: true})
	at := func(v int32) bool { return a.gr.edge(v).Pos.Line == 10 }
	found := false
	for v, f := range a.how {
		found = found || at(v) && f.SetValue && f.Value != 0 && f.Value != a.gr.value[v]
	}
	if !found {
		t.Errorf("the pointer of line 10 is not polluted: %s", a.trail())
	}
}

// TestTogether: a state that has to be altered together with others names them.
func TestTogether(t *testing.T) {
	in := failingRun(t, `#include <stdio.h>
int main(void) {
	int x = 1;
	int y = 1;
	printf("%d%d\n", x, y);
	return 0;
}
`, "", "20\n")
	a := analyse(t, in, Config{})
	got := map[int]string{}
	for _, l := range a.Result().Locations {
		got[l.Pos.Line] = l.Reason
	}
	for line, want := range map[int]string{
		3: "the failure disappears with 2 instead of 1, together with another state at line 4",
		4: "the failure disappears with 0 instead of 1, together with another state at line 3",
	} {
		if !strings.HasSuffix(got[line], want) {
			t.Errorf("line %d: %q, want %q; %s", line, got[line], want, a.trail())
		}
	}
}
