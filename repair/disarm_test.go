package repair

import (
	"context"
	"slices"
	"strings"
	"testing"

	"culprit/fault"
	"culprit/frontend"
	"culprit/frontend/ctree"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/repair/candidate"
)

// pump fails if the pump runs while the level is low. Its reading is an input.
const pump = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void exit(int);
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: reach_error(); } }
int running, level, shown;
int isRunning(void) { return running; }
int low(int limit) { return level <= limit; }
int main(void) {
	int i;
	level = __VERIFIER_nondet_int();
	if (level < 0 || level > 50)
		return 0;
	for (i = 0; i < 3; i++) {
		if (low(10))
			running = 1;
		else
			running = 1;
		shown = running + i;
	}
	int cond = !(isRunning() && level <= 10);
	__VERIFIER_assert(cond);
	return running;
}
`

// TestDisarm tries changes that make the failure disappear without merit.
// None is accepted, for the reason that is expected.
func TestDisarm(t *testing.T) {
	s := asserting(t, pump, 5)
	for _, c := range []struct {
		name, old, new string
		kind           candidate.Kind
		want           Disarmed
	}{
		{"assertion true", "__VERIFIER_assert(cond)", "__VERIFIER_assert(1)", candidate.Constant, MadeConstant},
		{"operand of the assertion", "__VERIFIER_assert(cond)", "__VERIFIER_assert(running)", candidate.Variable, Touched},
		{"operand set", "int cond = !(isRunning() && level <= 10);", "int cond = 1;", candidate.Constant, MadeConstant},
		{"operand overwritten", "__VERIFIER_assert(cond);", "cond = 1; __VERIFIER_assert(cond);", candidate.Copy, Overwritten},
		{"only for the check", "isRunning() && level", "isRunning() && shown", candidate.Variable, OnlyForCheck},
		{"function returns 1", "return running; }", "return 0; }", candidate.Constant, MadeConstant},
		{"return before", "\tint cond", "\treturn 0; int cond", candidate.Jump, MadeConstant},
		{"return under a condition", "\tint cond", "\tif (running) return 0; int cond", candidate.Guard, Unreached},
		{"exit", "\tint cond", "\texit(0); int cond", candidate.Copy, Unreached},
		{"input constant", "level = __VERIFIER_nondet_int()", "level = 20", candidate.Variable, Touched},
		{"input dropped", "level = __VERIFIER_nondet_int();", "", candidate.Deletion, Touched},
		{"check of the input", "level > 50)", "level > 50 || level < 11)", candidate.Weaken, Unreached},
		{"limit of the input", "level > 50", "level > 10", candidate.OffByOne, Touched},
		{"assertion deleted", "__VERIFIER_assert(cond);", "", candidate.Deletion, Touched},
		{"compared with itself", "i < 3", "i < i", candidate.Variable, MadeConstant},
		{"assigned to itself", "shown = running + i", "shown = shown", candidate.Variable, MadeConstant},
		{"loop out of use", "i < 3", "i < 0", candidate.Constant, Unused},
		{"condition fixed", "if (low(10))", "if (0)", candidate.Fixed, MadeConstant},
	} {
		i := strings.Index(pump, c.old)
		if i < 0 {
			t.Fatalf("%s: no %q", c.name, c.old)
		}
		x := &tried{Change: &candidate.Change{Kind: c.kind, Literal: c.want == Unused, Edits: []candidate.Edit{{File: "p.c", Extent: ctree.Extent{Start: i, End: i + len(c.old)}, Text: c.new}}}}
		if strings.HasPrefix(c.new, "cond =") {
			x.Sets = ctree.Object{Name: "cond", File: "p.c", Func: "main"}
		}
		// The smallest edit, as the generator makes it.
		e := &x.Edits[0]
		for len(e.Text) > 0 && e.Start < e.End && pump[e.Start] == e.Text[0] {
			e.Start, e.Text = e.Start+1, e.Text[1:]
		}
		for len(e.Text) > 0 && e.Start < e.End && pump[e.End-1] == e.Text[len(e.Text)-1] {
			e.End, e.Text = e.End-1, e.Text[:len(e.Text)-1]
		}
		got := s.disarms(x.Change)
		if got == Armed {
			if reason, _ := s.accept(context.Background(), x); reason != "" {
				t.Errorf("%s: accepted: %s", c.name, reason)
			}
			own, err := s.alone(context.Background(), x)
			if err != nil {
				t.Fatal(err)
			}
			got = s.reaches(context.Background(), own, x)
		}
		if got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestDisarmWithout tries changes of a program that jumps to its error, and
// compares with what it is given.
func TestDisarmWithout(t *testing.T) {
	const src = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int largest(int n, int m) {
	int max = n;
	if (m < max)
		max = m;
	if (max < n || max < m)
		goto wrong;
	return max;
wrong:
	reach_error();
	return 0;
}
int main(void) {
	int a = __VERIFIER_nondet_int(), i = 0;
	if (largest(a, 5) < a)
		goto ERROR;
	return i++;
ERROR:
	return 1;
}
`
	s := asserting(t, src, 1)
	for _, c := range []struct {
		old, new string
		sets     string
		want     Disarmed
	}{
		{"goto wrong;", "", "", Touched},
		{"goto ERROR;", ";", "", Touched},
		{"max = m;", "n = m;", "n", Overwritten},
		{"if (m < max)", "if (m < 0) m = 0; if (m < max)", "m", Overwritten},
		{"if (m < max)", "if (m < 0) max = 0; if (m < max)", "max", Armed},
		{"m < max", "m > max", "", Armed},
	} {
		i := strings.Index(src, c.old)
		change := &candidate.Change{Kind: candidate.Variable, Edits: []candidate.Edit{{File: "p.c", Extent: ctree.Extent{Start: i, End: i + len(c.old)}, Text: c.new}}}
		if c.sets != "" {
			change.Sets = ctree.Object{Name: c.sets, File: "p.c", Func: "largest"}
		}
		if got := s.disarms(change); got != c.want {
			t.Errorf("%s for %s: %v, want %v", c.new, c.old, got, c.want)
		}
	}
	for _, c := range s.tried {
		for _, e := range c.Edits {
			if old := src[e.Start:e.End]; strings.Contains(old, "goto") {
				t.Errorf("%q for %q is a candidate", e.Text, old)
			}
		}
	}
}

