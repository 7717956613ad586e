package repair

import (
	"context"
	"strings"
	"testing"

	"culprit/fault"
	"culprit/frontend"
	"culprit/internal/work"
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
		kind           Kind
		want           Disarmed
	}{
		{"assertion true", "__VERIFIER_assert(cond)", "__VERIFIER_assert(1)", Constant, Settled},
		{"operand of the assertion", "__VERIFIER_assert(cond)", "__VERIFIER_assert(running)", Variable, Touched},
		{"operand set", "int cond = !(isRunning() && level <= 10);", "int cond = 1;", Constant, Settled},
		{"operand overwritten", "__VERIFIER_assert(cond);", "cond = 1; __VERIFIER_assert(cond);", Copy, Overwritten},
		{"only for the check", "isRunning() && level", "isRunning() && shown", Variable, OnlyForCheck},
		{"function returns 1", "return running; }", "return 0; }", Constant, Settled},
		{"return before", "\tint cond", "\treturn 0; int cond", Jump, Settled},
		{"return under a condition", "\tint cond", "\tif (running) return 0; int cond", Guard, Unreached},
		{"exit", "\tint cond", "\texit(0); int cond", Copy, Unreached},
		{"input constant", "level = __VERIFIER_nondet_int()", "level = 20", Variable, Touched},
		{"input dropped", "level = __VERIFIER_nondet_int();", "", Deletion, Touched},
		{"check of the input", "level > 50)", "level > 50 || level < 11)", Weaken, Unreached},
		{"assertion deleted", "__VERIFIER_assert(cond);", "", Deletion, Touched},
		{"compared with itself", "level > 50", "level > level", Variable, Settled},
		{"loop out of use", "i < 3", "i < 0", Constant, Unused},
		{"condition fixed", "if (low(10))", "if (0)", Fixed, Settled},
	} {
		i := strings.Index(pump, c.old)
		if i < 0 {
			t.Fatalf("%s: no %q", c.name, c.old)
		}
		x := &tried{Change: &Change{Kind: c.kind, literal: c.want == Unused, Edits: []Edit{{"p.c", frontend.Extent{Start: i, End: i + len(c.old)}, c.new}}}}
		// The smallest edit, as the generator makes it.
		e := &x.Edits[0]
		for len(e.Text) > 0 && e.Start < e.End && pump[e.Start] == e.Text[0] {
			e.Start, e.Text = e.Start+1, e.Text[1:]
		}
		for len(e.Text) > 0 && e.Start < e.End && pump[e.End-1] == e.Text[len(e.Text)-1] {
			e.End, e.Text = e.End-1, e.Text[:len(e.Text)-1]
		}
		got := s.disarms(s.check, x.Change)
		if got == Armed {
			if reason, _ := s.accept(context.Background(), x); reason != "" {
				t.Errorf("%s: accepted: %s", c.name, reason)
			}
			got = x.disarmed
		}
		if got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestAccepts accepts the right change of the same program.
func TestAccepts(t *testing.T) {
	s := asserting(t, pump, 5)
	i := strings.Index(pump, "running = 1;") + len("running = ")
	x := &tried{Change: &Change{Kind: Constant, literal: true, Edits: []Edit{{"p.c", frontend.Extent{Start: i, End: i + 1}, "0"}}}}
	if d := s.disarms(s.check, x.Change); d != Armed {
		t.Fatal(d)
	}
	reason, _ := s.accept(context.Background(), x)
	if !strings.Contains(reason, "sampled correct ones") {
		t.Errorf("%q, %v", reason, x.disarmed)
	}
}

// asserting prepares a search for a program that fails on a value.
func asserting(t *testing.T, src string, values ...uint64) *search {
	t.Helper()
	ctx := context.Background()
	conf := frontend.Config{PtrBits: 64, Execute: true}
	files := []frontend.Source{{Name: "p.c", Text: []byte(src)}}
	prog, err := frontend.ParseFiles(files, conf)
	if err != nil {
		t.Fatal(err)
	}
	in := &fault.Input{Prog: prog, Oracle: &fault.Oracle{}, Failing: &fault.Test{Values: values}, Source: &fault.Source{Files: files, Execute: conf}}
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
