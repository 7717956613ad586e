package verifier

import (
	"context"
	"testing"

	"culprit/frontend"
	"culprit/internal/work"
	"culprit/interp"
)

// TestBeforehand: a checksum of what the library prints is computed, not looked for: a
// text with a given one takes a solver longer than the work that is allowed here.
func TestBeforehand(t *testing.T) {
	const head = `#include <stdio.h>
extern void reach_error(void);
static unsigned sum(const char *s) { unsigned h = 5381; for (; *s; s++) h = h * 33 + (unsigned char)*s; return h; }
`
	for _, c := range []struct{ body, want string }{
		{`char b[60]; snprintf(b, 60, "%.20f/%e/%.12g", 0.1, -7e200, 1 / 3.0); if (sum(b) != 745946439u) reach_error();`, "TRUE"},
		{`char b[60]; snprintf(b, 60, "%.20f/%e/%.12g", 0.1, -7e200, 1 / 3.0); if (sum(b) == 745946439u) reach_error();`, "FALSE"},
		{`char b[60]; snprintf(b, 60, "%p", (void *)b); if (sum(b) == 745946439u) reach_error();`, "UNKNOWN"},
	} {
		p, err := frontend.Parse("p.c", []byte(head+"int main(void) {\n"+c.body+"\nreturn 0; }\n"), frontend.Config{})
		if err != nil {
			t.Fatal(c.body, err)
		}
		r := Verify(context.Background(), p, Config{Replay: interp.Replay, Library: interp.Ask, Questions: interp.Questions, NoRelevance: true, Work: 2 * work.Second})
		if r.Verdict.String() != c.want {
			t.Errorf("%s\n\t%v %q, want %s", c.body, r.Verdict, r.Reason, c.want)
		}
	}
}
