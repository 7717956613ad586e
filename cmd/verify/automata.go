package main

import (
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/logic"
	"culprit/report"
	"culprit/svcomp/witness"
	"culprit/verifier"
)

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
