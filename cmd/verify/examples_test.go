package main

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"culprit/cmd/verify/target"
	"culprit/internal/ctest"
	"culprit/interp"
	"culprit/relevance/sample"
	"culprit/report"
	"culprit/svcomp"
	"culprit/verifier"
)

// TestExamples holds every program of examples/ and testdata/ against its
// expectations.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	var files []string
	for _, pattern := range []string{"../../examples/*.c", "testdata/*.c"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, err := ctest.Load(file)
			if err != nil {
				t.Fatal(err)
			}
			tg, err := target.Load([]string{file}, "", svcomp.DataModel(want.PtrBits), target.CompileFlags{})
			if err != nil {
				t.Fatal(err)
			}
			prog, err := tg.Parse(false)
			if err != nil {
				t.Fatal(err)
			}
			res := verifier.Verify(context.Background(), prog, verifier.Config{
				MultiTrace: !want.Single, Timeout: 60 * time.Second, Replay: interp.Replay, Library: interp.Ask, Questions: interp.Questions, Execute: sample.Execute,
			})
			for _, m := range ctest.Check(want, prog, res) {
				t.Error(m)
			}
			var text textLog
			r := report.New(prog, res, report.Options{Property: svcomp.UnreachCall, File: file})
			if err := report.WriteText(&text, r, report.Style{Stats: true}); err != nil {
				t.Error(err)
			}
			t.Logf("verify --multi-trace %s\n%s", file, text)
		})
	}
}

// textLog collects text for the log of a test.
type textLog []byte

func (l *textLog) Write(p []byte) (int, error) {
	*l = append(*l, p...)
	return len(p), nil
}

func (l textLog) String() string { return string(l) }
