package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
	"culprit/frontend"
	"culprit/interp"
	"culprit/report"
	"culprit/svcomp"
	"culprit/verifier"
)

const runC = `void exit(int);
void abort(void);
extern int __VERIFIER_nondet_int(void);
int get(int n) {
	int a[3] = {1, 2, 3};
	return a[n];
}
int main(int argc, char **argv) {
	int x = __VERIFIER_nondet_int();
	switch (x) {
	case 5: exit(7);
	case 6: abort();
	case 7: __VERIFIER_assert(x != 7);
	case 8: while (1) ;
	case 9: return argv[1][0];
	}
	return get(x) + 10 * argc;
}
`

// TestRunJSON has what a program prints in the object, and what ended it.
func TestRunJSON(t *testing.T) {
	dir := folder(t, map[string]string{
		"p.c":    "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { puts(\"out \\xff\\xc3\\xa9\"); fputs(\"err\", stderr); malloc(3); malloc(4); return 3; }\n",
		"long.c": "#include <stdio.h>\nint main(void) { for (int i = 0; i < 600000; i++) fputs(\"\\xc3\\xa9\\xc3\", stdout); fopen(\"long.c\", \"r\"); return 3; }\n",
		"wait.c": "#include <stdio.h>\nint main(void) { puts(\"before\"); fflush(stdout); while (1) ; }\n",
	})
	run := func(want int, args ...string) (x report.Execution) {
		t.Helper()
		out, errs, status := verify(t, dir, append([]string{"run", "--format", "json"}, args...)...)
		if err := json.Unmarshal([]byte(out), &x); err != nil || status != want || x.Status != want {
			t.Fatalf("%q: %v, status %d, %s%.2000s", args, err, status, errs, out)
		}
		return x
	}
	if x := run(3, "p.c"); x.End != report.EndExited || x.Stdout != (report.Output{Text: "out \uFFFDé\n", Bytes: 8}) || x.Stderr != (report.Output{Text: "err", Bytes: 3}) {
		t.Errorf("%+v", x)
	}
	if x := run(134, "p.c", "--leaks"); x.End != report.EndLeak || len(x.Violations) != 2 || x.Violations[1].Property != "valid-memtrack" || x.Violations[1].Line != 3 || x.Violations[1].CWE != 401 {
		t.Errorf("%+v", x)
	}
	if x := run(3, "long.c"); x.Stdout.Bytes != 1_800_000 || len(x.Stdout.Text) < 1<<20 || len(x.Missing) != 1 || x.Missing[0] != "long.c" {
		t.Errorf("%d bytes of %d, %q", len(x.Stdout.Text), x.Stdout.Bytes, x.Missing)
	}
	if x := run(20, "wait.c", "--timeout", "2s"); x.End != report.EndStopped || x.Stopped == nil || !strings.Contains(x.Stopped.Text, "time limit 2s") || x.Stdout.Text != "before\n" {
		t.Errorf("%+v", x)
	}
}

