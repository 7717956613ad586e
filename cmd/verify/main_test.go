package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"culprit/cmd/verify/console"
	"culprit/internal/validate"
	"culprit/report"
)

// TestMain lets the test binary be the verify program, so that the tests see
// what users see: a process with its streams and its exit status.
func TestMain(m *testing.M) {
	if os.Getenv("CULPRIT_TEST_VERIFY") == "1" {
		main()
		return
	}
	os.Exit(m.Run())
}

// command is a verify process in a folder.
func command(dir string, args ...string) (*exec.Cmd, *bytes.Buffer, *bytes.Buffer) {
	if len(args) > 0 && !slices.Contains(args, "--effort") && strings.HasSuffix(args[0], ".c") {
		// What localization methods say in the time that they have is not tested.
		args = append([]string{args[0], "--effort", "0"}, args[1:]...)
	}
	cmd := exec.Command(os.Args[0], args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CULPRIT_TEST_VERIFY=1")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	return cmd, &out, &errs
}

// verify runs the program to its end.
func verify(t *testing.T, dir string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	cmd, out, errs := command(dir, args...)
	err := cmd.Run()
	var x *exec.ExitError
	if err != nil && !errors.As(err, &x) {
		t.Fatal(err)
	}
	if i := slices.Index(args, "--format"); i >= 0 && args[i+1] == "json" && out.Len() > 0 && !slices.Contains(args, "-o") {
		validate.JSON(t, "../../doc/json.schema.json", strings.Join(args, " "), out.Bytes())
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// folder writes files to a new folder.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// large is n, or less in a short test.
func large(n int) int {
	if testing.Short() {
		return n / 20
	}
	return n
}

const (
	safeC = "int main(void) { int x = 1; if (x != 1) reach_error(); return 0; }\n"
	badC  = "#include <assert.h>\nextern int input(void);\nint main(void) {\n\tint x = input();\n\tassert(x != 7);\n\treturn 0;\n}\n"
	// hardC runs through all 64-bit numbers in an order nobody can predict.
	hardC = `int main(void) {
	unsigned long long x = 1;
	while (1) {
		x = x * 6364136223846793005ull + 1442695040888963407ull;
		if (x == 12345) reach_error();
	}
}
`
	task = "format_version: '2.0'\ninput_files: 'bad.c'\nproperties:\n  - property_file: reach.prp\n    expected_verdict: false\noptions:\n  language: C\n  data_model: ILP32\n"
	prp  = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
)

// TestBadInput holds the program to one positioned line and exit status 2.
func TestBadInput(t *testing.T) {
	files := map[string]string{
		"empty.c":      "",
		"blank.c":      " \n\n",
		"binary.c":     "\x7fELF\x02\x01\x00\x00",
		"syntax.c":     "int main(void) {\n  int x = ;\n}\n",
		"brace.c":      "int main(void) {\n  if (1) {\n}\n",
		"type.c":       "int main(void) {\n  foo_t x;\n  return 0;\n}\n",
		"nomain.c":     "int f(void) { return 0; }\n",
		"conflict.c":   "int f(int);\nchar *f(char *);\nint main(void) { return f(1) != 0; }\n",
		"redefined.c":  "int f(void) { return 1; }\nint f(void) { return 2; }\nint main(void) { return f(); }\n",
		"undeclared.c": "int main(void) {\n  return y;\n}\n",
		"include.c":    "#include \"gone.h\"\nint main(void) { return 0; }\n",
		"string.c":     "int main(void) { char *s = \"abc; return 0; }\n",
		"comment.c":    "int main(void) { return 0; } /* no end\n",
		"deep.c":       "int main(void) { return " + strings.Repeat("(", 100_000) + "1" + strings.Repeat(")", 100_000) + "; }\n",
		"deepopen.c":   "int main(void) { return " + strings.Repeat("(", 100_000) + "; }\n",
		"deepbrace.c":  "int main(void) { " + strings.Repeat("{", 100_000) + strings.Repeat("}", 100_000) + " return 0; }\n",
		"large.c":      strings.Repeat("int x; this is no C\n", large(100_000)),
		"t.yml":        strings.Replace(task, "bad.c", "gone.c", 1),
		"p.yml":        strings.Replace(task, "reach.prp", "gone.prp", 1),
		"bad.yml":      "a: [",
		"bad.c":        badC,
		"reach.prp":    prp,
		"crash.prp":    "CHECK( init(main()), LTL(G ! crash) )\n",
	}
	dir := folder(t, files)
	if err := os.Mkdir(filepath.Join(dir, "folder.c"), 0o755); err != nil {
		t.Fatal(err)
	}
	const at = `:\d+:\d+: .+\n$`
	tests := []struct {
		args []string
		want string // pattern of stderr
	}{
		{[]string{"gone.c"}, `^gone\.c: no such file\n$`},
		{[]string{"folder.c"}, `^folder\.c: is a directory\n$`},
		{[]string{"binary.c"}, `^binary\.c:1:7: not a C text file`},
		{[]string{"empty.c"}, `^empty\.c:1:1: the file is empty\n$`},
		{[]string{"blank.c"}, `^blank\.c:1:1: the file is empty\n$`},
		{[]string{"syntax.c"}, `^syntax\.c:2` + at[4:]},
		{[]string{"brace.c"}, `^brace\.c` + at},
		{[]string{"type.c"}, `^type\.c:2` + at[4:]},
		{[]string{"nomain.c"}, `^nomain\.c` + at},
		{[]string{"conflict.c"}, `^conflict\.c:2` + at[4:]},
		{[]string{"redefined.c"}, `^redefined\.c:2` + at[4:]},
		{[]string{"undeclared.c"}, `^undeclared\.c:2` + at[4:]},
		{[]string{"include.c"}, `^include\.c:1` + at[4:]},
		{[]string{"string.c"}, `^string\.c:1` + at[4:]},
		{[]string{"comment.c"}, `^comment\.c` + at},
		{[]string{"deep.c"}, `^deep\.c:1` + at[4:]},
		{[]string{"deepopen.c"}, `^deepopen\.c:1` + at[4:]},
		{[]string{"deepbrace.c"}, `^deepbrace\.c:1` + at[4:]},
		{[]string{"large.c"}, `^large\.c:1` + at[4:]},
		{[]string{"t.yml"}, `^t\.yml:2:14: input file gone\.c: no such file\n$`},
		{[]string{"p.yml"}, `^p\.yml:4:20: property file gone\.prp: no such file\n$`},
		{[]string{"bad.yml"}, `^bad\.yml` + at},
		{[]string{"bad.c", "--property", "luck"}, `^luck: unknown property; known are unreach-call, `},
		{[]string{"bad.c", "--property", "crash.prp"}, `^crash\.prp:1:1: unknown property "G ! crash"\n$`},
		{[]string{"bad.c", "--data-model", "LLP64"}, `^--data-model: data model "LLP64" is neither`},
		{[]string{"bad.c", "--timeout=-1s"}, `^--timeout: must not be negative\n$`},
		{[]string{"bad.c", "--timeout", "soon"}, `^verify: --timeout: `},
		{[]string{"bad.c", "--memory", "much"}, `^verify: --memory: want a size such as 6GiB`},
		{[]string{"bad.c", "--memory", "-1"}, `^verify: --memory: want a size such as 6GiB or 500MB, not "-1"`},
		{[]string{"bad.c", "--timeout", "-1s"}, `^--timeout: must not be negative\n$`},
		{[]string{"bad.c", "--cpu-timeout", "nan"}, `^verify: --cpu-timeout: .*invalid duration "nan"`},
		{[]string{"bad.c", "--effort", "inf"}, `^--effort: must be a number from 0 on\n$`},
		{[]string{"bad.c", "--stack", "-8MiB"}, `^verify: --stack: want a size`},
		{[]string{"run", "--depth", "-1", "bad.c"}, `^--depth: must be positive\n$`},
		{[]string{"explain", "--effort", "nan", "bad.c"}, `^--effort must be positive\n$`},
		{[]string{"explain", "--why", "-1", "bad.c"}, `^--why: must be`},
		{[]string{"explain", "--expect-status", "999", "bad.c"}, `^--expect-status: must be from 0 to 255\n$`},
		{[]string{"bad.c", "--max-traces=-1"}, `^--max-traces: must not be negative`},
		{[]string{"bad.c", "--recursion-depth=-1"}, `^--recursion-depth: must not be negative`},
		{[]string{"bad.c", "--effort=nan"}, `^--effort: must be a number from 0 on\n$`},
		{[]string{"bad.c", "--effort=-1"}, `^--effort: must be a number from 0 on\n$`},
		{[]string{"bad.c", "--format", "xml"}, `^verify: --format must be one of`},
		{[]string{"bad.c", "-o", "gone/out"}, `^gone/out: folder gone does not exist\n$`},
		{[]string{"bad.c", "-o", "folder.c"}, `^folder\.c: is a directory\n$`},
		{[]string{"bad.c", "--luck"}, `^verify: unknown flag --luck`},
		{[]string{"bad.c", "more.c"}, `^more\.c: no such file\n$`},
		{nil, `^verify: expected "<file>"`},
		{[]string{"dump", "cfg", "syntax.c", "-o", "out"}, `^syntax\.c:2` + at[4:]},
		{[]string{"dump", "soup", "bad.c"}, `^verify: .*must be one of`},
		{[]string{"bench", "gone"}, `gone`},
	}
	for i, tt := range tests {
		t.Run(strings.Join(append([]string{"verify"}, tt.args...), " "), func(t *testing.T) {
			t.Parallel()
			args := tt.args
			out := "out." + strconv.Itoa(i)
			if len(args) == 1 {
				args = append(args[:1:1], "-o", out)
			}
			start := time.Now()
			stdout, stderr, status := verify(t, dir, args...)
			if status != console.ExitBadInput || stdout != "" || strings.Count(stderr, "\n") != 1 || !regexp.MustCompile(tt.want).MatchString(stderr) {
				t.Errorf("status %d, stdout %q, stderr %.300q\nwant %s", status, stdout, stderr, tt.want)
			}
			if command := args[:min(1, len(args))]; !slices.Contains([]string{"dump", "bench"}, strings.Join(command, "")) && !slices.Contains(args, "--format") {
				refusedAsJSON(t, dir, args, stderr)
			}
			if d := time.Since(start); d > 2*time.Minute {
				t.Errorf("took %v", d)
			}
			for _, pattern := range []string{out, "." + out + ".*"} {
				if left, _ := filepath.Glob(filepath.Join(dir, pattern)); left != nil {
					t.Errorf("left %v", left)
				}
			}
		})
	}
}

// refusedAsJSON holds a command that is refused, as stderr says, to say the same as JSON
// where that is asked for.
func refusedAsJSON(t *testing.T, dir string, args []string, text string) {
	t.Helper()
	at := 0
	if len(args) > 0 && (args[0] == "run" || args[0] == "explain") {
		at = 1
	}
	stdout, stderr, status := verify(t, dir, slices.Insert(slices.Clone(args), at, "--format", "json")...)
	var r report.Refusal
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		t.Fatalf("%v in %q", err, stdout)
	}
	place := ""
	switch {
	case r.Line > 0:
		place = fmt.Sprintf("%s:%d:%d: ", r.File, r.Line, r.Col)
	case r.File != "":
		place = r.File + ": "
	}
	line := strings.TrimPrefix(strings.TrimSuffix(stderr, "\n"), "verify: ")
	said := strings.HasSuffix(line, place+r.Message) || strings.HasSuffix(line, r.Message) || strings.HasPrefix(place+r.Message, strings.TrimSuffix(line, "…"))
	if !said || r.Status != console.ExitBadInput || status != console.ExitBadInput || stderr != text {
		t.Errorf("status %d, %s\nstderr %q, as text %q", status, stdout, stderr, text)
	}
	if m := regexp.MustCompile(`^([^ :]+):(\d+):(\d+): `).FindStringSubmatch(text); m != nil && (r.Line == 0 || r.Col == 0 || r.File == "") {
		t.Errorf("no place in %s, for %q", stdout, text)
	}
}

// TestAnswers checks first lines, exit statuses and output files.
func TestAnswers(t *testing.T) {
	dir := folder(t, map[string]string{
		"over.c": "int input(void);\nint main(void) {\n\tint x = input();\n\treturn x + 1;\n}\n",
		"safe.c": safeC, "bad.c": badC, "t.yml": task, "reach.prp": prp,
		"two.yml":   strings.Replace(task, "'bad.c'", "[use.c, bound.c]", 1),
		"use.c":     "extern int input(void); extern void reach_error(void); int bound(int);\nstatic int most = 9;\nint main(void) { if (bound(input()) > most) reach_error(); return 0; }\n",
		"bound.c":   "static int most = 12;\nint bound(int x) { return x > most ? most : x; }\n",
		"start.prp": "CHECK( init(start()), LTL(G ! call(panic())) )\n",
		"ptr.c":     "int input(void);\nvoid panic(int x) { x++; }\nvoid fine(int x) { x--; }\nint main(void) {\n  void (*f)(int) = input() ? panic : fine;\n  f(1);\n}\n",
		"only.c":    "void panic(void);\nstruct s { void (*f)(void); };\nint main(void) { struct s t; t.f = panic; t.f(); }\n",
		"start.c":   "void panic(void);\nint main(void) { panic(); }\nint start(void) { void (*f)(void) = panic; return 0; }\nint other(void) { panic(); }\n",

		"call.prp": "CHECK( init(main()), LTL(G ! call(panic())) )\n",
		"call.c":   "void panic(void);\nint main(void) {\n  panic();\n}\n",
		"large.c":  "int main(void) { return 0; }\n" + strings.Repeat("// a comment to fill some megabytes of text, more or less\n", large(60_000)),
		"nest.c":   "int main(void) { int x = " + strings.Repeat("(", 60) + "1" + strings.Repeat(")", 60) + "; if (x != 1) reach_error(); }\n",
		"empty.i":  "# 1 \"x.c\"\nint main(void) { return 0; }\n",
	})
	tests := []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"safe.c"}, 0, `^TRUE unreach-call  safe\.c: no assertion fails: 1 of 1 assertion proved +[\d.]+ s\n`},
		{[]string{"bad.c"}, 10, `^FALSE unreach-call  bad\.c:5:\d+ .* +[\d.]+ s, 1 trace.*\n(.*\n)*.*inputs: x = 7\n`},
		{[]string{"--multi-trace", "bad.c"}, 10, `^FALSE unreach-call  bad\.c:5:\d+ `},
		{[]string{"verify", "bad.c", "--stats"}, 10, `(?m)^  statistics$`},
		{[]string{"bad.c", "--trace"}, 10, `(?m)^  trace 1 to bad\.c:5`},
		{[]string{"t.yml"}, 10, `^FALSE unreach-call  bad\.c:5:\d+ `},
		{[]string{"two.yml"}, 10, `^FALSE unreach-call  use\.c:3:45 (.*\n)*.* in bound\.c\n`},
		{[]string{"use.c", "bound.c"}, 10, `^FALSE unreach-call  use\.c:3:45 `},
		{[]string{"ptr.c", "--property", "call.prp"}, 10, `^FALSE unreach-call  ptr\.c:6:3 call of panic`},
		{[]string{"only.c", "--property", "call.prp"}, 10, `^FALSE unreach-call  only\.c:3:43 call of panic`},
		{[]string{"start.c", "--property", "start.prp"}, 0, `^TRUE unreach-call  start\.c`},
		{[]string{"t.yml", "--property", "termination"}, 20, `^UNKNOWN termination  bad\.c: the property termination is not supported yet`},
		{[]string{"t.yml", "--property", "coverage-branches"}, 20, `^UNKNOWN coverage-branches  bad\.c: `},
		{[]string{"safe.c", "--property", "no-overflow"}, 0, `^TRUE no-overflow  safe\.c`},
		{[]string{"over.c", "--property", "no-overflow", "--trace"}, 10, `^FALSE no-overflow  over\.c:4:9 signed overflow: x \+ 1 does not fit in int .*\n(.*\n)*.*✗ +4 │ 2147483647 \+ 1\n`},
		{[]string{"over.c", "--property", "no-overflow", "--format", "json"}, 10, `"violated": "no-overflow"`},
		{[]string{"call.c", "--property", "call.prp"}, 10, `^FALSE unreach-call  call\.c:3:3 `},
		{[]string{"large.c"}, 0, `^TRUE unreach-call  large\.c: nothing can fail: no assertion could be false`},
		{[]string{"nest.c"}, 0, `^TRUE unreach-call  nest\.c`},
		{[]string{"empty.i"}, 0, `^TRUE unreach-call  empty\.i`},
		{[]string{"--version"}, 0, `^[^v]\S+ \(go[^\n]{1,80}\)\n$`},
		{[]string{"--help"}, 0, `(?s)^Usage: verify .*Exit\s+status.*--multi-trace`},
		{[]string{"dump", "cfg", "bad.c"}, 0, `x = input\(\)`},
		{[]string{"dump", "cfg", "--dot", "bad.c"}, 0, `^digraph`},
		{[]string{"dump", "automaton", "--text", "bad.c"}, 0, `# letter 0: `},
		{[]string{"dump", "automaton", "bad.c"}, 0, `^digraph`},
		{[]string{"dump", "term", "bad.c"}, 0, `(?m)^\(set `},
	}
	for _, tt := range tests {
		t.Run(strings.Join(append([]string{"verify"}, tt.args...), " "), func(t *testing.T) {
			stdout, stderr, status := verify(t, dir, tt.args...)
			if status != tt.status || stderr != "" || !regexp.MustCompile(tt.want).MatchString(stdout) {
				t.Errorf("status %d, want %d\nstdout %.2000s\nstderr %.300s\nwant %s", status, tt.status, stdout, stderr, tt.want)
			}
		})
	}
}

