package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf16"

	"culprit/report"
)

// lspCommand serves an editor by the language server protocol, version 3.17, over its
// standard streams. The part of the protocol that is needed is small enough to be
// here: a library for all of it has hundreds of types.
type lspCommand struct {
	Property string        `help:"Name of a property or .prp file." placeholder:"NAME"`
	Effort   float64       `help:"How long to look for the likeliest lines, as for verify." default:"1" placeholder:"X"`
	Timeout  time.Duration `help:"Time of each run." default:"60s" placeholder:"DURATION"`

	compileFlags
}

// Help is the detail of --help.
func (c *lspCommand) Help() string {
	return `Verifies a file when it is opened and when it is saved. Failures are diagnostics
with the likeliest lines, changes that are proved or make failing runs pass are code
actions, and invariants of proved loops are inlay hints.`
}

// Run executes the command.
func (c *lspCommand) Run(a *app) error {
	if !(c.Effort >= 0 && c.Effort <= 1000) || c.Timeout <= 0 {
		return badInput("--effort, --timeout: must be positive")
	}
	binary, err := self()
	if err != nil {
		return err
	}
	args := []string{"--format", "json", "--effort", strconv.FormatFloat(c.Effort, 'g', -1, 64), "--timeout", c.Timeout.String()}
	if c.Property != "" {
		args = append(args, "--property", c.Property)
	}
	s := &languageServer{out: a.stdout, binary: binary, args: append(args, c.words()...), files: map[string]*edited{}}
	defer s.stop()
	return s.serve(bufio.NewReader(a.stdin))
}

// message is what client and server send.
type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
}

// languageServer is the state of a session.
type languageServer struct {
	binary string
	args   []string

	mu       sync.Mutex
	out      io.Writer
	files    map[string]*edited // by URI
	progress bool               // the client shows it
	tokens   int
	shutdown bool
	runs     sync.WaitGroup
}

// edited is an open file.
type edited struct {
	path   string
	cancel context.CancelFunc // of the run about it
	token  int                // of its progress
	stale  bool               // it has changed since the last run
	rep    *report.Report     // of the last run; nil: none
	lines  []string           // that it was about
}

// Codes of errors in the protocol.
const (
	parseError     = -32700
	invalidRequest = -32600
	noMethod       = -32601
)

// serve answers until the client says exit or goes away.
func (s *languageServer) serve(in *bufio.Reader) error {
	for {
		body, err := readMessage(in)
		if errors.Is(err, io.EOF) {
			return statusError(1)
		}
		if err != nil {
			return badInput("%v", err)
		}
		var m message
		if err := json.Unmarshal(body, &m); err != nil {
			s.fail(nil, parseError, err.Error())
			continue
		}
		if m.Method == "exit" {
			if s.shutdown {
				return nil
			}
			return statusError(1)
		}
		s.handle(&m)
	}
}

// readMessage reads a message after its header.
func readMessage(in *bufio.Reader) ([]byte, error) {
	length := -1
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return nil, io.EOF
		}
		if line = strings.TrimSpace(line); line == "" {
			break
		}
		if name, value, _ := strings.Cut(line, ":"); strings.EqualFold(name, "Content-Length") {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil {
				length = -1
			}
		}
	}
	if length < 0 || length > maxMessage {
		return nil, errors.New("lsp: a message has no Content-Length that makes sense")
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(in, body); err != nil {
		return nil, io.EOF
	}
	return body, nil
}

// send sends a message.
func (s *languageServer) send(v map[string]any) {
	v["jsonrpc"] = "2.0"
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(s.out, "Content-Length: %d\r\n\r\n%s", len(text), text)
}

func (s *languageServer) notify(method string, params any) {
	s.send(map[string]any{"method": method, "params": params})
}

func (s *languageServer) reply(id json.RawMessage, result any) {
	s.send(map[string]any{"id": id, "result": result})
}

func (s *languageServer) fail(id json.RawMessage, code int, text string) {
	s.send(map[string]any{"id": id, "error": map[string]any{"code": code, "message": text}})
}

