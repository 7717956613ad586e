package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"culprit/cmd/verify/console"
	"culprit/report"
)

// baseline is a file of findings that are known.
type baseline struct {
	Findings []baselined `json:"findings"`
}

// baselined is a finding with what a reader needs to recognise it.
type baselined struct {
	ID     string `json:"id"`
	File   string `json:"file"`
	Kind   string `json:"kind"`
	Source string `json:"source"`
	Text   string `json:"text"`
}

// readBaseline reads the known findings; without the file there are none.
func readBaseline(name string) (*baseline, error) {
	b := &baseline{}
	if name == "" {
		return b, nil
	}
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return b, nil
	}
	if err == nil {
		err = json.Unmarshal(text, b)
	}
	if err != nil {
		return nil, console.BadFile(name, "%v", err)
	}
	return b, nil
}

// known reports whether a finding is in the baseline.
func (b *baseline) known(id string) bool {
	return slices.ContainsFunc(b.Findings, func(f baselined) bool { return f.ID == id })
}

// accept writes the findings of a survey but for those that comments ignore. Of a
// survey of a part of the functions, nothing is taken out.
func (b *baseline) accept(name string, r *report.Survey, whole bool) error {
	now := baseline{Findings: []baselined{}}
	for _, f := range r.Findings {
		if f.State != report.FindingIgnored {
			now.Findings = append(now.Findings, baselined{f.ID, f.File, f.Kind(), f.Source, f.Text})
		}
	}
	for _, f := range b.Findings {
		if !whole && !now.known(f.ID) {
			now.Findings = append(now.Findings, f)
		}
	}
	return console.WriteFile(name, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(now)
	})
}

// stale are the findings of the baseline that are there no longer.
func (b *baseline) stale(name string, r *report.Survey) (out []string) {
	for _, f := range b.Findings {
		if !slices.ContainsFunc(r.Findings, func(g *report.Finding) bool { return g.ID == f.ID }) {
			out = append(out, fmt.Sprintf("%s: no longer found: %s in %s: %s (--accept takes it out)", name, f.Kind, f.File, f.Source))
		}
	}
	return out
}

// ignoring is a comment that lets a finding on its line or the next be.
type ignoring struct {
	file string
	line int
	kind string
	why  string
	used bool
}

var ignores = regexp.MustCompile(`(?://|/\*)\s*verify:\s*ignore\b(?:\[([^\]]*)\])?([^*]*)`)

// ignorings are the comments of files.
func ignorings(texts map[string][]byte) (out []*ignoring, err error) {
	for _, file := range slices.Sorted(maps.Keys(texts)) {
		for i, line := range bytes.Split(texts[file], []byte{'\n'}) {
			for _, m := range ignores.FindAllSubmatchIndex(line, -1) {
				word := func(k int) string {
					if m[2*k] < 0 {
						return ""
					}
					return strings.TrimSpace(string(line[m[2*k]:m[2*k+1]]))
				}
				x := &ignoring{file: file, line: i + 1, kind: word(1), why: word(2)}
				if x.kind == "" || x.why == "" {
					return nil, console.BadInput("%s:%d:%d: write verify: ignore[CODE] and the reason, where CODE is that of the finding", file, x.line, m[0]+1)
				}
				out = append(out, x)
			}
		}
	}
	return out, nil
}

// ignored gives the reason of a comment that ignores a finding.
func ignored(list []*ignoring, f *report.Finding) (why string, ok bool) {
	for _, x := range list {
		if x.file == f.File && (x.line == f.Line || x.line == f.Line-1) && (x.kind == f.Code || x.kind == f.Property) {
			x.used = true
			return x.why, true
		}
	}
	return "", false
}
