package report

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// RunSchema, EntriesSchema and RefusalSchema name the JSON forms of an Execution, of
// Entries and of a Refusal.
const (
	RunSchema     = "culprit-run/1"
	EntriesSchema = "culprit-entries/1"
	RefusalSchema = "culprit-error/1"
)

// The values of Execution.End.
const (
	EndExited    = "exited"
	EndUndefined = "undefined behaviour"
	EndLeak      = "leak"
	EndError     = "failed assertion" // or an error location of another kind
	EndStopped   = "stopped"          // by a limit, a signal, or what is not modelled
)

// Execution is how the run of a program ended.
type Execution struct {
	Schema    string `json:"schema"`
	Tool      string `json:"tool"`
	Version   string `json:"version"`
	File      string `json:"file"`
	DataModel string `json:"data_model,omitempty"`
	End       string `json:"end"`    // exited, undefined behaviour, leak, failed assertion, stopped
	Status    int    `json:"status"` // exit status of the command
	// Violations are what ended the run, several where several blocks are lost.
	Violations []Violation `json:"violations"`
	// Stopped says why a run that was stopped did not go on, and where.
	Stopped *Note `json:"stopped,omitempty"`
	// Stack lists the open calls at the end, the innermost first.
	Stack []OpenCall `json:"stack,omitempty"`
	Notes []Note     `json:"notes"`
	// Missing are files that the program could not open, since they were not given to it.
	Missing []string `json:"missing,omitempty"`
	Stdout  Output   `json:"stdout"` // of the program
	Stderr  Output   `json:"stderr"`
}

// Violation is what a run did that it must not.
type Violation struct {
	Range
	Text     string `json:"text"`
	Property string `json:"property,omitempty"` // that it violates
	Code     string `json:"code,omitempty"`     // what it is called more exactly, see verify help
	CWE      int    `json:"cwe,omitempty"`
}

// OpenCall is a call that has not returned.
type OpenCall struct {
	Range        // of the call
	Func  string `json:"func"` // what is called
}

// Output is what a program printed: the beginning of it as text, in which what is not
// UTF-8 is replaced by U+FFFD, and how many bytes it was.
type Output struct {
	Text  string `json:"text"`
	Bytes int    `json:"bytes"`
}

// Kept keeps the beginning of what is written to it: Most bytes. It can be asked for that
// while others write.
type Kept struct {
	Most  int
	mu    sync.Mutex
	text  []byte
	bytes int
}

// Write implements io.Writer.
func (k *Kept) Write(p []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.bytes += len(p)
	k.text = append(k.text, p[:min(len(p), k.Most-len(k.text))]...)
	return len(p), nil
}

// Output is what was written. A character that was cut in two is left out.
func (k *Kept) Output() Output {
	k.mu.Lock()
	defer k.mu.Unlock()
	text := k.text
	for i := len(text) - 1; k.bytes > len(text) && i >= max(0, len(text)-utf8.UTFMax); i-- {
		if utf8.RuneStart(text[i]) {
			if !utf8.FullRune(text[i:]) {
				text = text[:i]
			}
			break
		}
	}
	return Output{strings.ToValidUTF8(string(text), "\uFFFD"), k.bytes}
}

// Refusal is what a command writes in place of an answer: bad input, or an internal
// error. Where a line of a file is to blame, it says which.
type Refusal struct {
	Schema  string `json:"schema"`
	Tool    string `json:"tool"`
	Version string `json:"version"`
	Status  int    `json:"status"` // exit status of the command: 2 bad input, 3 internal error
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"` // from 1
	Col     int    `json:"col,omitempty"`
	Message string `json:"message"`
}

// Entries are the answers about several functions, each called by itself.
type Entries struct {
	Schema    string  `json:"schema"`
	Tool      string  `json:"tool"`
	Version   string  `json:"version"`
	File      string  `json:"file"`
	Status    int     `json:"status"` // exit status of the command: that of the worst answer
	Functions []Entry `json:"functions"`
}

// Entry is the answer about one function: a report, or why there is none.
type Entry struct {
	Name    string   `json:"name"`
	Report  *Report  `json:"report,omitempty"`
	Refused *Refusal `json:"refused,omitempty"`
}

// ReadRefusal reads a refusal back; nil if the text is not one.
func ReadRefusal(text []byte) *Refusal {
	var r Refusal
	if json.Unmarshal(text, &r) != nil || r.Schema != RefusalSchema {
		return nil
	}
	return &r
}

// stats writes the table of --stats.
func (p *printer) stats() {
	s := &p.r.Stats
	fmt.Fprintf(p, "  statistics\n")
	fmt.Fprintf(p, "    time        %s wall, %s CPU", seconds(s.Wall), seconds(s.CPU))
	if s.PeakMemory > 0 {
		fmt.Fprintf(p, ", %d MiB peak", (s.PeakMemory+1<<20-1)>>20)
	}
	fmt.Fprintf(p, "\n    program     %s, %s, %s, %s\n", count(s.Locations, "location"), count(s.Edges, "edge"), count(s.Letters, "letter"), count(s.States, "state"))
	fmt.Fprintf(p, "    search      %s, %d refined, %s, at most %s, unrolled to depth %d\n",
		count(s.Iterations, "iteration"), s.Refined, count(s.Predicates, "predicate"), count(s.MaxStates, "state"), s.Depth)
	var parts []string
	for _, ph := range s.Phases {
		if ph.Time > 0 {
			parts = append(parts, ph.Phase+" "+seconds(ph.Time))
		}
	}
	if len(parts) > 0 {
		fmt.Fprintf(p, "    phases      %s\n", strings.Join(parts, ", "))
	}
	stages := make([]string, 0, len(s.Queries))
	for k, n := range s.Queries {
		if n > 0 {
			stages = append(stages, k)
		}
	}
	slices.Sort(stages)
	parts = nil
	for _, k := range stages {
		text := fmt.Sprintf("%s %d", k, s.Queries[k])
		if t, ok := s.QueryTime[k]; ok && t > 0 {
			text += " (" + seconds(t) + ")"
		}
		parts = append(parts, text)
	}
	if len(parts) > 0 {
		fmt.Fprintf(p, "    queries     %s\n", strings.Join(parts, ", "))
	}
}
