package html

import (
	"fmt"
	"html/template"
	"strings"
	"unicode/utf8"

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

// Graphs as pictures: boxes with lines of text, and arrows.

// graph is what a picture shows.
type graph struct {
	label  string // for those who do not see it
	boxes  []box
	arrows []arrow
}

type box struct {
	lines []text
	class string
}

// text is a line of a box; at is the line of the source that it is about, or "".
type text struct{ at, text string }

type arrow struct {
	from, to int
	label    string
	class    string
}

const (
	charWidth  = 7.3 // of the font in page.css
	lineHeight = 17
	padding    = 9
)

// svg draws a graph.
func (g *graph) svg() template.HTML {
	nodes := make([]node, len(g.boxes))
	for i, b := range g.boxes {
		wide := 2
		for _, t := range b.lines {
			wide = max(wide, utf8.RuneCountInString(t.text))
		}
		nodes[i] = node{w: float64(wide)*charWidth + 2*padding, h: float64(len(b.lines))*lineHeight + padding}
	}
	links := make([]*link, len(g.arrows))
	labels := make([]float64, len(nodes))
	for i, a := range g.arrows {
		links[i] = &link{from: a.from, to: a.to}
		if a.label != "" {
			links[i].label = float64(utf8.RuneCountInString(a.label))*charWidth + 12
		}
		labels[a.from] += links[i].label
	}
	for i := range nodes {
		nodes[i].w = max(nodes[i].w, labels[i])
	}
	nodes, w, h := layout(nodes, links)
	for i, l := range links {
		if n := nodes[l.from]; l.from == l.to { // the label is beside it
			w = max(w, n.x+n.w/2+30+links[i].label)
		}
	}
	var b strings.Builder
	const margin = 24
	fmt.Fprintf(&b, `<svg role="group" aria-label="%s" width="%.0f" height="%.0f" viewBox="%d %d %.0f %.0f">`,
		escape(g.label), w+2*margin, h+2*margin, -margin, -margin, w+2*margin, h+2*margin)
	for i, a := range g.arrows {
		class := a.class
		if links[i].turned {
			class += " back"
		}
		fmt.Fprintf(&b, `<path class="arrow %s" d="%s"/><path class="tip %s" d="%s"/>`, class, curve(links[i].path), a.class, head(links[i].path))
	}
	for i, x := range g.boxes {
		n := nodes[i]
		fmt.Fprintf(&b, `<g class="box %s"><rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="5"/>`, x.class, n.x-n.w/2, n.y, n.w, n.h)
		for k, t := range x.lines {
			y := n.y + padding/2 + float64(k+1)*lineHeight - 5
			line := fmt.Sprintf(`<text x="%.1f" y="%.1f">%s</text>`, n.x-n.w/2+padding, y, escape(t.text))
			if t.at != "" {
				line = fmt.Sprintf(`<a href="#%s" data-l="%s">%s</a>`, t.at, t.at, line)
			}
			b.WriteString(line)
		}
		b.WriteString("</g>")
	}
	for i, a := range g.arrows {
		if a.label != "" {
			p := links[i].path[0]
			down := 15.0
			switch {
			case links[i].from == links[i].to:
				p, down = point{p.x + 30 + links[i].label/2, p.y}, 0
			case links[i].turned: // it leaves at the top
				down = -6
			}
			fmt.Fprintf(&b, `<text class="label %s" text-anchor="middle" x="%.1f" y="%.1f">%s</text>`, a.class, p.x, p.y+down, escape(a.label))
		}
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

// curve is a path through points, vertical at each.
func curve(ps []point) string {
	var b strings.Builder
	fmt.Fprintf(&b, "M%.1f %.1f", ps[0].x, ps[0].y)
	for i := 1; i < len(ps); i++ {
		p, q := ps[i-1], ps[i]
		mid := (p.y + q.y) / 2
		fmt.Fprintf(&b, "C%.1f %.1f %.1f %.1f %.1f %.1f", p.x, mid, q.x, mid, q.x, q.y)
	}
	return b.String()
}

// head is the head of an arrow at the end of a path.
func head(ps []point) string {
	p, q := ps[len(ps)-2], ps[len(ps)-1]
	d := -8.0
	if p.y > q.y {
		d = 8
	}
	return fmt.Sprintf("M%.1f %.1fl-4 %.0fh8z", q.x, q.y, d)
}

func (b *builder) block(x *report.Block) box {
	out := box{class: on(x.Traces)}
	for k, st := range x.Statements {
		if k == maxStatements-1 && len(x.Statements) > maxStatements {
			out.lines = append(out.lines, text{"", fmt.Sprintf("… %d more", len(x.Statements)-k)})
			break
		}
		at := b.ref(st.Range)
		out.lines = append(out.lines, text{at.ID, fmt.Sprintf("%s  %s", at.Label, clip(st.Text, 44))})
	}
	if c := x.Condition; c != nil {
		at := b.ref(c.Range)
		out.lines = append(out.lines, text{at.ID, fmt.Sprintf("%s  %s ?", at.Label, clip(c.Text, 44))})
	}
	switch {
	case x.Error != "":
		out.class += " error"
		out.lines = append(out.lines, text{"", "✗ " + clip(x.Error, 44)})
	case x.Exit:
		out.lines = append(out.lines, text{"", "return"})
	case len(out.lines) == 0:
		out.lines = []text{{"", "·"}}
	}
	return out
}
