package frontier

import (
	"context"
	"slices"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
)

// How often the condition is executed, and at which instances it is wrong, differs
// from run to run. One rule is right in all of them.
func TestRules(t *testing.T) {
	in := withTests(failingRun(t, counts, "4\n12 10 4 10\n", "12\n"),
		[][2]string{{"2\n12 4\n", "12\n"}, {"3\n1 2 30\n", "30\n"}, {"1\n5\n", "0\n"}}, [][2]string{{"1\n10\n", "0\n"}})
	a := analyse(t, in, Config{})
	if !slices.Contains(a.lines(a.Roots), 7) {
		t.Error(a.trail())
	}
	const want = "suspected root cause: 2 failing and 3 passing runs are right if it compares by another operator"
	if l := a.Result().Locations[0]; l.Pos.Line != 7 || l.Reason != want {
		t.Errorf("line %d: %s\nwant %s", l.Pos.Line, l.Reason, want)
	}
	for e, x := range a.ruled {
		if e.Pos.Line != 7 && x.by[simple] > 0 {
			t.Errorf("%s: all runs are right if %s", e.Pos, x.first)
		}
	}
}

// A statement that lacks a case is right as long as the case does not arise.
func TestGuards(t *testing.T) {
	const src = `#include <stdio.h>
int main(void) {
	int age, fee, member;
	scanf("%d%d", &age, &member);
	fee = 10 + age / 10;
	printf("%d\n", fee + member);
	return 0;
}
`
	// The first year is free.
	in := withTests(failingRun(t, src, "3 1\n", "1\n"), [][2]string{{"30 1\n", "14\n"}, {"52 0\n", "15\n"}, {"9 1\n", "11\n"}}, [][2]string{{"2 0\n", "0\n"}, {"5 1\n", "1\n"}})
	a := analyse(t, in, Config{})
	if l := a.Result().Locations[0]; l.Pos.Line != 5 || !strings.HasSuffix(l.Reason, "runs are right if it is 0 where age <= 5") {
		t.Errorf("line %d: %s", l.Pos.Line, l.Reason)
	}
}

// A statement that should not be executed leaves what was there.
func TestUnwanted(t *testing.T) {
	const src = `#include <stdio.h>
int a[4];
int main(void) {
	int i, s = 0;
	for (i = 0; i < 4; i++)
		scanf("%d", &a[i]);
	a[1] = a[0];
	for (i = 0; i < 4; i++)
		s += a[i];
	printf("%d\n", s);
	return 0;
}
`
	in := withTests(failingRun(t, src, "1 2 3 4\n", "10\n"), [][2]string{{"5 5 1 0\n", "11\n"}}, [][2]string{{"9 0 0 1\n", "10\n"}, {"7 8 9 1\n", "25\n"}})
	a := analyse(t, in, Config{})
	if l := a.Result().Locations[0]; l.Pos.Line != 7 || !strings.HasSuffix(l.Reason, "runs are right if it stays as it was") {
		t.Errorf("line %d: %s", l.Pos.Line, l.Reason)
	}
}

// Where a statement is executed once, a rule does what an alteration of its
// instance does.
func TestRuleTwin(t *testing.T) {
	in := withTests(failingRun(t, source(t, "middle.c"), "2\n1\n3\n", "2\n"), [][2]string{{"1\n2\n3\n", "2\n"}}, nil)
	a := analyse(t, in, Config{})
	again, err := fault.NewRerunner(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	r := &ruling{a: a, ctx: context.Background(), others: a.others, left: maxRuleSteps}
	run := passing{start: interp.NewSession(in.Prog, fault.Config(in.Prog, in.Failing, in.Budget)), want: *in.Failing.Expect}
	r.failing = []passing{run}
	compared := 0
	for v := range int32(len(a.gr.inst)) {
		e := a.gr.edge(v)
		if a.gr.kind[v] != branch && a.gr.kind[v] != value || a.gr.input[v] {
			continue
		}
		f := interp.Force{At: int(a.gr.inst[v]), Edge: e, SetValue: true}
		u := rule{value: func(*operands) uint64 { return 0 }}
		if a.gr.kind[v] == branch {
			to := e.From.Out[0]
			f, u = interp.Force{At: int(a.gr.inst[v]), Take: to}, rule{take: func(*operands) *cfg.Edge { return to }}
		}
		o, got, err := again.Try(f)
		if err != nil {
			t.Fatal(err)
		}
		ruled := r.watch(&run, statement(e), nil, func(o *operands) { o.alter(&u) })
		if string(ruled.Stdout) != string(got.Stdout) || r.passes(&run, statement(e), &u) != (o == fault.Pass) {
			t.Errorf("%s: %q with the rule, %q with the alteration", e.Pos, ruled.Stdout, got.Stdout)
		}
		compared++
	}
	if compared < 4 {
		t.Errorf("%d statements compared", compared)
	}
}