// TestComputes tells what a program computes from what it notes for an assertion.
func TestComputes(t *testing.T) {
	const src = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), sum = 0, seen = 0, copy;
	copy = a;
	if (a > 3)
		seen = 1;
	if (a > b)
		sum = a - b;
	else
		sum = a + b;
	if (%s)
		reach_error();
	return 0;
}
`
	for _, tt := range []struct {
		check, name string
		want        bool
	}{
		{"sum != a + b", "sum", true},
		{"sum != copy + b", "copy", false},       // once
		{"seen != 1 && sum != b", "seen", false}, // a note
	} {
		s := asserting(t, strings.Replace(src, "%s", tt.check, 1), 3, 1)
		if got := s.check.computes(ctree.Object{Name: tt.name, File: "p.c", Func: "main"}); got != tt.want {
			t.Errorf("%s in %s: %v", tt.name, tt.check, got)
		}
	}
	s := asserting(t, pump, 5)
	for _, o := range []ctree.Object{{Name: "cond", File: "p.c", Func: "main"}, {Name: "running"}} {
		if s.check.computes(o) {
			t.Errorf("%s is the result", o.Name)
		}
	}
}

// TestAccepts accepts the right change of the same program.
func TestAccepts(t *testing.T) {
	s := asserting(t, pump, 5)
	i := strings.Index(pump, "running = 1;") + len("running = ")
	x := &tried{Change: &candidate.Change{Kind: candidate.Constant, Literal: true, Edits: []candidate.Edit{{File: "p.c", Extent: ctree.Extent{Start: i, End: i + 1}, Text: "0"}}}}
	if d := s.disarms(x.Change); d != Armed {
		t.Fatal(d)
	}
	reason, _ := s.accept(context.Background(), x)
	if !strings.Contains(reason, "sampled correct ones") {
		t.Errorf("%q, %v", reason, x.disarmed)
	}
}

// TestLeak frees a block before the pointer to it is lost.
func TestLeak(t *testing.T) {
	const src = "#include <stdlib.h>\nchar *p;\nint main(void) {\n\tp = malloc(1);\n\tp = malloc(2);\n\tfree(p);\n\treturn 0;\n}\n"
	s := checking(t, src, &fault.Test{Property: fault.Property{Leaks: interp.Lost}})
	s.execute(context.Background(), 0, len(s.tried), 1)
	if !slices.ContainsFunc(s.tried, func(c *tried) bool { return c.Line == 5 && c.passes && strings.HasPrefix(c.Edits[0].Text, "free(p);") }) {
		t.Error("free(p) before line 5 was not found")
	}
}

// asserting prepares a search for a program that fails on a value.
func asserting(t *testing.T, src string, values ...uint64) *search {
	t.Helper()
	return checking(t, src, &fault.Test{Values: values})
}

// checking prepares a search for a program that fails on a test.
func checking(t *testing.T, src string, failing *fault.Test) *search {
	t.Helper()
	ctx := context.Background()
	conf := frontend.Config{PtrBits: 64, Execute: true}
	files := []frontend.Source{{Name: "p.c", Text: []byte(src)}}
	prog, err := frontend.ParseFiles(files, conf)
	if err != nil {
		t.Fatal(err)
	}
	in := &fault.Input{Prog: prog, Oracle: &fault.Oracle{}, Failing: failing, Source: &fault.Source{Files: files, Execute: conf}}
	if err := fault.Locate(ctx, in); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(in.Close)
	s := &search{in: in, budget: work.Minute}
	if err := s.prepare(ctx); err != nil {
		t.Fatal(err)
	}
	if err := s.trials(ctx); err != nil {
		t.Fatal(err)
	}
	if err := s.judge(ctx); err != nil {
		t.Fatal(err)
	}
	return s
}

// more is a program whose failing run stops in the middle of its inputs: with
// the right change it asks for more of them.
const more = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int n;
int full(void) { return n > 2; }
int main(void) {
	for (int i = 0; i < 6; i++)
		if (__VERIFIER_nondet_int()) {
			if (!full())
				n++;
			if (n > 2)
				reach_error();
		}
	return 0;
}
`

