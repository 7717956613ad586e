package lsp

import (
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"culprit/report"
)

// Diagnostics, actions and hints are what an editor shows of an answer.

// diagnostics are what fails, with the likeliest lines, or why nothing is known.
func diagnostics(r *report.Report, lines []string) []Diagnostic {
	out := []Diagnostic{}
	if r.Reason != nil {
		return append(out, openAnswer(r, "", "", r.File, lines, report.Range{}))
	}
	for i := range r.Errors {
		e := &r.Errors[i]
		if !e.Fails() || e.File != r.File {
			continue
		}
		d := Diagnostic{Range: rangeIn(lines, e.Range), Severity: 1, Code: e.Property, Source: "verify", Message: strings.TrimSpace(e.Says() + "\n" + e.Detail)}
		for k := range r.Traces {
			if t := &r.Traces[k]; t.Error == i && t.Replay != "" {
				d.Message += "\n" + t.Replay
				break
			}
		}
		for k, p := range r.Answer[:min(len(r.Answer), report.MaxPlaces)] {
			if p.File == r.File {
				x := related{Message: fmt.Sprintf("%d. %s", k+1, p.Says())}
				x.Location.URI, x.Location.Range = UriOf(r.File), rangeIn(lines, p.Range)
				d.Related = append(d.Related, x)
			}
		}
		out = append(out, d)
	}
	return out
}

func UriOf(path string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
}

// actions are the changes at a range, and on a line that fails all of them and the
// command that makes it fail; of the kinds that are asked for, if any are.
func (s *languageServer) actions(uri string, at Range, only []string) []map[string]any {
	out := []map[string]any{}
	wanted := func(kind string) bool {
		return len(only) == 0 || slices.ContainsFunc(only, func(k string) bool { return k == kind || strings.HasPrefix(kind, k+".") })
	}
	s.with(uri, func(f *edited) {
		if f.survey != nil && !f.stale && wanted("quickfix") {
			out = f.ignoring(uri, at)
		}
		if f.rep == nil || f.stale {
			return // edits are of the text that was verified
		}
		fails := slices.ContainsFunc(diagnostics(f.rep, f.lines), func(d Diagnostic) bool { return d.Severity == 1 && d.Range.meets(at) })
		for i := range f.rep.Answer {
			p := &f.rep.Answer[i]
			c := p.Change
			if c == nil || c.File != f.rep.File || !wanted("quickfix") || !fails && !rangeIn(f.lines, p.Range).meets(at) {
				continue
			}
			if edits := EditsOf(c.Diff, f.lines); edits != nil {
				out = append(out, map[string]any{"title": p.Says(), "kind": "quickfix", "isPreferred": c.Proved, "edit": map[string]any{"changes": map[string]any{uri: edits}}})
			}
		}
		for i := range f.rep.Traces {
			e := &f.rep.Errors[f.rep.Traces[i].Error]
			if wanted("source") && e.File == f.rep.File && rangeIn(f.lines, e.Range).meets(at) {
				title := "Run the failing input"
				if len(f.rep.Traces) > 1 {
					title += fmt.Sprintf(" of trace %d", i+1)
				}
				out = append(out, map[string]any{"title": title, "kind": "source", "command": map[string]any{"title": title, "command": commandRun, "arguments": []any{uri, i + 1}}})
			}
		}
	})
	return out
}

var hunk = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@`)

// EditsOf are the edits of a unified diff of one file; nil if it is of several or does
// not belong to these lines.
func EditsOf(diff string, lines []string) (out []TextEdit) {
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
			out = append(out, TextEdit{Range{Position{Line: at}, Position{Line: at}}, l[1:] + "\n"})
		case strings.HasPrefix(l, "-") || strings.HasPrefix(l, " "):
			if at >= len(lines) || strings.TrimSuffix(lines[at], "\r") != strings.TrimSuffix(l[1:], "\r") {
				return nil
			}
			if l[0] == '-' {
				out = append(out, TextEdit{Range{Position{Line: at}, Position{Line: at + 1}}, ""})
			}
			at++
		}
	}
	return out
}

// hints are the invariants of loops in a range.
func (s *languageServer) hints(uri string, at Range) []map[string]any {
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

// The commands of the server. The arguments of both begin with the URI of a file; that of
// commandRun is followed by the number of a trace.
const (
	commandCheck = "verify.check" // asks about the file anew
	commandRun   = "verify.run"   // runs the program with the input of a trace
)
