package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"culprit/fault"
)

// Trees of causes as text: each node with its number, indented below its
// effect; what lies deeper than a few levels is folded.

// foldedDepth is how many levels of a tree are shown unless more are asked for.
const foldedDepth = 4

// tree writes the part of a tree of causes that was asked for.
func (p *printer) tree(root *Cause, v fault.View) {
	from := root.find(v.From)
	if from == nil {
		fmt.Fprintf(p, "    there is no node %d\n", v.From)
		return
	}
	depth := v.Depth
	if depth <= 0 {
		depth = foldedDepth
	}
	p.causes([]*Cause{from}, "    ", depth)
	if from == root && len(root.Causes) > 0 {
		p.turns(root)
	}
}

// turns lists the causes in the order in which they are worth reading, as many as
// fit into a line.
func (p *printer) turns(root *Cause) {
	var all []*Cause
	for more := []*Cause{root}; len(more) > 0; more = more[1:] {
		all = append(all, more[0])
		more = append(more, more[0].Causes...)
	}
	slices.SortFunc(all, func(a, b *Cause) int { return cmp.Compare(a.Turn, b.Turn) })
	var ids []string
	for _, c := range all {
		ids = append(ids, "#"+strconv.Itoa(c.ID))
	}
	const head = "    read in this order: "
	fmt.Fprintf(p, "%s%s\n", p.s.paint(dim, head), clip(strings.Join(ids, ", "), p.s.width()-len(head)))
}

// order lists the lines of a tree in the order in which they are worth reading:
// those with which the run passes, the others, and what only supports them.
func (p *printer) order(ls []Located) {
	seen := map[string]bool{}
	heads := []string{"altered, the run passes: ", "other causes: ", "inputs and calls: "}
	rows := make([][]Range, len(heads))
	for i := range ls {
		l := &ls[i]
		at := fmt.Sprint(l.File, l.Line)
		if l.Line == 0 || seen[at] {
			continue
		}
		seen[at] = true
		k := 1
		switch {
		case l.Passes:
			k = 0
		case l.Role == fault.Support.String():
			k = 2
		}
		rows[k] = append(rows[k], l.Range)
	}
	for k, lines := range rows {
		if len(lines) == 0 {
			continue
		}
		head := "    " + heads[k]
		fmt.Fprintf(p, "%s%s\n", p.s.paint(dim, head), clip(p.lines(lines), p.s.width()-len(head)))
	}
}

// lines writes line numbers, after the names of other files.
func (p *printer) lines(ls []Range) string {
	var b strings.Builder
	file, noun := p.r.File, "lines "
	if len(ls) == 1 {
		noun = "line "
	}
	for k, l := range ls {
		switch {
		case k == 0:
			b.WriteString(noun)
		default:
			b.WriteString(", ")
		}
		if l.File != file {
			file = l.File
			b.WriteString(file + ":")
		}
		b.WriteString(strconv.Itoa(l.Line))
	}
	return b.String()
}

// causes writes siblings. Those of one statement that have no causes of their
// own are joined.
func (p *printer) causes(list []*Cause, indent string, depth int) {
	for k := 0; k < len(list); k++ {
		c, like := list[k], []*Cause{}
		for len(c.Causes) == 0 && k+1 < len(list) && list[k+1].Edge == c.Edge && len(list[k+1].Causes) == 0 {
			k++
			like = append(like, list[k])
		}
		p.cause(c, like, indent)
		if len(c.Causes) > 0 && depth <= 1 {
			fmt.Fprintf(p, "%s  … %s below, --node %d shows them\n", indent, count(c.size()-1, "more cause"), c.ID)
			continue
		}
		p.causes(c.Causes, indent+"  ", depth-1)
	}
}

// cause writes one node, and the lines of its support with what they wrote.
func (p *printer) cause(c *Cause, like []*Cause, indent string) {
	number := "#" + strconv.Itoa(c.ID)
	if n := len(like); n > 0 {
		number += fmt.Sprintf(" and %d like it", n)
	}
	room := max(p.s.width()-len(indent)-len(number)-8, 20)
	fmt.Fprintf(p, "%s%s %d │ %s\n", indent, p.s.paint(bold, number), c.Line, clip(c.Text, room))
	fmt.Fprintf(p, "%s  %s\n", indent, c.Reason)
	var words []string
	if set := wrote(c.Support); set != "" {
		words = append(words, "set by "+set)
	}
	if given := wrote(c.Given); given != "" {
		words = append(words, "given "+given)
	}
	if len(words) > 0 {
		fmt.Fprintf(p, "%s  %s\n", indent, p.s.paint(dim, clip(strings.Join(words, "; "), room+len(number))))
	}
}

// wrote lists what set the values behind a cause: 4: a = 6.
func wrote(list []Located) string {
	var out []string
	for _, s := range list {
		if s.Line == 0 {
			continue
		}
		text := s.Reason
		text = cmp.Or(text, s.Text)
		word := fmt.Sprintf("%d: %s", s.Line, text)
		if !slices.Contains(out, word) {
			out = append(out, word)
		}
	}
	return strings.Join(out, "; ")
}