// TestInputsContinue finds the change of a run that continues with it.
func TestInputsContinue(t *testing.T) {
	s := asserting(t, more, 1, 1, 1)
	s.execute(context.Background(), 0, len(s.tried), 1)
	for _, c := range s.tried {
		if c.Line == 4 && c.Edits[0].Text == ">=" {
			if !c.passes || !c.all {
				t.Errorf("`n >= 2` passes: %v, keeps all runs: %v", c.passes, c.all)
			}
			return
		}
	}
	t.Error("`n >= 2` was not tried")
}

// either asserts one thing of a found element and another where none is found;
// only the assertions call has.
const either = `extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(c) ((c) ? (void) 0 : __assert_fail(#c, "p.c", 1, "main"))
int a[3];
int find(int key) {
	int lo = 0, hi = 2;
	while (lo < hi) {
		int mid = (lo + hi) / 2;
		if (a[mid] == key)
			return mid;
		if (a[mid] < key)
			lo = mid + 1;
		else
			hi = mid - 1;
	}
	return -1;
}
int has(int key) { return a[0] == key || a[1] == key || a[2] == key; }
int main(void) {
	for (int i = 0; i < 3; i++)
		a[i] = 2 * i + 1;
	int key = __VERIFIER_nondet_int();
	int at = find(key);
	if (at >= 0)
		assert(a[at] == key);
	else
		assert(!has(key));
	return 0;
}
`

