package libc

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"culprit/internal/gcc"
)

// driver is a compiled C program that answers one line per line.
type driver struct {
	path string
	args []string
}

// compile builds testdata/name for a pointer size, or skips the test.
func compile(t *testing.T, name string, ptr int) *driver {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	if ptr == 4 && !gcc.Runs32() {
		t.Skip("no programs for 32 bits here")
	}
	model := map[int]string{4: "-m32", 8: "-m64"}[ptr]
	out := filepath.Join(t.TempDir(), name+model)
	cmd := exec.Command("gcc", model, "-w", "-O0", "-fno-builtin", "-D_DEFAULT_SOURCE", "-o", out, filepath.Join("testdata", name), "-lm")
	if msg, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("gcc %s cannot compile here: %.200s", model, msg)
	}
	return &driver{path: out}
}

// ask sends lines and returns the answers.
func (d *driver) ask(t *testing.T, lines []string) []string {
	t.Helper()
	cmd := exec.Command(d.path, d.args...)
	cmd.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	err := cmd.Run()
	answers := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if err != nil || len(answers) != len(lines) {
		at := ""
		if len(answers) < len(lines) {
			at = lines[len(answers)]
		}
		t.Fatalf("the driver answered %d of %d lines: %v %s; next was %q", len(answers), len(lines), err, msg.String(), at)
	}
	return answers
}

// models runs a test for both data models.
func models(t *testing.T, f func(t *testing.T, ptr int)) {
	t.Run("LP64", func(t *testing.T) { f(t, 8) })
	t.Run("ILP32", func(t *testing.T) { f(t, 4) })
}
