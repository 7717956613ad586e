package repair

import (
	"strings"
	"testing"

	"culprit/fault"
)

// TestKinds repairs faults that need a kind of change of their own.
func TestKinds(t *testing.T) {
	for _, c := range []struct {
		name, src string
		tests     [][2]string // the first is explained, further ones may fail, too
		after     string      // in some fix
	}{
		{"two places", "#include <stdio.h>\nint main(void) {\n\tint a, b;\n\tscanf(\"%d %d\", &a, &b);\n\ta = a + 1;\n\tb = b - 2;\n\tprintf(\"%d %d\\n\", a, b);\n\treturn 0;\n}\n",
			[][2]string{{"1 2", "0 4"}, {"5 5", "4 7"}, {"9 1", "8 3"}}, "a - 1; ... b = b + 2;"},
		{"wider type", "#include <stdio.h>\nint main(void) {\n\tint i, n;\n\tint s = 1;\n\tscanf(\"%d\", &n);\n\tfor (i = 0; i < n; i++)\n\t\ts *= 10;\n\tprintf(\"%d\\n\", s);\n\treturn 0;\n}\n",
			[][2]string{{"12", "1000000000000"}, {"3", "1000"}, {"0", "1"}, {"11", "100000000000"}}, "long long s = 1;"},
		{"missing return", "#include <stdio.h>\nint f(int n) {\n\tint r = 0;\n\tif (n > 2)\n\t\tr = n;\n}\nint main(void) {\n\tint n;\n\tscanf(\"%d\", &n);\n\tprintf(\"%d\\n\", f(n));\n\treturn 0;\n}\n",
			[][2]string{{"4", "4"}, {"1", "0"}, {"7", "7"}}, "return r;"},
		{"special case", "#include <stdio.h>\nint main(void) {\n\tint n;\n\tscanf(\"%d\", &n);\n\tif (n == 1)\n\t\tputs(\"small\");\n\telse\n\t\tputs(\"large\");\n\treturn 0;\n}\n",
			[][2]string{{"2", "small"}, {"1", "small"}, {"0", "large"}, {"3", "large"}}, "n == 1 || n == 2"},
		{"printed text", "#include <stdio.h>\nint main(void) {\n\tint n;\n\tscanf(\"%d\", &n);\n\tprintf(\"1 0 %d\\n\", n);\n\treturn 0;\n}\n",
			[][2]string{{"2", "2 0 2"}, {"1", "2 0 1"}}, `"2 0 %d\n"`},
		{"macro", "#include <stdio.h>\n#define LIMIT 11\nint main(void) {\n\tint n;\n\tscanf(\"%d\", &n);\n\tputs(n >= LIMIT ? \"large\" : \"small\");\n\tputs(n + 5 >= LIMIT ? \"large\" : \"small\");\n\treturn 0;\n}\n",
			[][2]string{{"10", "large\nlarge"}, {"5", "small\nlarge"}, {"11", "large\nlarge"}}, "LIMIT 10"},
		{"table", "#include <stdio.h>\nint table[] = {31, 29, 31};\nint main(void) {\n\tint n;\n\tscanf(\"%d\", &n);\n\tprintf(\"%d\\n\", table[n]);\n\treturn 0;\n}\n",
			[][2]string{{"1", "28"}, {"0", "31"}, {"2", "31"}}, "{31, 28, 31}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := input(t, c.src, c.tests[0])
			for _, x := range c.tests[1:] {
				test := &fault.Test{Name: x[0], Stdin: []byte(x[0]), Expect: &fault.Expectation{Output: []byte(x[1]), HasOutput: true, FoldSpace: true}}
				if strings.TrimSpace(outputOf(t, c.src, x[0])) == x[1] {
					in.Passing = append(in.Passing, test)
				} else {
					in.Others = append(in.Others, test)
				}
			}
			res := repaired(t, in)
			found := false
			for _, f := range res.Changes {
				found = found || strings.Contains(f.After, c.after)
			}
			if !found {
				t.Errorf("no fix with %q: %+v", c.after, res.Changes)
			}
		})
	}
}