func TestOutput(t *testing.T) {
	dir := folder(t, map[string]string{"bad.c": badC, "t.yml": task, "reach.prp": prp, "out.json": "old"})
	stdout, _, status := verify(t, dir, "t.yml", "--format", "json", "-o", "out.json")
	if stdout != "FALSE unreach-call\n" || status != 10 {
		t.Errorf("status %d, stdout %q", status, stdout)
	}
	f, err := os.Open(filepath.Join(dir, "out.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := report.ReadJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != "FALSE" || r.Expected != "false(unreach-call)" || r.DataModel != "ILP32" || len(r.Traces) != 1 {
		t.Errorf("%+v", r)
	}
	tr := r.Traces[0]
	if len(tr.Inputs) != 1 || tr.Inputs[0].Name != "x" || tr.Inputs[0].Value != "7" || tr.Inputs[0].Bits != "7" {
		t.Errorf("inputs %+v", tr.Inputs)
	}
	left, _ := filepath.Glob(filepath.Join(dir, ".*"))
	if left != nil {
		t.Errorf("left %v", left)
	}
}

// TestStop runs a program that cannot be decided in time into each limit.
func TestStop(t *testing.T) {
	dir := folder(t, map[string]string{"hard.c": hardC})
	tests := []struct {
		name    string
		args    []string
		signals []os.Signal
		kind    string
	}{
		{"timeout", []string{"--timeout", "1s"}, nil, "time"},
		{"memory", []string{"--memory", "12MB"}, nil, "memory"},
		{"interrupt", []string{"--log"}, []os.Signal{os.Interrupt}, "interrupted"},
		{"terminate", []string{"--log"}, []os.Signal{syscall.SIGTERM}, "interrupted"},
		{"hangup", []string{"--log"}, []os.Signal{syscall.SIGHUP}, "interrupted"},
		{"twice", []string{"--log"}, []os.Signal{os.Interrupt, os.Interrupt}, "interrupted"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if slices.Contains(tt.signals, os.Signal(syscall.SIGHUP)) && signal.Ignored(syscall.SIGHUP) {
				t.Skip("the tests run with nohup, which processes inherit")
			}
			cmd, out, errs := command(dir, append(tt.args, "--format", "json", "hard.c")...)
			working := &firstWrite{w: errs, seen: make(chan struct{})}
			cmd.Stderr = working
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			for _, s := range tt.signals {
				select { // a process that logs has its limits in place
				case <-working.seen:
				case <-time.After(time.Minute):
				}
				if err := cmd.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
					t.Error(err)
				}
			}
			_ = cmd.Wait()
			if d := time.Since(start); d > time.Minute {
				t.Errorf("took %v", d)
			}
			r, err := report.ReadJSON(out)
			if err != nil {
				t.Fatalf("%v; stderr %s", err, errs)
			}
			if r.Verdict != "UNKNOWN" || r.Reason.Kind != tt.kind || cmd.ProcessState.ExitCode() != 20 || errs.Len() > 0 && tt.signals == nil {
				t.Errorf("%s %+v, status %d, stderr %s", r.Verdict, r.Reason, cmd.ProcessState.ExitCode(), errs)
			}
		})
	}
}

