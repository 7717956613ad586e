package repair

import (
	"slices"
	"strings"

	"culprit/frontend/ctree"
)

// Which variables statements give values, and what those are to the program: some
// it computes, others it is given, or notes for an assertion alone.

// assigned is the variable that the text of a statement assigns to, "" if
// there is none.
func assigned(text string) string {
	for i := 1; i+1 < len(text); i++ {
		if text[i] != '=' || text[i+1] == '=' || strings.IndexByte("=!", text[i-1]) >= 0 ||
			(text[i-1] == '<' || text[i-1] == '>') && (i < 2 || text[i-2] != text[i-1]) {
			continue
		}
		return based(strings.TrimRight(text[:i], " \t\n+-*/%&|^<>"))
	}
	return ""
}

// based is the variable in the text of a place: x in x, x[i], x.m and x->m, at
// the end of text.
func based(text string) string {
	name := ""
	for end := len(text); end > 0; {
		switch at := end - 1; {
		case text[at] == ']':
			for depth := 0; at >= 0; at-- {
				if text[at] == ']' {
					depth++
				} else if text[at] == '[' {
					depth--
					if depth == 0 {
						break
					}
				}
			}
			end = max(at, 0)
		case isName("x" + text[at:end]):
			for at > 0 && isName("x"+text[at-1:at]) {
				at--
			}
			name = text[at:end]
			end = len(strings.TrimSuffix(strings.TrimSuffix(text[:at], "."), "->"))
			if end == at {
				return name
			}
		default:
			return name
		}
	}
	return name
}

// assignedAt is the variable that the innermost assignment around an edit, or
// the declaration there, gives a value, once the edit is made.
func assignedAt(tree *ctree.Tree, e Edit) (name string) {
	for _, f := range tree.Funcs {
		if f.Body == nil {
			continue
		}
		walk(f.Body, func(n *ctree.Node) {
			if n.Start > e.Start || e.End > n.End {
				return
			}
			switch {
			case n.Kind == ctree.NodeInit:
				name = n.Op
			case (n.Kind == ctree.NodeAssign || n.Kind == ctree.NodeStep) && n.Kids[0].Extent == e.Extent:
				name = based(e.Text)
			case n.Kind == ctree.NodeAssign || n.Kind == ctree.NodeStep:
				name = target(n)
			}
		})
	}
	return name
}

// target is the variable that an assignment, ++ or -- changes, as a whole or in
// a part, "" if there is none.
func target(n *ctree.Node) (name string) {
	for k := n.Kids[0]; ; k = k.Kids[0] {
		if k.Kind == ctree.NodeName {
			name = k.Name
		}
		if len(k.Kids) == 0 {
			return name
		}
	}
}

// walkTested visits the nodes of all functions but those that check.
func (s *search) walkTested(c *check, visit func(*ctree.Node)) {
	for _, tree := range s.trees {
		for _, f := range tree.Funcs {
			if f.Body != nil && !c.own[f.Name] {
				walk(f.Body, visit)
			}
		}
	}
}

// assigns reports whether the program computes a value for a variable, outside of
// assertions: others are parameters and inputs, with which it is to work.
func (s *search) assigns(c *check, name string) bool {
	found := false
	s.walkTested(c, func(n *ctree.Node) {
		found = found || (n.Kind == ctree.NodeAssign || n.Kind == ctree.NodeStep) && target(n) == name ||
			n.Kind == ctree.NodeAddr && target(n) == name ||
			n.Kind == ctree.NodeInit && n.Op == name && len(n.Kids) > 0 && !slices.Contains(c.nodes, n.Kids[0])
	})
	return found
}

// computes reports whether a variable that only assertions read is what the
// program computes, and not what it notes for them: it is computed in several
// places, not only set to numbers, and assertions compare it with nothing else
// that the program works with.
func (s *search) computes(c *check, name string) bool {
	places, computed := 0, false
	s.walkTested(c, func(n *ctree.Node) {
		if n.Kind == ctree.NodeAssign && target(n) == name || n.Kind == ctree.NodeInit && n.Op == name && len(n.Kids) > 0 {
			places++
			computed = computed || n.Kids[len(n.Kids)-1].Kind != ctree.NodeNumber
		}
	})
	if places < 2 || !computed {
		return false
	}
	for other := range c.reads {
		if other != name && s.assigns(c, other) && usedElsewhere(s.trees, c, other) {
			return false
		}
	}
	return true
}

// usedElsewhere reports whether a variable is read outside of assertions and of
// the assignments to itself.
func usedElsewhere(trees map[string]*ctree.Tree, c *check, name string) bool {
	found := false
	var visit func(n *ctree.Node)
	visit = func(n *ctree.Node) {
		switch {
		case slices.Contains(c.nodes, n):
			return
		case n.Kind == ctree.NodeAssign && n.Kids[0].Kind == ctree.NodeName && n.Kids[0].Name == name:
			return
		case n.Kind == ctree.NodeStep && n.Unused && n.Kids[0].Name == name:
			return
		case n.Kind == ctree.NodeName && n.Name == name:
			found = true
		}
		for _, k := range n.Kids {
			visit(k)
		}
	}
	for _, t := range trees {
		for _, f := range t.Funcs {
			if f.Body != nil && !c.own[f.Name] {
				visit(f.Body)
			}
		}
	}
	return found
}
