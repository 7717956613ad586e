package fault

import (
	"fmt"
	"strings"
	"testing"

	"culprit/interp"
)

// What the first places are depends on how the run fails.
func TestSymptom(t *testing.T) {
	output := func(s string) *Expectation { return &Expectation{Output: []byte(s), HasOutput: true} }
	loop := "#include <stdio.h>\nint main(void) {\n\tint s = 0;\n\tfor (int i = 1; i <= 3; i++) {\n\t\ts += i;\n\t\tprintf(\"%d\\n\", s);\n\t}\n\tprintf(\"sum: %d\\n\", s);\n\treturn 0;\n}\n"
	for _, tt := range []struct {
		name, src string
		expect    *Expectation
		want      string // line:score, the highest scores first, with ! where the message names the line
	}{
		{"wrong text", loop, output("1\n3\n6\nsum is: 6\n"), "8:4 5:2"},
		{"superfluous output", loop, output("sum: 6\n"), "4:4 6:4 5:1"},
		{"wrong number", loop, output("1\n3\n6\nsum: 7\n"), "5:3 8:1"},
		{"never set", "int main(void) {\n\tint max;\n\tfor (int i = 0; i < 3; i++) {\n\t\tif (i > max)\n\t\t\tmax = i;\n\t}\n\treturn 0;\n}\n", nil, "2:4! 4:2 5:2 3:1"},
		{"never set on the heap", "#include <stdlib.h>\nint main(void) {\n\tint n = 0, *p = malloc(8);\n\tp[n] = 1;\n\tif (p[n + 1])\n\t\treturn 1;\n\treturn 0;\n}\n", nil, "3:3! 5:2"},
		{"out of bounds", "int a[5];\nint main(void) {\n\tint n = 5;\n\tfor (int i = 0; i <= n; i++)\n\t\ta[i] = 1;\n\treturn 0;\n}\n", nil, "4:4 4:3 1:2 5:2!"},
		{"used after free", "#include <stdlib.h>\nint main(void) {\n\tint *p = malloc(4);\n\t*p = 1;\n\tfree(p);\n\treturn *p;\n}\n", nil, "5:4! 3:3 6:2"},
		{"overwritten pointer", "#include <stdlib.h>\nint *p;\nint main(void) {\n\tp = malloc(4);\n\tint *q = p;\n\tp = 0;\n\tq = 0;\n\treturn 0;\n}\n", nil, "7:4! 4:3"},
		{"pointer of a function that returns", "#include <stdlib.h>\nvoid f(void) {\n\tint *p = malloc(4);\n\t*p = 1;\n}\nint main(void) {\n\tf();\n\treturn 0;\n}\n", nil, "3:3"},
	} {
		in := input(t, tt.src, &Test{Expect: tt.expect, Property: Property{Leaks: interp.Lost}})
		var got []string
		for _, l := range run(t, Symptom(), in).Locations {
			named := ""
			if l.Named {
				named = "!"
			}
			got = append(got, fmt.Sprintf("%d:%g%s", l.Pos.Line, l.Score, named))
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, s, tt.want)
		}
		in.Close()
	}
}

// TestUnread: a statement that leaves words of the input unread is a place if the runs
// that pass need all of theirs.
func TestUnread(t *testing.T) {
	const src = "#include <stdio.h>\n#include <string.h>\nint main(void) {\n\tchar s[20];\n\tscanf(\"%19s\", s);\n\tprintf(\"%d\\n\", (int)strlen(s));\n\treturn 0;\n}\n"
	test := func(in, out string) *Test {
		return &Test{Stdin: []byte(in), Expect: &Expectation{Output: []byte(out), HasOutput: true}}
	}
	for _, tt := range []struct {
		passing *Test
		want    bool
	}{{test("abc\n", "3\n"), true}, {test("abc def\n", "3\n"), false}} {
		in := input(t, src, test("ab cd\n", "5\n"))
		in.Passing = []*Test{tt.passing}
		named := 0
		for _, l := range run(t, Symptom(), in).Locations {
			if l.Named {
				named = l.Pos.Line
			}
		}
		if (named == 5) != tt.want {
			t.Errorf("line %d with %q", named, tt.passing.Stdin)
		}
		in.Close()
	}
}
