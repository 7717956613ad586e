package candidate

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg/clib"
	"culprit/frontend/ctree"
)

// unaskedLengths are conditions that hold where there is less behind a pointer than the function looks at,
// for pointers whose length is a parameter, too, which nothing in the function asks for: before the
// first statement that has the pointer.
func (g *generator) unaskedLengths(n *ctree.Node) (out []string) {
	if !g.overruns() {
		return nil
	}
	for i, p := range g.fn.Params {
		if p.Type.Class != ctree.TypePointer || i+1 >= len(g.fn.Params) || g.fn.Params[i+1].Type.Class != ctree.TypeInteger {
			continue
		}
		length := g.fn.Params[i+1]
		first, asked, least := -1, false, int64(0)
		Walk(g.fn.Body, func(k *ctree.Node) {
			if k.Kind == ctree.NodeName && k.Object == p.Object && k.Start >= 0 && (first < 0 || k.Start < first) {
				first = k.Start
			}
			if isBinary(k, relations...) && (mentions(k.Kids[0], length.Object) || mentions(k.Kids[1], length.Object)) {
				asked = true
			}
			least = max(least, reachOf(k, p.Object))
		})
		if asked || least == 0 || first < n.Start || first >= n.End {
			continue
		}
		for _, name := range g.constantNames {
			if g.defined(name) && len(out) < MaxVariables {
				out = append(out, length.Name+" < "+name)
			}
		}
		out = append(out, length.Name+" < "+strconv.FormatInt(least, 10))
	}
	return out
}

// reachOf is how many elements behind a pointer a node needs that says so with constants, 0 of
// others: p[4], or a function of the library that is given p + 14 and 4.
func reachOf(n *ctree.Node, p ctree.Object) int64 {
	offset := func(k *ctree.Node) (int64, bool) {
		if k.Kind == ctree.NodeCast {
			k = k.Kids[0]
		}
		if k.Kind == ctree.NodeName && k.Object == p {
			return 0, true
		}
		if isBinary(k, "+") && k.Kids[0].Kind == ctree.NodeName && k.Kids[0].Object == p && k.Kids[1].Kind == ctree.NodeNumber {
			return number(k.Kids[1]), true
		}
		return 0, false
	}
	switch {
	case n.Kind == ctree.NodeIndex && n.Kids[1].Kind == ctree.NodeNumber:
		if at, ok := offset(n.Kids[0]); ok {
			return at + number(n.Kids[1]) + 1
		}
	case n.Kind == ctree.NodeUnary && n.Op == "*":
		if at, ok := offset(n.Kids[0]); ok {
			return at + 1
		}
	case n.Kind == ctree.NodeCall:
		f := clib.Lookup(n.Callee().Name)
		for i, k := range n.Kids[1:] {
			at, ok := offset(k)
			if !ok {
				continue
			}
			if f == nil || i >= len(f.Params) {
				return at + 1
			}
			if of := f.Params[i].Factor; len(of) == 1 && of[0]+1 < len(n.Kids) && n.Kids[of[0]+1].Kind == ctree.NodeNumber {
				return at + number(n.Kids[of[0]+1])
			}
			return at + 1
		}
	}
	return 0
}

// oneFarther are the conditions of an if by which there is one more element, where it takes that, as
// argv[++i], in a loop that asks for the first only.
func (g *generator) oneFarther(n *ctree.Node) (out []alternative) {
	if !g.strays() || g.stmt == nil || g.stmt.Kind != ctree.NodeIf || g.stmt.Kids[0] != n {
		return nil
	}
	var steps []ctree.Object
	Walk(g.stmt.Kids[1], func(k *ctree.Node) {
		if k.Kind == ctree.NodeIndex && k.Kids[1].Kind == ctree.NodeStep && k.Kids[1].Op == "++" && !k.Kids[1].Postfix {
			steps = append(steps, k.Kids[1].Target())
		}
	})
	Walk(g.fn.Body, func(l *ctree.Node) {
		if !IsLoop(l) || l.Start > n.Start || n.End > l.End {
			return
		}
		cond := l.Cond
		if cond == nil && l.Kind != ctree.NodeFor {
			cond = l.Kids[0]
		}
		if cond == nil {
			return
		}
		Walk(cond, func(c *ctree.Node) {
			if isBinary(c, "<") && c.Kids[0].Kind == ctree.NodeName && slices.Contains(steps, c.Kids[0].Object) && g.pure(c.Kids[1]) && g.text(c.Kids[1]) != "" {
				out = append(out, alternative{kind: Strengthen, prec: 5, plain: true, odd: true, text: g.operand(n, 5) + " && " + c.Kids[0].Name + " + 1 < " + g.operand(c.Kids[1], 11)})
			}
		})
	})
	return out
}

