package html

import (
	"fmt"
	"html/template"
	"strings"

	"culprit/report"
)

// The automata of a run, which are the method: what is left when all are subtracted is
// nothing.

// automata draws them, each with what it subtracts.
func (b *builder) automata(r *report.Report) {
	for i := range r.Automata {
		a := &r.Automata[i]
		x := automaton{Open: i < 3}
		rest := fmt.Sprintf("The automaton of the traces that remain has %d states after it, and had %d before.", a.After, a.Before)
		if a.After == 0 {
			rest = fmt.Sprintf("No trace remains; the automaton of those before had %d states.", a.Before)
		}
		switch a.Kind {
		case "program":
			x.Name = "the program"
			x.Text = fmt.Sprintf("Its words are the error traces: all ways from the start to an error. It has %d states.", a.Before)
			if a.Before == 0 {
				x.Text = "Its words are the error traces, and there are none that the values of the variables allow."
			}
		case "Floyd-Hoare":
			x.Name = "a Floyd-Hoare automaton"
			x.Text = "No execution has its traces: where the conditions of a state hold, those of the next hold after the step, and false at the end. " + rest
		case "danger":
			x.Name = "a danger automaton"
			x.Text = "From each of its states the failure can be reached, whatever way is taken there: its traces fail in the same way. " + rest
		default:
			x.Name = "single traces"
			x.Text = "One trace, or those that begin in the same way. " + rest
		}
		if i > 0 {
			x.Name = fmt.Sprintf("%d. subtracted: %s", i, x.Name)
		}
		x.SVG = b.automaton(a)
		if x.SVG == "" && a.Before > 0 {
			x.Text += " It is too large to be drawn."
		}
		b.p.Automata = append(b.p.Automata, x)
	}
	if n := len(r.Automata); n > 0 && r.Automata[n-1].After > 0 {
		switch r.Verdict {
		case "TRUE":
			b.p.Rest = "The traces that remain were proved infeasible all at once: by an inductive invariant, or since the unrolling of the program ends."
		case "FALSE":
			b.p.Rest = "The search ended here; other error traces may remain."
		default:
			b.p.Rest = "These traces are open."
		}
	}
}

func (b *builder) automaton(a *report.Automaton) template.HTML {
	if len(a.States) == 0 {
		return ""
	}
	g := &graph{label: a.Kind + " automaton"}
	for _, s := range a.States {
		var x box
		for i, at := range s.At {
			if i == maxStatements/4 {
				x.lines = append(x.lines, text{"", fmt.Sprintf("… %d more", len(s.At)-i)})
				break
			}
			l := b.ref(at)
			x.lines = append(x.lines, text{l.ID, "line " + l.Label})
		}
		for i, t := range s.Holds {
			if i == maxStatements/2 {
				x.lines = append(x.lines, text{"", fmt.Sprintf("… %d more", len(s.Holds)-i)})
				break
			}
			x.lines = append(x.lines, text{"", clip(t, 44)})
		}
		switch {
		case s.Final:
			x.class = "on end"
			if a.Kind != "Floyd-Hoare" {
				x.lines = append(x.lines, text{"", "✗ error"})
			}
		case a.Kind == "Floyd-Hoare" && len(s.Holds) == 0:
			x.lines = append(x.lines, text{"", "true"})
		}
		if s.Initial {
			x.lines = append([]text{{"", "▶ start"}}, x.lines...)
		}
		if len(x.lines) == 0 {
			x.lines = []text{{"", "·"}}
		}
		g.boxes = append(g.boxes, x)
	}
	between := map[[2]int]int{} // steps with the same ends share an arrow
	for _, w := range a.Steps {
		key := [2]int{w.From, w.To}
		label := clip(w.Text, 34)
		if k, ok := between[key]; ok {
			g.arrows[k-1].label = strings.TrimSuffix(g.arrows[k-1].label, " …") + " …"
			continue
		}
		g.arrows = append(g.arrows, arrow{w.From, w.To, label, ""})
		between[key] = len(g.arrows)
	}
	return g.svg()
}