// TestRun executes programs as C does it.
func TestRun(t *testing.T) {
	dir := folder(t, map[string]string{
		"a.c": runC, "one": "1\n", "three": "3", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "none": "",
		"bad.c": badC, "broken.json": "{\n  x", "other.json": `{"schema": "soup/1"}`,
		"foreign.json": `{"schema": "culprit-inputs/1", "inputs": [{"step": 0, "kind": "memory"}]}`,
		"few.json":     `{"schema": "culprit-inputs/1", "inputs": []}`,
		"safe.json":    `{"schema": "culprit-inputs/1", "inputs": [{"step": 0, "kind": "nondet", "bits": "1"}]}`,
		"number.json":  `{"schema": "culprit-inputs/1", "inputs": [{"step": 0, "kind": "nondet", "bits": "-1"}]}`,
		"large.json":   `{"schema": "culprit-inputs/1", "inputs": [{"step": "0"}]}`,
		"report.json":  `{"schema": "culprit/1", "traces": []}`,
		"nondet.c":     "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n\tint u, x = __VERIFIER_nondet_int();\n\tif (x == 5 && u == 0)\n\t\treach_error();\n\treturn 0;\n}\n",
		"five.xml":     `<testcase><input type="int">5</input></testcase>`,
		"inc.c":        "#include <k.h>\nint main(void) { return K; }\n", "k.h": "#define K 9\n", "sys/k.h": "#define K 8\n",
		"force.h":    "#pragma pack(push, 1)\nstruct packed { char c; int i; };\n#pragma pack(pop)\nenum { forced = 20 };\n",
		"flags.c":    "#ifndef __linux__\n#define HERE 1\n#else\n#define HERE 0\n#endif\nstruct plain { char c; int i; };\nint main(void) { return F(X) + HERE + forced + sizeof(struct packed) - sizeof(struct plain); }\n",
		"std.c":      "int asm = 3;\nint main(void) { return asm + sizeof(\"??(\") + (__STDC_VERSION__ == 199901L) + 2 //**/ 2\n; }\n",
		"old.c":      "int inline = 3;\nint main(void) { return inline + 4 //**/ 2\n; }\n",
		"safe.xml":   `<testcase><input type="int">1</input></testcase>`,
		"none.xml":   `<testcase/>`,
		"word.xml":   `<testcase><input type="int">five</input></testcase>`,
		"broken.xml": "<testcase>\n<input>5</testcase>",
	})
	tests := []struct {
		args   string
		status int
		stderr string
	}{
		{"a.c --stdin one", 12, `^$`},
		{"a.c --stdin one -- -x y z", 42, `^$`},
		{"a.c --stdin one -100 y -z", 42, `^$`},
		{"a.c x --stdin one -z y", 42, `^$`},
		{"a.c --stdin five", 7, `^$`},
		{"a.c --stdin six", 134, `^$`},
		{"a.c --stdin nine A", 65, `^$`},
		{"a.c --stdin three", 134, `^a\.c:6:\d+: access out of bounds: .*\n  in get, called at a\.c:17:9\n$`},
		{"a.c --stdin seven", 134, `^a\.c:13:\d+: assertion .*violated\n$`},
		{"a.c --stdin eight --steps 1000", 20, `step limit`},
		{"a.c --stdin none", 20, `^a\.c:9:\d+: inputs ended: no input is left for x = __VERIFIER_nondet_int\(\)\n$`},
		{"a.c --stdin gone", 2, `^gone: no such file\n$`},
		{"inc.c -I .", 9, `^$`},
		{"inc.c", 2, `^inc\.c:1:\d+: .*k\.h`},
		{"inc.c -I gone", 2, `^inc\.c:1:10: include file not found: <k\.h>\n$`},
		{"-isystem sys inc.c", 8, `^$`},
		{"-isystem sys -I . inc.c", 9, `^$`},
		{"-DX=3 -DX=4 -D F(x)=x*2 -include force.h flags.c", 25, `^$`},
		{"-U __linux__ -DF(x)=x -DX -include force.h flags.c", 19, `^$`},
		{"-DX -UX -include force.h -DF(x)=x flags.c", 2, `^flags\.c:7:\d+: undefined: X\n$`},
		{"-include gone.h flags.c", 2, `gone.*no such file`},
		{"-std=c99 std.c", 8, `^$`},
		{"std.c", 2, `^std\.c:1:5: `},
		{"-ansi old.c", 5, `^$`},
		{"-std=c42 old.c", 2, `^verify: --std=c42: unknown standard`},
		{"a.c --steps=-1", 2, `^--steps: must not be negative\n$`},
		{"bad.c --inputs broken.json", 2, `^broken\.json:2:\d+: invalid character`},
		{"bad.c --inputs other.json", 2, `^other\.json:1:1: schema "soup/1", want `},
		{"bad.c --inputs report.json", 2, `^report\.json:1:1: the report has 0 traces, and no trace 1\n$`},
		{"bad.c --inputs large.json", 2, `^large\.json:1:\d+: .*cannot unmarshal`},
		{"bad.c --inputs foreign.json", 2, `^foreign\.json: the inputs do not belong to this program: bad\.c:4:\d+: input 1 is memory`},
		{"bad.c --inputs few.json", 2, `^few\.json: .*bad\.c:4:\d+: no input is left\n$`},
		{"bad.c --inputs number.json", 2, `^number\.json: .* input 1 has the bits "-1"`},
		{"bad.c --inputs safe.json", 0, `^bad\.c: the program ended, and no error was reached\n$`},
		{"nondet.c --inputs five.xml", 134, `^nondet\.c:5:3: call of reach_error\n$`},
		{"nondet.c --inputs safe.xml", 0, `^$`},
		{"nondet.c --inputs none.xml", 20, `^nondet\.c:3:\d+: inputs ended: no input is left for `},
		{"nondet.c --inputs word.xml", 2, `^word\.xml: input 1, which __VERIFIER_nondet_int takes at nondet\.c:3:\d+: "five" is not an integer value\n$`},
		{"nondet.c --inputs broken.xml", 2, `^broken\.xml:2:\d+: element <input> closed by`},
		{"nondet.c --inputs gone.xml", 2, `^gone\.xml: no such file\n$`},
		{"bad.c --inputs safe.json --stdin one", 2, `exclude`},
		{"bad.c --inputs safe.json more", 2, `arguments`},
	}
	for _, tt := range tests {
		t.Run("verify run "+tt.args, func(t *testing.T) {
			t.Parallel()
			stdout, stderr, status := verify(t, dir, append([]string{"run"}, strings.Fields(tt.args)...)...)
			if status != tt.status || stdout != "" || !regexp.MustCompile(tt.stderr).MatchString(stderr) {
				t.Errorf("status %d, want %d\nstdout %s\nstderr %s\nwant %s", status, tt.status, stdout, stderr, tt.stderr)
			}
			if tt.status == console.ExitBadInput {
				refusedAsJSON(t, dir, append([]string{"run"}, strings.Fields(tt.args)...), stderr)
				return
			}
			object, again, status := verify(t, dir, append([]string{"run", "--format", "json"}, strings.Fields(tt.args)...)...)
			var x report.Execution
			if err := json.Unmarshal([]byte(object), &x); err != nil || status != tt.status || x.Status != tt.status || again != stderr {
				t.Errorf("%v, status %d, stderr %q\n%s", err, status, again, object)
			}
			first := ""
			if len(x.Violations) > 0 {
				first = x.Violations[0].Text
			} else if x.Stopped != nil {
				first = x.Stopped.Text
			}
			if (x.End == report.EndExited) != (first == "") || !strings.Contains(stderr, first) {
				t.Errorf("stderr %q\n%s", stderr, object)
			}
		})
	}
}

