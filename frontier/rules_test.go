package frontier

import (
	"context"
	"slices"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/fault"
	"culprit/frontend/frontendtest"
	"culprit/internal/gen"
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
	const want = "is probably the fault: 2 failing and 3 passing runs are right if it compares by another operator"
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

// What is missing is a condition on two variables, an early return, or the index
// of an element.
func TestMissing(t *testing.T) {
	for _, c := range []struct {
		name, src      string
		failing        [2]string
		others, passes [][2]string
		line           int
		want           string
	}{
		{"relation", `#include <stdio.h>
int main(void) {
	int n, x, last = -1, sum = 0;
	scanf("%d", &n);
	while (n-- > 0) {
		scanf("%d", &x);
		if (x > 2)
			sum += x;
		last = x;
	}
	printf("%d\n", sum + 0 * last);
	return 0;
}
`, [2]string{"4 5 5 7 1\n", "12\n"}, [][2]string{{"3 8 9 9\n", "17\n"}}, [][2]string{{"3 3 4 5\n", "12\n"}, {"2 4 9\n", "13\n"}, {"5 5 1 5 1 6\n", "16\n"}, {"2 1 7\n", "7\n"}},
			8, "where last == x"},
		{"return", `#include <stdio.h>
int fee(int age, int days) {
	int sum = 3 * days;
	if (days > 5)
		sum -= age;
	return sum + 1;
}
int main(void) {
	int age, days;
	scanf("%d%d", &age, &days);
	printf("%d\n", fee(age, days));
	return 0;
}
`, [2]string{"3 10\n", "0\n"}, [][2]string{{"4 2\n", "0\n"}}, [][2]string{{"6 1\n", "4\n"}, {"30 2\n", "7\n"}, {"10 9\n", "18\n"}},
			3, "the function returns before it where age <= 4"},
		{"element", `#include <stdio.h>
int at[4] = {10, 27, 35, 91};
int main(void) {
	int k, v;
	scanf("%d", &k);
	v = at[0];
	printf("%d\n", v);
	return 0;
}
`, [2]string{"2\n", "35\n"}, [][2]string{{"3\n", "91\n"}}, [][2]string{{"0\n", "10\n"}}, 6, "it has the element of k"},
		{"sum", `#include <stdio.h>
int main(void) {
	int n, x, sum = 0;
	scanf("%d", &n);
	while (n-- > 0) {
		scanf("%d", &x);
		sum = x * x;
	}
	printf("%d\n", sum);
	return 0;
}
`, [2]string{"3 1 2 4\n", "21\n"}, [][2]string{{"2 5 1\n", "26\n"}}, [][2]string{{"1 7\n", "49\n"}}, 7, "it is added to what was there"},
		{"quotient", `#include <stdio.h>
int main(void) {
	int n, size, pages;
	scanf("%d%d", &n, &size);
	pages = n / size;
	printf("%d\n", pages);
	return 0;
}
`, [2]string{"7 3\n", "3\n"}, [][2]string{{"5 4\n", "2\n"}}, [][2]string{{"8 4\n", "2\n"}, {"9 3\n", "3\n"}}, 5, "it has a quotient that is rounded up"},
		{"conversion", `#include <stdio.h>
int main(void) {
	int n, k;
	double share;
	scanf("%d%d", &n, &k);
	share = n / k;
	printf("%.2f\n", share);
	return 0;
}
`, [2]string{"7 2\n", "3.50\n"}, [][2]string{{"1 4\n", "0.25\n"}}, [][2]string{{"8 4\n", "2.00\n"}}, 6, "it has the operation after the conversion"},
		{"index", `#include <stdio.h>
int main(void) {
	int n, k;
	scanf("%d", &n);
	int at[n];
	for (k = 0; k < n; k++)
		scanf("%d", &at[k]);
	scanf("%d", &k);
	n = k * 2;
	printf("%d\n", n);
	return 0;
}
`, [2]string{"3 15 29 37\n1\n", "58\n"}, [][2]string{{"2 4 8 0\n", "8\n"}}, [][2]string{{"2 0 5\n0\n", "0\n"}}, 9, "it has the element of at for its index"},
		{"guard", `#include <stdio.h>
int main(void) {
	int a[5], i, sum = 0;
	for (i = 0; i < 5; i++)
		scanf("%d", &a[i]);
	for (i = 0; i < 5; i++)
		sum = sum + i;
	printf("%d\n", sum);
	return 0;
}
`, [2]string{"1 7 1 7 1\n", "6\n"}, [][2]string{{"1 7 1 7 7\n", "2\n"}, {"7 1 1 7 1\n", "7\n"}}, [][2]string{{"1 2 2 1 3\n", "10\n"}, {"3 2 1 3 2\n", "10\n"}},
			7, "it is not executed where a[i] == 7"},
		{"constant condition", `#include <stdio.h>
int main(void) {
	int x;
	scanf("%d", &x);
	if (0)
		x = -x;
	printf("%d\n", x);
	return 0;
}
`, [2]string{"-4\n", "4\n"}, [][2]string{{"-1\n", "1\n"}}, [][2]string{{"0\n", "0\n"}, {"5\n", "5\n"}, {"1\n", "1\n"}}, 5, "where x <= -1"},
		{"restart", `#include <stdio.h>
int main(void) {
	int groups, n, x, i, sum = 0;
	scanf("%d", &groups);
	while (groups-- > 0) {
		scanf("%d", &n);
		for (i = 0; i < n; i++) {
			scanf("%d", &x);
			sum += x;
		}
		printf("%d ", sum);
	}
	return 0;
}
`, [2]string{"2\n2 4 5\n2 1 1\n", "9 2 "}, [][2]string{{"3\n1 2\n1 7\n2 4 4\n", "2 7 8 "}}, [][2]string{{"1\n3 1 2 3\n", "6 "}, {"1\n1 9\n", "9 "}},
			9, "it begins again where i == 0"},
		{"constant", `#include <stdio.h>
int main(void) {
	int m, s, t;
	scanf("%d%d", &m, &s);
	t = m * 100 + s;
	printf("%d\n", t);
	return 0;
}
`, [2]string{"2 5\n", "125\n"}, [][2]string{{"3 1\n", "181\n"}}, [][2]string{{"0 7\n", "7\n"}}, 5, "it has another constant"},
		{"restart in memory", `#include <stdio.h>
int product[3] = {1, 1, 1};
int main(void) {
	int k, x, first;
	while (scanf("%d%d%d", &k, &first, &x) == 3)
		product[k] = product[k] * x;
	printf("%d %d %d\n", product[0], product[1], product[2]);
	return 0;
}
`, [2]string{"1 1 4 0 1 7 1 0 2 1 1 5\n", "7 5 1\n"}, [][2]string{{"2 1 3 2 1 4 2 0 2\n", "1 1 8\n"}}, [][2]string{{"0 0 3 0 0 9\n", "27 1 1\n"}, {"1 1 9\n", "1 9 1\n"}},
			6, "it begins again where first == 1"},
	} {
		in := withTests(failingRun(t, c.src, c.failing[0], c.failing[1]), c.passes, c.others)
		a := analyse(t, in, Config{})
		found := false
		for e, x := range a.ruled {
			found = found || e.Pos.Line == c.line && strings.HasSuffix(x.first, c.want)
		}
		if !found {
			t.Errorf("%s: not found that line %d is right %s", c.name, c.line, c.want)
			for e, x := range a.ruled {
				t.Logf("%s %s: %d fit, %v, %s", e.Pos, e.Text, x.fits, x.by, x.first)
			}
		}
	}
}

// States are judged by the run that is right with a rule, although altering none of
// them alone makes the failure disappear.
func TestRightRun(t *testing.T) {
	const src = `#include <stdio.h>
int main(void) {
	int n, a, b, c, d, e, f;
	scanf("%d", &n);
	a = n - 1;
	b = a > 0; c = a < 9; d = a != 0; e = a >= 1; f = a * 2;
	printf("%d\n", b * c * d * e * (f > 1));
	return 0;
}
`
	in := withTests(failingRun(t, src, "1\n", "1\n"), [][2]string{{"0\n", "0\n"}, {"5\n", "1\n"}, {"12\n", "0\n"}}, [][2]string{{"9\n", "0\n"}})
	a := analyse(t, in, Config{Strategy: SingleStep})
	got := map[string]bool{}
	for i, wrong := range a.Judged {
		got[a.gr.g.Edge(i).Text] = wrong
	}
	for text, wrong := range map[string]bool{"b = a > 0": true, "c = a < 9": false, "d = a != 0": true, "e = a >= 1": true, "f = a * 2": true} {
		if w, judged := got[text]; !judged || w != wrong {
			t.Errorf("%s: judged %v, wrong %v", text, judged, w)
		}
	}
}

// Where a guard is missing, the first statement that lacks it is a root cause.
func TestUnguarded(t *testing.T) {
	const src = `#include <stdio.h>
int main(void) {
	int n, x, even = 0;
	scanf("%d", &n);
	while (n-- > 0) {
		scanf("%d", &x);
		if (x % 2 == 0)
			even++;
	}
	printf("%d\n", even);
	return 0;
}
`
	// Negative numbers do not count.
	in := withTests(failingRun(t, src, "4 1 -6 2 -8\n", "1\n"), [][2]string{{"3 1 2 3\n", "1\n"}, {"4 -5 6 4 2\n", "3\n"}, {"1 0\n", "1\n"}}, [][2]string{{"2 -4 -2\n", "0\n"}, {"3 2 -2 7\n", "1\n"}})
	a := analyse(t, in, Config{})
	if !slices.Contains(a.lines(a.Roots), 7) {
		t.Error(a.trail())
	}
	for e := range a.ruled {
		if e.Pos.Line == 8 && a.unguarded(e).Pos.Line != 7 {
			t.Errorf("%s comes after %s", e.Pos, a.unguarded(e).Pos)
		}
	}
}

// Forces that stand for a rule do what the rule does.
func TestForcesTwin(t *testing.T) {
	in := withTests(failingRun(t, counts, "4\n12 10 4 10\n", "12\n"), [][2]string{{"2\n12 4\n", "12\n"}, {"1\n5\n", "0\n"}}, nil)
	a := analyse(t, in, Config{})
	again, err := fault.NewRerunner(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	a.ruling.ctx = context.Background()
	left, other := 0, 0
	for v := range int32(len(a.gr.inst)) {
		e := statement(a.gr.edge(v))
		if a.gr.kind[v] == fixed || a.gr.input[v] {
			continue
		}
		for _, u := range slices.Concat(a.ruling.of(v), a.ruling.skips(e)) {
			n := 0
			want := a.ruling.watch(&a.ruling.failing[0], e, nil, u.to != nil, func(o *operands) {
				n++
				if u.to == nil || n < 100 { // one that comes back for ever
					o.alter(&u)
				}
			})
			forces := a.forces(e, &u)
			if len(forces) == 0 || n >= 100 {
				continue
			}
			_, got, err := again.Try(forces...)
			if err != nil {
				t.Fatal(err)
			}
			if string(got.Stdout) != string(want.Stdout) {
				t.Errorf("%s: %q if %s, %q with forces", e.Pos, want.Stdout, u.what, got.Stdout)
			}
			other++
			if u.to != nil {
				left++
			}
		}
	}
	if left < 10 || other < 100 {
		t.Errorf("%d rules compared, %d of them leave something out", other, left)
	}
}

// Mutants have the type of their expression, and are well formed.
func TestMutants(t *testing.T) {
	n := 0
	for seed := uint64(1); seed <= 20; seed++ {
		p := frontendtest.Execute(t, gen.C(seed, gen.COptions{}))
		for _, e := range p.Edges {
			x := fault.Assigned(e)
			if s, ok := e.Stmt.(*cfg.Assume); ok {
				x = s.Cond
			}
			if x == nil || !fault.Shown(e) {
				continue
			}
			for _, m := range mutants(p, e, x) {
				n++
				if m.x.Type() != x.Type() {
					t.Fatalf("%s: %s of type %s", e.Pos, m.what, m.x.Type())
				}
				cfg.Eval(m.x, func(*cfg.Var) uint64 { return 1 }, func(*cfg.Load) uint64 { return 1 })
			}
		}
	}
	if n < 1000 {
		t.Errorf("%d mutants", n)
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
	r.failing = []passing{{start: interp.NewSession(in.Prog, fault.Config(in.Prog, in.Failing, in.Budget)), want: *in.Failing.Expect}}
	run := &r.failing[0]
	r.follow(run)
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
		ruled := r.watch(run, statement(e), nil, false, func(o *operands) { o.alter(&u) })
		if string(ruled.Stdout) != string(got.Stdout) || r.passes(run, statement(e), &u) != (o == fault.Pass) {
			t.Errorf("%s: %q with the rule, %q with the alteration", e.Pos, ruled.Stdout, got.Stdout)
		}
		compared++
	}
	if compared < 4 {
		t.Errorf("%d statements compared", compared)
	}
}

// Of several statements the one with the simplest rule with which all runs are right
// gives the run that states are compared with.
func TestSimplest(t *testing.T) {
	in := failingRun(t, counts, "3\n12 4 10\n", "12\n")
	e := in.Prog.Edges
	by := func(c class) *ruled {
		x := &ruled{fits: 1}
		x.right(rule{what: "it is another"}, c)
		return x
	}
	a := &Analysis{ruled: map[*cfg.Edge]*ruled{e[1]: by(guarded), e[2]: by(fixedTo), e[3]: by(simple), e[4]: {fits: 2}}}
	for _, tt := range []struct {
		of   []*cfg.Edge
		want *cfg.Edge
	}{
		{e[:5], e[3]}, {e[:3], e[2]}, {e[:2], e[1]}, {e[4:6], e[4]}, {[]*cfg.Edge{e[5], e[4]}, e[5]},
	} {
		if got := a.simplest(tt.of); got != tt.want {
			t.Errorf("%v of %v, want %v", got, tt.of, tt.want)
		}
	}
}
