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

	"culprit/cmd/verify/console"
)

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
