package frontend_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/interp"

	"github.com/google/go-cmp/cmp"
)

// TestRun executes programs full of assertions that hold when gcc compiles
// them.
func TestRun(t *testing.T) {
	files, err := filepath.Glob("testdata/run/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	files = append(files, "testdata/execute/varargs.c", "testdata/execute/wide_uses_lp64.c") // the same in both lowerings
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, bits := range dataModels(f) {
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
				t.Errorf("%s, %d bits: %v at %v: %s %s", f, bits, out.Status, out.Loc.Pos, out.Loc.Reason, out.Reason)
			case out.Status != interp.Exited:
				t.Errorf("%s, %d bits: %v %s %v", f, bits, out.Status, out.Reason, out.Fault)
			}
		}
	}
}

// TestExecute runs programs lowered for execution and compares what they write
// and their exit status with NAME.out. With -update, which needs gcc, that
// becomes what the compiled program does.
func TestExecute(t *testing.T) {
	files, err := filepath.Glob("testdata/execute/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	for _, f := range files {
		golden := strings.TrimSuffix(f, ".c") + ".out"
		if flag.Lookup("update").Value.String() == "true" {
			if err := os.WriteFile(golden, compiled(t, f), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, bits := range dataModels(f) {
			p, err := frontend.Parse(f, src, frontend.Config{PtrBits: bits, Execute: true})
			if err != nil {
				t.Fatal(err)
			}
			if err := cfg.Check(p); err != nil {
				t.Fatalf("%s: %v", f, err)
			}
			var out bytes.Buffer
			r := interp.Run(p, interp.RunConfig{Args: []string{f}, Stdout: &out})
			if r.Status != interp.Exited {
				t.Errorf("%s, %d bits: %v %s %v", f, bits, r.Status, r.Reason, r.Fault)
				continue
			}
			fmt.Fprintf(&out, "exit %d\n", r.Code&255)
			if d := cmp.Diff(string(want), out.String()); d != "" {
				t.Errorf("%s, %d bits (-want +got):\n%s", f, bits, d)
			}
		}
	}
}

// dataModels are those of a test program: both, or the one that its name says.
func dataModels(file string) []int {
	if strings.HasSuffix(file, "_lp64.c") {
		return []int{64}
	}
	return []int{32, 64}
}

// compiled runs a program that gcc compiled.
func compiled(t *testing.T, file string) []byte {
	bin := filepath.Join(t.TempDir(), "program")
	if out, err := exec.Command("gcc", "-std=gnu2x", "-w", "-o", bin, file, "-lm").CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	c := exec.Command(bin)
	out, err := c.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return fmt.Appendf(out, "exit %d\n", c.ProcessState.ExitCode())
}
