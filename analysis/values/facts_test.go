package values_test

import (
	"fmt"
	"strings"
	"testing"

	"culprit/analysis/values"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
)

// TestMaxFacts: the states of a table that statements initialise hold as many
// facts as the square of its size, and the analysis ends at its limit of them.
func TestMaxFacts(t *testing.T) {
	var b strings.Builder
	b.WriteString("int t[300] = {")
	for i := range 300 {
		fmt.Fprintf(&b, "%d,", i+1)
	}
	b.WriteString("};\nvoid reach_error(void);\nint main(void) { if (t[299] != 300) reach_error(); return 0; }\n")
	p := frontendtest.Parse(t, b.String(), frontend.Config{PtrBits: 64})
	if g := values.Analyze(p, values.Limits{}); !g.Complete || len(g.Reaches()) > 0 {
		t.Error("the table is not understood")
	}
	if g := values.Analyze(p, values.Limits{MaxFacts: 10_000}); g.Complete {
		t.Error("45000 facts are below a limit of 10000")
	}
}
