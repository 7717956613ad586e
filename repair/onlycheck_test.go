package repair

import (
	"strings"
	"testing"

	"culprit/frontend/ctree"
	"culprit/repair/candidate"
)

// limited asserts a limit, in a loop that does nothing else, and by functions.
const limited = `extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(c) ((c) ? (void) 0 : __assert_fail(#c, "p.c", 1, "main"))
#define LIMIT 100
#define SLACK (10 + 5)
#define SIZE 3
static const int most = 20;
static int expected[] = {31, 28, 31};
int a[SIZE], total;
int days(int m) { return m == 1 ? 29 : 31; }
void same(int got, int want) {
	if (got < 0)
		return;
	assert(got == want);
}
void add(int n, int most) {
	if (n > most)
		n = most;
	total += n;
}
void report(int got, int want) {
	total++;
	assert(got == want);
}
int main(void) {
	int i, k, half = most / 2;
	int bound = half + 4, start = 1, step;
	int never = 3;
	step = 1;
	for (i = 0; i < SIZE; i++)
		a[i] = __VERIFIER_nondet_int();
	add(a[0], 64);
	for (k = 0; k < SIZE; k++)
		total += a[k];
	for (i = start; i < SIZE; i += step)
		assert(a[i - 1] <= a[i] + most);
	for (k = 0; a[k] != 7; k++)
		assert(k < SIZE);
	assert(total <= LIMIT + SLACK);
	assert(total < bound);
	if (total < never)
		assert(a[k] == 7);
	same(days(k), expected[k]);
	report(total, 12);
	return 0;
}
`

// TestOnlyCheck tells changes of what only assertions read from others.
func TestOnlyCheck(t *testing.T) {
	s := asserting(t, limited, 9, 5, 7)
	for _, c := range []struct {
		old, new string
		kind     candidate.Kind
		want     Disarmed
	}{
		{"LIMIT 100", "LIMIT 200", candidate.Constant, OnlyForCheck},
		{"(10 + 5)", "(10 + 9)", candidate.Constant, OnlyForCheck},
		{"SIZE 3", "SIZE 4", candidate.Constant, Armed},
		{"most = 20", "most = 40", candidate.Constant, OnlyForCheck}, // through half and bound
		{"{31, 28", "{31, 29", candidate.Constant, OnlyForCheck},
		{"half = most / 2", "half = most / 1", candidate.Constant, OnlyForCheck},
		{"half + 4", "half + 9", candidate.Constant, OnlyForCheck},
		{"start = 1", "start = 2", candidate.Constant, OnlyForCheck},
		{"step = 1", "step = 2", candidate.Constant, OnlyForCheck},
		{"i < SIZE; i += step", "i < 1; i += step", candidate.Constant, Touched},
		{"i += step", "i += 2", candidate.Constant, Touched},
		{"i = 0", "i = 1", candidate.Constant, Armed},
		{"a[k] != 7", "a[k] > 7", candidate.Relation, Armed}, // k is read after the loop
		{"never = 3", "never = 1", candidate.Constant, OnlyForCheck},
		{"? 29", "? 28", candidate.Constant, Armed},
		{"got < 0", "got < 99", candidate.Constant, Touched},
		{"expected[k]", "expected[0]", candidate.Constant, Touched},
		{"total, 12", "total, 13", candidate.Constant, OnlyForCheck},
		{"a[0], 64", "a[0], 32", candidate.Constant, Armed},
		{"k < SIZE; k++)\n\t\ttotal", "k < SIZE && total > never; k++)\n\t\ttotal", candidate.Strengthen, Armed},
	} {
		i := strings.Index(limited, c.old)
		if i < 0 {
			t.Fatalf("no %q", c.old)
		}
		e := candidate.Edit{File: "p.c", Extent: ctree.Extent{Start: i, End: i + len(c.old)}, Text: c.new}
		for len(e.Text) > 0 && e.Start < e.End && limited[e.Start] == e.Text[0] {
			e.Start, e.Text = e.Start+1, e.Text[1:]
		}
		for len(e.Text) > 0 && e.Start < e.End && limited[e.End-1] == e.Text[len(e.Text)-1] {
			e.End, e.Text = e.End-1, e.Text[:len(e.Text)-1]
		}
		if got := s.disarms(&candidate.Change{Kind: c.kind, Literal: true, Edits: []candidate.Edit{e}}); got != c.want {
			t.Errorf("%q for %q: %v, want %v", c.new, c.old, got, c.want)
		}
	}
}

// TestOnlyFailedAssertions protects no loop where what it does is undefined.
func TestOnlyFailedAssertions(t *testing.T) {
	const src = `extern void reach_error(void);
int a[3];
int main(void) {
	for (int i = 0; i <= 3; i++)
		if (a[i] != 0)
			reach_error();
	return 0;
}
`
	s := asserting(t, src)
	i := strings.Index(src, "<=")
	if got := s.disarms(&candidate.Change{Kind: candidate.Relation, Edits: []candidate.Edit{{File: "p.c", Extent: ctree.Extent{Start: i, End: i + 2}, Text: "<"}}}); got != Armed {
		t.Errorf("the bound of the loop: %v", got)
	}
}

// TestServing compares the names that serve assertions alone with what comes of
// other values: with a name of those the statements before the assertion are
// the same, whatever its value is.
func TestServing(t *testing.T) {
	s := asserting(t, limited, 9, 5, 7)
	v := s.check.flows
	local := func(name string) ctree.Object { return ctree.Object{Name: name, File: "p.c", Func: "main"} }
	static := func(name string) ctree.Object { return ctree.Object{Name: name, File: "p.c"} }
	serves := func(o ctree.Object) bool { return v.sets[o] > 0 && len(v.uses[o]) > 0 && !v.other[o] }
	for _, o := range []ctree.Object{
		macroObject("LIMIT"), macroObject("SLACK"), static("most"), static("expected"),
		local("half"), local("bound"), local("start"), local("step"), local("never"),
	} {
		if !serves(o) {
			t.Errorf("%v does not serve assertions alone", o)
		}
	}
	for _, o := range []ctree.Object{macroObject("SIZE"), {Name: "total"}, {Name: "a"}, local("i"), local("k"), {Name: "n", File: "p.c", Func: "add"}, {Name: "most", File: "p.c", Func: "add"}} {
		if serves(o) {
			t.Errorf("%v serves assertions alone", o)
		}
	}
}

// TestUnsequenced makes no change that reads what ++ changes in the same expression.
func TestUnsequenced(t *testing.T) {
	const src = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int a[4] = {0}, i = 0, n = 3, k = __VERIFIER_nondet_int();
	while (i++ < n)
		a[i] = k;
	if (a[1] != 0 && i > 2)
		reach_error();
	return 0;
}
`
	s := asserting(t, src, 7)
	other, bad := false, ""
	for _, x := range s.tried {
		for _, e := range x.Edits {
			if old := src[e.Start:e.End]; x.Line == 5 && old == "n" {
				other = other || e.Text == "k"
				if strings.Contains(e.Text, "i") {
					bad = e.Text
				}
			}
		}
	}
	if !other || bad != "" {
		t.Errorf("n becomes %q; k: %v", bad, other)
	}
}
