package verifier

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"culprit/internal/work"
	"culprit/interp"
)

// counters is a program whose values take long to analyse and which nothing else
// proves soon: a state machine with many states that loop for long.
func counters(n int) string {
	var b strings.Builder
	b.WriteString("extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\nint main(void) { int s = 0, a = 0, b = 0, c = 0;\nfor (;;) { int in = __VERIFIER_nondet_int();\n")
	for i := range n {
		fmt.Fprintf(&b, "if (s == %d && in == %d) { s = %d; a = %d; b = %d; c = a + b; }\n", i, i%7, (i*5+3)%n, i%3, i%5)
	}
	b.WriteString("if (a > 2 || b > 4 || c > 6) reach_error();\n}\n}\n")
	return b.String()
}

// A value analysis that is put off goes on where it was, and its graph takes the
// place of the automaton.
func TestValuesPutOff(t *testing.T) {
	p := parseC(t, counters(60))
	var lines []string
	c := Config{Replay: interp.Replay, NoBMC: true, Work: 30 * work.Second, valuesFirst: work.Millisecond, valuesAgain: 20 * work.Millisecond,
		Log: func(format string, args ...any) {
			if !strings.HasPrefix(format, "regions") { // says how long it took
				lines = append(lines, fmt.Sprintf(format, args...))
			}
		}}
	log := func() string {
		lines = nil
		if r := Verify(context.Background(), p, c); r.Verdict != True {
			t.Fatalf("%v: %s", r.Verdict, r.Reason)
		}
		return strings.Join(lines, "\n")
	}
	first := log()
	for _, want := range []string{"put off", "value analysis: program automaton"} {
		if !strings.Contains(first, want) {
			t.Errorf("log without %q:\n%s", want, first)
		}
	}
	if again := log(); again != first {
		t.Errorf("another run:\n%s\nand before:\n%s", again, first)
	}
}

// How many traces there are does not depend on whether the value analysis ended before
// the first one: it goes on then, and its graph takes the place of the automaton.
func TestValuesAfterTrace(t *testing.T) {
	p := parseC(t, strings.Replace(counters(61), "a > 2", "a > 1", 1))
	var taken bool
	traces := func(first work.Amount) int {
		taken = false
		r := Verify(context.Background(), p, Config{Replay: interp.Replay, MultiTrace: true, Work: 30 * work.Second, valuesFirst: first,
			Log: func(format string, args ...any) {
				taken = taken || strings.HasPrefix(format, "value analysis: program automaton")
			}})
		if r.Verdict != False {
			t.Fatalf("%v: %s", r.Verdict, r.Reason)
		}
		return len(r.Traces)
	}
	want := traces(20 * work.Second)
	if got := traces(work.Millisecond); got != want || !taken {
		t.Errorf("put off: %d traces, want %d; the graph is taken: %v", got, want, taken)
	}
}
