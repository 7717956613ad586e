package candidate

import (
	"regexp"
	"slices"
	"strings"

	"culprit/frontend/ctree"
)

// small is a variable, or a member by its name, of a small integer type.
type small struct {
	object ctree.Object
	member string
}

// smallInteger is what an expression names, if that has a small integer type.
func smallInteger(n *ctree.Node) (small, bool) {
	if n.Type.Class != ctree.TypeInteger || n.Type.Size > 2 || wider(n.Type.Text) == nil {
		return small{}, false
	}
	switch n.Kind {
	case ctree.NodeName:
		return small{object: n.Object}, true
	case ctree.NodeMember:
		return small{member: n.Name}, true
	}
	return small{}, false
}

// outgrown makes the changes of small integer types to wider ones: of a variable or member that is assigned
// something wider, and of all that it is copied to.
func (g *generator) outgrown() {
	copies, begins := map[small][]small{}, map[small]string{}
	var order []small
	declared := map[ctree.Object]int{}
	note := func(object ctree.Object, at int) {
		if at >= 0 {
			declared[object] = at
		}
	}
	assign := func(to small, typ ctree.Type, value *ctree.Node) {
		if from, ok := smallInteger(value); ok && value.Type.Text == typ.Text {
			copies[from] = append(copies[from], to)
		} else if value.Type.Class == ctree.TypeInteger && value.Type.Size > typ.Size && !value.Constant && value.Kind != ctree.NodeNumber && begins[to] == "" && g.Executed(g.line(max(value.Start, 0)), g.line(max(value.End-1, 0))) {
			begins[to] = typ.Text
			order = append(order, to)
		}
	}
	for _, f := range g.Tree.Funcs {
		if f.Body == nil || g.Protect.Checks[f.Object] {
			continue
		}
		for _, v := range f.Params {
			note(v.Object, v.At)
		}
		Walk(f.Body, func(n *ctree.Node) {
			switch n.Kind {
			case ctree.NodeAssign:
				if to, ok := smallInteger(n.Kids[0]); ok && n.Op == "=" {
					assign(to, n.Kids[0].Type, n.Kids[1])
				}
			case ctree.NodeDeclare:
				for _, v := range n.Vars {
					note(v.Object, v.At)
				}
				for _, init := range n.Kids {
					i := slices.IndexFunc(n.Vars, func(v ctree.Var) bool { return v.Object == init.Object })
					if i >= 0 && len(init.Kids) == 1 && n.Vars[i].Type.Class == ctree.TypeInteger && wider(n.Vars[i].Type.Text) != nil {
						assign(small{object: init.Object}, n.Vars[i].Type, init.Kids[0])
					}
				}
			}
		})
	}
	for _, first := range order[:min(len(order), MaxWidened)] {
		var edits []Edit
		from, seen := begins[first], map[small]bool{first: true}
		for todo := []small{first}; len(todo) > 0; todo = todo[1:] {
			at := g.typeBefore(from, todo[0], declared)
			if at < 0 {
				edits = nil
				break
			}
			edits = append(edits, g.edit(at, at+len(from), ""))
			for _, to := range copies[todo[0]] {
				if !seen[to] {
					seen[to] = true
					todo = append(todo, to)
				}
			}
		}
		for _, to := range wider(from) {
			if len(edits) == 0 {
				break
			}
			own := slices.Clone(edits)
			for i := range own {
				own[i].Text = to
			}
			g.change(Conversion, own[0].Start, own)
		}
	}
}

// typeBefore is where the type of the only name in a declaration is written, -1 if it is not found there.
func (g *generator) typeBefore(typ string, of small, declared map[ctree.Object]int) int {
	if of.member != "" {
		found := regexp.MustCompile(`[{;]\s*(`+typ+`)\s+`+of.member+`\s*;`).FindAllSubmatchIndex(g.Src, 2)
		if len(found) != 1 {
			return -1
		}
		return found[0][2]
	}
	at, ok := declared[of.object]
	if !ok {
		return -1
	}
	before := strings.TrimRight(string(g.Src[:at]), " \t")
	if !strings.HasSuffix(before, typ) {
		return -1
	}
	return len(before) - len(typ)
}
