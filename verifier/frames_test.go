package verifier

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"culprit/internal/work"
	"culprit/interp"
	"culprit/verifier/inductive"
)

// framed is a run that has done what it can by frames, after one invariant.
func framed(t *testing.T, code string) (v *run, f *inductive.Frames) {
	t.Helper()
	v = newRun(parseC(t, foretellHead+code), Config{Replay: interp.Replay, NoValues: true}, time.Now())
	if err := v.prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	v.proveTogether(t.Context(), work.Minute)
	if !v.frame.begin(v) {
		t.Fatal("one invariant proves all of it")
	}
	f = v.frame.frames
	f.Within(t.Context())
	return v, f
}

// passing is a program in which n processes pass a token, each of which may or may
// not be ready for it at first.
func passing(n int, right string) string {
	var vars, steps strings.Builder
	for i := range n {
		next := (i + 1) % n
		fmt.Fprintf(&vars, "int pc%d, on%d = 1;\n", i, i)
		work := "token += 1;"
		if i == 0 {
			work = fmt.Sprintf("if (begun && token != seen + %s) reach_error(); begun = 1; seen = token = __VERIFIER_nondet_int();", right)
		}
		fmt.Fprintf(&steps, "if (on%d && __VERIFIER_nondet_int()) { on%d = 0; if (pc%d || %d == 0) { %s if (pc%d) on%d = 1; } pc%d = 1; }\n",
			i, i, i, i, work, next, next, i)
	}
	return vars.String() + "int main(void) { int token = 0, seen = 0, begun = 0; for (;;) {\n" + steps.String() + "} }\n"
}

// framedPrograms need clauses about several variables. In the twin, the text before the
// bar is replaced by what follows it; the twin is wrong.
var framedPrograms = []struct{ name, code, twin string }{
	{"token", passing(3, "2"), "seen + 2|seen + 3"},
	{"token of five", passing(5, "4"), "if (on4|if (on2"},
	{"two flags", `int main(void) { int p = 0, q = 0, x = 0;
		for (;;) switch (__VERIFIER_nondet_int()) {
			case 0: p = q = 0; x = __VERIFIER_nondet_int(); break;
			case 1: if (!p) { p = 1; x = 3; } break;
			case 2: if (p && !q) { q = 1; x += 2; } break;
			case 3: if (q && x != 5) reach_error(); break;
			default: while (__VERIFIER_nondet_int()) if (!p) x = __VERIFIER_nondet_int();
		} }`, "p = q = 0|p = 0"},
}

// TestFrames proves such programs, confirms the proofs, and does not prove the twins.
func TestFrames(t *testing.T) {
	for _, c := range framedPrograms {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v, f := framed(t, c.code)
			if proved, _ := f.Advance(); !proved {
				t.Fatalf("not proved with frames %v", f)
			}
			v.proveJoint(f.Open, f.Targets)
			if !v.rest.empty() {
				t.Fatal("what the frames have in common does not prove it")
			}
			if err := v.recheck(t.Context()); err != nil {
				t.Fatal(err)
			}
			from, to, _ := strings.Cut(c.twin, "|")
			if !strings.Contains(c.code, from) {
				t.Fatalf("no %q to replace", from)
			}
			_, f = framed(t, strings.Replace(c.code, from, to, 1))
			if proved, ok := f.Advance(); proved || ok {
				t.Errorf("of the twin: proved %v, to be continued %v", proved, ok)
			}
		})
	}
}

// TestFramesInParts proves a program in turns of a few questions each.
func TestFramesInParts(t *testing.T) {
	v, f := framed(t, framedPrograms[0].code)
	turns := 0
	for proved, ok := false, true; !proved; turns++ {
		within, cancel := v.clock.WithLimit(t.Context(), 5*work.Millisecond)
		f.Within(within)
		if proved, ok = f.Advance(); !proved && !ok {
			t.Fatal("given up")
		}
		cancel()
	}
	if turns < 3 {
		t.Errorf("only %d turns", turns)
	}
	f.Within(t.Context())
	v.proveJoint(f.Open, f.Targets)
	if err := v.recheck(t.Context()); err != nil || !v.rest.empty() {
		t.Errorf("not confirmed: %v", err)
	}
}
