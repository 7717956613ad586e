package report

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// SurveySchema names the JSON form of a Survey.
const SurveySchema = "culprit-check/1"

// Survey is the answer of verify check: about each function of a project, and what was
// found in all of them.
type Survey struct {
	Schema    string      `json:"schema"`
	Tool      string      `json:"tool"`
	Version   string      `json:"version"`
	File      string      `json:"file"`   // the settings
	Status    int         `json:"status"` // exit status of the command
	Summary   string      `json:"summary"`
	Functions []Surveyed  `json:"functions"`
	Unchanged int         `json:"unchanged"` // functions left out, since nothing that they reach has changed
	Findings  []*Finding  `json:"findings"`
	Undefined []Undefined `json:"undefined"`
	Notes     []string    `json:"notes"`

	count map[string]int // of verdicts and states
	texts map[string][]byte
	lines sourceLines // of texts
}

// AnyFunction stands for the functions of a file that cannot be told.
const AnyFunction = "*"

// Surveyed is the answer about one function of a project: a report, or why there is none.
type Surveyed struct {
	Name    string   `json:"name"`
	File    string   `json:"file"`
	Begins  int      `json:"line,omitempty"`    // its line
	Command string   `json:"command,omitempty"` // that asks about it alone
	Reused  bool     `json:"reused"`            // nothing that the answer depends on has changed since it was given
	Report  *Report  `json:"report,omitempty"`
	Refused string   `json:"refused,omitempty"`
	Missing []string `json:"missing,omitempty"` // functions without a body that it reaches
}

// Finding is a place where something fails, with all functions that were seen to fail
// there.
type Finding struct {
	// ID stays the same as long as the text of its line is, wherever that stands.
	ID    string `json:"id"`
	State string `json:"state"`         // new, known, ignored
	Why   string `json:"why,omitempty"` // of one that is ignored
	Range
	Property string `json:"property"`
	Code     string `json:"code,omitempty"`
	CWE      int    `json:"cwe,omitempty"`
	Text     string `json:"text"`
	// Precondition is that of the error.
	Precondition string   `json:"precondition,omitempty"`
	Source       string   `json:"source"` // the line
	Functions    []string `json:"functions"`
	Command      string   `json:"command"` // that shows it in full

	of    *Report
	index int
}

// The values of Finding.State.
const (
	FindingNew     = "new"
	FindingKnown   = "known"   // in the baseline
	FindingIgnored = "ignored" // by a comment
)

// Kind is the most exact name of what fails.
func (f *Finding) Kind() string { return cmp.Or(f.Code, f.Property) }

// Undefined is a function that has no body anywhere.
type Undefined struct {
	Name      string `json:"name"`
	Functions int    `json:"functions"` // that reach a call
	Open      int    `json:"open"`      // of them without an answer
}

// Verdict is that of the report, "" if there is none.
func (s *Surveyed) Verdict() string {
	if s.Report == nil {
		return ""
	}
	return s.Report.Verdict
}

// Line is the answer in a line.
func (s *Surveyed) Line() string {
	if s.Report == nil {
		return s.Refused
	}
	return s.Report.VerdictLine() + "  " + s.Report.Headline()
}

// NewSurvey puts answers together; texts are the files of the project.
func NewSurvey(tool, version, file string, list []Surveyed, unchanged int, texts map[string][]byte) *Survey {
	r := &Survey{Schema: SurveySchema, Tool: tool, Version: version, File: file, Functions: list, Unchanged: unchanged,
		Findings: []*Finding{}, Undefined: []Undefined{}, Notes: []string{}, count: map[string]int{}, texts: texts, lines: splitSources(texts)}
	at := map[string]*Finding{}
	missing := map[string]*Undefined{}
	for i := range list {
		s := &list[i]
		r.count[cmp.Or(s.Verdict(), "refused")]++
		if s.Reused {
			r.count["reused"]++
		}
		for _, name := range s.Missing {
			if missing[name] == nil {
				missing[name] = &Undefined{Name: name}
			}
			missing[name].Functions++
			if s.Verdict() == "UNKNOWN" {
				missing[name].Open++
			}
		}
		if s.Report == nil {
			continue
		}
		for k := range s.Report.Errors {
			if s.Report.Errors[k].Fails() {
				r.add(at, s, k)
			}
		}
	}
	slices.SortStableFunc(r.Findings, func(a, b *Finding) int { return a.compare(b.Range) })
	seen := map[string]int{}
	for _, f := range r.Findings {
		sum := sha256.Sum256([]byte(f.Kind() + "\x00" + filepath.ToSlash(f.File) + "\x00" + f.Source))
		id := fmt.Sprintf("%x", sum[:8])
		seen[id]++
		f.ID = fmt.Sprintf("%s:%d", id, seen[id])
	}
	for _, u := range missing {
		r.Undefined = append(r.Undefined, *u)
	}
	slices.SortFunc(r.Undefined, func(a, b Undefined) int {
		return cmp.Or(cmp.Compare(b.Open, a.Open), cmp.Compare(b.Functions, a.Functions), cmp.Compare(a.Name, b.Name))
	})
	return r
}

