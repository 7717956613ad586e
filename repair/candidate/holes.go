package candidate

import (
	"slices"
	"strconv"
	"strings"

	"culprit/frontend/ctree"
)

// Changes that are many of one form share a place in the schema, a hole, that is
// filled in when they are executed: a variable says which number is meant, or
// which comparison. They are tried if no other single change passes all runs,
// since many of them pass where a number is compared with few others.

// hole is a form of changes of one expression.
type hole struct {
	kind     Kind
	text     string // with holeValue in it
	fillings []filling
}

// filling is a change of the form of a hole.
type filling struct {
	value uint64
	text  string
	prec  int // of the operator at its root
}

// filled is the choice of a hole with a value; the text is what stands for it in
// a text of its own.
func (c Choice) filled(value uint64, text string) Choice {
	c.Value, c.Text = value, text
	return c
}

// hole adds a hole to a place, and notes its changes.
func (g *generator) hole(n *ctree.Node, p *Place, x hole, outer int) Choice {
	p.Alternatives = append(p.Alternatives, x.text)
	p.Hole = true
	at := Choice{Place: len(g.places), Number: len(p.Alternatives)}
	for _, f := range x.fillings {
		edits := []Edit{g.edit(n.Start, n.End, within(f.text, f.prec, outer))}
		g.late = append(g.late, &Change{Kind: x.kind, Edits: edits, At: []Choice{at.filled(f.value, f.text)}, File: g.File, Line: g.line(n.Start), Literal: n.Kind == ctree.NodeNumber, Far: true})
	}
	return at
}

// anyNumber are the numbers that may be meant by one, besides those tried at
// first.
func (g *generator) anyNumber(n *ctree.Node, tried map[string]bool) (out hole) {
	out = hole{kind: Constant, text: holeValue}
	if n.Type.Class != ctree.TypeInteger || !isInt(n.Name) {
		return out
	}
	for _, v := range g.meant(number(n)) {
		t := strconv.FormatInt(v, 10)
		if len(out.fillings) < MaxNumbers && !tried[t] {
			f := filling{uint64(v), t, 15}
			if v < 0 {
				f.prec = 14
			}
			out.fillings = append(out.fillings, f)
		}
	}
	return out
}

// meant lists numbers that may be meant by one, the likeliest first: round ones
// near it, numbers made of others of the program, numbers that people write, and
// those that the failing run is given, with their neighbours, where a comparison
// with an input turns.
func (g *generator) meant(v int64) (out []int64) {
	seen := map[int64]bool{v: true}
	add := func(ns ...int64) {
		for _, n := range ns {
			if !seen[n] {
				seen[n] = true
				out = append(out, n)
			}
		}
	}
	add(round(v)...)
	for _, s := range g.integers {
		if c, err := strconv.ParseInt(s, 0, 64); err == nil && c != 0 {
			add(c, c+1, c-1, 2*c, c/2, v+c, v-c)
		}
	}
	add(written...)
	for _, n := range g.Given {
		add(n, n+1, n-1)
	}
	return out
}

// written are numbers that people write.
var written = []int64{
	10, 100, 1000, 50, 500, 20, 5, 200, 60, 12, 24, 365, 30, 31, 15, 25, 64, 128, 256, 16, 32, 255, 127, 600, 300, 400, 10000, 512, 1024, 99, 999, 48, 57, 65, 90, 97, 122,
}

// round lists the round numbers around one, the roundest first, and those that
// are a round step away.
func round(v int64) (out []int64) {
	add := func(ns ...int64) {
		for _, n := range ns {
			if n != v && !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	size := int64(1)
	for size <= v/10 || size <= -v/10 {
		size *= 10
	}
	var steps []int64
	for m := size; m > 1; m /= 10 {
		steps = append(steps, m, m/2)
	}
	for _, m := range steps {
		down := v - v%m
		if v < 0 && down != v {
			down -= m
		}
		up := down
		if up != v {
			up += m
		}
		near := []int64{down, up}
		if up-v < v-down {
			near = []int64{up, down}
		}
		add(near...)
	}
	for _, m := range append(steps, 1) {
		add(v-m, v+m, v-2*m, v+2*m)
	}
	return out
}

// terms are a sum without one of its terms.
func terms(text string) (out []string) {
	text = strings.TrimSpace(text)
	for at := 0; at < len(text); {
		end := at + nextTerm(text[at:])
		if rest := strings.TrimLeft(text[:at]+text[end:], "+ "); at > 0 || end < len(text) {
			out = append(out, strings.TrimSpace(rest))
		}
		at = end
	}
	return out
}
