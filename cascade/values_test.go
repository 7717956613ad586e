package cascade_test

import (
	"strings"
	"testing"

	"culprit/cascade"
	"culprit/fault"
)

// TestConditionText writes conditions as the program does, with the values of
// the run for the variables.
func TestConditionText(t *testing.T) {
	for _, tt := range []struct{ decl, cond, want string }{
		{"int a = 4, b = 5;", "a >= b", "a >= b is false: 4 >= 5 because"},
		{"int a = 4, b = 5;", "a > b || b < a", "a > b || b < a is false: 4 > 5 || 5 < 4 because"},
		{"int a = 4, b = 5;", "!(a < b)", "!(a < b) is false: !(4 < 5) because a and b are set at line 4"},
		{"int a = 4; int *p = 0;", "p != 0 && *p > a", "p != 0 && *p > a is false: NULL != 0 && *p > a because"},
		{"int a = 2; static int t[3];", "t[a] > 0", "t[a] > 0 is false: t[2] > 0 because a is set at line 4"},
		{"int a = -3;", "5 < -a - a - 1", "5 < -a - a - 1 is false: 5 < - -3 - -3 - 1 because"},
		{"struct { int a, n; } s = {1, 2}; int a = s.n;", "s.a > a", "s.a > a is false: 1 > 2, from line 4"},
		{"char c = 'x'; unsigned u = 7;", "c == '(' || u < 7u", "c == '(' || u < 7u is false: 'x' == '(' || 7 < 7u because"},
		{"enum { LOW, HIGH } e = HIGH;", "e == LOW", "e == LOW is false: 1 == LOW because e is set"},
		{"static int t[3] = {0};", "t[1]", "t[1] is false"},
	} {
		t.Run(tt.cond, func(t *testing.T) {
			src := "#include <assert.h>\nint main(void) {\n\tint ok = 0;\n\t" + tt.decl + "\n\tif (" + tt.cond + ")\n\t\tok = 1;\n\tassert(ok);\n\treturn 0;\n}\n"
			tree := build(t, input(t, src, &fault.Test{}), cascade.Config{})
			for _, c := range tree.Nodes {
				if tree.Edge(c).Pos.Line == 5 {
					if got := tree.Reason(c); !strings.HasPrefix(got, tt.want) {
						t.Errorf("%s, want %s", got, tt.want)
					}
					return
				}
			}
			t.Error("the condition is not in the tree")
		})
	}
}
