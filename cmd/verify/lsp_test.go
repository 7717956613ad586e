package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"culprit/cmd/verify/lsp"
	"culprit/report"
)

// editor is a client of the language server.
type editor struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Reader
	cmd *exec.Cmd
	id  int
}

func newEditor(t *testing.T, dir string, args ...string) *editor {
	t.Helper()
	cmd, _, _ := command(dir, append([]string{"lsp"}, args...)...)
	cmd.Stdout = nil
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	e := &editor{t: t, in: in, out: bufio.NewReader(out), cmd: cmd}
	e.ask("initialize", map[string]any{"capabilities": map[string]any{"window": map[string]any{"workDoneProgress": true}}})
	e.tell("initialized", map[string]any{})
	return e
}

func (e *editor) raw(text string) {
	fmt.Fprintf(e.in, "Content-Length: %d\r\n\r\n%s", len(text), text)
}

func (e *editor) tell(method string, params any) {
	text, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
	e.raw(string(text))
}

// received is a message of the server.
type received struct {
	ID     any
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct{ Code int }
}

// next waits for a message for which want holds.
func (e *editor) next(want func(*received) bool) *received {
	e.t.Helper()
	for {
		body, err := lsp.ReadMessage(e.out)
		if err != nil {
			e.t.Fatal(err)
		}
		var m received
		if err := json.Unmarshal(body, &m); err != nil {
			e.t.Fatalf("%v: %s", err, body)
		}
		if want(&m) {
			return &m
		}
	}
}

func (e *editor) request(method string, params any) {
	e.id++
	text, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": e.id, "method": method, "params": params})
	e.raw(string(text))
}

// answers reports whether a message is the answer to the last request.
func (e *editor) answers(m *received) bool { return m.ID == float64(e.id) && m.Method == "" }

func (e *editor) ask(method string, params any) *received {
	e.t.Helper()
	e.request(method, params)
	return e.next(e.answers)
}

// diagnosed waits for the diagnostics of a file.
func (e *editor) diagnosed(uri string) []lsp.Diagnostic {
	e.t.Helper()
	var p struct {
		URI         string
		Diagnostics []lsp.Diagnostic
	}
	e.next(func(m *received) bool {
		return m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &p) == nil && p.URI == uri
	})
	return p.Diagnostics
}

func document(uri string) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": uri}}
}

