package verifier_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"culprit/concolic"
	"culprit/frontend"
	"culprit/internal/ctest"
	"culprit/internal/rounds"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/verifier"
)

// TestOutside holds the programs of testdata/outside against the expectations
// in their comments: pointers from outside, allocations that do not fit,
// accesses outside of objects, and what depends on addresses.
func TestOutside(t *testing.T) { checkAll(t, "testdata/outside/*.c") }

// TestLibrary verifies programs that call functions of the C library.
func TestLibrary(t *testing.T) { checkAll(t, "testdata/library/*.c") }

// checkAll verifies programs that say in comments what is to be found.
func checkAll(t *testing.T, pattern string) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range rounds.Rows(files) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, err := ctest.Load(file)
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			prog, err := frontend.ParseFiles([]frontend.Source{{Name: file, Text: text}}, frontend.Config{PtrBits: want.PtrBits})
			if err != nil {
				t.Fatal(err)
			}
			res := verifier.Verify(context.Background(), prog, verifier.Config{Work: work.Minute, Replay: interp.Replay, Library: interp.Ask, Search: concolic.Search})
			for _, m := range ctest.Check(want, prog, res) {
				t.Error(m, res.Reason)
			}
		})
	}
}
