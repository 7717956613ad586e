package html

import (
	"fmt"
	"html/template"
	"strings"
	"unicode/utf8"
)

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

// clip shortens a text for a picture.
func clip(s string, most int) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}