// TestLanguageServer opens, changes and saves files as an editor does, applies a fix,
// cancels, and sends what is no JSON.
func TestLanguageServer(t *testing.T) {
	const failing = "#include <assert.h>\nint main(void) {\n\tint i = 1; /* é */ int *p = 0;\n\twhile (i < 10) {\n\t\tif (i == 0) p = &i;\n\t\tassert(p);\n\t\ti++;\n\t}\n}\n"
	lock, err := os.ReadFile("../../examples/lock.c")
	if err != nil {
		t.Fatal(err)
	}
	dir := folder(t, map[string]string{"a b.c": failing, "lock.c": string(lock), "hard.c": hardC, "no.c": "int main(void) {\n\treturn x;\n}\n", "open.c": "int main(void) { int x = 1; __asm__ volatile(\"movl $2, %0\" : \"=r\"(x)); if (x != 1) reach_error(); return 0; }\n"})
	path := func(name string) string { return filepath.Join(dir, name) }
	e := newEditor(t, dir)
	uri := lsp.UriOf(path("a b.c"))
	if !strings.Contains(uri, "a%20b.c") {
		t.Errorf("%s", uri)
	}
	e.tell("textDocument/didOpen", document(uri))
	ds := e.diagnosed(uri)
	if len(ds) != 1 || ds[0].Severity != 1 || ds[0].Range.Start != (lsp.Position{Line: 5, Character: 2}) || ds[0].Code != "unreach-call" || len(ds[0].Related) == 0 || ds[0].Related[0].Location.URI != uri {
		t.Fatalf("%+v", ds)
	}
	at := document(uri)
	at["range"] = ds[0].Range
	var actions []struct {
		Title string
		Edit  struct{ Changes map[string][]lsp.TextEdit }
	}
	if err := json.Unmarshal(e.ask("textDocument/codeAction", at).Result, &actions); err != nil || len(actions) == 0 {
		t.Fatalf("%v, %v", err, actions)
	}
	edits := actions[0].Edit.Changes[uri]
	if len(edits) == 0 {
		t.Fatalf("%+v", actions[0])
	}
	if err := os.WriteFile(path("a b.c"), []byte(apply(failing, edits)), 0o644); err != nil {
		t.Fatal(err)
	}
	e.tell("textDocument/didChange", document(uri))
	if got := string(e.ask("textDocument/codeAction", at).Result); got != "[]" {
		t.Errorf("actions for a text that has changed: %s", got)
	}
	e.tell("textDocument/didSave", document(uri))
	if ds := e.diagnosed(uri); len(ds) != 0 {
		t.Errorf("after %q: %+v", actions[0].Title, ds)
	}

	uri = lsp.UriOf(path("lock.c"))
	e.tell("textDocument/didOpen", document(uri))
	if ds := e.diagnosed(uri); len(ds) != 0 {
		t.Errorf("%+v", ds)
	}
	whole := document(uri)
	whole["range"] = lsp.Range{End: lsp.Position{Line: 100}}
	if got := string(e.ask("textDocument/inlayHint", whole).Result); !strings.Contains(got, "always: locked == 0") || !strings.Contains(got, `"line":10`) {
		t.Errorf("hints %s", got)
	}
	for name, want := range map[string]int{"no.c": 1, "open.c": 3} {
		uri := lsp.UriOf(path(name))
		e.tell("textDocument/didOpen", document(uri))
		if ds := e.diagnosed(uri); len(ds) != 1 || ds[0].Severity != want || name == "no.c" && ds[0].Range.Start.Line != 1 {
			t.Errorf("%s: %+v", name, ds)
		}
	}

	for _, uri := range []string{"file:///dev/zero", "file://" + dir, "file:///gone.c"} {
		e.tell("textDocument/didOpen", document(uri))
		if ds := e.diagnosed(uri); len(ds) != 1 || ds[0].Severity != 1 {
			t.Errorf("%s: %+v", uri, ds)
		}
	}
	e.tell("textDocument/didOpen", document("http://example.org/a.c")) // which it does not read
	e.raw("{no JSON")
	if m := e.next(func(m *received) bool { return m.Error != nil }); m.Error.Code != lsp.ParseError {
		t.Errorf("error %+v", m.Error)
	}
	if m := e.ask("textDocument/hover", document(uri)); m.Error == nil || m.Error.Code != lsp.NoMethod {
		t.Errorf("%+v", m)
	}
	if m := e.ask("textDocument/codeAction", "no object"); m.Error == nil || m.Error.Code != lsp.InvalidRequest {
		t.Errorf("%+v", m)
	}

	// A run that is cancelled ends, and says nothing about the file.
	e.tell("textDocument/didOpen", document(lsp.UriOf(path("hard.c"))))
	var p struct {
		Token int
		Value struct{ Kind string }
	}
	ends := func(kind string) {
		e.next(func(m *received) bool {
			return m.Method == "$/progress" && json.Unmarshal(m.Params, &p) == nil && p.Value.Kind == kind
		})
	}
	ends("begin")
	e.tell("window/workDoneProgress/cancel", map[string]any{"token": p.Token})
	ends("end")
	e.tell("textDocument/didClose", document(lsp.UriOf(path("hard.c"))))
	if ds := e.diagnosed(lsp.UriOf(path("hard.c"))); len(ds) != 0 {
		t.Errorf("%+v", ds)
	}
	e.ask("shutdown", nil)
	e.tell("exit", nil)
	if err := e.cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// saved saves a file, and waits for the diagnostics; ran says whether a run was begun for
// them.
func (e *editor) saved(uri string) (ran bool, ds []lsp.Diagnostic) {
	e.t.Helper()
	e.tell("textDocument/didChange", document(uri))
	e.tell("textDocument/didSave", document(uri))
	var p struct {
		URI         string
		Diagnostics []lsp.Diagnostic
	}
	e.next(func(m *received) bool {
		ran = ran || m.Method == "$/progress" && strings.Contains(string(m.Params), `"begin"`)
		return m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &p) == nil && p.URI == uri
	})
	return ran, p.Diagnostics
}