// handle does what a message asks. A request of ours that the client answers has no
// method.
func (s *languageServer) handle(m *message) {
	var p struct {
		TextDocument struct{ URI string }
		Range        lspRange
		Token        any
		Capabilities struct {
			Window struct{ WorkDoneProgress bool }
		}
	}
	if len(m.Params) > 0 {
		if err := json.Unmarshal(m.Params, &p); err != nil {
			if m.ID != nil {
				s.fail(m.ID, invalidRequest, err.Error())
			}
			return
		}
	}
	uri := p.TextDocument.URI
	switch m.Method {
	case "initialize":
		s.progress = p.Capabilities.Window.WorkDoneProgress
		s.reply(m.ID, map[string]any{
			"serverInfo": map[string]any{"name": "verify", "version": version},
			"capabilities": map[string]any{
				"textDocumentSync":   map[string]any{"openClose": true, "change": 1, "save": true},
				"codeActionProvider": map[string]any{"codeActionKinds": []string{"quickfix"}},
				"inlayHintProvider":  true,
			},
		})
	case "shutdown":
		s.shutdown = true
		s.reply(m.ID, nil)
	case "textDocument/didOpen", "textDocument/didSave":
		s.start(uri)
	case "textDocument/didChange":
		s.with(uri, func(f *edited) { f.stale = true })
	case "textDocument/didClose":
		s.with(uri, func(f *edited) { f.cancel() })
		s.mu.Lock()
		delete(s.files, uri)
		s.mu.Unlock()
		s.publish(uri, []diagnostic{})
	case "textDocument/codeAction":
		s.reply(m.ID, s.actions(uri, p.Range))
	case "textDocument/inlayHint":
		s.reply(m.ID, s.hints(uri, p.Range))
	case "window/workDoneProgress/cancel":
		s.mu.Lock()
		for _, f := range s.files {
			if fmt.Sprint(f.token) == fmt.Sprint(p.Token) {
				f.cancel()
			}
		}
		s.mu.Unlock()
	default:
		if m.ID != nil && m.Method != "" {
			s.fail(m.ID, noMethod, "no method "+m.Method)
		}
	}
}

// with does something with an open file.
func (s *languageServer) with(uri string, do func(*edited)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.files[uri]; f != nil {
		do(f)
	}
}

// start starts a run about a file, and ends the one before.
func (s *languageServer) start(uri string) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.mu.Lock()
	if old := s.files[uri]; old != nil {
		old.cancel()
	}
	s.tokens++
	f := &edited{path: filepath.FromSlash(u.Path), cancel: cancel, token: s.tokens}
	s.files[uri] = f
	s.mu.Unlock()
	s.runs.Go(func() {
		defer cancel()
		if s.progress {
			s.send(map[string]any{"id": fmt.Sprint("progress-", f.token), "method": "window/workDoneProgress/create", "params": map[string]any{"token": f.token}})
			s.notify("$/progress", map[string]any{"token": f.token, "value": map[string]any{"kind": "begin", "title": "verify " + filepath.Base(f.path), "cancellable": true}})
			defer s.notify("$/progress", map[string]any{"token": f.token, "value": map[string]any{"kind": "end"}})
		}
		rep, lines, found := s.verify(ctx, f.path)
		s.mu.Lock()
		current := s.files[uri] == f
		f.rep, f.lines = rep, lines
		s.mu.Unlock()
		if current && ctx.Err() == nil {
			s.publish(uri, found)
		}
	})
}

// stop ends all runs.
func (s *languageServer) stop() {
	s.mu.Lock()
	for _, f := range s.files {
		f.cancel()
	}
	s.mu.Unlock()
	s.runs.Wait()
}

// verify runs this program on a file.
func (s *languageServer) verify(ctx context.Context, path string) (rep *report.Report, lines []string, found []diagnostic) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, []diagnostic{{Severity: 1, Source: "verify", Message: err.Error()}}
	}
	lines = strings.Split(string(text), "\n")
	dir, err := os.MkdirTemp("", "verify-lsp") // for the page, whose data have the invariants
	if err != nil {
		return nil, lines, nil
	}
	defer os.RemoveAll(dir)
	cmd := again(ctx, s.binary, append(slices.Clip(s.args), "--report", dir, "--", path))
	var out bytes.Buffer
	cmd.Stdout = &out
	_ = cmd.Run() // what it says tells more than the status
	if rep, err = report.ReadJSON(bytes.NewReader(out.Bytes())); err == nil {
		return rep, lines, diagnostics(rep, lines)
	}
	d := diagnostic{Severity: 1, Source: "verify", Message: err.Error()}
	if r := report.ReadRefusal(out.Bytes()); r != nil {
		d.Message = r.Message
		if r.File == path {
			d.Range = rangeIn(lines, report.Range{Line: r.Line, Col: r.Col})
		}
	}
	return nil, lines, []diagnostic{d}
}

func (s *languageServer) publish(uri string, found []diagnostic) {
	s.notify("textDocument/publishDiagnostics", map[string]any{"uri": uri, "diagnostics": found})
}

// lspPosition counts lines and UTF-16 code units from 0.
type lspPosition struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type lspRange struct {
	Start lspPosition `json:"start"`
	End   lspPosition `json:"end"`
}

func (r lspRange) meets(o lspRange) bool {
	return r.Start.Line <= o.End.Line && o.Start.Line <= r.End.Line
}

// rangeIn is a range of a file with these lines; to the end of the line if it has no
// end.
func rangeIn(lines []string, r report.Range) lspRange {
	at := func(line, col int) lspPosition {
		if line < 1 || line > len(lines) {
			return lspPosition{Line: max(line-1, 0)}
		}
		text := strings.TrimSuffix(lines[line-1], "\r")
		col = min(max(col-1, 0), len(text))
		return lspPosition{line - 1, len(utf16.Encode([]rune(text[:col])))}
	}
	if r.EndLine == 0 {
		r.EndLine, r.EndCol = r.Line, 1<<20
	}
	return lspRange{at(r.Line, r.Col), at(r.EndLine, r.EndCol)}
}

