package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"culprit/report"
)

// TestWritePatch writes a fix, applies it with patch, and runs the program.
func TestWritePatch(t *testing.T) {
	patch, err := exec.LookPath("patch")
	if err != nil {
		t.Skip("no patch")
	}
	dir := folder(t, map[string]string{
		"big.c":     "#include <stdio.h>\nint main(void) {\n\tint n, k = 0;\n\tscanf(\"%d\", &n);\n\tfor (int i = 1; i < n; i++)\n\t\tk += i;\n\tprintf(\"%d\\n\", k);\n\treturn 0;\n}\n",
		"t/input-1": "3", "t/output-1": "6", "t/input-2": "0", "t/output-2": "0\n", "t/input-3": "5", "t/output-3": "15\n",
		"none.c": "#include <assert.h>\nextern int input(void);\nint main(void) {\n\tint x = input();\n\tassert(x != 7);\n\treturn 0;\n}\n",
	})
	stdout, stderr, status := verify(t, dir, "explain", "big.c", "--tests", "t", "--method", "repair", "--write-patch", "fix.patch")
	if want := "(?s)     5 │ for .*`for \\(int i = 1; i <= n; i\\+\\+\\)` makes all 2 failing runs pass, and the passing one still passes\n.*\n   fix: .*\n    --- a/big.c\n"; status != 0 || !regexp.MustCompile(want).MatchString(stdout) {
		t.Errorf("status %d\n%s%s", status, stdout, stderr)
	}
	run := exec.Command(patch, "-p1", "-s", "-i", "fix.patch")
	run.Dir = dir
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(dir, "big.c"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "i <= n") {
		t.Errorf("%s", text)
	}
	// A single assertion about an input: every change that helps disarms it.
	_, stderr, status = verify(t, dir, "explain", "none.c", "--method", "repair", "--write-patch", "none.patch")
	if _, err := os.Stat(filepath.Join(dir, "none.patch")); err == nil || status != 0 || !strings.Contains(stderr, "no fix found") {
		t.Errorf("status %d, %v\n%s", status, err, stderr)
	}
	stdout, _, _ = verify(t, dir, "explain", "none.c", "--method", "repair", "--format", "json")
	var x report.Explanation
	if err := json.Unmarshal([]byte(stdout), &x); err != nil || len(x.Methods) != 1 || len(x.Methods[0].Changes) != 0 {
		t.Errorf("%v\n%s", err, stdout)
	}
}
