package kept

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"

	"culprit/cmd/verify/console"
	"culprit/frontend/extern"
	"culprit/report"
)

// Store is a folder of answers, if there is one, each under a name for all that it depends on. An answer
// stays right when text moves that it does not depend on: its positions move along.
type Store struct {
	dir  string
	mu   sync.Mutex
	Lost []error // what could not be kept
}

// Answer is a file of the store.
type Answer struct {
	Spans  []span          `json:"spans"` // of what the answer depends on
	Report json.RawMessage `json:"report"`
}

// span are lines of a file.
type span struct {
	File string `json:"file"`
	From int    `json:"from"`
	To   int    `json:"to"`
}

// Open makes the folder, which git is not to see.
func Open(dir string) (*Store, error) {
	if dir == "" {
		return &Store{}, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, console.Complaint(err)
	}
	ignore := filepath.Join(dir, ".gitignore")
	if _, err := os.Stat(ignore); err != nil {
		if err := os.WriteFile(ignore, []byte("*\n"), 0o644); err != nil {
			return nil, console.Complaint(err)
		}
	}
	return &Store{dir: dir}, nil
}

func (s *Store) file(key string) string { return filepath.Join(s.dir, key+".json") }

// SpansOf are the spans of a fingerprint.
func SpansOf(f *extern.Fingerprint) (out []span) {
	for _, p := range f.Spans {
		out = append(out, span{p.File, p.Line, max(p.Line, p.EndLine)})
	}
	return out
}

// Put keeps an answer.
func (s *Store) Put(key string, f *extern.Fingerprint, answer []byte) {
	if s.dir == "" {
		return
	}
	err := console.WriteFile(s.file(key), func(w io.Writer) error {
		return json.NewEncoder(w).Encode(Answer{SpansOf(f), answer})
	})
	if err != nil {
		s.mu.Lock()
		s.Lost = append(s.Lost, fmt.Errorf("keeping an answer: %w", err))
		s.mu.Unlock()
	}
}

// Get is an answer that was kept, with the positions of today, nil if there is none:
// what cannot be read, or moved for certain, is asked again.
func (s *Store) Get(key string, f *extern.Fingerprint) *report.Report {
	if s.dir == "" {
		return nil
	}
	text, err := os.ReadFile(s.file(key))
	if err != nil {
		return nil
	}
	var old Answer
	if json.Unmarshal(text, &old) != nil {
		return nil
	}
	return old.Now(f)
}

// Now is the answer with the positions of today, nil if some moved for certain.
func (old *Answer) Now(f *extern.Fingerprint) *report.Report {
	r, err := report.ReadJSON(bytes.NewReader(old.Report))
	if err != nil || len(old.Spans) != len(f.Spans) {
		return nil
	}
	m := moved{}
	for i, now := range SpansOf(f) {
		was := old.Spans[i]
		if now.File != was.File || now.To-now.From != was.To-was.From {
			return nil
		}
		m.spans = append(m.spans, was)
		m.by = append(m.by, now.From-was.From)
		m.some = m.some || now.From != was.From
	}
	if !m.some {
		return r
	}
	d := json.NewDecoder(bytes.NewReader(old.Report))
	d.UseNumber()
	var tree any
	if d.Decode(&tree) != nil {
		return nil
	}
	tree = m.value(tree)
	if r.Verdict == "FALSE" && m.changed {
		return nil // its text speaks of lines, and it was found soon
	}
	text, err := json.Marshal(tree)
	if err != nil || m.failed {
		return nil
	}
	if r, err = report.ReadJSON(bytes.NewReader(text)); err != nil {
		return nil
	}
	return r
}

// Lasts reports whether an answer is worth keeping: not if someone ended the run.
func Lasts(r *report.Report) bool { return r.Reason == nil || r.Reason.Kind != "interrupted" }

// moved says how lines have moved.
type moved struct {
	spans        []span
	by           []int
	some, failed bool
	changed      bool // a line of the answer has moved
}

// line is where a line is now; 0 stands for none.
func (m *moved) line(file string, line int) int {
	if line == 0 {
		return 0
	}
	mine := false
	for i, s := range m.spans {
		if s.File != file {
			continue
		}
		mine = true
		if s.From <= line && line <= s.To {
			m.changed = m.changed || m.by[i] != 0
			return line + m.by[i]
		}
	}
	m.failed = m.failed || mine
	return line
}

var positions = regexp.MustCompile(`([^\s:"'(]+):(\d+)(:\d+)?`)

// value moves the positions in a JSON value.
func (m *moved) value(v any) any {
	switch v := v.(type) {
	case map[string]any:
		file, isFile := v["file"].(string)
		for key, x := range v {
			if n, ok := x.(json.Number); ok && isFile && (key == "line" || key == "end_line") {
				line, err := strconv.Atoi(n.String())
				m.failed = m.failed || err != nil
				v[key] = m.line(file, line)
				continue
			}
			v[key] = m.value(x)
		}
	case []any:
		for i := range v {
			v[i] = m.value(v[i])
		}
	case string:
		return positions.ReplaceAllStringFunc(v, func(s string) string {
			p := positions.FindStringSubmatch(s)
			line, err := strconv.Atoi(p[2])
			m.failed = m.failed || err != nil
			return fmt.Sprintf("%s:%d%s", p[1], m.line(p[1], line), p[3])
		})
	}
	return v
}