// whileRoom are the conditions of a loop by which it ends where an array is full that it fills, as by
// out[n++]: n is compared with the names that arrays of the file are as long as. Nothing else says how
// long one is that a function is given without its length.
func (g *generator) whileRoom(n *ctree.Node) (out []alternative) {
	if !g.overruns() || g.stmt == nil || !IsLoop(g.stmt) || n != g.whole {
		return nil
	}
	var counts []string
	Walk(g.stmt, func(k *ctree.Node) {
		if k.Kind == ctree.NodeIndex && k.Kids[1].Kind == ctree.NodeStep && k.Kids[1].Op == "++" && k.Kids[1].Kids[0].Kind == ctree.NodeName {
			if v := k.Kids[1].Kids[0].Name; !slices.Contains(counts, v) && g.lookup(v) != nil {
				counts = append(counts, v)
			}
		}
	})
	for _, v := range counts {
		for _, name := range g.arrayLengths() {
			out = append(out, alternative{kind: Strengthen, prec: 5, plain: true, text: g.operand(n, 5) + " && " + v + " < " + name})
		}
	}
	return out
}

// arrayLengths are the named constants that arrays of the file are as long as.
func (g *generator) arrayLengths() (out []string) {
	for _, name := range g.constantNames {
		for _, at := range g.occurrences[name] {
			before, after := bytes.TrimRight(g.Src[:at], " \t"), bytes.TrimLeft(g.Src[at+len(name):], " \t")
			if bytes.HasSuffix(before, []byte("[")) && bytes.HasPrefix(after, []byte("]")) && g.defined(name) && len(out) < MaxNamed && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// longEnough are the conditions of an if by which a text does not end before the elements behind the first
// that are taken under it, as p[1] and p[2] where *p is '%'.
func (g *generator) longEnough(n *ctree.Node) (out []alternative) {
	if !g.overruns() || g.stmt == nil || g.stmt.Kind != ctree.NodeIf || g.stmt.Kids[0] != n {
		return nil
	}
	farthest := map[ctree.Object]int64{}
	Walk(g.stmt.Kids[1], func(k *ctree.Node) {
		if k.Kind == ctree.NodeIndex && k.Kids[0].Kind == ctree.NodeName && k.Kids[1].Kind == ctree.NodeNumber && strings.HasSuffix(k.Kids[0].Type.Elem, "char") {
			farthest[k.Kids[0].Object] = max(farthest[k.Kids[0].Object], number(k.Kids[1]))
		}
	})
	Walk(n, func(k *ctree.Node) {
		first := k.Kind == ctree.NodeUnary && k.Op == "*" || k.Kind == ctree.NodeIndex && number(k.Kids[1]) == 0
		if !first || k.Kids[0].Kind != ctree.NodeName || len(out) > 0 {
			return
		}
		last := farthest[k.Kids[0].Object]
		if last == 0 || last > int64(maxSelected) {
			return
		}
		text := g.operand(n, 5)
		for i := int64(1); i <= last; i++ {
			text += " && " + k.Kids[0].Name + "[" + strconv.FormatInt(i, 10) + "]"
		}
		out = append(out, alternative{kind: Strengthen, prec: 5, plain: true, odd: true, text: text})
	})
	return out
}
