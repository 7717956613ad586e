package localization

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"culprit/fault"
)

// TestAnswerTable has every list for each suite, and a mean in which suites count
// alike.
func TestAnswerTable(t *testing.T) {
	record := func(id, program string, at int) AnswerRecord {
		r := AnswerRecord{ID: id, Program: program, Test: "1", Passing: 1, Faults: [][]fault.Line{{line(at)}}, Failing: line(4)}
		for n := 1; n <= 4; n++ {
			r.Lines = append(r.Lines, line(n))
		}
		for _, m := range []string{"cascade", "frontier"} {
			r.Methods = append(r.Methods, AnswerRanking{Method: m, Lines: []AnswerLine{{Line: line(2), Score: 2}, {Line: line(3), Score: 1}}})
		}
		r.Methods = append(r.Methods, AnswerRanking{Method: "invariants", Lines: []AnswerLine{{Line: line(1), Score: 1}}})
		return r
	}
	table := AnswerTable([]AnswerRecord{
		record("sir/tcas/v1", "sir/tcas", 2), record("sir/replace/v1", "sir/replace", 3), record("sir/totinfo/v1", "sir/totinfo", 3), record("codeflaws/1-A-bug-1-2/buggy", "codeflaws", 1),
	})
	got := map[string]string{}
	for _, row := range table.Rows {
		got[strings.Join(row[:3], " ")] = strings.Join(row[3:5], " ")
	}
	for name, want := range map[string]string{
		"sir/tcas yes cascade": "1 100.0", "sir/others yes cascade": "2 0.0", "codeflaws yes invariants": "1 100.0",
		"mean of suites yes cascade": "4 33.3", "all versions yes cascade": "4 25.0",
		"sir/tcas yes " + rowFusion: "1 100.0", "codeflaws yes " + rowFusion: "1 0.0",
		"mean of suites yes " + rowRandom: "4 25.0", "sir/others yes " + rowFailing: "2 0.0",
	} {
		if got[name] != want {
			t.Errorf("%s: got %q, want %q", name, got[name], want)
		}
	}
}

func line(n int) fault.Line { return fault.Line{File: "p.c", N: n} }

// TestAnswersContinue interrupts a measurement, the second time in the midst of
// a record: what was written stays, and is not measured again.
func TestAnswersContinue(t *testing.T) {
	name := filepath.Join(t.TempDir(), "records.jsonl")
	versions := priceVersions(t)
	conf := Config{Tests: 1, Timeout: time.Minute, Methods: []fault.Method{fault.Slice()}}
	measure := func(fresh bool, most int) (added []string) {
		t.Helper()
		f, err := OpenAnswers(name, fresh)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		err = Answers(ctx, versions, conf, false, f.Known, func(r *AnswerRecord) error {
			if added = append(added, path.Base(r.ID)); len(added) == most {
				cancel()
			}
			return f.Add(r)
		})
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		return added
	}
	check := func(got []string, want ...string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("measured %v, want %v", got, want)
		}
	}
	check(measure(false, 1), "v1")
	check(measure(false, 1), "v2")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, text[:len(text)-10], 0o644); err != nil { // torn
		t.Fatal(err)
	}
	check(measure(false, 0), "v2", "v3")
	check(measure(false, 0))
	conf.Methods = append(conf.Methods, fault.RelevantSlice())
	check(measure(false, 0), "v1", "v2", "v3")
	f, err := OpenAnswers(name, false)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Known) != 3 || len(f.Known[0].Methods) != 2 {
		t.Errorf("%+v", f.Known)
	}
	f.Close()
	check(measure(true, 0), "v1", "v2", "v3")
}
