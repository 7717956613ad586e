package candidate

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"culprit/frontend/ctree"
)

// declared makes the changes of constants outside of functions, and in the
// definitions of macros, each of which is parsed by itself.
func (g *generator) declared() {
	most := MaxAlone
	change := func(start, end int, value string, uses []int, others bool) {
		if !slices.ContainsFunc(uses, func(n int) bool { return g.Executed(n, n) }) {
			return
		}
		v, known := sumOf(value)
		seen := map[string]bool{value: true}
		try := func(kind Kind, s string) {
			if !seen[s] && most > 0 {
				seen[s] = true
				most--
				c := g.change(kind, start, []Edit{g.edit(start, end, s)})
				c.Uses, c.Literal = uses, true
			}
		}
		if !known {
			for _, s := range precise(value) {
				try(Constant, s)
			}
			if computed.MatchString(value) {
				try(OffByOne, "("+value+" - 1)")
				try(OffByOne, "("+value+" + 1)")
			}
			return
		}
		for _, t := range terms(value) {
			try(Drop, t)
		}
		for _, d := range []int64{1, -1} {
			try(OffByOne, strconv.FormatInt(v+d, 10))
		}
		for _, f := range []int64{2, 10} { // a size that is too small
			try(Constant, strconv.FormatInt(f*v, 10))
		}
		for i, c := range g.constants {
			if i < MaxConstants && others {
				try(Constant, c)
			}
		}
		for i, n := range g.meant(v) {
			if s := strconv.FormatInt(n, 10); i < MaxVariables && !seen[s] {
				c := &Change{Kind: Constant, Edits: []Edit{g.edit(start, end, s)}, Alone: true, File: g.File, Line: g.line(start), Uses: uses, Literal: true, Far: true}
				g.late = append(g.late, c)
			}
		}
	}
	for _, n := range g.Tree.Inits {
		uses := g.uses(n.Op)
		Walk(n, func(n *ctree.Node) {
			if n.Kind == ctree.NodeNumber && n.Type.Class == ctree.TypeInteger {
				change(n.Start, n.End, n.Name, uses, true)
			}
		})
	}
	g.widened()
	g.products()
	g.shiftedValues()
	g.grouped()
	g.outgrown()
	g.sizes(func(edits []Edit, uses []int) {
		if slices.ContainsFunc(uses, func(n int) bool { return g.Executed(n, n) }) && most > 0 {
			most--
			c := g.change(Size, edits[0].Start, edits)
			c.Uses, c.Literal = uses, true
		}
	})
	for _, m := range Macros(g.Src) {
		// Other constants are not tried for a macro where only assertions judge them.
		change(m.Start, m.End, string(g.Src[m.Start:m.End]), g.uses(m.Name), !g.Asserted)
	}
}

// computed is the text of a number that operators make of others.
var computed = regexp.MustCompile(`^[\w\s()]*(<<|[*+/-])[\w\s()<*+/-]*$`)

// otherTexts lists what a string may have been meant to be.
func (g *generator) otherTexts(n *ctree.Node) []string {
	text, out := g.text(n), slices.Clone(g.strings)
	if len(text) < 2 || text[0] != '"' {
		return nil
	}
	body := text[1 : len(text)-1]
	add := func(s string) { out = append(out, `"`+s+`"`) }
	reworded, all := g.rewordings(body)
	if all != "" {
		g.reworded[n.Extent] = all
	}
	out = append(out, reworded...)
	for i := 0; i < len(body); i++ {
		j := i
		for j < len(body) && '0' <= body[j] && body[j] <= '9' {
			j++
		}
		if v, err := strconv.Atoi(body[i:j]); err == nil && (i == 0 || body[i-1] != '%' && body[i-1] != '.' && body[i-1] != '\\') {
			for _, d := range []int{1, -1} {
				add(body[:i] + strconv.Itoa(v+d) + body[j:])
			}
			i = j
		}
	}
	for _, t := range g.roundings(body) {
		add(t)
	}
	if cut, ok := strings.CutSuffix(body, `\n`); ok {
		add(cut)
		add(cut + ` \n`)
	} else {
		add(body + `\n`)
		add(body + " ")
	}
	if cut, ok := strings.CutSuffix(body, " "); ok {
		add(cut)
	}
	return out
}