// add adds what fails in an answer: at one place one kind of failure is one finding.
func (r *Survey) add(at map[string]*Finding, s *Surveyed, i int) {
	e := &s.Report.Errors[i]
	key := fmt.Sprintf("%s:%d:%d %s", e.File, e.Line, e.Col, cmp.Or(e.Code, e.Property))
	f := at[key]
	if f == nil {
		text := e.Says()
		if e.Detail != "" {
			text += ": " + e.Detail
		}
		f = &Finding{State: FindingNew, Range: e.Range, Property: e.Property, Code: e.Code, CWE: e.CWE, Text: text, Precondition: e.Precondition,
			Source: r.line(e.File, e.Line), Command: s.Command, of: s.Report, index: i}
		at[key] = f
		r.Findings = append(r.Findings, f)
	}
	f.Functions = append(f.Functions, s.Name)
}

// Texts are the files of the project, and those in which something was found.
func (r *Survey) Texts() map[string][]byte { return r.texts }

// line is a line of a file, without the space around it.
func (r *Survey) line(file string, n int) string {
	if _, ok := r.texts[file]; !ok {
		r.texts[file], _ = os.ReadFile(file) // a header; without it there is no text
		maps.Copy(r.lines, splitSources(map[string][]byte{file: r.texts[file]}))
	}
	text, _ := r.lines.line(file, n)
	return strings.Join(strings.Fields(text), " ")
}

// Decide says what is new: what is neither known, by id, nor ignored. It sets the
// status and the summary.
func (r *Survey) Decide(known func(id string) bool, ignored func(*Finding) (why string, ok bool), interrupted bool) {
	for _, f := range r.Findings {
		if known(f.ID) {
			f.State = FindingKnown
		}
		if why, ok := ignored(f); ok {
			f.State, f.Why = FindingIgnored, why
		}
		r.count[f.State]++
	}
	switch {
	case r.count[FindingNew] > 0:
		r.Status = (&Report{Verdict: "FALSE"}).ExitCode()
	case r.count["UNKNOWN"]+r.count["refused"] > 0 || interrupted:
		r.Status = (&Report{Verdict: "UNKNOWN"}).ExitCode()
	}
	n := r.count
	r.Summary = count(len(r.Functions), "function") + fmt.Sprintf(": %d TRUE, %d FALSE, %d UNKNOWN, %d cannot be called", n["TRUE"], n["FALSE"], n["UNKNOWN"], n["refused"])
	if n["reused"] > 0 {
		r.Summary += fmt.Sprintf("; %d as before", n["reused"])
	}
	if r.Unchanged > 0 {
		r.Summary += fmt.Sprintf("; %d more have not changed", r.Unchanged)
	}
	r.Summary += fmt.Sprintf("; findings: %d new, %d known, %d ignored", n[FindingNew], n[FindingKnown], n[FindingIgnored])
}

// Verdict is FALSE if something new was found, UNKNOWN if a function has no answer.
func (r *Survey) Verdict() string {
	for _, v := range []string{"TRUE", "FALSE"} {
		if (&Report{Verdict: v}).ExitCode() == r.Status {
			return v
		}
	}
	return "UNKNOWN"
}

// Whole reports whether every function has an answer.
func (r *Survey) Whole() bool {
	return r.count["UNKNOWN"]+r.count["refused"] == 0 && r.Unchanged == 0
}

// Alone is the report of one of its functions, with the traces that end here.
func (f *Finding) Alone() *Report {
	r := *f.of
	r.Traces = slices.DeleteFunc(slices.Clone(r.Traces), func(t Trace) bool { return t.Error != f.index })
	return &r
}

// together is a report of the findings that are not ignored, with their traces.
func (r *Survey) together() *Report {
	out := &Report{Tool: r.Tool, Version: r.Version, Verdict: "TRUE", File: r.File, sources: r.lines}
	for _, f := range r.Findings {
		if f.State == FindingIgnored {
			continue
		}
		e := f.of.Errors[f.index]
		e.Status = "violated"
		out.Verdict = "FALSE"
		for _, t := range f.of.Traces {
			if t.Error == f.index {
				t.ID, t.Error = len(out.Traces)+1, len(out.Errors)
				out.Traces = append(out.Traces, t)
			}
		}
		out.Errors = append(out.Errors, e)
	}
	return out
}
