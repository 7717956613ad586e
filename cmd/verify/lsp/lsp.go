package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
	"culprit/report"
)

// Command serves an editor by the language server protocol, version 3.17, over its
// standard streams. The part of the protocol that is needed is small enough to be here:
// go.lsp.dev/protocol v0.12.0, for all of it, would add ten modules and 2.7 MB to the
// program, and does not compile with the latest release of its own jsonrpc2.
type Command struct {
	Property string        `help:"Name of a property or .prp file." placeholder:"NAME"`
	Effort   float64       `help:"How long to look for the likeliest lines, as for verify." default:"1" placeholder:"X"`
	Timeout  time.Duration `help:"Time of each run." default:"60s" placeholder:"DURATION"`

	Server string `kong:"-"` // its version

	target.CompileFlags
}

// Help is the detail of --help.
func (c *Command) Help() string {
	return `Verifies a file when it is opened and when it is saved. Failures are diagnostics
with the likeliest lines, changes that are proved or make failing runs pass are code
actions, and invariants of proved loops are inlay hints. A program that is the same but
for comments and white space is answered from memory.

In a file without main each function is asked about, as by verify check, with the
verify.toml of the project that has the file, if there is one. A save asks again about
the functions that reach what has changed.`
}

// Run executes the command.
func (c *Command) Run(a *console.Streams) error {
	if !(c.Effort >= 0 && c.Effort <= 1000) || c.Timeout <= 0 {
		return console.BadInput("--effort, --timeout: must be positive")
	}
	binary, err := console.Self()
	if err != nil {
		return err
	}
	args := []string{"--format", "json", "--effort", strconv.FormatFloat(c.Effort, 'g', -1, 64), "--timeout", c.Timeout.String()}
	if c.Property != "" {
		args = append(args, "--property", c.Property)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := &languageServer{ctx: ctx, cancel: cancel, out: a.Stdout, binary: binary, args: append(args, c.Words()...), files: map[string]*edited{}, c: c, kept: map[string]*keptAnswer{}}
	defer s.stop()
	return s.serve(bufio.NewReader(a.Stdin))
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
	c      *Command
	ctx    context.Context // until the end
	cancel context.CancelFunc

	mu       sync.Mutex
	kept     map[string]*keptAnswer // by path: the last one
	answers  string                 // folder of those about functions
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
	survey *report.Survey     // the same, of a file without main
	raw    []byte             // the same, as it was read
	lines  []string           // that it was about
}

// Codes of errors in the protocol.
const (
	ParseError     = -32700
	InvalidRequest = -32600
	NoMethod       = -32601
)

// serve answers until the client says exit or goes away.
func (s *languageServer) serve(in *bufio.Reader) error {
	for {
		body, err := ReadMessage(in)
		if errors.Is(err, io.EOF) {
			return console.StatusError(1)
		}
		if err != nil {
			return console.BadInput("%v", err)
		}
		var m message
		if err := json.Unmarshal(body, &m); err != nil {
			s.fail(nil, ParseError, err.Error())
			continue
		}
		if m.Method == "exit" {
			if s.shutdown {
				return nil
			}
			return console.StatusError(1)
		}
		s.handle(&m)
	}
}

// ReadMessage reads a message after its header.
func ReadMessage(in *bufio.Reader) ([]byte, error) {
	length := -1
	for {
		head, err := in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			return nil, errors.New("lsp: a header of a message does not end")
		}
		if err != nil {
			return nil, io.EOF
		}
		line := strings.TrimSpace(string(head))
		if line == "" {
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
		Range        Range
		Token        any
		Context      struct{ Only []string }
		Command      string
		Arguments    []json.RawMessage
		Capabilities struct {
			Window struct{ WorkDoneProgress bool }
		}
	}
	if len(m.Params) > 0 {
		if err := json.Unmarshal(m.Params, &p); err != nil {
			if m.ID != nil {
				s.fail(m.ID, InvalidRequest, err.Error())
			}
			return
		}
	}
	uri := p.TextDocument.URI
	switch m.Method {
	case "initialize":
		s.progress = p.Capabilities.Window.WorkDoneProgress
		s.reply(m.ID, map[string]any{
			"serverInfo": map[string]any{"name": "verify", "version": s.c.Server},
			"capabilities": map[string]any{
				"textDocumentSync":       map[string]any{"openClose": true, "change": 1, "save": true},
				"codeActionProvider":     map[string]any{"codeActionKinds": []string{"quickfix"}},
				"inlayHintProvider":      true,
				"executeCommandProvider": map[string]any{"commands": []string{commandCheck, commandRun}},
			},
		})
	case "shutdown":
		s.shutdown = true
		s.reply(m.ID, nil)
	case "textDocument/didOpen", "textDocument/didSave":
		s.start(uri, true)
	case "textDocument/didChange":
		s.with(uri, func(f *edited) { f.stale = true })
	case "textDocument/didClose":
		s.with(uri, func(f *edited) { f.cancel() })
		s.mu.Lock()
		delete(s.files, uri)
		s.mu.Unlock()
		s.publish(uri, []Diagnostic{})
	case "textDocument/codeAction":
		s.reply(m.ID, s.actions(uri, p.Range, p.Context.Only))
	case "textDocument/inlayHint":
		s.reply(m.ID, s.hints(uri, p.Range))
	case "workspace/executeCommand":
		s.execute(m.ID, p.Command, p.Arguments)
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
			s.fail(m.ID, NoMethod, "no method "+m.Method)
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

// start starts a run about a file, and ends the one before. It may end with an answer
// that is known, if the user does not insist.
func (s *languageServer) start(uri string, known bool) {
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
		found := s.answer(ctx, f, known)
		s.mu.Lock()
		current := s.files[uri] == f
		s.mu.Unlock()
		if current && ctx.Err() == nil {
			s.publish(uri, found)
		}
	})
}

// shows tells the editor that a run goes on until the function it returns is called with
// how it ended.
func (s *languageServer) shows(f *edited) (end func(string)) {
	if !s.progress {
		return func(string) {}
	}
	s.send(map[string]any{"id": fmt.Sprint("progress-", f.token), "method": "window/workDoneProgress/create", "params": map[string]any{"token": f.token}})
	s.notify("$/progress", map[string]any{"token": f.token, "value": map[string]any{"kind": "begin", "title": "verify " + filepath.Base(f.path), "cancellable": true}})
	return func(how string) {
		s.notify("$/progress", map[string]any{"token": f.token, "value": map[string]any{"kind": "end", "message": how}})
	}
}

// stop ends all runs.
func (s *languageServer) stop() {
	s.mu.Lock()
	for _, f := range s.files {
		f.cancel()
	}
	s.mu.Unlock()
	s.cancel()
	s.runs.Wait()
	if s.answers != "" {
		os.RemoveAll(s.answers)
	}
}

func (s *languageServer) publish(uri string, found []Diagnostic) {
	s.notify("textDocument/publishDiagnostics", map[string]any{"uri": uri, "diagnostics": found})
}
