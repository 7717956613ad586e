package candidate

import (
	"maps"
	"slices"
	"strings"

	"culprit/frontend/ctree"
)

// Copied text is adapted to a second thing, and what was not adapted or is missing from one of
// the copies is a common mistake (Li, Lu, Myagmar, Zhou: CP-Miner, OSDI 2004). Twins are statements of one form that stand near each other in a block: which names
// of the one stand for which of the other says what a name that does not fit was to be, and what
// a statement that only one of them has would be in the other.

// twins are what those of a function say about it.
type twins struct {
	renamings []map[string]string
	// before and behind are statements that are missing there, and names those that leaves
	// of expressions were to have.
	before, behind map[*ctree.Node][]string
	names          map[*ctree.Node]string
}

// likeness is how two nodes of one form correspond: their leaves, and at most one statement that
// only one of them has.
type likeness struct {
	leaves [][2]*ctree.Node
	extra  *ctree.Node
	// next is the statement before which it is missing, last the one behind which it is, if that
	// is nil; swapped says that the first of the two lacks it.
	next, last *ctree.Node
	swapped    bool
}

// twinPair is a pair of twins, with the statements around them, and which names of the first stand for which of
// the second.
type twinPair struct {
	around []*ctree.Node
	likeness
	names map[string]string
}

// nearTwins is how many statements in a row may be twins of each other.
const nearTwins = 4

// findTwins finds those of a function.
func (g *generator) findTwins() {
	t := &twins{before: map[*ctree.Node][]string{}, behind: map[*ctree.Node][]string{}, names: map[*ctree.Node]string{}}
	g.twins = t
	if !g.Executed(g.line(g.fn.Body.Start), g.line(g.fn.Body.End-1)) {
		return
	}
	var pairs []twinPair
	Walk(g.fn.Body, func(b *ctree.Node) {
		if b.Kind != ctree.NodeBlock {
			return
		}
		for i, n := range b.Kids {
			for _, m := range b.Kids[i+1 : min(i+nearTwins, len(b.Kids))] {
				if n.Kind == ctree.NodeDeclare || g.text(n) == "" || g.text(n) == g.text(m) {
					continue
				}
				like, ok := alignment(n, m)
				if !ok {
					continue
				}
				if names := renaming(like.leaves); len(names) > 0 {
					pairs = append(pairs, twinPair{b.Kids[max(0, i-nearTwins):min(i+2*nearTwins, len(b.Kids))], like, names})
					t.add(names)
				}
			}
		}
	})
	has := map[string]bool{}
	Walk(g.fn.Body, func(n *ctree.Node) {
		if n.Kind == ctree.NodeExpr {
			has[g.text(n)] = true
		}
	})
	for _, p := range pairs {
		odd := p.misfits()
		switch x := p.extra; {
		case x == nil && len(odd) == 1:
			t.names[odd[0][1]] = p.names[leafName(odd[0][0])]
		case x == nil && len(odd) == 0:
			for i, n := range p.around { // what is done for the one only
				if s, ok := g.renamed(n, p.names); ok && n.Kind == ctree.NodeExpr && !has[s] && (i+1 == len(p.around) || p.around[i+1].Kind != ctree.NodeLabel) {
					t.behind[n] = append(t.behind[n], s)
				}
			}
		case x != nil && len(odd) == 0:
			names := p.names
			if p.swapped {
				names = inverse(names)
			}
			if s, ok := g.renamed(x, names); ok && p.next != nil {
				t.before[p.next] = append(t.before[p.next], s)
			} else if ok {
				t.behind[p.last] = append(t.behind[p.last], s)
			}
		}
	}
}

// add notes a renaming, of many those that are found first.
func (t *twins) add(names map[string]string) {
	if len(t.renamings) < MaxVariables && !slices.ContainsFunc(t.renamings, func(other map[string]string) bool { return maps.Equal(other, names) }) {
		t.renamings = append(t.renamings, names)
	}
}

// misfits are the leaves that do not correspond as most of their name do.
func (p *twinPair) misfits() (out [][2]*ctree.Node) {
	for _, l := range p.leaves {
		if to, ok := p.names[leafName(l[0])]; ok && to != leafName(l[1]) {
			out = append(out, l)
		}
	}
	return out
}

// renamed is the text of a statement with other names, which other twins of the function complete;
// not ok if nothing becomes another, or a structure has no such member.
func (g *generator) renamed(n *ctree.Node, names map[string]string) (text string, ok bool) {
	var edits []Edit
	ok = g.text(n) != "" && !g.labelled(n)
	Walk(n, func(k *ctree.Node) {
		to := g.twins.counterpart(leafName(k), names)
		if to == "" || !ok {
			return
		}
		switch k.Kind {
		case ctree.NodeMember:
			ok = slices.ContainsFunc(k.Kids[0].Type.Members, func(v ctree.Var) bool { return v.Name == to })
		case ctree.NodeName:
			ok = g.lookup(to) != nil || g.enumerators[to] || g.function(&ctree.Node{Kind: ctree.NodeName, Name: to}) != nil
		}
		edits = append(edits, Edit{Extent: ctree.Extent{Start: k.End - len(k.Name) - n.Start, End: k.End - n.Start}, Text: to})
	})
	if !ok || len(edits) == 0 {
		return "", false
	}
	return Fold(string(Apply(g.Src[n.Start:n.End], edits)))
}

