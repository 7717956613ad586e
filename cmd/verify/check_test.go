package main

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"culprit/report"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// surveyed is a small project: two files, one of which nobody asks about, and a function
// that nobody defines.
var surveyed = map[string]string{
	"p/verify.toml": `files = ["*.c"]
entries = ["get", "put", "total", "ask"]
limit = "10s"

[entry.put]
flags = ["--assume", "i < len(a)"]
`,
	"p/h.h": "#define SIZE 4\nint total(const int *a, int n);\nint outside(int);\n",
	"p/a.c": `#include "h.h"
int get(int i) { static const int a[] = {1, 2, 3, 4}; return i < 0 || i > SIZE ? 0 : a[i]; }
void put(int *a, int i) { if (i >= 0) a[i] = 1; }
int ask(int x) { return outside(x) / 2; }
`,
	"p/b.c": `#include "h.h"
int total(const int *a, int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++) sum += a[i];
  return sum > 5;
}
`,
}

// survey runs verify check in a folder.
func survey(t *testing.T, dir string, want int, args ...string) *report.Survey {
	t.Helper()
	out, complaint, status := verify(t, dir, append([]string{"check", "--format", "json"}, args...)...)
	if status != want {
		t.Fatalf("check %q: status %d, want %d\n%s%s", args, status, want, out, complaint)
	}
	var r report.Survey
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	return &r
}

