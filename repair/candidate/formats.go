package candidate

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg/clib"
	"culprit/frontend/ctree"
)

// formatRead is the format of a call that reads by one, nil of others.
func formatRead(call *ctree.Node) *ctree.Node {
	f := clib.Lookup(call.Callee().Name)
	if f == nil {
		return nil
	}
	if i := f.FormatOf(clib.Scanf); i >= 0 && i+1 < len(call.Kids) && call.Kids[i+1].Kind == ctree.NodeString {
		return call.Kids[i+1]
	}
	return nil
}

// otherReadings lists what the format of a call that reads may have been meant to be: a
// line instead of a word, and a character with or without the blanks before it.
func (g *generator) otherReadings(format *ctree.Node) (out []alternative) {
	text := g.text(format)
	if g.Protect.inputs || text == "" {
		return nil
	}
	add := func(s string) {
		if s != text {
			out = append(out, alternative{kind: Literal, prec: 15, text: s})
		}
	}
	add(strings.ReplaceAll(text, "%s", `%[^\n]`))
	add(strings.ReplaceAll(text, "%s", ` %[^\n]`))
	add(strings.ReplaceAll(text, " %c", "%c"))
	add(strings.ReplaceAll(strings.ReplaceAll(text, " %c", "%c"), "%c", " %c"))
	if body := strings.TrimSuffix(text, `"`); body != text {
		add(strings.TrimRight(strings.TrimSuffix(body, `\n`), " ") + `"`)
	}
	return out
}

// fraction is the format of a number with digits after the point.
var fraction = regexp.MustCompile(`%([-+ 0]*[0-9]*)(?:\.([0-9]+))?(l?f)`)

// roundings are a text that is printed with other numbers of digits after the point: those
// that are expected.
func (g *generator) roundings(body string) (out []string) {
	for _, m := range fraction.FindAllStringSubmatchIndex(body, -1) {
		own := "6" // as C has it
		if m[4] >= 0 {
			own = body[m[4]:m[5]]
		}
		for _, n := range g.Decimals {
			if t := strconv.Itoa(n); t != own && (m[0] == 0 || body[m[0]-1] != '%') {
				out = append(out, body[:m[3]]+"."+t+body[m[6]:])
			}
		}
	}
	return out
}

// DecimalsOf are how many digits numbers in a text have after the point, 0 if one has
// no point.
func DecimalsOf(text string) (out []int) {
	for _, s := range decimal.FindAllString(text, -1) {
		_, digits, _ := strings.Cut(s, ".")
		if !slices.Contains(out, len(digits)) && len(out) < maxSelected {
			out = append(out, len(digits))
		}
	}
	return out
}

var decimal = regexp.MustCompile(`[0-9]+(\.[0-9]+)?`)

// asked is a loop that asks after its body instead of before it, for what has to be done
// once at least. In a schema the body stands before the loop; false if a jump in it would
// leave another loop then.
func (g *generator) asked(n *ctree.Node) (first string, edits []Edit, ok bool) {
	if n.Kind != ctree.NodeWhile || len(n.Kids) != 2 || n.Kids[0].Start < 0 || n.Kids[1].Start < 0 {
		return "", nil, false
	}
	cond, body := n.Kids[0], n.Kids[1]
	first = g.text(body)
	ok = first != "" && g.text(cond) != "" && cond.Kind != ctree.NodeNumber
	var jumps func(n *ctree.Node, inLoop, inside bool)
	jumps = func(n *ctree.Node, inLoop, inside bool) {
		switch {
		case g.isLabel(n):
			ok = false // there would be two
		case n.Kind == ctree.NodeJump && (n.Op == "continue" && !inLoop || n.Op == "break" && !inside):
			ok = false
		}
		for _, k := range n.Kids {
			jumps(k, inLoop || IsLoop(n), inside || IsLoop(n) || n.Kind == ctree.NodeSwitch)
		}
	}
	jumps(body, false, false)
	return first, []Edit{g.edit(n.Start, body.Start, "do "), g.edit(body.End, body.End, " while ("+string(g.Src[cond.Start:cond.End])+");")}, ok
}