// TestOtherAssertion accepts a change with which the run comes to another
// assertion instead, and none of what only assertions call.
func TestOtherAssertion(t *testing.T) {
	s := asserting(t, either, 5)
	change := func(kind candidate.Kind, old, now string) *tried {
		i := strings.Index(either, old)
		return &tried{Change: &candidate.Change{Kind: kind, Edits: []candidate.Edit{{File: "p.c", Extent: ctree.Extent{Start: i, End: i + len(old)}, Text: now}}}}
	}
	x := change(candidate.Relation, "lo < hi", "lo <= hi")
	if reason, _ := s.accept(context.Background(), x); !strings.Contains(reason, "sampled correct ones") {
		t.Errorf("%q, %v", reason, x.disarmed)
	}
	if d := s.disarms(change(candidate.Logical, "a[1] == key || a[2]", "a[1] == key && a[2]").Change); d != Touched {
		t.Errorf("in what only assertions call: %v", d)
	}
}

// TestSampledState doubts what leaves something else behind in right runs, where they
// print nothing, if it is the inputs of the check that it changes.
func TestSampledState(t *testing.T) {
	s := asserting(t, either, 5)
	s.execute(context.Background(), 0, len(s.tried), 1)
	if err := s.judge(context.Background()); err != nil {
		t.Fatal(err)
	}
	helps := false
	for _, c := range s.tried {
		if c.Line == 21 && c.passes {
			helps = true
			if c.all && c.disarmed == Armed && (c.altered == 0 || c.doubt&Driving == 0) {
				t.Errorf("%q leaves another table", c.Edits[0].Text)
			}
		}
	}
	if !helps {
		t.Error("no change of the table makes the failing run pass")
	}
}

// crash reads through a null pointer where a key is missing.
const crash = `#include <stdlib.h>
struct node { int key; struct node *next; };
static struct node *put(struct node *l, int key) {
	struct node *n = malloc(sizeof *n);
	if (!n)
		exit(1);
	n->key = key;
	n->next = l;
	return n;
}
int main(void) {
	struct node *l = put(put(0, 1), 2);
	int key = 3;
	while (l->key != key)
		l = l->next;
	return l ? 1 : 0;
}
`

// TestCrash guards the pointer that is followed, and offers no change with which
// the run ends before.
func TestCrash(t *testing.T) {
	s := asserting(t, crash)
	s.execute(context.Background(), 0, len(s.tried), 1)
	if err := s.judge(context.Background()); err != nil {
		t.Fatal(err)
	}
	guarded, exits := false, false
	for _, c := range s.tried {
		if !c.passes {
			continue
		}
		text := c.Edits[0].Text
		guarded = guarded || c.Line == 14 && text == "l && l->key != key" && c.all && c.disarmed == Armed
		if c.Line == 5 && text == "n" || strings.HasPrefix(text, "exit(1);") && c.Line < 14 {
			exits = true
			if c.disarmed == Armed {
				t.Errorf("line %d: %q is armed", c.Line, text)
			}
		}
	}
	if !guarded || !exits {
		t.Errorf("guarded: %v; exits: %v", guarded, exits)
	}
}

// TestOverflow accepts no change that makes a float of a number that cannot be
// converted back.
func TestOverflow(t *testing.T) {
	const src = "int main(void) {\n\tint n = 0, sum = 0, mean;\n\tmean = sum / n;\n\treturn n ? mean : 0;\n}\n"
	s := asserting(t, src)
	change := func(old, now string) *tried {
		i := strings.Index(src, old)
		return &tried{Change: &candidate.Change{Kind: candidate.Conversion, Edits: []candidate.Edit{{File: "p.c", Extent: ctree.Extent{Start: i, End: i + len(old)}, Text: now}}}}
	}
	if _, ok := s.accept(context.Background(), change("sum / n", "(double)sum / n")); ok {
		t.Error("a conversion of NaN is accepted")
	}
	if _, ok := s.accept(context.Background(), change("mean = sum", "if (n != 0) mean = sum")); !ok {
		t.Error("a guard is not accepted")
	}
}

