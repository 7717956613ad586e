package verifier

import (
	"context"
	"testing"

	"culprit/analysis/safety"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/work"
	"culprit/interp"
)

// TestRefusedMemory: functions that allocate fail when memory runs out.
func TestRefusedMemory(t *testing.T) {
	const head = `#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
`
	for _, c := range []struct {
		body   string
		checks safety.Checks
		want   string
	}{
		{`char *s = 0; int n = 7, r = scanf("%d %ms", &n, &s); assert(r != 2 || s); assert(r == 2 || !s); free(s);`, 0, "TRUE"},
		{`char *s = 0; int r = sscanf("abc", "%ms", &s); free(s); assert(r == 1);`, 0, "FALSE"},
		{`char *s = 0; scanf("%ms", &s); return s[0];`, safety.Deref, "FALSE"},
		{`char *s = 0; if (scanf("%ms", &s) != 1) return 0; int c = s[0]; free(s); return c;`, safety.Memsafety, "TRUE"},
		{`char *s = 0; if (scanf("%ms", &s) != 1) return 0; return s[0];`, safety.Memsafety, "FALSE"},
		{`char *s = 0, *u = 0; if (scanf("%ms%ms", &s, &u) == -1) assert(!s);`, 0, "UNKNOWN"},
	} {
		p := frontendtest.Parse(t, head+"int main(void) {\n"+c.body+"\nreturn 0; }\n", frontend.Config{PtrBits: 64, Checks: c.checks, MallocMayFail: true})
		r := Verify(context.Background(), p, Config{Replay: interp.Replay, Worlds: interp.Worlds, NoRelevance: true, Work: 5 * work.Second})
		if r.Verdict.String() != c.want {
			t.Errorf("%s\n\t%v %q, want %s", c.body, r.Verdict, r.Reason, c.want)
		}
	}
}
