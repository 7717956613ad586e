package repair

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"culprit/fault"
	"culprit/frontend"
	"culprit/frontend/ctree"
	"culprit/internal/work"
	"culprit/repair/candidate"
)

// input makes the input of a method from a program that reads numbers: each
// test is what it reads and what it should print.
func input(t *testing.T, src string, failing [2]string, passing ...[2]string) *fault.Input {
	t.Helper()
	conf := frontend.Config{PtrBits: 64, Execute: true}
	files := []frontend.Source{{Name: "p.c", Text: []byte(src)}}
	prog, err := frontend.ParseFiles(files, conf)
	if err != nil {
		t.Fatal(err)
	}
	test := func(x [2]string) *fault.Test {
		return &fault.Test{Name: x[0], Stdin: []byte(x[0]), Expect: &fault.Expectation{Output: []byte(x[1]), HasOutput: true, FoldSpace: true}}
	}
	in := &fault.Input{
		Prog: prog, Oracle: &fault.Oracle{}, Failing: test(failing),
		Source: &fault.Source{Files: files, Execute: conf, Verify: frontend.Config{PtrBits: 64}},
	}
	for _, p := range passing {
		in.Passing = append(in.Passing, test(p))
	}
	if err := fault.Locate(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(in.Close)
	return in
}

func repaired(t *testing.T, in *fault.Input) *fault.Result {
	t.Helper()
	res, err := run(context.Background(), in, Options{Effort: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// faulty is a program with a place for a fault, and its tests.
func faulty(wrong, right string) string {
	return strings.Replace(`#include <stdio.h>
int limit = 10;
int least(int a, int b) { return a < b ? a : b; }
int main(void) {
	int n, i, sum = 0;
	scanf("%d", &n);
	for (i = 1; i <= n; i++) {
		if (i > 3 && i != 6)
			sum += least(i, 7);
		else
			sum += 1;
	}
	printf("%d\n", sum);
	return 0;
}
`, right, wrong, 1)
}

var sums = [][2]string{{"9", "38"}, {"2", "2"}, {"4", "7"}, {"6", "13"}, {"0", "0"}, {"8", "27"}, {"5", "12"}}

// TestFinds repairs faults of each kind. The fault is the first place, and the
// fix is the correct text or one that passes all tests.
func TestFinds(t *testing.T) {
	for _, c := range []struct{ right, wrong, kind string }{
		{"i <= n", "i < n", "relation"},
		{"i > 3", "i > 2", ""},
		{"&&", "||", "logical"},
		{"sum += 1", "sum -= 1", ""},
		{"least(i, 7)", "least(n, 7)", ""},
		{"a < b", "a > b", ""},
		{"sum = 0", "sum = 2", ""},
	} {
		src := faulty(c.wrong, c.right)
		var failing *[2]string
		var passing [][2]string
		for i := range sums {
			if outputOf(t, src, sums[i][0]) == outputOf(t, faulty("", ""), sums[i][0]) {
				passing = append(passing, [2]string{sums[i][0], outputOf(t, faulty("", ""), sums[i][0])})
			} else if failing == nil {
				failing = &[2]string{sums[i][0], outputOf(t, faulty("", ""), sums[i][0])}
			}
		}
		if failing == nil {
			t.Fatalf("%q: no test fails", c.wrong)
		}
		res := repaired(t, input(t, src, *failing, passing...))
		line := strings.Count(faulty("", "")[:strings.Index(faulty("", ""), c.right)], "\n") + 1
		found := false
		for _, f := range res.Changes {
			found = found || f.Pos.Line == line && (c.kind == "" || f.Kind == c.kind)
			if len(passing) > 0 && !strings.Contains(f.Reason, fault.Still("", len(passing), "passing")) {
				t.Errorf("%q: reason %q", c.wrong, f.Reason)
			}
		}
		if len(passing) > 0 && !found {
			t.Errorf("%q instead of %q: no fix in line %d: %+v", c.wrong, c.right, line, res.Changes)
		}
	}
}

// outputOf executes a text.
func outputOf(t *testing.T, src, stdin string) string {
	t.Helper()
	prog, err := frontend.Parse("p.c", []byte(src), frontend.Config{PtrBits: 64, Execute: true})
	if err != nil {
		t.Fatal(err)
	}
	return string(fault.Execute(context.Background(), prog, &fault.Test{Stdin: []byte(stdin)}, fault.Budget{}).Stdout)
}

// TestDeterministic asks twice, and with a budget that ends the search early.
func TestDeterministic(t *testing.T) {
	src := faulty("i < n", "i <= n")
	for _, budget := range []time.Duration{time.Second, 20 * time.Millisecond} {
		var texts []string
		for range 2 {
			in := input(t, src, [2]string{"9", outputOf(t, faulty("", ""), "9")}, [2]string{"0", "0"})
			res, err := run(context.Background(), in, Options{Effort: budget})
			if err != nil {
				t.Fatal(err)
			}
			res.Stats.Time = 0
			text := fmt.Sprintln(res.Stats, res.Notes)
			for _, l := range res.Locations {
				text += fmt.Sprintln(l.Pos, l.Score, l.Reason)
			}
			texts = append(texts, text)
		}
		if texts[0] != texts[1] {
			t.Errorf("%v:\n%s\nthen\n%s", budget, texts[0], texts[1])
		}
	}
}

// TestInterrupted keeps what is known when the context ends.
func TestInterrupted(t *testing.T) {
	in := input(t, faulty("i < n", "i <= n"), [2]string{"9", "38"}, [2]string{"0", "0"})
	s := &search{in: in, budget: work.Minute}
	if err := s.prepare(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := s.trials(context.Background()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s.execute(ctx, 0, len(s.tried), 1)
	if res := s.result(ctx); len(res.Locations) == 0 || len(res.Notes) == 0 {
		t.Errorf("%+v", res)
	}
}

// TestSchema executes each schema with all selectors 0, which is the original,
// and each change both in the schema and as a text of its own.
func TestSchema(t *testing.T) {
	ctx := context.Background()
	in := input(t, faulty("i < n", "i <= n"), [2]string{"5", "12"}, [2]string{"0", "0"})
	s := &search{in: in, budget: work.Minute}
	if err := s.prepare(ctx); err != nil {
		t.Fatal(err)
	}
	if err := s.trials(ctx); err != nil {
		t.Fatal(err)
	}
	if len(s.tried) < 200 {
		t.Errorf("%d changes", len(s.tried))
	}
	step := 1
	if testing.Short() {
		step = 7
	}
	for i := 0; i < len(s.tried); i += step {
		c := s.tried[i]
		if c.Alone {
			continue
		}
		own, err := s.alone(ctx, c)
		if err != nil {
			t.Errorf("%v %+v: %v", c.Kind, c.Edits, err)
			continue
		}
		for _, r := range s.failing {
			a, b := s.prog.run(ctx, r, c.At), own.run(ctx, r, nil)
			if a.passes != b.passes || a.differs != b.differs {
				t.Errorf("%v %+v: %+v in the schema, %+v in the text", c.Kind, c.Edits, a, b)
			}
		}
	}
}

// TestDiff applies diffs with patch.
func TestDiff(t *testing.T) {
	patch, err := exec.LookPath("patch")
	if err != nil {
		t.Skip("no patch")
	}
	in := input(t, faulty("i < n", "i <= n"), [2]string{"5", "12"}, [2]string{"0", "0"})
	s := &search{in: in, budget: work.Minute}
	if err := s.prepare(context.Background()); err != nil {
		t.Fatal(err)
	}
	s.tried = append(s.tried, &tried{Change: &candidate.Change{Edits: append(s.tried[0].Edits, candidate.Edit{File: "p.c", Extent: ctree.Extent{Start: 0, End: 0}, Text: "/* first */\n"})}})
	for i := 0; i < len(s.tried); i += 1 + len(s.tried)/40 {
		c := s.tried[i]
		dir := t.TempDir()
		file := filepath.Join(dir, "p.c")
		if err := os.WriteFile(file, s.texts["p.c"], 0o644); err != nil {
			t.Fatal(err)
		}
		diff := unified("p.c", string(s.texts["p.c"]), string(s.changed(c.Change)["p.c"]))
		run := exec.Command(patch, "-p1", "-s")
		run.Dir, run.Stdin = dir, strings.NewReader(diff)
		if out, err := run.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v %s\n%s", c.Edits, err, out, diff)
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if want := s.changed(c.Change)["p.c"]; string(got) != string(want) {
			t.Errorf("%v:\n%s\nwant\n%s", c.Edits, got, want)
		}
	}
}

// TestTwoSchemas tries the likeliest changes in a schema of their own before
// those of all, which changes nothing in the answer.
func TestTwoSchemas(t *testing.T) {
	answer := func(atFirst int) string {
		in := input(t, faulty("i < n", "i <= n"), [2]string{"5", "12"}, [2]string{"0", "0"})
		s := &search{in: in, budget: work.Minute, atFirst: atFirst}
		res, err := s.run(t.Context())
		if err != nil || s.stopped != nil {
			t.Fatal(err, s.stopped)
		}
		text := fmt.Sprintln(len(s.tried), s.done)
		for _, l := range res.Locations {
			text += fmt.Sprintln(l.Pos, l.Score, l.Reason)
		}
		return text
	}
	one := answer(0)
	for _, n := range []int{1, 200} {
		if two := answer(n); two != one {
			t.Errorf("at first %d:\n%s\nat once:\n%s", n, two, one)
		}
	}
}

// TestElsewhere has further failing tests that stop at undefined behaviour. If a change
// mends them as well, only that change is a fix; if none does, they do not count.
func TestElsewhere(t *testing.T) {
	const sums = `#include <stdio.h>
int data[4] = {1, 2, 4, 8};
int main(void) {
	int n, sum = 0;
	scanf("%d", &n);
	for (int i = 0; i <= n; i++)
		sum += data[i];
	printf("%d\n", sum);
	return 0;
}
`
	const looks = `#include <stdio.h>
int data[4] = {10, 20, 30, 40};
int main(void) {
	int n;
	scanf("%d", &n);
	int v = data[n];
	if (n > 2)
		v++;
	printf("%d\n", v);
	return 0;
}
`
	for _, c := range []struct {
		name, src      string
		failing, other [2]string
		passing        [][2]string
		fix, reason    string
	}{
		{"one cause", sums, [2]string{"2", "3"}, [2]string{"4", "15"}, [][2]string{{"-1", "0"}}, "i < n", "makes all 2 failing runs pass"},
		{"two causes", looks, [2]string{"2", "31"}, [2]string{"9", "1"}, [][2]string{{"0", "10"}, {"1", "20"}, {"3", "41"}}, "n >= 2", "makes 1 of 2 failing runs pass (the others stop at undefined behaviour)"},
	} {
		in := input(t, c.src, c.failing, c.passing...)
		in.Others = []*fault.Test{{Name: c.other[0], Stdin: []byte(c.other[0]), Expect: &fault.Expectation{Output: []byte(c.other[1]), HasOutput: true, FoldSpace: true}}}
		res := repaired(t, in)
		if len(res.Changes) == 0 || !strings.Contains(res.Changes[0].After, c.fix) || !strings.HasPrefix(res.Changes[0].Reason, c.reason) {
			t.Errorf("%s: %+v", c.name, res.Changes)
		}
	}
}
