package frontend_test

import (
	"os"
	"path/filepath"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/interp"
)

// TestRun executes programs full of assertions that hold when gcc compiles
// them.
func TestRun(t *testing.T) {
	files, err := filepath.Glob("testdata/run/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, bits := range []int{32, 64} {
			p, err := frontend.Parse(f, src, frontend.Config{PtrBits: bits})
			if err != nil {
				t.Fatal(err)
			}
			if err := cfg.Check(p); err != nil {
				t.Fatalf("%s: %v", f, err)
			}
			out := interp.Run(p, interp.RunConfig{})
			switch {
			case out.Loc != nil && out.Status != interp.Exited:
				t.Errorf("%s, %d bits: %v at %v: %s %s", f, bits, out.Status, out.Loc.Pos, out.Loc.What, out.Reason)
			case out.Status != interp.Exited:
				t.Errorf("%s, %d bits: %v %s %v", f, bits, out.Status, out.Reason, out.Fault)
			}
		}
	}
}
