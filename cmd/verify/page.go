package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
	"culprit/fault"
	"culprit/hoare"
	"culprit/logic"
	"culprit/report"
	"culprit/report/html"
	"culprit/svcomp/witness"
	"culprit/verifier"
)

// writePage writes the page for a browser, and says where it is.
func (a *app) writePage(dir string, t *target.Program, prog *cfg.Program, in html.Input) error {
	in.Files = filesOf(t, prog)
	base := filepath.Base(t.File)
	return a.writeHTML(filepath.Join(dir, strings.TrimSuffix(base, filepath.Ext(base))+".html"), in)
}

// writeHTML writes a page into a folder that is made where it is missing.
func (a *app) writeHTML(path string, in html.Input) error {
	err := a.guarded("writing the page", func() error {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		return console.WriteFile(path, func(w io.Writer) error { return html.Write(w, in) })
	})
	if err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	fmt.Fprintf(a.Stderr, "report: %s\n", console.OneLine(path))
	return nil
}

// invariantsOf are the invariants of loops that a proof has, as a witness says them.
func invariantsOf(t *target.Program, out outcome) (list []report.Invariant) {
	if out.res.Verdict != verifier.True || out.res.Annotation == nil {
		return nil
	}
	w := witness.NewCorrectness(out.res.Annotation, witness.About{Version: version, Files: t.Files, Property: t.Property, PtrBits: t.PtrBits})
	for _, e := range w.Entries {
		for _, v := range e.Invariants {
			at := report.Range{File: v.Location.File, Line: v.Location.Line, Col: v.Location.Column}
			for _, f := range t.Files { // a witness has the last parts of a name
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
func filesOf(t *target.Program, prog *cfg.Program) (out []html.File) {
	seen := map[string]bool{}
	for _, f := range t.Files {
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

// watcher is verifier.Config.OnSubtract, nil if nobody asks.
func (k *known) watcher(asked bool) func(*verifier.Subtracted) {
	if !asked {
		return nil
	}
	return func(s *verifier.Subtracted) {
		a := automatonOf(s)
		k.mu.Lock()
		defer k.mu.Unlock()
		switch {
		case s.Kind == verifier.ProgramAutomaton: // the run begins, or begins anew
			k.automata = nil
		case s.Replaces && len(k.automata) > 1:
			k.automata = k.automata[:len(k.automata)-1]
		}
		if len(k.automata) < maxAutomata {
			k.automata = append(k.automata, a)
		}
	}
}

func (k *known) watched() []report.Automaton {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.automata)
}

// automatonOf is an automaton in the words of the user: predicates as expressions of C
// where that is possible.
func automatonOf(s *verifier.Subtracted) report.Automaton {
	out := report.Automaton{Kind: s.Kind.String(), States: []report.AutomatonState{}, Steps: []report.Flow{}, Before: s.Before, After: s.After}
	names := namesOf(s.Enc.Prog)
	for _, x := range s.States {
		st := report.AutomatonState{At: []report.Range{}, Holds: []string{}, Initial: x.Initial, Final: x.Final}
		for _, l := range x.At {
			if r := (report.Range{File: l.Pos.File, Line: l.Pos.Line, Col: l.Pos.Col}); l.Pos.IsValid() && !slices.Contains(st.At, r) {
				st.At = append(st.At, r)
			}
		}
		for _, t := range x.Holds {
			st.Holds = append(st.Holds, inC(s.Enc, names, t))
		}
		out.States = append(out.States, st)
	}
	for _, e := range s.Steps {
		var texts []string
		for _, x := range e.Edges {
			if report.Visible(x) {
				texts = append(texts, x.Text)
			}
		}
		out.Steps = append(out.Steps, report.Flow{From: e.From, To: e.To, Text: strings.Join(texts, "; ")})
	}
	return out
}

// inC is a predicate as an expression of C, or as a term where it has none.
func inC(enc *hoare.Encoder, names []cfg.Name, t logic.T) string {
	if enc.TB.False() == t {
		return "false"
	}
	if text, ok := witness.Condition(enc, names, t); ok {
		return text
	}
	return enc.TB.String(t)
}

// namesOf are the variables and objects of a program under the names of the source.
func namesOf(p *cfg.Program) (out []cfg.Name) {
	for _, v := range p.Vars {
		if !v.Temp && !strings.HasPrefix(v.Name, `\`) {
			out = append(out, cfg.Name{Text: cfg.SourceName(v.Name), Var: v, CType: v.CType})
		}
	}
	for _, o := range p.Objects {
		if o.Pos.IsValid() {
			out = append(out, cfg.Name{Text: cfg.SourceName(o.Name), Obj: o, CType: o.CType})
		}
	}
	return out
}

// prunings finds out for the trees of a page which causes go where one is benign, by
// asking the method: a cause that leads to others as well stays.
func (e *explaining) prunings(ctx context.Context, x *report.Explanation) {
	e.mu.Lock()
	answers := e.answers
	e.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, pruningTime)
	defer cancel()
	for i, a := range answers {
		if a == nil || a.Result == nil || a.Result.Tree == nil {
			continue
		}
		p := slices.IndexFunc(a.Result.Questions, func(q fault.Question) bool { return q.Name == "prune" })
		k := slices.IndexFunc(x.Methods, func(l report.Localization) bool { return l.Method == e.methods[i].Name })
		if p < 0 || k < 0 || x.Methods[k].Tree == nil {
			continue
		}
		at := &x.Methods[k]
		asked := 0
		for c := range at.Tree.All() {
			if c == at.Tree || asked == maxInputs || ctx.Err() != nil {
				continue
			}
			asked++
			if next, _, err := a.Result.Questions[p].Ask(ctx, c.ID); err == nil && ctx.Err() == nil {
				c.Goes = gone(at.Tree, next.Tree)
			}
		}
	}
}

// gone are the causes of a tree that another one does not have.
func gone(tree *report.Cause, next *fault.Node) (ids []int) {
	left := map[int]bool{}
	var visit func(n *fault.Node)
	visit = func(n *fault.Node) {
		left[n.ID] = true
		for _, k := range n.Children {
			visit(k)
		}
	}
	visit(next)
	for c := range tree.All() {
		if !left[c.ID] {
			ids = append(ids, c.ID)
		}
	}
	return ids
}
