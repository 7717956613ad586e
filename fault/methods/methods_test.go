package methods

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"culprit/fault"
	"culprit/fault/answer"
	"culprit/frontend"
)

// failing is a failing run of a program with a wrong output, and one that
// passes.
func failing(t *testing.T) *fault.Input {
	t.Helper()
	const src = `#include <stdio.h>
int main(int argc, char **argv) {
	int n = 0, x[4] = {3, 1, 2, argc == 1 ? 5 : 0};
	for (int i = 1; i < 4; i++)
		if (x[i] >= x[n])
			n = i - 1;
	printf("%d\n", n);
	return 0;
}
`
	files, conf := []frontend.Source{{Name: "t.c", Text: []byte(src)}}, frontend.Config{PtrBits: 64, Execute: true}
	prog, err := frontend.ParseFiles(files, conf)
	if err != nil {
		t.Fatal(err)
	}
	in := &fault.Input{
		Prog:    prog,
		Source:  &fault.Source{Files: files, Execute: conf},
		Failing: &fault.Test{Expect: &fault.Expectation{Output: []byte("3\n"), HasOutput: true}},
		Passing: []*fault.Test{{Args: []string{"a"}, Expect: &fault.Expectation{Output: []byte("0\n"), HasOutput: true}}},
	}
	if err := fault.Locate(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	return in
}

// show writes an answer without its time.
func show(a fault.Answer) string {
	if a.Err != nil {
		return a.Err.Error()
	}
	var b strings.Builder
	for _, l := range a.Result.Locations {
		fmt.Fprintf(&b, "%d %v %.4f %s %v\n", l.Pos.Line, l.Role, l.Score, l.Reason, l.Instances)
	}
	fmt.Fprintln(&b, a.Result.Notes, a.Result.Stats.Reruns, a.Result.Stats.More)
	return b.String()
}

// All methods, side by side on one input, answer as each does alone (for -race:
// they share the recording, the graph and the program).
func TestSideBySide(t *testing.T) {
	in := failing(t)
	defer in.Close()
	list := All()
	got := make([]string, len(list))
	fault.Together{Workers: len(list), Done: func(i int, a fault.Answer) { got[i] = show(a) }}.Run(context.Background(), list, in)
	for i, m := range list {
		alone := failing(t)
		if want := show(fault.Ask(context.Background(), &m, alone)); got[i] != want || !strings.Contains(want, "\n") {
			t.Errorf("%s:\n%s\nalone:\n%s", m.Name, got[i], want)
		}
		alone.Close()
	}
}

// Methods have what the command line and --list show, and names of their own.
func TestMethods(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range All() {
		if m.Name == "" || seen[m.Name] || m.Doc == "" || strings.HasSuffix(m.Doc, ".") || m.Paper == "" || m.Needs == 0 || m.Run == nil {
			t.Errorf("%+v", m)
		}
		seen[m.Name] = true
		if err := m.Validate(); err != nil {
			t.Errorf("%s without options: %v", m.Name, err)
		}
	}
}

// Every method has its place in the answer that is made of all.
func TestOrder(t *testing.T) {
	for _, m := range All() {
		if !answer.Known(m.Name) {
			t.Errorf("fault/answer/order.go has no row for %s", m.Name)
		}
	}
}
