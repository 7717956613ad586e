package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"culprit/internal/gcc"
	"culprit/internal/rounds"
	"culprit/svcomp"
)

// comments reads the lines "// key: value" of a test program.
func comments(text []byte, key string) string {
	m := regexp.MustCompile(`(?m)^// ` + key + `: (.*)$`).FindSubmatch(text)
	if m == nil {
		return ""
	}
	return string(m[1])
}

// TestHarness verifies programs, compiles each with its harness and runs it:
// it must fail as the trace says. The comments of a program hold the flags of
// verify, the exit status if it is another, the warning if there is one, and
// why the test case as such does not repeat the failure.
func TestHarness(t *testing.T) {
	files, err := filepath.Glob("testdata/harness/*.c")
	if err != nil || len(files) < 25 {
		t.Fatalf("%d programs, %v", len(files), err)
	}
	compiler, err := exec.LookPath("gcc")
	if err != nil {
		t.Log("without gcc: the harnesses are written, but not compiled")
	}
	for _, file := range rounds.Rows(files) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			args := strings.Fields(comments(text, "flags"))
			for i := range args {
				if strings.HasSuffix(args[i], ".prp") {
					args[i] = filepath.Join(filepath.Dir(file), args[i])
				}
			}
			stdout, stderr, status := verify(t, "", append(args, "--test-harness", dir, file)...)
			if warns := comments(text, "warns"); status != 10 || warns == "" && stderr != "" || !strings.Contains(stderr, warns) {
				t.Fatalf("status %d\n%s%s", status, stdout, stderr)
			}
			harnesses, err := filepath.Glob(filepath.Join(dir, "*.trace-*.c"))
			if err != nil || len(harnesses) == 0 {
				t.Fatalf("%d harnesses, %v", len(harnesses), err)
			}
			for i, h := range harnesses {
				if compiler != "" {
					runHarness(t, file, h, text)
				}
				testcase := filepath.Join(dir, "testcase-"+strconv.Itoa(i+1)+".xml")
				xml, err := os.ReadFile(testcase)
				if err != nil {
					t.Fatal(err)
				}
				if onlyCalls(text) {
					args := append([]string{"run", "--inputs", testcase}, append(args, file)...)
					if _, stderr, status := verify(t, "", slices.DeleteFunc(args, func(s string) bool { return s == "--multi-trace" })...); status != 134 {
						t.Errorf("verify run --inputs: status %d, %s\n%s", status, stderr, xml)
					}
				}
				values, err := svcomp.ParseTestcase(xml)
				if calls := bytes.Count(xml, []byte("<input ")); err != nil || len(values) != calls {
					t.Errorf("%v, %d values in\n%s", err, len(values), xml)
				}
			}
			if _, err := os.Stat(filepath.Join(dir, "metadata.xml")); err != nil {
				t.Error(err)
			}
		})
	}
}

// onlyCalls reports whether all inputs of a test program are results of
// __VERIFIER_nondet functions.
func onlyCalls(text []byte) bool {
	return comments(text, "testcase") == "" && bytes.Contains(text, []byte("__VERIFIER_nondet")) && !bytes.Contains(text, []byte("nondet_memory"))
}

// runHarness compiles and runs a program with the words that the comment of
// the harness says.
func runHarness(t *testing.T, file, harness string, text []byte) {
	src, err := os.ReadFile(harness)
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^ \*     gcc (.*)\n \*     (.*)$`).FindSubmatch(src)
	if m == nil {
		t.Fatalf("no commands in\n%s", src)
	}
	if bytes.Contains(m[1], []byte("-m32")) && !gcc.Runs32() {
		t.Skip("no programs for 32 bits here")
	}
	out, err := exec.Command("gcc", strings.Fields(string(m[1]))...).CombinedOutput()
	if err != nil {
		t.Fatalf("gcc %s: %v\n%s\n%s", m[1], err, out, src)
	}
	run := exec.Command("/bin/sh", "-c", string(m[2]))
	if bytes.Contains(m[2], []byte("$'")) { // a string that sh does not know
		bash, err := exec.LookPath("bash")
		if err != nil {
			t.Skip("no bash")
		}
		run.Path, run.Args[0] = bash, bash
	}
	run.WaitDelay = 10 * time.Second
	out, err = run.CombinedOutput()
	var ee *exec.ExitError
	status := 0
	if errors.As(err, &ee) {
		if status = ee.ExitCode(); status < 0 {
			status = 134 // a signal
		}
	} else if err != nil {
		t.Fatal(err)
	}
	want := []int{107}
	switch s := comments(text, "status"); {
	case s != "":
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		want[0] = n
	case bytes.Contains(src, []byte(": assertion ")) && !bytes.Contains(src, []byte("culprit_reached(\"__VERIFIER_assert")):
		want[0] = 134
		if !bytes.Contains(out, []byte("Assertion `")) {
			t.Errorf("no assertion failed: %s", out)
		}
	}
	if !slices.Contains(want, status) {
		t.Errorf("%s: status %d, want %d\n%s\n%s", file, status, want, out, src)
	}
}
