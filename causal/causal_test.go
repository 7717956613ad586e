package causal

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"culprit/fault"
	"culprit/frontend/frontendtest"
	"culprit/interp"
)

// failingInput is a run of a program that should print something else; the
// right version, if there is one, is the reference.
func failingInput(t *testing.T, src, right, expect string) *fault.Input {
	t.Helper()
	in := &fault.Input{Prog: frontendtest.Execute(t, src), Failing: &fault.Test{}, Oracle: &fault.Oracle{}}
	if right != "" {
		in.Reference = frontendtest.Execute(t, right)
		r := fault.Execute(context.Background(), in.Reference, in.Failing, in.Budget)
		if r.Status != interp.Exited {
			t.Fatalf("the right version: %v %s", r.Status, r.Reason)
		}
		expect = string(r.Stdout)
	}
	in.Failing.Expect = &fault.Expectation{}
	if expect != "" {
		in.Failing.Expect = &fault.Expectation{Output: []byte(expect), HasOutput: true}
	}
	if err := fault.Locate(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(in.Close)
	return in
}

func compute(t *testing.T, in *fault.Input, conf Config) *Path {
	t.Helper()
	p, err := Compute(context.Background(), in, conf)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// text is a path as lines of words.
func (p *Path) text() string {
	var b strings.Builder
	for _, s := range p.Steps {
		fmt.Fprintln(&b, s.Text)
	}
	return b.String()
}

// skipping has the shape of figure 2 of the paper: x decides whether an element
// is skipped, p leads to the wrong one, sum gets its value.
func skipping(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../examples/explain/skip.c")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestList(t *testing.T) {
	list := skipping(t)
	right := strings.Replace(list, "== 2", "== 4", 1)
	const tail = "at 16, p is given an address, in the reference run another\n" +
		"at 17, sum is given 4, in the reference run 3\n" +
		"at 20, this is printed, so line 1 of the output is \"4\", expected \"3\"\n"
	const root = "at 14, x is given 1, in the reference run 0; nothing before it differs\n" + "at 15, (x) is true\n" + tail
	for _, naive := range []bool{false, true} {
		if got := compute(t, failingInput(t, list, right, ""), Config{NoFastPasses: naive}).text(); got != root {
			t.Errorf("another version:\n%swant\n%s", got, root)
		}
		if got := compute(t, failingInput(t, list, "", "3\n"), Config{NoFastPasses: naive}).text(); got != root {
			t.Errorf("a switched predicate:\n%swant\n%s", got, root)
		}
	}
}

// Of the switches that make the run pass the earliest is taken, so that the path is
// that of figure 1 of the paper: the option, the flag that it sets, the test of the
// flag, the result, the loop that is not entered.
func TestOptions(t *testing.T) {
	const src = `#include <stdio.h>
static int whole, plain;
static int find(const char *text, char key) {
	int at = 0;
	while (text[at] && text[at] != key)
		at++;
	if (text[at] && whole)
		return -1;
	return text[at] ? at : -1;
}
static void scan(const char *text, char key) {
	int at = find(text, key);
	while (at != -1) {
		printf("%s\n", text);
		at = -1;
	}
}
int main(int argc, char **argv) {
	int i = 1;
	while (i < argc && argv[i][0] == '-') {
		if (argv[i][1] == 'F')
			plain = 1;
		else if (argv[i][1] == 'w')
			whole = 1;
		i++;
	}
	scan("some words", argv[i][0]);
	return 0;
}
`
	in := &fault.Input{Prog: frontendtest.Execute(t, src), Oracle: &fault.Oracle{}}
	in.Failing = &fault.Test{Args: []string{"-F", "-w", "w"}, Expect: &fault.Expectation{Output: []byte("some words\n"), HasOutput: true}}
	if err := fault.Locate(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	const want = "at 23, (argv[i][1] == 'w') is true; nothing before it differs\n" +
		"at 24, whole is given 1, in the reference run 0\n" +
		"at 7, (text[at] && whole) is true\n" +
		"at 8, find returns -1, in the reference run 5\n" +
		"at 12, at is given -1, in the reference run 5\n" +
		"at 13, (at != -1) is false\n"
	if got := compute(t, in, Config{}).text(); !strings.HasPrefix(got, want) {
		t.Errorf("%swant\n%s", got, want)
	}
}

// A fault in a loop may take several switches none of which gets the run any
// farther: the regression skips after 1 where it should after 3.
func TestSeveralSwitches(t *testing.T) {
	const src = `#include <stdio.h>
int v[] = {1, 2, 3};
int main(void) {
	int sum = 0;
	for (int i = 0; i < 3; i++) {
		sum += v[i];
		int skip = sum == 1;
		if (skip)
			i++;
	}
	printf("%d\n", sum);
	return 0;
}
`
	const want = "at 7, skip is given 1, in the reference run 0; nothing before it differs\n"
	p := compute(t, failingInput(t, src, "", "3\n"), Config{})
	if got := p.text(); p.Repair.Right >= 0 || !strings.HasPrefix(got, want) || !strings.Contains(p.Notes[0], "(2 times) goes the other way") {
		t.Errorf("%s%v, want\n%s", got, p.Notes, want)
	}
}

// A failing assertion, whose path goes through a call, an array and a
// recursive function.
func TestAssertion(t *testing.T) {
	const src = `#include <assert.h>
int a[4];
static int twice(int n) {
	if (n == 0)
		return 0;
	return twice(n - 1) + 2;
}
static void fill(int k, int v) { a[k] = v; }
int main(void) {
	int k = 3;
	fill(2, twice(k));
	int y = a[2];
	assert(y == 8);
	return 0;
}
`
	p := compute(t, failingInput(t, src, strings.Replace(src, "k = 3", "k = 4", 1), ""), Config{})
	if path := p.Result().Path; len(path) == 0 || len(path[0].Values) != 1 || path[0].Values[0] != (fault.TwoValues{Name: "k", Failing: "3", Reference: "4"}) {
		t.Errorf("%+v", path)
	}
	got := p.text()
	for _, want := range []string{
		"at 10, k is given 3, in the reference run 4; nothing before it differs\n", "at 11, arg n is given 3",
		"at 4, (n == 0) is true", "arg v is given 6, in the reference run 8", "a[2] is given 6", "y is given 6", "so assertion",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// The position of the input is a part of the state: a character too many is
// read, and nothing else differs.
func TestInput(t *testing.T) {
	const src = `#include <stdio.h>
int main(void) {
	int skip = 2;
	while (skip > 0) {
		skip--;
		getchar();
	}
	int c = getchar();
	printf("%c\n", c);
	return 0;
}
`
	in := &fault.Input{Prog: frontendtest.Execute(t, src), Reference: frontendtest.Execute(t, strings.Replace(src, "skip = 2", "skip = 1", 1)), Oracle: &fault.Oracle{}}
	in.Failing = &fault.Test{Stdin: []byte("abcdef"), Expect: &fault.Expectation{Output: []byte("b\n"), HasOutput: true}}
	if err := fault.Locate(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	got := compute(t, in, Config{}).text()
	for _, want := range []string{"at 3, skip is given 2, in the reference run 1; nothing before it differs", "input is read from another place", "at 8, c is given"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// A guard too much, which returns early, does not keep what is after it from
// being aligned.
func TestGuard(t *testing.T) {
	const src = `#include <stdio.h>
int last;
static int put(int n) {
	if (n > 2) return 0;
	int k = last + n;
	last = k;
	if (k > 100)
		return 1;
	last++;
	return 0;
}
int main(void) {
	put(1);
	put(3);
	put(2);
	printf("%d\n", last);
	return 0;
}
`
	got := compute(t, failingInput(t, src, strings.Replace(src, "if (n > 2) return 0;", "", 1), ""), Config{}).text()
	for _, want := range []string{"at 5, k is given 4", "at 9, last is given 5, in the reference run 9", "nothing before it differs"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, not := range []string{"at 5, k is given 1", "at 15"} {
		if strings.Contains(got, not) {
			t.Errorf("%q in\n%s", not, got)
		}
	}
}
