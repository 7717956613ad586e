package cascade_test

import (
	"strings"
	"testing"

	"culprit/cascade"
	"culprit/fault"

	"github.com/google/go-cmp/cmp"
)

// What had to hold for the run not to fail, by the kind of the failure: the
// line of the critical condition, those of the first cause, and a part of the
// reason.
func TestFailure(t *testing.T) {
	output := func(text string) *fault.Expectation {
		return &fault.Expectation{Output: []byte(text), HasOutput: true}
	}
	contest := func(text string) *fault.Expectation {
		return &fault.Expectation{Output: []byte(text), HasOutput: true, FoldSpace: true}
	}
	status := func(n int) *fault.Expectation { return &fault.Expectation{Status: n, HasStatus: true} }
	const begin = "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n" // statements begin in line 4
	const words = begin + `	int n = 3, k = 5;
	char w[8] = "abc", *p = w;
	w[1] = 'x';
	k = n + 4;
	if (k > 2)
		printf("many %d: %s, %4x|%c\n", k, p, n, w[0]);
	return 0;
}
`
	const sums = begin + `	double x = 1.5, y = 2.5;
	int n = 7;
	y = y * 2;
	x = x + 1;
	printf("%d %.2f %d\n", n, x, (int)y);
	return 0;
}
`
	tests := []struct {
		name, src string
		expect    *fault.Expectation
		line      int
		lines     []int
		reason    string
	}{
		{"index", begin + `	int a[4] = {0}, b[4] = {0}, i = 2, s = 1;
	int k = i + s;
	s = b[1];
	k++;
	s += a[k];
	return s;
}
`, nil, 8, []int{4, 5, 7, 8}, "out of bounds: read of 4 bytes at a[4] of int a[4]"},
		{"null", begin + `	int *p = &(int){3}, v = 4, *q = p;
	if (v > 3)
		p = NULL;
	v = v + *q;
	*p = v;
	return 0;
}
`, nil, 8, []int{6, 8}, "p is null because p is set at line 6"},
		{"null argument", begin + `	char *s = NULL, *t = "x";
	char *u = s;
	puts(t);
	puts(u);
	return 0;
}
`, nil, 7, []int{4, 5, 7}, "null pointer access in puts"},
		{"null argument of a model", begin + `	char *s = "1", *t = "2";
	s = NULL;
	return atoi(t) + atoi(s);
}
`, nil, 6, []int{5, 6}, "null pointer access in atoi"},
		{"divisor", begin + `	int a = 5, b = 3, c = 4;
	c = c + 1;
	b = a - c;
	return (c + 2) / b;
}
`, nil, 7, []int{4, 5, 6, 7}, "b is 0, from lines 4, 5 and 6"},
		{"least quotient", begin + `	int a = -2147483647 - 1, b = 1;
	b = -b;
	return a / b;
}
`, nil, 6, []int{4, 5, 6}, "division overflow"},
		{"shift", begin + `	int a = 5, b = 30;
	b += 2;
	a = a << b;
	return a;
}
`, nil, 6, []int{4, 5, 6}, "b is 32 because"},
		{"use after free", begin + `	int *p = malloc(4), *q = p, n = 1;
	if (n > 0)
		free(p);
	n = *q;
	return n;
}
`, nil, 7, []int{4, 6, 7}, "use after free"},
		{"variable without value", begin + `	int n = 3, v, u;
	if (n > 3)
		v = 1;
	u = v;
	return u + 1;
}
`, nil, 7, []int{7, 8}, "use of an uninitialised value"},
		{"function without result", `int f(int n) {
	if (n > 3)
		return 1;
}
int main(void) {
	int n = 3;
	int v = f(n);
	return v + 1;
}
`, nil, 2, []int{2, 6, 7}, "use of an uninitialised value: the result of f, which ended without one; n > 3 is false: 3 > 3, from lines 6 and 7"},
		{"element without value", begin + `	int a[4], i, n = 1;
	for (i = 0; i < 3; i++)
		a[i] = i;
	n = a[i] + n;
	return n;
}
`, nil, 7, []int{5, 7}, "use of an uninitialised value"},
		{"number", words, output("many 9: axc,    3|a\n"), 9, []int{4, 7, 9}, ", from lines 4 and 7"},
		{"hexadecimal number", words, output("many 7: axc,    4|a\n"), 9, []int{4, 9}, "because n is set at line 4"},
		{"string", words, output("many 7: abc,    3|a\n"), 9, []int{5, 6, 9}, ", from lines 5 and 6"},
		{"end of a string", words, output("many 7: axcd,    3|a\n"), 9, []int{5, 9}, ""},
		{"character", words, output("many 7: axc,    3|b\n"), 9, []int{5, 9}, ""},
		{"longer number", words, output("many 75: axc,    3|a\n"), 9, []int{4, 7, 9}, ""},
		{"other text", words, output("few 7\n"), 8, []int{4, 7, 8, 9}, "k > 2 is true: 7 > 2, from lines 4 and 7"},
		{"no number", words, output("many x: axc,    3|a\n"), 8, []int{4, 7, 8, 9}, ""},
		{"nothing", words, output(""), 8, []int{4, 7, 8, 9}, "where nothing was expected"},
		{"other literal", begin + `	int a = 4, b = 3;
	if (a > b)
		fputs("too many\n", stdout);
	else
		fputs("fine\n", stdout);
	return 0;
}
`, output("fine\n"), 5, []int{4, 5, 6}, "expected \"fine\"; a > b is true: 4 > 3 because"},
		{"chosen literal", begin + `	int a = 4, b = 3;
	b++;
	puts(a > b - 1 ? "more" : "less");
	return 0;
}
`, output("less\n"), 6, []int{4, 5, 6}, ""},
		{"more", words, output("many 7: axc,    3|a\nmany\n"), 10, []int{9, 10}, "the output ends in line 2"},
		{"space does not count", begin + `	int i, a[3] = {1, 2, 4};
	for (i = 0; i < 3; i++)
		printf("%d ", a[i]);
	return 0;
}
`, contest("1 2 3\n"), 6, []int{4, 5, 6}, ""},
		{"float", sums, output("7 3.00 5\n"), 8, []int{4, 7, 8}, "because x is set at lines 4 and 7"},
		{"beside a float", sums, output("6 2.50 5\n"), 8, []int{5, 8}, ""},
		{"ended", begin + `	int n = 3;
	puts("a");
	if (n > 2)
		exit(0);
	puts("b");
	return 0;
}
`, output("a\nb\n"), 6, []int{4, 5, 6}, "the output ends in line 2"},
		{"one character", begin + `	int c = 'a', d = 'b';
	c++;
	d--;
	putchar(c);
	putchar(d);
	return 0;
}
`, output("bc"), 8, []int{4, 6, 7, 8}, ""},
		{"exit status", begin + `	int a = 1, b = 2;
	b = b + 1;
	a = b;
	return a;
}
`, status(2), 7, []int{4, 5, 6, 7}, "the exit status is 3, expected 2, from lines 4, 5 and 6"},
		{"status of exit", begin + `	int a = 1, b = 2;
	a = a + b;
	exit(a);
}
`, status(0), 6, []int{4, 5}, ""},
		{"literal status", begin + `	int a = 1, b = 2;
	if (a > b - 2)
		return 1;
	return 0;
}
`, status(0), 5, []int{4, 5, 6}, "the exit status is 1, expected 0; "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := input(t, tt.src, &fault.Test{Expect: tt.expect})
			tree := build(t, in, cascade.Config{})
			if got := tree.Edge(tree.Root).Pos.Line; got != tt.line {
				t.Errorf("the failure is explained at line %d, want %d", got, tt.line)
			}
			if d := cmp.Diff(tt.lines, lines(tree, tree.Root)); d != "" {
				t.Error(d)
			}
			if got := tree.Reason(tree.Root); !strings.Contains(got, tt.reason) {
				t.Errorf("reason %q, want %q", got, tt.reason)
			}
		})
	}
}
