package verifier

import (
	"strings"
	"testing"

	"time"

	"culprit/internal/work"
	"culprit/interp"
)

// numberPrograms need bounds of linear forms, what is asserted where a loop is left
// for several rounds, or that the heap only grows. In the twin, the text before the bar
// is replaced by what follows it; the twin is wrong.
var numberPrograms = []struct{ name, code, twin string }{
	{"two for one", `int x = 0, z = 0;
		while (x < 1000) { x++; z++; if (__VERIFIER_nondet_int()) z++; }
		while (z > 1) { z -= 2; x--; }
		if (x < 0) reach_error();`, "z > 1|z > -1"},
	{"appended to a list", `struct node { int v; struct node *next; } *first = malloc(16), *last = first;
		do { last->next = malloc(16); last = last->next; last->next = 0; } while (__VERIFIER_nondet_int());
		if (!first->next) reach_error();`, "last = last->next|last = first"},
	{"three rounds", `int a = 0, b = 0, c = 0;
		while (__VERIFIER_nondet_int()) { c = b; b = a; a = __VERIFIER_nondet_int() & 7; }
		if (c == 8) reach_error();`, "c == 8|c == 7"},
}

// TestNumbers proves such programs by one invariant, and not their twins.
func TestNumbers(t *testing.T) {
	for _, c := range numberPrograms {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			from, to, _ := strings.Cut(c.twin, "|")
			for _, code := range []string{c.code, strings.Replace(c.code, from, to, 1)} {
				p := parseC(t, foretellHead+"int main(void) { "+code+" return 0; }\n")
				v := newRun(p, Config{Replay: interp.Replay, NoValues: true}, time.Now())
				if err := v.prepare(t.Context()); err != nil {
					t.Fatal(err)
				}
				v.proveTogether(t.Context(), 20*work.Second)
				if proved := v.rest.empty(); proved != (code == c.code) {
					t.Errorf("proved: %v\n%s", proved, code)
				} else if proved {
					if err := v.recheck(t.Context()); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
}