// TestLanguageServerReuses saves texts that say the same, and texts that do not, and holds
// the answers from memory to those of runs.
func TestLanguageServerReuses(t *testing.T) {
	const safe = "#include \"limit.h\"\n#include <assert.h>\nextern int input(void);\nint main(void) {\n\tint locked = 0;\n\tdo {\n\t\tassert(locked < LIMIT);\n\t\tlocked = input() > 3;\n\t} while (locked);\n}\n"
	const asm = "int main(void) { int x = 1; __asm__ volatile(\"\" : \"=r\"(x));\n\tif (x != 1) reach_error(); return 0; }\n"
	dir := folder(t, map[string]string{"safe.c": safe, "limit.h": "#define LIMIT 2\n", "bad.c": badC, "asm.c": asm})
	uri := func(name string) string { return lsp.UriOf(filepath.Join(dir, name)) }
	e := newEditor(t, dir)
	e.tell("textDocument/didOpen", document(uri("safe.c")))
	e.diagnosed(uri("safe.c"))
	for _, tt := range []struct {
		name, file, text string
		runs             bool
		failures         int
		line             int // of the first, from 0
	}{
		{"the same", "safe.c", safe, false, 0, 0},
		{"a comment", "safe.c", "/* why\n * not */\n" + safe, false, 0, 0},
		{"a line", "safe.c", strings.Replace(safe, "int locked", "// state\n\tint locked", 1), true, 0, 0}, // positions within a function
		{"a function that nothing calls", "safe.c", safe + "int twice(int x) { return 2 * x; }\n", true, 0, 0},
		{"another body of it", "safe.c", safe + "int twice(int x) { return x + x; }\n", false, 0, 0},
		{"a header", "limit.h", "#define LIMIT 1\n", true, 1, 6},
		{"a failure again", "safe.c", safe + "int twice(int x) { return x + x; }\n", false, 1, 6},
		{"a failure moved", "safe.c", "\n" + safe + "int twice(int x) { return x + x; }\n", true, 1, 7},
		{"no program", "safe.c", "\n" + safe + "int twice(int x) { return y; }\n", true, 1, 11},
		{"the header of before", "limit.h", "#define LIMIT 2\n", true, 1, 11},
	} {
		if err := os.WriteFile(filepath.Join(dir, tt.file), []byte(tt.text), 0o644); err != nil {
			t.Fatal(err)
		}
		ran, ds := e.saved(uri("safe.c"))
		if ran != tt.runs || len(ds) != tt.failures || len(ds) > 0 && ds[0].Range.Start.Line != tt.line {
			t.Errorf("%s: ran %v, %+v", tt.name, ran, ds)
		}
	}

	// What is known about loops moves along, and so does what an answer is missing.
	hints := func(name string) string {
		whole := document(uri(name))
		whole["range"] = lsp.Range{End: lsp.Position{Line: 100}}
		return string(e.ask("textDocument/inlayHint", whole).Result)
	}
	moved := func(name, text, more string) (before, after []lsp.Diagnostic) {
		for i, s := range []string{text, more + text} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(s), 0o644); err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				e.tell("textDocument/didOpen", document(uri(name)))
				after = e.diagnosed(uri(name))
				continue
			}
			ran, ds := e.saved(uri(name))
			if ran {
				t.Errorf("%s: a run for more lines", name)
			}
			before, after = after, ds
		}
		return before, after
	}
	lock, err := os.ReadFile("../../examples/lock.c")
	if err != nil {
		t.Fatal(err)
	}
	moved("lock.c", string(lock), "\n\n// three more\n")
	if got := hints("lock.c"); !strings.Contains(got, "always: locked == 0") || !strings.Contains(got, `"line":13`) || strings.Contains(got, `"line":10`) {
		t.Errorf("hints %s", got)
	}
	before, after := moved("asm.c", asm, "\n")
	if len(before) != 1 || len(after) != 1 || !strings.Contains(before[0].Message, "asm.c:1:") || !strings.Contains(after[0].Message, "asm.c:2:") {
		t.Errorf("%+v, then %+v", before, after)
	}

	// Asked to, the server runs in any case; its answer may come after the run has begun.
	e.request("workspace/executeCommand", map[string]any{"command": "verify.check", "arguments": []any{uri("asm.c")}})
	var answered, began, told bool
	e.next(func(m *received) bool {
		if e.answers(m) && m.Error != nil {
			t.Errorf("%+v", m)
		}
		answered = answered || e.answers(m)
		began = began || m.Method == "$/progress" && strings.Contains(string(m.Params), `"begin"`)
		told = told || began && m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), uri("asm.c"))
		return answered && told
	})
	e.ask("shutdown", nil)
	e.tell("exit", nil)
	if err := e.cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// TestLanguageServerFunctions opens and saves files without main, alone and with the