// firstWrite tells when something is written for the first time.
type firstWrite struct {
	w    io.Writer
	once sync.Once
	seen chan struct{}
}

func (f *firstWrite) Write(p []byte) (int, error) {
	f.once.Do(func() { close(f.seen) })
	return f.w.Write(p)
}

func TestByteSize(t *testing.T) {
	for _, tt := range []struct {
		text string
		want byteSize
		show string
	}{{"6GiB", 6 << 30, "6 GiB"}, {"1.5 KiB", 1536, "1536 bytes"}, {"500MB", 5e8, "500 MB"}, {"1234567", 1234567, "1 MiB"}, {"4096", 4096, "4096 bytes"}, {"10B", 10, "10 bytes"}} {
		var b byteSize
		if err := b.UnmarshalText([]byte(tt.text)); err != nil || b != tt.want || b.String() != tt.show {
			t.Errorf("%s: %d %s %v", tt.text, b, b, err)
		}
	}
	for _, text := range []string{"", "GiB", "-3", "0", "NaN", "1e300", "9000000TiB", "6 Gib"} {
		var b byteSize
		if b.UnmarshalText([]byte(text)) == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

func TestOneLine(t *testing.T) {
	if got := console.OneLine(" a\n\tb\x1b[31m\x00 "); got != "a  b[31m" {
		t.Errorf("%q", got)
	}
	if got := console.OneLine(strings.Repeat("x", 1000)); len([]rune(got)) != 400 {
		t.Errorf("%d", len([]rune(got)))
	}
}
