package repair

import (
	"slices"

	"culprit/fault"
	"culprit/frontend/ctree"
)

// helping is how much less likely a change in a check helper is the right one,
// as a factor. Chosen, not fitted; range 0 to 1.
const helping = 0.35

// checkHelpers are the functions that only the assertions call, to see what others
// have done: in assert(count(list, x) == 0), count. The fault may be in one of
// them, but is rather in what they look at. Where nothing but main is left, it
// is they that are tested, as in assert(max(2, 3) == 3).
func (s *search) checkHelpers(c *check) map[*ctree.Func]bool {
	inside, outside := map[string]bool{}, map[string]bool{}
	var executed []*ctree.Func
	for file, tree := range s.trees {
		g := &generator{file: file, src: s.texts[file]}
		for _, f := range tree.Funcs {
			if f.Body == nil {
				continue
			}
			if f.Name != "main" && !c.own[f.Name] && s.executes(g, f) {
				executed = append(executed, f)
			}
			var visit func(n *ctree.Node, checks bool)
			visit = func(n *ctree.Node, checks bool) {
				checks = checks || slices.Contains(c.nodes, n)
				names := []string{n.Name}
				if n.Kind == ctree.NodeOpaque {
					names = words(g.text(n))
				}
				for _, name := range names {
					if checks {
						inside[name] = true
					} else {
						outside[name] = true
					}
				}
				for _, k := range n.Kids {
					visit(k, checks)
				}
			}
			visit(f.Body, c.own[f.Name])
		}
	}
	out := map[*ctree.Func]bool{}
	for _, f := range executed {
		if inside[f.Name] && !outside[f.Name] {
			out[f] = true
		}
	}
	if len(out) == len(executed) {
		return nil
	}
	return out
}

// executes reports whether the failing run executes a function.
func (s *search) executes(g *generator, f *ctree.Func) bool {
	for n := lineOf(g.src, f.Body.Start); n <= lineOf(g.src, f.Body.End-1); n++ {
		if s.suspect[fault.Line{File: g.file, N: n}] > 0 {
			return true
		}
	}
	return false
}

// markCheckHelpers marks the changes in check helpers.
func (s *search) markCheckHelpers(c *check) {
	for f := range s.checkHelpers(c) {
		for _, t := range s.tried {
			for _, e := range t.Edits {
				if s.functionAt(e) == f {
					t.inCheckHelper = true
				}
			}
		}
	}
}

// functionAt is the function whose body an edit is in, nil if there is none.
func (s *search) functionAt(e Edit) *ctree.Func {
	for _, f := range s.trees[e.File].Funcs {
		if f.Body != nil && f.Body.Start <= e.Start && e.End <= f.Body.End {
			return f
		}
	}
	return nil
}