type diagnostic struct {
	Range    lspRange  `json:"range"`
	Severity int       `json:"severity"` // 1 error, 2 warning, 3 information
	Code     string    `json:"code,omitempty"`
	Source   string    `json:"source"`
	Message  string    `json:"message"`
	Related  []related `json:"relatedInformation,omitempty"`
}

type related struct {
	Location struct {
		URI   string   `json:"uri"`
		Range lspRange `json:"range"`
	} `json:"location"`
	Message string `json:"message"`
}

// diagnostics are what fails, with the likeliest lines, or why nothing is known.
func diagnostics(r *report.Report, lines []string) []diagnostic {
	out := []diagnostic{}
	if r.Reason != nil {
		d := diagnostic{Severity: 3, Code: r.Property, Source: "verify", Message: "UNKNOWN: " + r.Reason.Text}
		if o := r.Reason.Obstacle; o != nil && o.File == r.File {
			d.Range, d.Message = rangeIn(lines, o.Range), d.Message+"\n"+o.Text
		}
		return append(out, d)
	}
	for i := range r.Errors {
		e := &r.Errors[i]
		if e.Status != "violated" && e.Status != "covered" || e.File != r.File {
			continue
		}
		d := diagnostic{Range: rangeIn(lines, e.Range), Severity: 1, Code: e.Property, Source: "verify", Message: strings.TrimSpace(e.Says() + "\n" + e.Detail)}
		for k := range r.Traces {
			if t := &r.Traces[k]; t.Error == i && t.Replay != "" {
				d.Message += "\n" + t.Replay
				break
			}
		}
		for k, p := range r.Answer[:min(len(r.Answer), maxRelated)] {
			if p.File == r.File {
				x := related{Message: fmt.Sprintf("%d. %s", k+1, p.Says())}
				x.Location.URI, x.Location.Range = uriOf(r.File), rangeIn(lines, p.Range)
				d.Related = append(d.Related, x)
			}
		}
		out = append(out, d)
	}
	return out
}

func uriOf(path string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
}

// actions are the changes at a range, and on a line that fails all of them.
func (s *languageServer) actions(uri string, at lspRange) []map[string]any {
	out := []map[string]any{}
	s.with(uri, func(f *edited) {
		if f.rep == nil || f.stale {
			return // edits are of the text that was verified
		}
		fails := slices.ContainsFunc(diagnostics(f.rep, f.lines), func(d diagnostic) bool { return d.Severity == 1 && d.Range.meets(at) })
		for i := range f.rep.Answer {
			p := &f.rep.Answer[i]
			c := p.Change
			if c == nil || c.File != f.rep.File || !fails && !rangeIn(f.lines, p.Range).meets(at) {
				continue
			}
			if edits := editsOf(c.Diff, f.lines); edits != nil {
				out = append(out, map[string]any{"title": p.Says(), "kind": "quickfix", "isPreferred": c.Proved, "edit": map[string]any{"changes": map[string]any{uri: edits}}})
			}
		}
	})
	return out
}

type textEdit struct {
	Range   lspRange `json:"range"`
	NewText string   `json:"newText"`
}

var hunk = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@`)

// editsOf are the edits of a unified diff of one file; nil if it is of several or does
// not belong to these lines.
func editsOf(diff string, lines []string) (out []textEdit) {
	at := 0 // line of the hunk, from 0
	for i, l := range strings.Split(strings.TrimSuffix(diff, "\n"), "\n") {
		if m := hunk.FindStringSubmatch(l); m != nil {
			at, _ = strconv.Atoi(m[1])
			if m[2] != "0" { // else the lines come after it
				at--
			}
			continue
		}
		if strings.HasPrefix(l, "---") || strings.HasPrefix(l, "+++") {
			if i > 1 {
				return nil
			}
			continue
		}
		switch {
		case strings.HasPrefix(l, "+"):
			out = append(out, textEdit{lspRange{lspPosition{Line: at}, lspPosition{Line: at}}, l[1:] + "\n"})
		case strings.HasPrefix(l, "-") || strings.HasPrefix(l, " "):
			if at >= len(lines) || strings.TrimSuffix(lines[at], "\r") != strings.TrimSuffix(l[1:], "\r") {
				return nil
			}
			if l[0] == '-' {
				out = append(out, textEdit{lspRange{lspPosition{Line: at}, lspPosition{Line: at + 1}}, ""})
			}
			at++
		}
	}
	return out
}

// hints are the invariants of loops in a range.
func (s *languageServer) hints(uri string, at lspRange) []map[string]any {
	out := []map[string]any{}
	s.with(uri, func(f *edited) {
		if f.rep == nil || f.stale {
			return
		}
		said := map[string]bool{}
		for _, v := range f.rep.Invariants {
			r := rangeIn(f.lines, v.Range)
			if key := fmt.Sprint(r, v.Text); v.File == f.rep.File && r.meets(at) && !said[key] {
				said[key] = true
				out = append(out, map[string]any{"position": r.End, "label": "  always: " + v.Text, "paddingLeft": true})
			}
		}
	})
	return out
}
