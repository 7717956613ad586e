package localization

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"culprit/bench"
	"culprit/internal/golden"
)

const prices = `#include <stdio.h>
#include <stdlib.h>
int price(int n, int member) {
	int p = 10 * n;
	if (n > 5)
		p = p - n;
	if (member)
		p = p - 2;
	return p;
}
int main(int argc, char **argv) {
	int n = atoi(argv[1]), member = atoi(argv[2]);
	int total = price(n, member);
	printf("%d\n", total);
	return 0;
}
`

// priceVersions is a program with three faulty versions: a wrong value, a
// wrong condition, and a missing statement.
func priceVersions(t *testing.T) []Version {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"s/p/orig/p.c": prices,
		"s/p/v1/p.c":   strings.Replace(prices, "10 * n", "11 * n", 1),
		"s/p/v2/p.c":   strings.Replace(prices, "n > 5", "n > 6", 1),
		"s/p/v3/p.c":   strings.Replace(prices, "\tif (n > 5)\n\t\tp = p - n;\n", "", 1),
		"s/p/universe": "1 0\n6 1\n8 0\n",
		"index.csv": `suite,program,version,kind,file,fault_lines
s,p,orig,file,orig/p.c,
s,p,v1,file,v1/p.c,4
s,p,v2,file,v2/p.c,5
s,p,v3,file,v3/p.c,after:4
`,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "s/p/inputs"), 0o755); err != nil {
		t.Fatal(err)
	}
	out, err := Versions(dir, filepath.Join(dir, "index.csv"), nil)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestCascade measures a tiny suite: trees and correction sets have the fault
// in every test, the dynamic slice lacks the condition that kept line 6 from
// being executed.
func TestCascade(t *testing.T) {
	conf := CascadeConfig{Config: Config{Tests: -1, Timeout: time.Minute}, MaxSAT: true, Slices: true}
	runs := Cascade(context.Background(), priceVersions(t), conf)
	tests := map[string]int{}
	for i := range runs {
		r := &runs[i]
		tests[r.ID]++
		if r.Err != "" || r.MaxSATErr != "" {
			t.Errorf("%s %s: %s %s", r.ID, r.Test, r.Err, r.MaxSATErr)
			continue
		}
		if !r.Executed || !r.Tree.All || !r.MaxSAT.All || !r.Relevant.All || r.Slice.All != (r.ID != "s/p/v2") {
			t.Errorf("%+v", r)
		}
		if r.Level < 1 || r.Level > r.Levels || r.To.Share > r.Upper.Share || r.Upper.Share > r.Tree.Share || r.ByCause > r.Lines || r.PathLLVM < 1 || r.PathLLVM > r.Path || r.Path > r.Tree.Lines || r.Read < 1 || r.Read > float64(r.Lines) || r.Random < 1 || r.Ochiai < 1 || r.MaxSATMid > float64(r.MaxSATRead) || r.Own >= r.Trace {
			t.Errorf("%+v", r)
		}
	}
	if want := map[string]int{"s/p/v1": 3, "s/p/v2": 1, "s/p/v3": 2}; !maps.Equal(tests, want) {
		t.Error(tests)
	}
	if n := len(CascadeDetails(runs).Rows); n != len(runs) {
		t.Errorf("%d rows", n)
	}
}

// TestCascadeTables prints tables III to V of made-up runs.
func TestCascadeTables(t *testing.T) {
	found := func(all bool, share float64, lines int) Found {
		return Found{All: all, Share: share, Own: 2 * share, Lines: lines, Time: 20 * time.Millisecond}
	}
	run := func(id, test string, level int) CascadeRun {
		return CascadeRun{
			ID: id, Program: "s/p", Test: test, Length: 90, Faults: 1, Executed: true, Trace: 200, Own: 100, Lines: 40, Level: level, Levels: 4,
			Tree: found(level > 0, 0.2, 20), Upper: found(level > 0, 0.06*float64(level), 6*level), To: found(level > 0, 0.05*float64(level), 5*level), ByCause: 4 * level, Path: 3 * level, PathLLVM: 2 * level, Read: 2.5 * float64(level), Random: 20.5, Ochiai: 6, Time: 30 * time.Millisecond,
			MaxSAT: found(true, 0, 12), MaxSATRead: 8, MaxSATMid: 4.5, Slice: found(level < 3, 0.4, 25), Relevant: found(true, 0.8, 35),
		}
	}
	missed := run("s/p/v2", "2", 0)
	missed.Read, missed.ByCause, missed.Path, missed.PathLLVM = float64(missed.Lines), missed.Lines, missed.Lines, missed.Lines
	other := run("s/p/v3", "1", 1)
	other.Executed = false
	runs := []CascadeRun{
		run("s/p/v1", "1", 1), run("s/p/v1", "2", 3), run("s/p/v2", "1", 2), missed, other,
		{ID: "s/p/v4", Program: "s/p", Err: "no test fails"},
	}
	var b strings.Builder
	for _, x := range []*bench.Table{TableIII(runs), TableIV(runs), TableV(runs)} {
		if err := x.Write(&b); err != nil {
			t.Fatal(err)
		}
	}
	golden.Check(t, "cascade.txt", []byte(b.String()))
}

// TestVariants makes tables VI to VIII of the tiny suite. Work and time depend
// on the solver; what is reported does not.
func TestVariants(t *testing.T) {
	runs := Variants(context.Background(), priceVersions(t)[:1], VariantConfig{Config: Config{Timeout: time.Minute}})
	if len(runs) != 1 || runs[0].Err != "" {
		t.Fatalf("%+v", runs)
	}
	r := &runs[0]
	for k, v := range r.Variants {
		if v.Over != "" || !v.Found || v.Lines == 0 || v.Memory == 0 {
			t.Errorf("%s: %+v", variants[k].name, v)
		}
	}
	var b strings.Builder
	for _, x := range []*bench.Table{TableVI(runs), TableVII(runs), TableVIII(runs)} {
		for _, row := range x.Rows {
			if len(row) != len(x.Columns) {
				t.Errorf("%s: %d cells for %d columns: %v", x.Title, len(row), len(x.Columns), row)
			}
		}
		if err := x.Write(&b); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"Table VI:", "Table VII:", "Table VIII:", "s/p/v1", "average", "paper 000  3128062.00"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	// A variant that a limit ends has no figures.
	over := VariantRun{Name: "x", Variants: make([]Variant, len(variants))}
	over.Variants[0] = Variant{Over: "context deadline exceeded"}
	b.Reset()
	if err := TableVIII([]VariantRun{over, {Name: "y", Err: "no test fails"}}).Write(&b); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`x +- +0 +0 +0 `).MatchString(b.String()) || !strings.Contains(b.String(), "1 times ended, None: context deadline exceeded\ny: no test fails") {
		t.Error(b.String())
	}
}

// TestWatch ends what needs too much.
func TestWatch(t *testing.T) {
	ctx, done := watch(context.Background(), 0, 1)
	<-ctx.Done()
	if used := done(); used.memory == 0 || context.Cause(ctx) != errMemory {
		t.Error(used, context.Cause(ctx))
	}
	ctx, done = watch(context.Background(), 1, 0)
	for n := 0; ctx.Err() == nil; n++ {
		_ = fmt.Sprint(n)
	}
	if used := done(); used.time <= 0 || context.Cause(ctx) != errTime {
		t.Error(used, context.Cause(ctx))
	}
}
