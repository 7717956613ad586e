package candidate

import (
	"slices"
	"strconv"
	"strings"

	"culprit/frontend/ctree"
)

// Changes that add a case where the program tells several apart.

// oneMore makes, of a condition that asks whether a value is one of several, the change
// that asks for another one, too: a character or number that the failing run is given.
func (g *generator) oneMore(n *ctree.Node) (out []hole) {
	op, join, kind, prec := "==", "||", Weaken, 4
	if isBinary(n, "&&", "!=") {
		op, join, kind, prec = "!=", "&&", Strengthen, 5
	}
	if !isBinary(n, op, join) || g.listed[n] {
		return nil
	}
	values := map[*ctree.Node][]*ctree.Node{} // by the first one that is compared
	var order []*ctree.Node
	var list func(*ctree.Node)
	list = func(k *ctree.Node) {
		if k != n {
			g.listed[k] = true
		}
		switch {
		case isBinary(k, join):
			list(k.Kids[0])
			list(k.Kids[1])
		case isBinary(k, op) && k.Kids[1].Kind == ctree.NodeNumber && k.Kids[0].Type.Class == ctree.TypeInteger && g.pure(k.Kids[0]) && g.text(k.Kids[0]) != "":
			i := slices.IndexFunc(order, func(o *ctree.Node) bool { return g.text(o) == g.text(k.Kids[0]) })
			if i < 0 {
				i, order = len(order), append(order, k.Kids[0])
			}
			values[order[i]] = append(values[order[i]], k.Kids[1])
		}
	}
	list(n)
	for _, x := range order {
		has := values[x]
		letters := strings.HasPrefix(g.text(has[0]), "'")
		if !letters && len(has) < 2 {
			continue
		}
		ask := g.operand(n, prec) + " " + join + " " + g.operand(x, 9) + " " + op + " "
		h := hole{kind: kind, text: ask + holeValue}
		add := func(value int64, text string) {
			if len(h.fillings) < MaxNumbers && !slices.ContainsFunc(has, func(k *ctree.Node) bool { return g.text(k) == text }) {
				h.fillings = append(h.fillings, filling{uint64(value), ask + text, prec})
			}
		}
		if letters {
			for _, c := range g.Letters {
				add(int64(c), quoted(c))
			}
		} else {
			for _, v := range g.Given {
				add(v, strconv.FormatInt(v, 10))
			}
		}
		if len(h.fillings) > 0 {
			out = append(out, h)
		}
	}
	return out
}

// quoted is a character as C writes it.
func quoted(c byte) string {
	switch c {
	case '\'':
		return `'\''`
	case '"':
		return `'"'`
	}
	s := strconv.QuoteToASCII(string(rune(c)))
	return "'" + s[1:len(s)-1] + "'"
}

// otherwiseWorded are statements in place of one that prints: under a condition like those of the
// function it prints what is expected instead.
func (g *generator) otherwiseWorded(n *ctree.Node) (out []copied) {
	call := CallOf(n)
	if call == nil || len(g.Wordings) == 0 {
		return nil
	}
	own := g.text(n)
	for _, k := range call.Kids[1:] {
		text := g.text(k)
		if k.Kind != ctree.NodeString || len(text) < 2 || text[0] != '"' || own == "" {
			continue
		}
		texts, _ := g.rewordings(text[1 : len(text)-1])
		for _, t := range texts[:min(len(texts), maxElements)] {
			other := strings.Replace(own, text, t, 1)
			for _, c := range g.like(n) {
				out = append(out, copied{text: "if (" + c + ") " + own + " else " + other}, copied{text: "if (" + c + ") " + other + " else " + own})
			}
		}
	}
	return out
}

// like are the comparisons of the function with one of their variables exchanged, the
// closest to a statement first: cases that are like those it has.
func (g *generator) like(at *ctree.Node) (out []string) {
	var all []*ctree.Node
	Walk(g.fn.Body, func(k *ctree.Node) {
		if isBinary(k, relations...) && g.text(k) != "" && g.pure(k) {
			all = append(all, k)
		}
	})
	slices.SortStableFunc(all, func(a, b *ctree.Node) int {
		return g.distance(g.fn, a.Start, at.Start) - g.distance(g.fn, b.Start, at.Start)
	})
	var has []string
	for _, k := range all {
		has = append(has, g.text(k))
	}
	for _, k := range all {
		if names, ok := g.names(k); !ok || !g.visible(names) {
			continue
		}
		for i, x := range k.Kids {
			if x.Kind != ctree.NodeName {
				continue
			}
			for _, v := range g.scope() {
				operands := []string{g.operand(k.Kids[0], 9), g.operand(k.Kids[1], 10)}
				if operands[1-i] == v.Name || !same(v.Type, x.Type) {
					continue
				}
				operands[i] = v.Name
				t := operands[0] + " " + k.Op + " " + operands[1]
				if len(out) < MaxCopies && !slices.Contains(has, t) && !slices.Contains(out, t) {
					out = append(out, t)
				}
			}
		}
	}
	return out
}
