package candidate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"culprit/frontend/ctree"
)

// Place is something in the text that can be exchanged: an expression, a
// statement, or a point between statements.
type Place struct {
	ID   int
	File string
	ctree.Extent
	kind placeKind
	// Alternatives are what the schema has there, by the number of the change
	// less one. Statements: the first before are executed before it, the
	// others in its place.
	Alternatives []string
	Before       int
	Hole         bool // there is a hole among them
	// conversion is the type that the value of an alternative is converted to.
	conversion string
}

type placeKind uint8

const (
	expression placeKind = iota
	discarded            // an expression without a value
	statement
)

// Selector is the variable that says which change of a place is made.
func (p *Place) Selector() string { return fmt.Sprint(SelectorPrefix, p.ID) }

const SelectorPrefix = "__repair_"

// Value is the variable that says what a hole of the place is filled with.
func (p *Place) Value() string { return p.Selector() + "_value" }

// alternative is one of the alternatives as it stands in a schema.
func (p *Place) alternative(i int) string {
	return strings.ReplaceAll(p.Alternatives[i], holeValue, p.Value())
}

// insertion is text that a schema has at an offset.
type insertion struct {
	at    int
	opens bool
	span  int // length of the extent that it opens or closes
	text  string
}

// Schema is the text of a file in which each place reads its selector: all
// changes at once, of which the selectors choose (mutant schemata: Untch,
// Offutt, Harrold, ISSTA 1993). Nothing of the text moves to another line. The
// original is what is executed if all selectors are 0.
func Schema(src []byte, places []*Place) []byte {
	var all []insertion
	for _, p := range places {
		open, end := p.wrap()
		n := p.End - p.Start
		if n == 0 {
			all = append(all, insertion{p.Start, true, n, open + end})
			continue
		}
		all = append(all, insertion{p.Start, true, n, open}, insertion{p.End, false, n, end})
	}
	// At one offset what ends there is closed, the inner first, before what
	// begins there is opened, the outer first.
	slices.SortStableFunc(all, func(a, b insertion) int {
		switch {
		case a.at != b.at:
			return cmp.Compare(a.at, b.at)
		case a.opens != b.opens:
			if b.opens {
				return -1
			}
			return 1
		case a.opens:
			return cmp.Compare(b.span, a.span)
		}
		return cmp.Compare(a.span, b.span)
	})
	var out []byte
	at := 0
	for _, i := range all {
		out = append(append(out, src[at:i.at]...), i.text...)
		at = i.at
	}
	return append(out, src[at:]...)
}

// wrap is what stands around a place in a schema.
func (p *Place) wrap() (open, end string) {
	sel := p.Selector()
	var b strings.Builder
	if p.kind != statement {
		conversion := ""
		switch {
		case p.kind == discarded:
			conversion = "(void)"
		case p.conversion != "":
			conversion = "(" + p.conversion + ")"
		}
		fmt.Fprintf(&b, "(%s?", sel)
		choose(&b, sel, 0, len(p.Alternatives), "%s<=%d?", ":", "", func(i int) { fmt.Fprintf(&b, "%s(%s)", conversion, p.alternative(i)) })
		b.WriteString(":")
		if p.kind != discarded {
			conversion = ""
		}
		return b.String() + conversion + "(", "))"
	}
	fmt.Fprintf(&b, "{if(%s){", sel)
	choose(&b, sel, 0, len(p.Alternatives), "if(%s<=%d){", "}else{", "}", func(i int) { b.WriteString(p.alternative(i)) })
	b.WriteString("}")
	if p.Before < len(p.Alternatives) {
		fmt.Fprintf(&b, "if(%s<=%d)", sel, p.Before)
	}
	return b.String(), "}"
}

// choose writes the choice by a selector of one of the alternatives from up to
// to, by halves: nested one in another, hundreds would be lowered in a time
// that grows with their square.
func choose(b *strings.Builder, sel string, from, to int, ask, otherwise, end string, write func(int)) {
	if to-from == 1 {
		write(from)
		return
	}
	middle := (from + to) / 2
	fmt.Fprintf(b, ask, sel, middle)
	choose(b, sel, from, middle, ask, otherwise, end, write)
	b.WriteString(otherwise)
	choose(b, sel, middle, to, ask, otherwise, end, write)
	b.WriteString(end)
}

// DeclareSelectors is a line before a schema.
func DeclareSelectors(places []*Place) []byte {
	var b strings.Builder
	for i, p := range places {
		if i == 0 {
			b.WriteString("static int ")
		} else {
			b.WriteString(",")
		}
		b.WriteString(p.Selector())
	}
	if len(places) > 0 {
		b.WriteString(";")
	}
	for _, p := range places {
		if p.Hole {
			fmt.Fprintf(&b, "static long long %s;", p.Value())
		}
	}
	return []byte(b.String() + "\n")
}

// holeValue is what stands in a hole for its value, until the place has a name.
const holeValue = "__repair_hole"
