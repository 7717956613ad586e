package repair

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"culprit/frontend/ctree"
)

// declared makes the changes of constants outside of functions, and in the
// definitions of macros, each of which is parsed by itself.
func (g *generator) declared() {
	most := maxAlone
	change := func(start, end int, value string, uses []int) {
		if !slices.ContainsFunc(uses, func(n int) bool { return g.executed(n, n) }) {
			return
		}
		v, known := sumOf(value)
		seen := map[string]bool{value: true}
		try := func(kind Kind, s string) {
			if !seen[s] && most > 0 {
				seen[s] = true
				most--
				g.change(kind, start, []Edit{g.edit(start, end, s)})
				c := g.changes[len(g.changes)-1]
				c.uses, c.literal = uses, true
			}
		}
		if !known {
			for _, s := range precise(value) {
				try(Constant, s)
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
			if i < maxConstants {
				try(Constant, c)
			}
		}
		for i, n := range g.meant(v) {
			if s := strconv.FormatInt(n, 10); i < maxVariables && !seen[s] {
				c := &Change{Kind: Constant, Edits: []Edit{g.edit(start, end, s)}, alone: true, file: g.file, line: g.line(start), uses: uses, literal: true, far: true}
				g.late = append(g.late, c)
			}
		}
	}
	for _, n := range g.tree.Inits {
		g.rotated(n)
		uses := g.uses(n.Op)
		walk(n, func(n *ctree.Node) {
			if n.Kind == ctree.NodeNumber && n.Type.Class == ctree.TypeInteger {
				change(n.Start, n.End, n.Name, uses)
			}
		})
	}
	g.widened()
	g.products()
	g.sizes(func(edits []Edit, uses []int) {
		if slices.ContainsFunc(uses, func(n int) bool { return g.executed(n, n) }) && most > 0 {
			most--
			g.change(Size, edits[0].Start, edits)
			c := g.changes[len(g.changes)-1]
			c.uses, c.literal = uses, true
		}
	})
	for _, m := range macros(g.src) {
		change(m.Start, m.End, string(g.src[m.Start:m.End]), g.uses(m.name))
	}
}

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

// uses lists the lines in which a name occurs.
func (g *generator) uses(name string) (out []int) {
	for at := 0; ; {
		i := bytes.Index(g.src[at:], []byte(name))
		if i < 0 {
			return out
		}
		i += at
		at = i + len(name)
		if (i == 0 || !isName("x"+string(g.src[i-1]))) && (at == len(g.src) || !isName("x"+string(g.src[at]))) {
			if n := g.line(i); !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
}

func isInt(s string) bool {
	_, err := strconv.ParseInt(s, 0, 64)
	return err == nil
}

// macro is a macro that is defined as a number, and where the number is.
type macro struct {
	name string
	ctree.Extent
}

// macros finds the macros that are defined as numbers, or as sums of numbers.
func macros(src []byte) (out []macro) {
	at := 0
	for _, line := range strings.SplitAfter(string(src), "\n") {
		words := strings.Fields(line)
		if len(words) >= 3 && words[0] == "#define" && isName(words[1]) {
			name := strings.Index(line, words[1]) + len(words[1])
			body := line[name:]
			if i := strings.Index(body, "/"); i >= 0 && comment(body[i:min(i+2, len(body))]) {
				body = body[:i]
			}
			value := strings.Trim(body, " \t\r\n()")
			_, sum := sumOf(value)
			if _, err := strconv.ParseFloat(value, 64); err == nil || sum {
				i := at + name + strings.Index(line[name:], value)
				out = append(out, macro{words[1], ctree.Extent{Start: i, End: i + len(value)}})
			}
		}
		at += len(line)
	}
	return out
}
