package repair

import (
	"context"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/fault"
	"culprit/frontend/ctree"
	"culprit/interp"
	"culprit/repair/candidate"
)

// disarms looks at a change alone, by its text.
func (s *search) disarms(t *candidate.Change) Disarmed {
	c := s.check
	for _, part := range t.Parts {
		if d := s.disarms(part); d != Armed {
			return d
		}
	}
	if t.Parts != nil {
		return Armed
	}
	if t.Kind == candidate.Deletion && s.accessAt(t) {
		return Unreached
	}
	if t.Literal && s.allocates(t.Edits[0], t.Kind == candidate.Constant) {
		return Resized
	}
	switch t.Kind {
	case candidate.Block:
		return CutOff
	case candidate.Size:
		return Resized
	case candidate.Fixed, candidate.Jump: // after a jump nothing is executed
		return MadeConstant
	case candidate.Constant:
		if !t.Literal {
			return MadeConstant
		}
	}
	for _, e := range t.Edits {
		for _, n := range c.nodes {
			if c.file[n] == e.File && e.Start < n.End && n.Start < e.End && !(t.Bounds && c.Input(n)) {
				return Touched
			}
		}
		if c.flows != nil && c.flows.serves(e) {
			return OnlyForCheck
		}
		if s.cancels(s.trees[e.File], e) || s.repeats(s.trees[e.File], e) || s.copiesItself(t) {
			return MadeConstant
		}
		target := t.Sets
		if !target.Known() {
			target = c.sets(e)
		}
		if !target.Known() || !c.reads[target] {
			continue
		}
		declared := t.Kind == candidate.Initial && strings.HasPrefix(e.Text, " = ")
		if t.Kind == candidate.Copy || t.Kind == candidate.Initial && !declared || !c.assigns(target) {
			return Overwritten
		}
		if declared {
			continue // it had no value before
		}
		if !c.usedElsewhere(target) && !c.computes(target) {
			return OnlyForCheck
		}
	}
	return Armed
}

// accessAt reports whether a change is made in the line whose access or operation
// is undefined. A second free of a block, on the other hand, may be superfluous.
func (s *search) accessAt(t *candidate.Change) bool {
	if s.in.Failure.Kind != fault.UndefinedBehavior || !s.atFailure(t) {
		return false
	}
	switch s.in.Failure.Fault {
	case interp.DoubleFree, interp.BadFree, interp.Leak, interp.LibraryError, interp.BadCall:
		return false
	}
	return true
}

// atFailure reports whether a change is made in the line where the failure shows.
func (s *search) atFailure(t *candidate.Change) bool {
	return fault.LineOf(s.in.Failure.Pos) == (fault.Line{File: t.File, N: t.Line})
}

// cancels reports whether an edit makes both operands of an operator the same,
// as in x < x, or the opposite of each other, or assigns something to itself, or
// makes both values of c ? x : y the same.
func (s *search) cancels(tree *ctree.Tree, e candidate.Edit) bool {
	text := strings.TrimPrefix(e.Text, "-")
	found := false
	for _, f := range tree.Funcs {
		if f.Body == nil {
			continue
		}
		candidate.Walk(f.Body, func(n *ctree.Node) {
			kids := n.Kids
			switch {
			case n.Kind == ctree.NodeBinary && !candidate.IsLogical(n.Op), n.Kind == ctree.NodeAssign && n.Op == "=":
			case n.Kind == ctree.NodeChoice:
				kids = kids[1:]
			default:
				return
			}
			for i, k := range kids {
				found = found || k.Extent == e.Extent && candidate.TextOf(s.texts[e.File], kids[1-i]) == text
			}
		})
	}
	return found
}

// repeats reports whether an edit makes a condition after else that of the branch
// before, so that it never holds there, or makes both ways of a branch return the same.
func (s *search) repeats(tree *ctree.Tree, e candidate.Edit) bool {
	found := false
	changed := func(n *ctree.Node) string { return s.textWith(e.File, n, e) }
	written := func(n *ctree.Node) bool { return n.Start >= 0 && n.End > n.Start }
	for _, f := range tree.Funcs {
		if f.Body == nil {
			continue
		}
		candidate.Walk(f.Body, func(n *ctree.Node) {
			for i := 1; n.Kind == ctree.NodeBlock && i < len(n.Kids); i++ {
				if k := n.Kids[i-1]; k.Kind == ctree.NodeIf && len(k.Kids) == 2 {
					a, b := onlyReturn(k.Kids[1]), onlyReturn(n.Kids[i])
					found = found || a != nil && b != nil && written(a) && written(b) && (inside(e, a) || inside(e, b)) && changed(a) == changed(b)
				}
			}
			if n.Kind != ctree.NodeIf || !written(n.Kids[0]) {
				return
			}
			for k := n; len(k.Kids) == 3 && k.Kids[2].Kind == ctree.NodeIf && written(k.Kids[2].Kids[0]); k = k.Kids[2] {
				a, b := n.Kids[0], k.Kids[2].Kids[0]
				found = found || (inside(e, a) || inside(e, b)) && changed(a) == changed(b)
			}
		})
	}
	return found
}

