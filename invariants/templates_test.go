package invariants

import (
	"fmt"
	"strings"
	"testing"

	"culprit/fault"
	"culprit/frontend/frontendtest"
)

// Each template finds what is within all ranges.
func TestTemplates(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		failing    string
		good       []string
		want       string
	}{
		{"one of", "g = a * 10; if (b) { n = g; }", "2 1 0", []string{"1 1 0", "3 1 0", "1 0 0", "3 0 1"},
			"value stored in g: 20 not 10, 30"},
		{"never 0", "g = a; h = g - 4; n = h + 1;", "4 0 0", []string{"1 0 0", "2 0 0", "3 0 0", "5 0 0", "6 0 0", "7 0 0"},
			"value stored in h: 0 not never 0"},
		{"order", "g = a + 1; h = b + 1; n = g - h;", "4 3 0", []string{"1 5 0", "2 3 0", "3 4 0", "5 6 0", "1 2 0"},
			"value of h: 4 not above the value of g"},
		{"comparison", "if (a > b) n = 1;", "4 4 0", []string{"1 5 0", "2 3 0", "7 4 0", "5 3 0", "4 3 0", "3 4 0"},
			"b compared with a: equal not less, greater"},
		{"arguments", "n = pick(a * 2, b);", "1 2 0", []string{"3 4 0", "3 5 0"}, "argument p of pick: 2 not 6"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := "#include <stdio.h>\nint g, h;\nint pick(int p, int q) { return p > q ? 5 : 5 + (p < 3); }\nint main(void) { int a, b, c, n = 0; scanf(\"%d %d %d\", &a, &b, &c); " + tt.body + " printf(\"%d\\n\", n); return 0; }\n"
			run := func(more bool) string {
				in := &fault.Input{Prog: frontendtest.Execute(t, src), Failing: &fault.Test{Stdin: []byte(tt.failing), Expect: &fault.Expectation{HasOutput: true, Output: []byte("?")}}, Passing: stdin(tt.good...)}
				d := diagnosis(t, in, Options{Good: 8, NoTemplates: !more})
				var out []string
				for i := range d.Candidates {
					c := &d.Candidates[i]
					out = append(out, fmt.Sprintf("%s: %s not %s", c.Name, c.Observed, c.Expected))
				}
				return strings.Join(out, "; ")
			}
			if got := run(true); !strings.Contains(got, tt.want) {
				t.Errorf("with templates %s", got)
			}
			if got := run(false); strings.Contains(got, tt.want) {
				t.Errorf("without templates %s", got)
			}
		})
	}
}
