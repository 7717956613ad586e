package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/report"
	"culprit/report/html"
	"culprit/svcomp/witness"
	"culprit/verifier"
)

// writePage writes the page for a browser, and says where it is.
func (a *app) writePage(dir string, t *target, prog *cfg.Program, in html.Input) error {
	in.Files = filesOf(t, prog)
	base := filepath.Base(t.file)
	path := filepath.Join(dir, strings.TrimSuffix(base, filepath.Ext(base))+".html")
	err := a.guarded("writing the page", func() error {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		return writeFile(path, func(w io.Writer) error { return html.Write(w, in) })
	})
	if err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	fmt.Fprintf(a.stderr, "report: %s\n", oneLine(path))
	return nil
}

// invariantsOf are the invariants of loops that a proof has, as a witness says them.
func invariantsOf(t *target, out outcome) (list []report.Invariant) {
	if out.res.Verdict != verifier.True || out.res.Annotation == nil {
		return nil
	}
	w := witness.NewCorrectness(out.res.Annotation, witness.About{Version: version, Files: t.files, Property: t.property, PtrBits: t.ptrBits})
	for _, e := range w.Entries {
		for _, v := range e.Invariants {
			at := report.Range{File: v.Location.File, Line: v.Location.Line, Col: v.Location.Column}
			for _, f := range t.files { // a witness has the last parts of a name
				if strings.HasSuffix(f.Name, at.File) {
					at.File = f.Name
					break
				}
			}
			list = append(list, report.Invariant{Range: at, Proc: v.Location.Function, Text: v.Value})
		}
	}
	return list
}

// filesOf are the files of the program, and then its headers in which something is
// executed.
func filesOf(t *target, prog *cfg.Program) (out []html.File) {
	seen := map[string]bool{}
	for _, f := range t.files {
		seen[f.Name] = true
		out = append(out, html.File{Name: f.Name, Text: f.Text})
	}
	if prog == nil {
		return out
	}
	more := map[string]bool{}
	for _, e := range prog.Edges {
		if _, known := prog.Sources[e.Pos.File]; known && e.Pos.IsValid() && !seen[e.Pos.File] {
			more[e.Pos.File] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(more)) {
		out = append(out, html.File{Name: name, Text: prog.Sources[name]})
	}
	return out
}