// fresh are the names of the functions that were asked about once more.
func fresh(r *report.Survey) (names []string) {
	for _, f := range r.Functions {
		if !f.Reused {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	return names
}

// TestCheck: answers are kept as long as nothing changes that they depend on, positions
// move, and only what is new counts.
func TestCheck(t *testing.T) {
	t.Parallel()
	dir := folder(t, surveyed)
	p := filepath.Join(dir, "p")
	edit := func(file, old, new string) {
		t.Helper()
		name := filepath.Join(p, file)
		text, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(text), old) {
			t.Fatalf("%s has no %q: %v", file, old, err)
		}
		if err := os.WriteFile(name, []byte(strings.Replace(string(text), old, new, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r := survey(t, dir, 10, "p/verify.toml")
	if len(r.Functions) != 4 || len(r.Findings) != 1 || len(fresh(r)) != 4 {
		t.Fatalf("%s", r.Summary)
	}
	if f := r.Findings[0]; f.File != "a.c" || f.Line != 2 || f.Code != "out-of-bounds-read" || f.Functions[0] != "get" || !strings.Contains(f.Command, "--entry=get") {
		t.Errorf("the finding is %+v", f)
	}
	if len(r.Undefined) != 1 || r.Undefined[0].Name != "outside" {
		t.Errorf("not defined: %v", r.Undefined)
	}
	for _, step := range []struct {
		file, old, new string
		asked          string
		status         int
		args           []string
	}{
		{"a.c", "int get", "int get", "", 10, nil},
		{"b.c", "int total(const int *a, int n) {", "/* all of them */\n\nint total(const int *a, int n) {", "", 10, nil},
		{"a.c", "#include \"h.h\"", "#include \"h.h\"\n", "get", 10, nil}, // what fails is found again where it is now
		{"b.c", "sum > 5", "sum > 6", "total", 10, nil},
		{"a.c", "outside(x) / 2", "outside(x) / 3", "ask", 10, []string{"--accept"}},
		{"h.h", "int outside(int);", "int outside(int);\nextern int more;", "ask get put total", 0, nil},
		{"h.h", "int outside(int);", "/*@ ensures \\result > 0; */ int outside(int);", "ask get put total", 0, nil},
		{"h.h", "\\result > 0", "\\result > 1", "ask", 0, nil}, // what a function without body promises belongs to its callers
		{"a.c", "int get", "int get", "", 0, nil},
		{"a.c", "if (i >= 0)", "if (i >= -1)", "put", 10, nil},
		{"a.c", "void put", "// verify: ignore[out-of-bounds-write] callers know\nvoid put", "put", 0, nil},
		{"verify.toml", "i < len(a)", "i >= 0 && i < len(a)", "put", 0, nil},
		{"b.c", "#include \"h.h\"", "#include \"h.h\"\n#define TWO(f) int f##_two(int x) { return 2 / x; }\nTWO(a)", "total", 0, nil},
		{"a.c", "outside(x) / 3", "a_two(x) / 3", "ask get put", 10, nil}, // b.c belongs to the program now
		{"b.c", "2 / x", "2 / (x | 1)", "ask", 0, nil},
		{"a.c", "i > SIZE", "i >= SIZE", "get", 0, nil},
		{"a.c", "int get", "/*@ requires i < 3; */\nint get", "get", 0, nil}, // what is required belongs to what was asked
	} {
		edit(step.file, step.old, step.new)
		if r = survey(t, p, step.status, step.args...); strings.Join(fresh(r), " ") != step.asked {
			t.Errorf("after %q for %q, %q are asked about, want %s", step.new, step.old, fresh(r), step.asked)
		}
		if step.new == "#include \"h.h\"\n" && r.Findings[0].Line != 3 {
			t.Errorf("the finding is in line %d, want 3", r.Findings[0].Line)
		}
	}
	if len(r.Findings) != 0 || len(r.Notes) != 2 {
		t.Errorf("findings %d; notes: %q, want the comment and the baseline", len(r.Findings), r.Notes)
	}
}

// TestCheckFormats: each format has what was found.
func TestCheckFormats(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(folder(t, surveyed), "p")
	text, _, status := verify(t, dir, "check", "-j", "1")
	for _, want := range []string{"get    FALSE valid-deref  a.c:2:", "put    TRUE all-asserts", "new      a.c:2:", "nowhere  outside is not defined", "4 functions: 3 TRUE, 1 FALSE, 0 UNKNOWN, 0 cannot be called; findings: 1 new, 0 known, 0 ignored\n"} {
		if status != 10 || !strings.Contains(text, want) {
			t.Errorf("status %d, no %q in\n%s", status, want, text)
		}
	}
	out, _, _ := verify(t, dir, "check", "--format", "junit")
	var suite struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Cases    []struct {
			Name    string `xml:"name,attr"`
			Failure *struct {
				Message string `xml:"message,attr"`
			} `xml:"failure"`
		} `xml:"testcase"`
	}
	if err := xml.Unmarshal([]byte(out), &suite); err != nil || suite.Tests != 4 || suite.Failures != 1 || suite.Cases[1].Failure == nil || !strings.HasPrefix(suite.Cases[1].Failure.Message, "a.c:2:") {
		t.Errorf("%v: %s", err, out)
	}
	sarifText, _, _ := verify(t, dir, "check", "--format", "sarif")
	if found, err := sarif.FromString(sarifText); err != nil || found.Validate() != nil {
		t.Errorf("%v: %s", err, sarifText)
	} else if run := found.Runs[0]; len(run.Results) != 1 || len(run.Results[0].CodeFlows) != 1 {
		t.Errorf("%d results", len(run.Results))
	}
	last, _, _ := verify(t, filepath.Dir(dir), "check", "p/verify.toml", "-o", "out.txt", "--report", "pages")
	whole, err := os.ReadFile(filepath.Join(dir, "../out.txt"))
	if err != nil || !strings.HasSuffix(string(whole), last) || strings.Count(last, "\n") != 1 || !strings.HasPrefix(string(whole), "ask ") {
		t.Errorf("%v: %q does not end %q", err, last, whole)
	}
	page, err := os.ReadFile(filepath.Join(dir, "../pages/index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<span class=\"verdict FALSE\">", "out-of-bounds-read, CWE-125", "<h3>a.c</h3>", "in get", "aria-label=\"Steps of the traces\"", "outside is not defined"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page has no %q", want)
		}
	}
}

// TestCheckFiles asks about the functions of C files, and of one file of a project.
func TestCheckFiles(t *testing.T) {
	t.Parallel()
	dir := folder(t, surveyed)
	if err := os.WriteFile(filepath.Join(dir, "s.c"), []byte("static int two(void) { return 2; }\nint main(void) { return two(); }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := survey(t, dir, 10, "p/a.c", "--cache", "c", "--", "--cpu-timeout=10s"); len(r.Functions) != 3 || len(fresh(r)) != 3 || r.Functions[1].Begins != 2 {
		t.Errorf("%s", r.Summary)
	}
	if r := survey(t, dir, 10, "p/a.c", "--cache", "c", "--", "--cpu-timeout=10s"); len(fresh(r)) != 0 {
		t.Errorf("%s", r.Summary)
	}
	if r := survey(t, dir, 0, "p/verify.toml", "--in", "p/b.c"); len(r.Functions) != 1 || r.Functions[0].Name != "total" {
		t.Errorf("%s", r.Summary)
	}
	if r := survey(t, dir, 20, "p/verify.toml", "--in", "p/h.h"); len(r.Functions) != 1 || r.Functions[0].Refused == "" {
		t.Errorf("%s", r.Summary)
	}
	for want, args := range map[string][]string{
		"s.c: no function here may be called":        {"s.c"},
		"no.c: no such file":                         {"no.c"},
		"check wants a file of settings, or C files": {"p/a.c", "p/verify.toml"},
		"--accept: the baseline is named by a file":  {"--accept", "p/a.c"},
		"p/a.c: flags: unknown flag --lucky":         {"p/a.c", "--", "--lucky"},
	} {
		if out, complaint, status := verify(t, dir, append([]string{"check"}, args...)...); status != 2 || !strings.HasPrefix(complaint, want) {
			t.Errorf("%q: status %d: %s%s", args, status, out, complaint)
		}
	}
}

// TestChangedSince: functions whose text is that of a revision are left out.
func TestChangedSince(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	dir := folder(t, surveyed)
	p := filepath.Join(dir, "p")
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=n", "-c", "user.email=e@x", "commit", "-qm", "first"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v: %s", args, err, out)
		}
	}
	if r := survey(t, p, 0, "--changed-since", "HEAD"); len(r.Functions) != 0 || r.Unchanged != 4 {
		t.Errorf("%s", r.Summary)
	}
	if err := os.WriteFile(filepath.Join(p, "h.h"), []byte(strings.Replace(surveyed["p/h.h"], "4", "5", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := survey(t, p, 10, "--changed-since", "HEAD"); len(r.Functions) != 1 || r.Functions[0].Name != "get" || r.Unchanged != 3 {
		t.Errorf("%s", r.Summary)
	}
	for _, args := range [][]string{{"--changed-since", "nothing"}, {"--changed-since=--all"}} {
		if out, complaint, status := verify(t, p, append([]string{"check"}, args...)...); status != 2 || !strings.HasPrefix(complaint, "--changed-since") {
			t.Errorf("%q: status %d: %s%s", args, status, out, complaint)
		}
	}
}

// TestCheckRefuses: mistakes in the settings and comments have their place.
func TestCheckRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ file, text, want string }{
		{"verify.toml", "files = [\"*.c\"]\nentires = [\"get\"]\n", "verify.toml:2:1: nothing is called entires here"},
		{"verify.toml", "files = [\n", "verify.toml:"},
		{"verify.toml", "entries = [\"get\"]\n", "verify.toml: project names a compilation database, or files the C files: one of the two"},
		{"verify.toml", "files = [\"*.c\"]\nentries = [\"g?t\", \"nothing\"]\n", "verify.toml:1:1: entries: no function that \"nothing\" matches has a body here"},
		{"verify.toml", "files = [\"no*.c\"]\n", "verify.toml: files: no file matches \"no*.c\""},
		{"verify.toml", "files = [\"*.c\"]\nlimit = \"soon\"\n", "verify.toml: limit: \"soon\" is not a duration such as 30s"},
		{"verify.toml", "files = [\"*.c\"]\nflags = [\"--no-such-flag\"]\n", "verify.toml: flags: unknown flag --no-such-flag"},
		{"verify.toml", "files = [\"*.c\"]\nproperty = \"luck\"\n", "verify.toml: property: luck: unknown property"},
		{"verify.toml", "files = [\"*.c\"]\nflags = [\"--property=luck\"]\n", "verify.toml: property: luck: unknown property"},
		{"verify.baseline", "nonsense", "verify.baseline: "},
		{"b.c", "// verify: ignore\nint total(const int *a, int n) { return 0; }\n", "b.c:1:1: write verify: ignore[CODE] and the reason"},
	} {
		dir := filepath.Join(folder(t, surveyed), "p")
		if err := os.WriteFile(filepath.Join(dir, c.file), []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, complaint, status := verify(t, dir, "check"); status != 2 || !strings.HasPrefix(complaint, c.want) || strings.Count(complaint, "\n") != 1 {
			t.Errorf("%s = %q: status %d: %s%s, want %s", c.file, c.text, status, out, complaint, c.want)
		}
	}
	if _, complaint, status := verify(t, t.TempDir(), "check"); status != 2 || !strings.HasPrefix(complaint, "verify.toml: no such file") {
		t.Errorf("without settings: status %d: %s", status, complaint)
	}
}
