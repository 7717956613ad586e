package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// shell executes a command line in a folder, in which `verify` is the command.
func shell(t *testing.T, dir, line string) (stdout, stderr string, status int) {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if err := os.Symlink(self, filepath.Join(bin, "verify")); err != nil {
		t.Skip(err)
	}
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CULPRIT_TEST_VERIFY=1", "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// TestRepeated executes the command that is printed below a FALSE whose inputs are
// text: it fails at the same line, with the same number of a weakness.
func TestRepeated(t *testing.T) {
	const dir = "testdata/given"
	files, err := filepath.Glob(dir + "/*.c")
	if err != nil || len(files) < 10 {
		t.Fatal(err, files)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			first, _, _ := strings.Cut(string(text), "\n")
			args := append(strings.Fields(strings.TrimPrefix(first, "//")), "--effort", "0", filepath.Base(file))
			stdout, stderr, status := verify(t, dir, args...)
			if status != 10 || stderr != "" {
				t.Fatalf("status %d\n%s%s", status, stdout, stderr)
			}
			_, line, ok := strings.Cut(stdout, "\n  replay: ")
			line, _, _ = strings.Cut(line, "\n")
			if !ok {
				t.Fatalf("no command repeats it\n%s", stdout)
			}
			where := strings.Fields(stdout)[2] // file:line:column
			where = where[:strings.LastIndexByte(where, ':')+1]
			_, errs, status := shell(t, dir, line)
			cwe := ""
			if i := strings.Index(stdout, "(CWE-"); i >= 0 {
				cwe = stdout[i : i+strings.IndexAny(stdout[i:], ",)")]
			}
			if status != exitStopped || !strings.HasPrefix(errs, where) || !strings.Contains(errs, cwe) {
				t.Errorf("%s\nstatus %d, want one at %s %s\n%s", line, status, where, cwe, errs)
			}
		})
	}
}

// TestNoMemory looks for the fault in a run in which an allocation fails.
func TestNoMemory(t *testing.T) {
	dir := folder(t, map[string]string{"guard.c": `#include <stdlib.h>
int main(void) {
    int *x = malloc(sizeof *x);
    if (x)
        *x = 1;
    int r = *x && x;
    free(x);
    return r;
}
`})
	stdout, _, _ := verify(t, dir, "--property", "valid-memsafety", "--malloc-may-fail", "--effort", "2", "guard.c")
	if !strings.Contains(stdout, "  1.   6 │ int r = *x && x;") || !strings.Contains(stdout, "+    int r = x && *x;") {
		t.Error(stdout)
	}
}

// TestNoBytes: realloc of a block to no bytes frees it and gives null, as glibc does; of
// null it gives a block.
func TestNoBytes(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"char *p = realloc(0, 0); assert(p);":                                     "TRUE",
		"char *p = realloc(0, 0); if (p) *p = 1; free(p);":                        "FALSE valid-deref",
		"char *q = malloc(4), *p = realloc(q, 0); assert(!p);":                    "TRUE",
		"char *q = malloc(4), *p = realloc(q, n); assert(p);":                     "FALSE unreach-call",
		"char *q = malloc(4), *p = realloc(q, n + 1ul); assert(p);":               "TRUE",
		"char *q = malloc(4), *p = realloc(q, n); if (!p) free(q); else free(p);": "FALSE valid-free",
		"char *q = malloc(4), *p = realloc(q, n); free(p);":                       "TRUE",
	} {
		dir := folder(t, map[string]string{"n.c": "#include <assert.h>\n#include <stdlib.h>\nextern unsigned __VERIFIER_nondet_uint(void);\nint main(void) { unsigned n = __VERIFIER_nondet_uint() % 9; " + body + " return 0; }\n"})
		property := "valid-memsafety"
		if strings.Contains(body, "assert") {
			property = "unreach-call"
		}
		out, _, _ := verify(t, dir, "--timeout=60s", "--property", property, "n.c")
		if !strings.HasPrefix(out, want) {
			t.Errorf("%s: want %s\n%s", body, want, out)
		}
	}
}

// TestNoMemoryForLine: where there is no memory, getline leaves what it was given, or a
// part of the line.
func TestNoMemoryForLine(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"l[0]++;":                "FALSE valid-deref",
		"if (r > 0) l[0]++;":     "TRUE",
		"if (!l) assert(r < 0);": "TRUE",
		"assert(l || r >= 0);":   "FALSE unreach-call",
		"l = realloc(l, 8); if (!l) return 0; n = 8; strcpy(l, \"x\"); r = getline(&l, &n, stdin); assert(r > 0 || *l == 'x');":   "UNKNOWN",
		"l = realloc(l, 8); if (!l) return 0; n = 8; strcpy(l, \"x\"); r = getline(&l, &n, stdin); assert(r > 0 || l && n == 8);": "TRUE",
	} {
		src := "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint main(void) { char *l = 0; size_t n = 0; ssize_t r = getline(&l, &n, stdin); " + body + " free(l); }\n"
		property := "valid-deref"
		if strings.Contains(body, "assert") {
			property = "unreach-call"
		}
		out, _, _ := verify(t, folder(t, map[string]string{"a.c": src}), "--effort=0", "--malloc-may-fail", "--property", property, "a.c")
		if !strings.HasPrefix(out, want+" ") {
			t.Errorf("%s: not %s\n%s", body, want, out)
		}
	}
}

// TestNoInput refuses a trace in which the library says what it never says.
func TestNoInput(t *testing.T) {
	dir := folder(t, map[string]string{"eof.c": `#include <assert.h>
#include <stdio.h>
int main(void) { int a = getchar(), b = getchar(); assert(a != EOF || b == EOF); }
`})
	stdout, _, status := verify(t, dir, "eof.c")
	if status != 20 || !strings.Contains(stdout, "reads more after the end of the input") {
		t.Errorf("status %d\n%s", status, stdout)
	}
}

// TestShellWord has the shell print words and texts as they were.
func TestShellWord(t *testing.T) {
	for _, s := range []string{"a", "", "it's", "a b", "%d\\n", "\x80\x01", "tab\tend", strings.Repeat("x", 100), "-n", "$HOME", "`x`", "a" + strings.Repeat("%", 50) + "b"} {
		if got, errs, _ := shell(t, ".", "printf %s "+shellWord(s)); got != s {
			t.Errorf("%q becomes %s, which prints %q %s", s, shellWord(s), got, errs)
		}
		if got, errs, _ := shell(t, ".", shellPrint(s+"\n")); got != s+"\n" {
			t.Errorf("%q becomes %s, which prints %q %s", s, shellPrint(s+"\n"), got, errs)
		}
	}
}