// TestReplay follows the replay lines of a report.
func TestReplay(t *testing.T) {
	dir := t.TempDir()
	files := []string{"pointers.c", "buffer.c", "machine.c", "list.c"}
	if testing.Short() {
		files = files[:2]
	}
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join("../../examples", file))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, file), text, 0o644); err != nil {
			t.Fatal(err)
		}
		stdout, stderr, status := verify(t, dir, "--multi-trace", "--write-inputs", "in/puts", file)
		replays := regexp.MustCompile(`(?m)^  replay: verify (.*)$`).FindAllStringSubmatch(stdout, -1)
		if status != 10 || stderr != "" || len(replays) == 0 {
			t.Fatalf("status %d\n%s%s", status, stdout, stderr)
		}
		for _, r := range replays {
			t.Log(r[1])
			_, stderr, status := verify(t, dir, strings.Fields(r[1])...)
			if status != 134 || !strings.HasPrefix(stderr, file+":") || !strings.Contains(stderr, "violated") {
				t.Errorf("status %d, stderr %s", status, stderr)
			}
		}
		if file != files[0] {
			continue
		}
		js := verifyJSON(t, dir, file)
		if err := os.WriteFile(filepath.Join(dir, "report.json"), []byte(js), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, stderr, status := verify(t, dir, "run", file, "--inputs", "report.json"); status != 134 {
			t.Errorf("report: status %d, stderr %s", status, stderr)
		}
	}
}

