package interp_test

import (
	"fmt"
	"slices"
	"testing"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/work"
	"culprit/interp"
)

// TestQuestions: an execution that looks for questions goes on with the answers, and asks
// what depends on them.
func TestQuestions(t *testing.T) {
	const head = "#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\nint input(void);\n"
	for _, c := range []struct {
		body string
		want []string // questions and answers, in any order
	}{
		{`return 0;`, nil},
		{`volatile double x = 0.5; double y = sin(x); y = cos(y); return y > 0;`, []string{"sin 0.479426", "cos 0.887260"}},
		{`char b[40]; int n = snprintf(b, 40, "%.1f", 1234.56); if (n == 6) snprintf(b, 40, "%d", b[1]);`, []string{"%.1f 6", `%.1f "1234.6"`, `%d "50"`}},
		{`volatile double x = 0.25; if (input() == 1) x = atan(x);`, []string{"atan 0.244979"}},
		{`volatile double x = 0.25; if (input() == 2) x = atan(x);`, nil},
		{`volatile double x = 0.25; for (;;) x = sin(x) > 2 ? 1 : 0.5;`, []string{"sin 0.247404", "sin 0.479426"}},
	} {
		p := frontendtest.Parse(t, head+"int main(void) {\n"+c.body+" return 0;\n}\n", frontend.Config{})
		var got []string
		interp.Questions(p, &work.Clock{}, func(q *cfg.Question, args []uint64) (cfg.Answer, bool) {
			a, ok := interp.Ask(q, args, 64)
			if clib.ParseQuestion(q.Func).About != clib.OfResult {
				return a, ok
			}
			line := fmt.Sprintf("%s %d", q.Func, a.Value)
			switch {
			case q.Args[0].Type().Kind == cfg.Float && q.Func[0] != '%':
				line = fmt.Sprintf("%s %.6f", q.Func, cfg.FloatValue(a.Value, 64))
			case a.Text != nil && (q.Func == "%d" || slices.Contains(got, line)):
				line = fmt.Sprintf("%s %q", q.Func, a.Text)
			}
			if !slices.Contains(got, line) {
				got = append(got, line)
			}
			return a, ok
		})
		if !slices.Equal(got, c.want) {
			t.Errorf("%s\n\t%q, want %q", c.body, got, c.want)
		}
	}
}
