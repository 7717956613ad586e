package causal

import (
	"context"
	"strings"
	"testing"

	"culprit/fault"
	"culprit/frontend/frontendtest"
)

// Where F is inside of a branch that P is not inside of, the path begins at the
// branch, or at the part of the condition after which P has another one, also where
// no execution of P confirms that: its code does something else there.
func TestParting(t *testing.T) {
	const memberNotSet = `#include <stdio.h>
#include <stdlib.h>
struct job { int id, prio; };
int main(void) {
	struct job *j = malloc(sizeof *j);
	if (!j)
		return 1;
	j->id = 7;
	if (j->prio > 1)
		puts("high");
	return 0;
}
`
	for _, c := range []struct {
		name, src, from, to, stdin string
		first                      string
	}{
		{"a condition tested again in each round", `#include <stdio.h>
int main(void) {
	int v[3] = {5, 5, 5}, sum = 0;
	for (int i = 0; i < 3; i++)
		if (scanf("%d", &v[i]) == 0) {
			puts("short");
			return 1;
		}
	for (int i = 0; i < 3; i++)
		sum += v[i];
	printf("%d\n", sum);
	return 0;
}
`, "== 0", "!= 1", "1", `at 5, (scanf("%d", &v[i]) == 0) is false`},
		{"a conjunct less", `#include <stdio.h>
static int odd(int n) { return n & 1; }
int main(void) {
	int s = 0;
	for (int i = 0; i < 4; i++) {
		if (i > 1)
			s += i;
		s++;
	}
	printf("%d\n", s);
	return 0;
}
`, "i > 1", "i > 1 && !odd(i)", "", "at 6, (i > 1) is true"},
		{"a conjunct less in the middle", `#include <stdio.h>
static int odd(int n) { return n & 1; }
int main(void) {
	int s = 0;
	for (int i = 0; i < 4; i++)
		if (!odd(i + 1)
			&& odd(i))
			s += i;
	printf("%d\n", s);
	return 0;
}
`, "&& odd(i)", "&& odd(i / 2) && odd(i)", "", "at 6, (odd(i + 1)) is false"},
		{"a conjunct less in front of an else", `#include <stdio.h>
static int odd(int n) { return n & 1; }
int main(void) {
	int s = 0, last = 7;
	for (int i = 0; i < 2; i++)
		if (odd(i))
			s += i;
		else
			last = i;
	printf("%d\n", last);
	return 0;
}
`, "odd(i)", "odd(i) && odd(i + 2) && i > 5", "", "at 6, (odd(i)) is true"},
		{"a loop that is left in another way", `#include <stdio.h>
static int find(const char *s, char c, int from, int i) {
	int found = 0;
	while (i >= from) {
		if (s[i] == c) {
			found = 1;
			break;
		}
		i--;
	}
	return found;
}
int main(void) {
	printf("%d\n", find("abcd", 'b', 1, 3));
	return 0;
}
`, "i >= from) {\n\t\tif (s[i] == c) {\n\t\t\tfound = 1;\n\t\t\tbreak;\n\t\t}\n\t\ti--;", "i > from) {\n\t\tif (s[i] == c) {\n\t\t\tfound = 1;\n\t\t\ti = from;\n\t\t} else\n\t\t\ti--;", "", "at 4, (i >= from) is true"},
		{"an assertion in rounds that the right version does not have", `#include <assert.h>
int a[] = {3, 1, 0, 9};
int main(void) {
	int i = 0;
	while (a[i] >= 0) {
		i++;
		assert(i < 4);
	}
	return 0;
}
`, ">= 0", "> 0", "", "at 5, (a[i] >= 0) is true"},
		{"a guard less before a call", `#include <stdio.h>
static void report(int n) { printf("%d\n", n); }
int main(void) {
	for (int i = 0; i < 3; i++) {
		int k = 2 * i;
		report(k);
	}
	return 0;
}
`, "\t\treport", "\t\tif (k > 0)\n\t\t\treport", "", "at 6, this is executed, which the reference run does not do"},
		{"a case more", `#include <stdio.h>
int main(void) {
	const char *kind = "none";
	for (int c = 'a'; c < 'd'; c++)
		switch (c) {
		case 'a': kind = "first"; break;
		case 'c':
		case 'd': kind = "late"; break;
		}
	puts(kind);
	return 0;
}
`, "\t\tcase 'c':\n", "", "", "at 7, “c == 'c'” is chosen"},
		{"a guard less that leaves the function", `#include <stdio.h>
static int len = 3, a[8] = {4, 5, 6};
static int take(int at, int *out) {
	int k;
	if (at < 0)
		return -1;
	k = at % 4;
	while (k > 2)
		k--;
	*out = a[k];
	if (*out) {
		a[k] = 0;
		len--;
		return 1;
	}
	return 0;
}
int main(void) {
	int x = 9, s;
	s = take(1, &x);
	s += take(7, &x);
	printf("%d %d %d\n", s, x, len);
	return 0;
}
`, "\tk = ", "\tif (at > 3) return -2;\n\tk = ", "", "at 7, this is executed, where the reference run leaves at its line 7"},
		{"a guard less that leaves the loop", `#include <stdio.h>
int main(void) {
	int a[] = {3, 9, -1, 2}, best = 0, r = -1;
	for (int i = 0; i < 4; i++) {
		int v = a[i] * 2;
		best = v;
		r = i;
	}
	printf("%d %d\n", r, best);
	return 0;
}
`, "\t\tint v", "\t\tif (a[i] < 0) break;\n\t\tint v", "", "at 5, this is executed, where the reference run leaves at its line 5"},
		{"a result in place of a call that has an effect", `#include <stdio.h>
static int cur = 1, n;
static int update(int v) {
	if (v > cur)
		cur = v;
	return 0;
}
static int put(int v) {
	n += update(0);
	return 0;
}
int main(void) {
	for (int i = 0; i < 4; i++)
		put(i * 3);
	printf("%d %d\n", n, cur);
	return 0;
}
`, "update(0);\n\treturn 0", "update(0);\n\treturn update(v)", "", "at 10, here the reference run assigns 9 to cur, in the course of its line 10"},
		{"a function that ends without a result", `#include <stdio.h>
static int root(int n) {
	for (int i = 0; i < 10; i++) {
		int k = i * 2;
		if (k == n)
			return i;
	}
}
int main(void) {
	printf("%d\n", root(9));
	return 0;
}
`, "k = i * 2", "k = i * i", "", "at 4, k is given 6, in the reference run 9"},
		{"a member that is not set", memberNotSet, "id = 7;", "id = 7; j->prio = 3;", "", "at 8, after this, the reference run assigns 3 to memory"},
		{"a member that is not set, where 0 lies by chance", memberNotSet, "id = 7;", "id = 7; j->prio = 0;", "", "at 8, after this, the reference run assigns 0 to memory"},
		{"a parameter with an address, in another activation", `#include <stdio.h>
static void add(int *to, int n) { *to += n; }
static int sum(int n, int acc) {
	if (n == 0)
		return acc;
	add(&acc, n);
	int k = sum(n - 1, acc);
	return k;
}
int main(void) {
	int n = 3;
	printf("%d\n", sum(n, 0));
	return 0;
}
`, "n = 3", "n = 4", "", "at 11, n is given 3, in the reference run 4"},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			in := &fault.Input{Prog: frontendtest.Execute(t, c.src), Reference: frontendtest.Execute(t, strings.Replace(c.src, c.from, c.to, 1))}
			in.Failing = &fault.Test{Stdin: []byte(c.stdin)}
			in.Oracle = fault.Reference(in.Reference, in.Budget, false)
			if err := fault.Locate(context.Background(), in); err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			p := compute(t, in, Config{})
			if s := p.Order(); len(s) == 0 || !strings.HasPrefix(s[0].Text, c.first) {
				t.Errorf("%swant first\n%s", p.text(), c.first)
			}
		})
	}
}
