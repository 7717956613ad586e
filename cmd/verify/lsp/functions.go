package lsp

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"culprit/cmd/verify/console"
	"culprit/report"
)

// A file without main is part of a library: verify check asks about its functions, and
// keeps the answers about those that reach nothing that changes.

// settingsOf is the nearest verify.toml in the folder of a file and those above it.
func settingsOf(path string) string {
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		name := filepath.Join(dir, "verify.toml")
		if _, err := os.Stat(name); err == nil {
			return name
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// check asks about the functions of a file as the settings of its project say.
func (s *languageServer) check(ctx context.Context, path, settings string, more ...string) []byte {
	cmd := console.Again(ctx, s.binary, append([]string{"check", "--format=json", "--in=" + path, settings}, more...))
	out, _ := cmd.Output() // what it says tells more than the status
	return out
}

// checkAlone asks about the functions of a file that no settings have.
func (s *languageServer) checkAlone(ctx context.Context, path string) []byte {
	s.mu.Lock()
	if s.answers == "" {
		s.answers, _ = os.MkdirTemp("", "verify-lsp") // without it all is asked again
	}
	more := []string{"--cache=" + s.answers, "--", fmt.Sprint("--cpu-timeout=", s.c.Timeout)}
	s.mu.Unlock()
	if s.c.Property != "" {
		more = append(more, "--property="+s.c.Property)
	}
	return s.check(ctx, path, path, append(more, s.c.Words()...)...)
}

// ofFunctions are diagnostics about what fails in a file, and about which of its functions have no answer.
func ofFunctions(r *report.Survey, path, folder string, lines []string) []Diagnostic {
	out := []Diagnostic{}
	for _, f := range r.Findings {
		if f.File != path || f.State == report.FindingIgnored {
			continue
		}
		d := Diagnostic{Range: rangeIn(lines, f.Range), Severity: 1, Code: f.Kind(), Source: "verify", Message: f.Says()}
		if f.State == report.FindingKnown {
			d.Severity = 2
		}
		out = append(out, d)
	}
	for i := range r.Functions {
		q := &r.Functions[i]
		if v := q.Verdict(); v == "TRUE" || v == "FALSE" || in(folder, q.File) != path {
			continue
		}
		at := report.Range{Line: q.Begins}
		if q.Report != nil && q.Report.Reason != nil {
			out = append(out, openAnswer(q.Report, q.Name+": ", folder, path, lines, at))
			continue
		}
		out = append(out, Diagnostic{Range: rangeIn(lines, at), Severity: 3, Source: "verify", Message: q.Name + ": " + q.Refused})
	}
	return out
}

// ignoring are actions that let findings at a range be, with a comment above the line.
func (f *edited) ignoring(uri string, at Range) (out []map[string]any) {
	for _, x := range f.survey.Findings {
		r := rangeIn(f.lines, x.Range)
		if x.File != f.path || x.State != report.FindingNew || !r.meets(at) {
			continue
		}
		line := f.lines[r.Start.Line]
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		begin := Position{Line: r.Start.Line}
		edit := TextEdit{Range{begin, begin}, fmt.Sprintf("%s// verify: ignore[%s] TODO: say why\n", indent, x.Kind())}
		out = append(out, map[string]any{"title": "Let it be, with a comment", "kind": "quickfix", "edit": map[string]any{"changes": map[string]any{uri: []TextEdit{edit}}}})
	}
	return out
}