// TestDeletedAccess refuses to delete the access that is undefined, and deletes a
// superfluous free.
func TestDeletedAccess(t *testing.T) {
	const src = `#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int n = __VERIFIER_nondet_int();
	int *p = malloc(4 * sizeof *p);
	if (n > 1)
		p[n] = 7;
	free(p);
	if (n == 1)
		free(p);
	return 0;
}
`
	for _, c := range []struct {
		input uint64
		line  int
		want  Disarmed
	}{{5, 7, Unreached}, {1, 10, Armed}} {
		s := asserting(t, src, c.input)
		found := false
		for _, x := range s.tried {
			if x.Kind == candidate.Deletion && x.Line == c.line {
				found = true
				if got := s.disarms(x.Change); got != c.want {
					t.Errorf("line %d: deleting it %v, want %v", c.line, got, c.want)
				}
			}
		}
		if !found {
			t.Errorf("line %d: no change deletes it", c.line)
		}
	}
}

// TestAccessInLibrary refuses a return before the call of a library function in
// which a write is out of bounds: the run comes to the line and not to the call.
func TestAccessInLibrary(t *testing.T) {
	s := asserting(t, `#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static char *copy(const char *name) {
	char *p = malloc(strlen(name));
	strcpy(p, name);
	return p;
}
int main(void) {
	const char *names[2] = {"Ada", "Grace"};
	int n = __VERIFIER_nondet_int();
	char *p = copy(names[n != 0]);
	free(p);
	return 0;
}
`, 1)
	ctx := context.Background()
	s.execute(ctx, 0, s.ready, 1)
	if err := s.judge(ctx); err != nil {
		t.Fatal(err)
	}
	right := false
	for _, c := range s.tried {
		switch {
		case c.passes && c.Line == 6 && c.disarmed == Armed && (c.Kind == candidate.Deletion || c.Kind == candidate.Jump || c.Kind == candidate.Copy):
			t.Errorf("%s %q in the line of the write is armed", c.Kind, c.Edits[0].Text)
		case c.passes && c.Line == 5 && c.Edits[0].Text == "strlen(name) + 1":
			right = right || c.disarmed == Armed
		}
	}
	if !right {
		t.Error("the right change does not pass")
	}
}

// TestRenamed: a local of another function that is given the name of what an
// assertion reads changes nothing of what disarms it.
func TestRenamed(t *testing.T) {
	const src = `#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int items;
void fill(int want) {
	int left = want;
	while (left > 1) { items++; left--; }
}
int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n < 1 || n > 4) return 0;
	fill(n);
	int got = items;
	assert(got == n);
	return 0;
}
`
	for _, text := range []string{src, strings.ReplaceAll(src, "left", "got")} {
		s := asserting(t, text, 1)
		i := strings.Index(text, "= items") + len("= items")
		change := &candidate.Change{Kind: candidate.OffByOne, Edits: []candidate.Edit{{File: "p.c", Extent: ctree.Extent{Start: i, End: i}, Text: " + 1"}}}
		if got := s.disarms(change); got != OnlyForCheck {
			t.Errorf("%v, want %v in%s", got, OnlyForCheck, text)
		}
	}
}

// TestUncalled tells a condition that decides whether the function that checks is
// called from a guard of the check in its own function, which hides the failure.
func TestUncalled(t *testing.T) {
	const src = `#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int kind(int name) {
	int i = 0;
	while (i < 2) {
		assert(name != 0);
		if (name == i)
			return i;
		i++;
	}
	return 0;
}
int main(void) {
	int mask = __VERIFIER_nondet_int(), name = 0;
	if (mask & 4)
		name = 3;
	if (mask & 1)
		kind(name);
	return 0;
}
`
	s := asserting(t, src, 1)
	s.check.run = checkedRun{}
	if err := s.checked(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		line     int
		kind     candidate.Kind
		want, no Disarmed
	}{{5, candidate.Relation, Unreached, Uncalled}, {17, candidate.Constant, Uncalled, Unreached}, {18, candidate.Deletion, Unreached, Uncalled}} {
		got := map[Disarmed]int{}
		for _, x := range s.tried {
			if x.Kind == c.kind && x.Line == c.line && !x.Alone {
				got[s.evades(context.Background(), x)]++
			}
		}
		if got[c.want] == 0 || got[c.no] > 0 {
			t.Errorf("line %d: %v", c.line, got)
		}
	}
}
