package repair

import (
	"cmp"
	"slices"
	"strings"

	"culprit/frontend"
	"culprit/frontend/ctree"
	"culprit/repair/candidate"
)

// mixes reports whether an expression whose value meets an abstract type, or
// takes the place of one, relates two that the program keeps apart. A replacement has to be used
// like the value that it replaces: a count for a count.
func (k *abstractTypes) mixes(n *ctree.Node, meets, replaces *abstractType) bool {
	kids := k.operands(n)
	for i, other := range k.partners(n, kids) {
		if k.mixes(n.Kids[i], other, nil) {
			return true
		}
	}
	for i, c := range kids {
		if c != nil && n.Kids[i].Type.Class == ctree.TypeInteger && (counts(n) && n.Kind != ctree.NodeIndex || orders(n)) && !c.root().number() {
			return true
		}
	}
	if meets != nil && n.Kind == ctree.NodeBinary && counts(n) && !candidate.IsAddress(n.Type.Class) && !meets.root().number() {
		return true // what is only compared, or has bits
	}
	own := k.class(n, kids)
	return own != nil && (meets != nil && own.root() != meets.root() || replaces != nil && own.root().number() != replaces.root().number())
}

// judge says of the changes in a tree that has them all, by their selectors and
// in their order, which mix abstract types. The types are frozen.
func (k *abstractTypes) judge(tree *ctree.Tree, report func(selector string, mixed []bool)) {
	var expression func(n *ctree.Node, to *abstractType)
	expression = func(n *ctree.Node, to *abstractType) {
		if sel := selects(n); sel != "" {
			original := n.Kids[2]
			replaced := k.value(original)
			if to == nil && candidate.IsAddress(original.Type.Class) {
				to = replaced
			}
			var mixed []bool
			for _, a := range chosen(n.Kids[1], sel) {
				mixed = append(mixed, k.mixes(a, to, replaced))
			}
			report(sel, mixed)
			expression(original, to)
			return
		}
		for i, other := range k.partners(n, k.operands(n)) {
			if other == nil && (n.Kind == ctree.NodeCast || n.Kind == ctree.NodeChoice && i > 0) {
				other = to
			}
			expression(n.Kids[i], other)
		}
	}
	statement := func(n *ctree.Node) bool {
		sel := selects(n)
		if sel == "" {
			return true
		}
		var mixed []bool
		for _, a := range chosen(n.Kids[1], sel) {
			is := false
			k.walk(a, func(n *ctree.Node, to *abstractType) { is = is || k.mixes(n, to, nil) }, nil)
			mixed = append(mixed, is)
		}
		report(sel, mixed)
		return false
	}
	for _, f := range tree.Funcs {
		if f.Body != nil {
			k.enter(f)
			k.walk(f.Body, expression, statement)
		}
	}
}

// selects is the selector by which a node chooses a change, "" if it does not.
func selects(n *ctree.Node) string {
	if (n.Kind == ctree.NodeChoice || n.Kind == ctree.NodeIf) && n.Kids[0].Kind == ctree.NodeName && strings.HasPrefix(n.Kids[0].Name, candidate.SelectorPrefix) {
		return n.Kids[0].Name
	}
	return ""
}

// chosen lists the alternatives of a place, as choose has written them.
func chosen(n *ctree.Node, sel string) []*ctree.Node {
	inner := n
	if n.Kind == ctree.NodeBlock && len(n.Kids) == 1 {
		inner = n.Kids[0]
	}
	if inner.Kind == ctree.NodeChoice || inner.Kind == ctree.NodeIf {
		if c := inner.Kids[0]; len(inner.Kids) == 3 && c.Kind == ctree.NodeBinary && c.Kids[0].Name == sel {
			return append(chosen(inner.Kids[1], sel), chosen(inner.Kids[2], sel)...)
		}
	}
	return []*ctree.Node{n}
}

// findMixed finds, of the changes that make the failing run pass, those that
// mix abstract types: all at once, in a schema that has only them.
func (s *search) findMixed() {
	of := map[*candidate.Place][]*tried{} // by number
	for _, t := range s.tried {
		if t.passes && !t.Alone && !t.compared && t.Kind != candidate.Callee && !(t.Kind == candidate.Arithmetic && t.Odd) { // which is given the same, as is what the text speaks for
			t.compared = true
			for _, c := range t.At {
				of[s.places[c.Place]] = append(of[s.places[c.Place]], t)
			}
		}
	}
	if len(of) == 0 {
		return
	}
	k := s.abstractTypes()
	for name := range s.texts {
		var own []*candidate.Place
		changes := map[string][]*tried{}
		for _, p := range s.places {
			if len(of[p]) > 0 && p.File == name {
				some := *p
				some.Alternatives, some.Before, some.Hole = nil, 0, false
				for _, t := range of[p] {
					for _, c := range t.At {
						if s.places[c.Place] == p {
							some.Alternatives = append(some.Alternatives, cmp.Or(c.Text, p.Alternatives[c.Number-1]))
							changes[p.Selector()] = append(changes[p.Selector()], t)
						}
					}
				}
				if p.Before == len(p.Alternatives) { // nothing stands there
					some.Before = len(some.Alternatives)
				}
				own = append(own, &some)
			}
		}
		files := slices.Clone(s.in.Source.Files)
		for i := range files {
			if files[i].Name == name {
				files[i].Text = append(candidate.DeclareSelectors(own), candidate.Schema(s.texts[name], own)...)
			}
		}
		tree, err := frontend.NewTree(files, name, s.in.Source.Execute)
		if err != nil {
			continue // no change of the file is known to be mixed
		}
		k.judge(tree, func(selector string, mixed []bool) {
			if len(mixed) == len(changes[selector]) {
				for i, t := range changes[selector] {
					if mixed[i] && !t.Odd && !s.asksOperand(t) {
						t.doubt |= Mixed
					}
				}
			}
		})
	}
}

// abstractTypes are those of the program.
func (s *search) abstractTypes() *abstractTypes {
	k := newAbstractTypes()
	for _, tree := range s.trees {
		k.declare(tree)
	}
	for _, tree := range s.trees {
		k.add(tree)
	}
	k.frozen = true
	return k
}