// copiesItself reports whether with a change a call of the library copies something to where it is.
func (s *search) copiesItself(t *candidate.Change) bool {
	e := t.Edits[0]
	f, found := s.functionAt(e), false
	if f == nil {
		return false
	}
	src := s.texts[e.File]
	changed := func(k *ctree.Node) string {
		return strings.NewReplacer(" + 0", "", " + 1 - 1", "", " - 1 + 1", "").Replace(s.textWith(e.File, k, t.Edits...))
	}
	candidate.Walk(f.Body, func(n *ctree.Node) {
		a, b := 0, 0
		if n.Kind == ctree.NodeCall && n.Start >= 0 && inside(e, n) {
			a, b = copies(n)
		}
		if b == 0 || n.Kids[a].Start < 0 || n.Kids[b].Start < 0 {
			return
		}
		x, y := n.Kids[a], n.Kids[b]
		found = found || changed(x) == changed(y) && candidate.TextOf(src, x) != candidate.TextOf(src, y)
	})
	return found
}

// textWith is the text of a node of a file with those edits that are made in it, in a single line.
func (s *search) textWith(file string, n *ctree.Node, edits ...candidate.Edit) string {
	var own []candidate.Edit
	for _, e := range edits {
		if e.File == file && inside(e, n) {
			own = append(own, candidate.Edit{Extent: ctree.Extent{Start: e.Start - n.Start, End: e.End - n.Start}, Text: e.Text})
		}
	}
	out, _ := candidate.Fold(string(candidate.Apply(s.texts[file][n.Start:n.End], own)))
	return out
}

// inside reports whether an edit is made in a node.
func inside(e candidate.Edit, n *ctree.Node) bool { return n.Start <= e.Start && e.End <= n.End }

// onlyReturn is the return that a statement consists of, nil if it is another one.
func onlyReturn(n *ctree.Node) *ctree.Node {
	if n.Kind == ctree.NodeBlock && len(n.Kids) == 1 {
		n = n.Kids[0]
	}
	if n.Kind == ctree.NodeReturn {
		return n
	}
	return nil
}

// resizes reports whether arrays have another size in the program with a change of a
// constant, as by a macro that their length is: one that is smaller holds less of what the
// program works with. One element more may be what was forgotten.
func (s *search) resizes(ctx context.Context, c *candidate.Change) bool {
	if c.Kind != candidate.Constant && c.Kind != candidate.OffByOne && c.Kind != candidate.Drop || len(c.Uses) == 0 {
		return false
	}
	own, err := s.in.Source.Lower(ctx, s.changed(c))
	if err != nil {
		return false
	}
	sizes := map[string]uint64{}
	for _, o := range s.in.Prog.Objects {
		sizes[variable(o)] = max(sizes[variable(o)], o.Size)
	}
	return slices.ContainsFunc(own.Objects, func(o *cfg.Object) bool {
		size, known := sizes[variable(o)]
		return known && o.CType != nil && o.CType.Kind == cfg.CArray && (o.Size < size || o.Size > size && c.Kind == candidate.Constant)
	})
}

// allocates reports whether an edit is made of how much a call allocates, or of a part of that: one byte
// more in a sum may be what was forgotten.
func (s *search) allocates(e candidate.Edit, part bool) bool {
	f, found := s.functionAt(e), false
	if f == nil {
		return false
	}
	candidate.Walk(f.Body, func(n *ctree.Node) {
		for i, k := range n.Kids {
			found = found || i > 0 && candidate.Allocates(n) && inside(e, k) && (part || k.Extent == e.Extent)
		}
	})
	return found
}

// variable names an object by its procedure and name.
func variable(o *cfg.Object) string {
	if o.Proc == nil {
		return o.Name
	}
	return o.Proc.Name + " " + o.Name
}

// ownCheck reports whether a function of some file checks.
func (s *search) ownCheck(name string) bool {
	for o := range s.check.own {
		if o.Name == name {
			return true
		}
	}
	return false
}

// edits reports whether a change touches a line.
func (s *search) edits(t *candidate.Change, l fault.Line) bool {
	return slices.ContainsFunc(t.Edits, func(e candidate.Edit) bool {
		src := s.texts[e.File]
		return e.File == l.File && candidate.LineOf(src, e.Start) <= l.N && l.N <= candidate.LineOf(src, e.End)
	})
}
