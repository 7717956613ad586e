package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"

	"culprit/cmd/verify/kept"
	"culprit/cmd/verify/target"
	"culprit/frontend/extern"
	"culprit/report"
)

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

// keptAnswer is what a run said, and about what.
type keptAnswer struct {
	kept.Answer
	print *extern.Fingerprint
	text  []byte // of the file
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

// with does something with an open file.
func (s *languageServer) with(uri string, do func(*edited)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.files[uri]; f != nil {
		do(f)
	}
}

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