// counterpart is what a name stands for in a renaming, or in one that has a name in common with it.
func (t *twins) counterpart(name string, names map[string]string) string {
	if to := names[name]; to != "" || name == "" {
		return to
	}
	for _, other := range t.renamings {
		if other[name] == "" {
			continue
		}
		for x, y := range names {
			if other[x] == y {
				return other[name]
			}
		}
	}
	return ""
}

// adapted is a name, a member or a number in the place of which its twin has what stands for another.
func (g *generator) adapted(n *ctree.Node) []alternative {
	to := g.twins.names[n]
	switch {
	case to == "":
		return nil
	case n.Kind == ctree.NodeName && g.lookup(to) == nil && !g.enumerators[to]:
		return nil
	case n.Kind == ctree.NodeMember && !slices.ContainsFunc(n.Kids[0].Type.Members, func(v ctree.Var) bool { return v.Name == to }):
		return nil
	}
	text := g.text(n)
	return []alternative{{kind: Variable, prec: precedence(n), plain: true, text: strings.TrimSuffix(text, n.Name) + to}}
}

// alignment is how two nodes correspond, if they have one form.
func alignment(a, b *ctree.Node) (out likeness, ok bool) {
	switch {
	case a.Kind == ctree.NodeBlock || b.Kind == ctree.NodeBlock:
		x, y := items(a), items(b)
		switch len(x) - len(y) {
		case 0:
			if a.Kind != b.Kind {
				return alignment(x[0], y[0])
			}
			return rows(x, y)
		case 1:
			return lacking(x, y, false)
		case -1:
			return lacking(y, x, true)
		}
		return out, false
	case a.Kind != b.Kind || a.Op != b.Op || a.Postfix != b.Postfix || len(a.Kids) != len(b.Kids) || a.Start < 0 || b.Start < 0:
		return out, false
	}
	if out, ok = rows(a.Kids, b.Kids); ok && leafName(a) != "" {
		out.leaves = append(out.leaves, [2]*ctree.Node{a, b})
	}
	return out, ok
}

// lacking is how statements correspond to one more.
func lacking(longer, shorter []*ctree.Node, swapped bool) (out likeness, ok bool) {
	for i, extra := range longer {
		if extra.Kind != ctree.NodeExpr || len(shorter) == 0 {
			continue
		}
		rest := slices.Delete(slices.Clone(longer), i, i+1)
		if swapped {
			out, ok = rows(shorter, rest)
		} else {
			out, ok = rows(rest, shorter)
		}
		if !ok || out.extra != nil {
			continue
		}
		out.extra, out.last, out.swapped = extra, shorter[len(shorter)-1], swapped
		if i < len(shorter) {
			out.next = shorter[i]
		}
		return out, true
	}
	return out, false
}

// rows is how as many nodes as others correspond.
func rows(a, b []*ctree.Node) (out likeness, ok bool) {
	for i := range a {
		like, ok := alignment(a[i], b[i])
		if !ok || like.extra != nil && out.extra != nil {
			return out, false
		}
		leaves := append(out.leaves, like.leaves...)
		if like.extra != nil {
			out = like
		}
		out.leaves = leaves
	}
	return out, true
}

// items are the statements of a block, and that which stands in the place of one.
func items(n *ctree.Node) []*ctree.Node {
	if n.Kind == ctree.NodeBlock {
		return n.Kids
	}
	return []*ctree.Node{n}
}

// leafName is what a name, a member or a number is called, "" of other nodes.
func leafName(n *ctree.Node) string {
	switch n.Kind {
	case ctree.NodeName, ctree.NodeMember, ctree.NodeNumber:
		return n.Name
	}
	return ""
}

// renaming is what most leaves of each name correspond to, without those that are the same; nil if two
// names have become one.
func renaming(leaves [][2]*ctree.Node) map[string]string {
	counts := map[[2]string]int{}
	for _, l := range leaves {
		counts[[2]string{leafName(l[0]), leafName(l[1])}]++
	}
	out, back := map[string]string{}, map[string]string{}
	for _, l := range leaves {
		x, y := leafName(l[0]), leafName(l[1])
		n := counts[[2]string{x, y}]
		if x == y || n < counts[[2]string{x, x}] || n < counts[[2]string{x, out[x]}] {
			continue
		}
		out[x] = y
	}
	for x, y := range out {
		if back[y] != "" {
			return nil
		}
		back[y] = x
	}
	return out
}

// inverse is a renaming the other way round.
func inverse(names map[string]string) map[string]string {
	out := map[string]string{}
	for x, y := range names {
		out[y] = x
	}
	return out
}