func verifyJSON(t *testing.T, dir, file string) string {
	stdout, _, _ := verify(t, dir, "--format", "json", file)
	return stdout
}

// TestKnown makes a report of what the verifier said before it ended.
func TestKnown(t *testing.T) {
	file := "../../examples/machine.c"
	tg, err := target.Load([]string{file}, "", "", target.CompileFlags{})
	if err != nil {
		t.Fatal(err)
	}
	prog, err := tg.Parse(false)
	if err != nil {
		t.Fatal(err)
	}
	k := &known{}
	k.program(prog)
	if _, res := k.result(unknown("time", "no time")); res.Verdict != verifier.Unknown || res.Reason != "no time" || len(res.Errors) != len(prog.ErrorLocs()) {
		t.Errorf("%+v without a trace", res)
	}
	if p, res := (&known{}).result(unknown("time", "no time")); p != nil || res.Reason != "no time" {
		t.Errorf("%+v without a program", res)
	}
	verifier.Verify(context.Background(), prog, verifier.Config{MultiTrace: true, Replay: interp.Replay, OnTrace: k.trace})
	_, res := k.result(unknown("time", ""))
	var text bytes.Buffer
	r := report.New(prog, res, report.Options{Property: svcomp.UnreachCall, File: file, MultiTrace: true})
	if err := report.WriteText(&text, r, report.Style{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"^FALSE unreach-call  .*violated .* 2 traces \\(more may exist\\)\n", "\n  another value or outcome here avoids both paths\n", "\n  inputs: "} {
		if !regexp.MustCompile(want).MatchString(text.String()) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
	if r.ExitCode() != 10 {
		t.Errorf("status %d", r.ExitCode())
	}
	// Before the relevance is known the trace is there already.
	early := &known{}
	early.program(prog)
	early.trace(0, res.Traces[0], "the run ended before it was known")
	if _, res := early.result(unknown("time", "")); len(res.Traces) != 1 || res.Unmarked[0] == "" || len(res.Errors) != len(prog.ErrorLocs()) {
		t.Errorf("%+v", res)
	}
}

func TestFinish(t *testing.T) {
	for _, tt := range []struct {
		err    error
		status int
		stderr string
	}{
		{nil, 0, `^$`},
		{console.StatusError(20), 20, `^$`},
		{console.BadInput("a.c: what\nelse"), 2, `^a\.c: what else\n$`},
		{errors.New("disk full"), 2, `^verify: disk full\n$`},
		{&frontend.InternalError{Pos: cfg.Pos{File: "a.c", Line: 1, Col: 1}, Value: "index", Stack: []byte("stack\n")}, 3, `^internal error in front end: index\nstack\n$`},
	} {
		var stderr bytes.Buffer
		a := &app{Streams: console.Streams{Stdout: &stderr, Stderr: &stderr, Getenv: os.Getenv}}
		if got := a.finish(tt.err); got != tt.status || !regexp.MustCompile(tt.stderr).MatchString(stderr.String()) {
			t.Errorf("%v: status %d, stderr %q", tt.err, got, &stderr)
		}
	}
}

func TestQuoted(t *testing.T) {
	for in, want := range map[string]string{"a/b.c": "a/b.c", "": "''", "-x": "'-x'", "a b": "'a b'", "it's": `'it'\''s'`} {
		if got := quoted(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}