// settings of their project.
func TestLanguageServerFunctions(t *testing.T) {
	t.Parallel()
	const lib = "int half(int x) { return x / 2; }\nint get(const int *a, int n) {\n\treturn a[n];\n}\nint ask(int x) { __asm__ volatile(\"\" : \"=r\"(x)); return 2 / x; }\n"
	files := map[string]string{"alone/lib.c": lib, "p/other/half.c": "int half(int x) { return x / 2; }\n"}
	maps.Copy(files, surveyed)
	dir := folder(t, files)
	e := newEditor(t, dir)
	// opened waits for the end of a run about a file, and what was found.
	opened := func(name, method string) (how, uri string, ds []lsp.Diagnostic) {
		uri = lsp.UriOf(filepath.Join(dir, name))
		e.tell("textDocument/"+method, document(uri))
		e.next(func(m *received) bool {
			var p struct {
				Value struct{ Kind, Message string }
			}
			if m.Method == "$/progress" && json.Unmarshal(m.Params, &p) == nil && p.Value.Kind == "end" {
				how = p.Value.Message
				return true
			}
			return false
		})
		return how, uri, e.diagnosed(uri)
	}
	how, uri, ds := opened("alone/lib.c", "didOpen")
	if !strings.HasPrefix(how, "3 functions: 1 TRUE, 1 FALSE, 1 UNKNOWN") || len(ds) != 2 || ds[0].Code != "out-of-bounds-read" || ds[0].Range.Start.Line != 2 || ds[1].Severity != 3 || ds[1].Range.Start.Line != 4 {
		t.Fatalf("%s: %+v", how, ds)
	}
	at := document(uri)
	at["range"] = ds[0].Range
	var actions []struct {
		Edit struct{ Changes map[string][]lsp.TextEdit }
	}
	if err := json.Unmarshal(e.ask("textDocument/codeAction", at).Result, &actions); err != nil || len(actions) != 1 {
		t.Fatalf("%v, %+v", err, actions)
	}
	text := strings.Replace(apply(lib, actions[0].Edit.Changes[uri]), "x / 2", "x / 3", 1)
	if err := os.WriteFile(filepath.Join(dir, "alone/lib.c"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if how, _, ds = opened("alone/lib.c", "didSave"); !strings.Contains(how, "1 as before") || !strings.HasSuffix(how, "1 ignored") || len(ds) != 1 {
		t.Errorf("%s: %+v", how, ds)
	}
	if how, _, ds = opened("p/other/half.c", "didOpen"); !strings.HasPrefix(how, "1 function: 1 TRUE") || len(ds) != 0 {
		t.Errorf("%s: %+v", how, ds)
	}
	// The settings take put to be called within bounds.
	if how, _, ds = opened("p/a.c", "didOpen"); !strings.HasPrefix(how, "3 functions: 2 TRUE, 1 FALSE") || len(ds) != 1 || ds[0].Range.Start.Line != 1 {
		t.Errorf("%s: %+v", how, ds)
	}
	e.ask("shutdown", nil)
	e.tell("exit", nil)
	if err := e.cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// TestLanguageServerRuns runs the failing input.
func TestLanguageServerRuns(t *testing.T) {
	dir := folder(t, map[string]string{"bad.c": badC})
	uri := lsp.UriOf(filepath.Join(dir, "bad.c"))
	e := newEditor(t, dir)
	e.tell("textDocument/didOpen", document(uri))
	ds := e.diagnosed(uri)
	if len(ds) != 1 {
		t.Fatalf("%+v", ds)
	}
	at := document(uri)
	at["range"] = ds[0].Range
	var actions []struct {
		Title, Kind string
		Command     *struct {
			Command   string
			Arguments []any
		}
	}
	at["context"] = map[string]any{"only": []string{"quickfix"}}
	if got := e.ask("textDocument/codeAction", at).Result; strings.Contains(string(got), "verify.run") {
		t.Errorf("%s", got)
	}
	at["context"] = map[string]any{"only": []string{"source"}}
	if err := json.Unmarshal(e.ask("textDocument/codeAction", at).Result, &actions); err != nil || len(actions) != 1 || actions[0].Command == nil || actions[0].Kind != "source" {
		t.Fatalf("%v, %+v", err, actions)
	}
	c := actions[0].Command
	e.id++
	text, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": e.id, "method": "workspace/executeCommand", "params": map[string]any{"command": c.Command, "arguments": c.Arguments}})
	e.raw(string(text))
	if m := e.next(func(m *received) bool { return m.Method == "window/showMessage" }); !strings.Contains(string(m.Params), "bad.c:5:2: assertion x != 7 violated") {
		t.Errorf("%s", m.Params)
	}
	var x report.Execution
	if m := e.next(func(m *received) bool { return m.ID == float64(e.id) }); json.Unmarshal(m.Result, &x) != nil || x.Status != exitStopped || x.End != report.EndError {
		t.Errorf("%+v, %+v", m, x)
	}
	for _, tt := range []struct {
		command string
		args    []any
	}{{"verify.run", []any{uri, 2}}, {"verify.run", []any{uri, "x"}}, {"verify.run", []any{"file:///gone.c", 1}}, {"verify.run", nil}, {"verify.luck", []any{uri}}, {"verify.check", []any{3}}} {
		if m := e.ask("workspace/executeCommand", map[string]any{"command": tt.command, "arguments": tt.args}); m.Error == nil && fmt.Sprint(tt.args) != fmt.Sprint([]any{uri, "x"}) {
			t.Errorf("%v: %s", tt, m.Result)
		}
	}
	e.tell("textDocument/didChange", document(uri))
	if m := e.ask("workspace/executeCommand", map[string]any{"command": "verify.run", "arguments": []any{uri, 1}}); m.Error == nil {
		t.Errorf("a text that has changed is run: %s", m.Result)
	}
	e.ask("shutdown", nil)
	e.tell("exit", nil)
	if err := e.cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// apply applies edits that are in the order of the text.
func apply(text string, edits []lsp.TextEdit) string {
	lines := strings.SplitAfter(text, "\n")
	out, at := "", 0
	for _, e := range edits {
		out += strings.Join(lines[at:e.Range.Start.Line], "") + e.NewText
		at = e.Range.End.Line
	}
	return out + strings.Join(lines[at:], "")
}

// TestMessages refuses headers that make no sense.
func TestMessages(t *testing.T) {
	for text, want := range map[string]string{
		"Content-Length: 2\r\nContent-Type: x\r\n\r\n{}": "{}", "content-length:2\n\n[]": "[]",
		"Content-Length: -5\r\n\r\n{}": "", "Content-Length: 99999999999\r\n\r\n{}": "", "GET / HTTP/1.1\r\n\r\n": "",
		strings.Repeat("A", 1<<20): "", "Content-Length: 9\r\n\r\n{}": "",
	} {
		got, err := lsp.ReadMessage(bufio.NewReader(strings.NewReader(text)))
		if string(got) != want || (err == nil) != (want != "") {
			t.Errorf("%.40q: %q, %v", text, got, err)
		}
	}
}

// TestEdits refuses diffs that do not belong to the text.
func TestEdits(t *testing.T) {
	const text = "a\nb\nc\nd\n"
	for diff, want := range map[string]string{
		"--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n":                            "a\nB\nc\nd\n",
		"--- a/x\n+++ b/x\n@@ -4,0 +5 @@\n+e\n":                                          "a\nb\nc\nd\ne\n",
		"--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-a\n-b\n+x\n":                                  "x\nc\nd\n",
		"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-b\n+x\n":                                        "",
		"--- a/x\n+++ b/x\n@@ -9 +9 @@\n-b\n+x\n":                                        "",
		"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+x\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+x\n": "",
	} {
		got := ""
		if edits := lsp.EditsOf(diff, strings.Split(text, "\n")); edits != nil {
			got = apply(text, edits)
		}
		if got != want {
			t.Errorf("%s\n%q, want %q", diff, got, want)
		}
	}
}

// TestNeovim has a real editor show a failure, apply the fix and save.
func TestNeovim(t *testing.T) {
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		t.Skip(err)
	}
	text, err := os.ReadFile("../../examples/buffer.c")
	if err != nil {
		t.Fatal(err)
	}
	dir := folder(t, map[string]string{"buffer.c": string(text)})
	script, err := filepath.Abs("testdata/lsp.lua")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(nvim, "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", "luafile "+script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CULPRIT_TEST_VERIFY=1", "VERIFY="+os.Args[0], "FILE=buffer.c", "HOME="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "diagnostic at 33 assertion used <= SIZE violated") || !strings.Contains(string(out), "at the end 0") {
		t.Errorf("%v\n%s", err, out)
	}
	if now, err := os.ReadFile(filepath.Join(dir, "buffer.c")); err != nil || !strings.Contains(string(now), "if (used >= SIZE)") {
		t.Errorf("%v\n%s", err, now)
	}
}
