package candidate

import (
	"slices"
	"strings"

	"culprit/cfg/clib"
	"culprit/frontend/ctree"
	"culprit/interp"
)

// Omissions beside what is there: a member that a function forgets among those that it sets, an else
// between two questions.

// leftUnset are assignments to the members of a structure that the function does not set, behind
// the last of those that it sets, where it sets several: with what they are set to elsewhere, if
// that is a constant, or 0 if they are set nowhere; or with what the function calls alike.
func (g *generator) leftUnset(n *ctree.Node) (out []copied) {
	to := memberSet(n)
	if to == nil || !g.pure(to.Kids[0]) || g.text(to.Kids[0]) == "" {
		return nil
	}
	of := g.text(to.Kids[0])
	if m := g.next(n); m != nil {
		if next := memberSet(m); next != nil && g.text(next.Kids[0]) == of {
			return nil
		}
	}
	set := g.membersSet(of)
	for _, m := range to.Kids[0].Type.Members {
		if set[m.Name] || !scalar(m.Type) || len(out) >= MaxPartners {
			continue
		}
		if v := g.lookup(m.Name); v != nil && v.Object.Func != "" && same(v.Type, m.Type) { // which is called alike for that
			out = append(out, copied{text: g.operand(to.Kids[0], 15) + to.Op + m.Name + " = " + m.Name + ";", sets: to.Object, odd: true})
		}
		if len(set) < 2 {
			continue
		}
		values, computed := g.setElsewhere(m, to.Kids[0].Type)
		if len(values) == 0 && computed {
			continue
		}
		if len(values) == 0 {
			values = []string{"0"}
			if m.Type.Class == ctree.TypePointer {
				values = []string{g.null()}
			}
		}
		for _, v := range values[:min(len(values), maxElements)] {
			out = append(out, copied{text: g.operand(to.Kids[0], 15) + to.Op + m.Name + " = " + v + ";", sets: to.Object})
		}
	}
	return out
}

// emptied are the two assignments that leave a structure without the block that a statement frees: no
// address, and 0 for a number beside it that the function leaves as it is, such as how many fit.
func (g *generator) emptied(n *ctree.Node) (out [][2]string) {
	t := g.forgotten(n)
	if t == "" || !g.item(n) {
		return nil
	}
	p := g.freeing(n).Kids[1]
	if p.Kind != ctree.NodeMember || !strings.HasPrefix(t, g.text(p)) {
		return nil
	}
	of, set := p.Kids[0], g.membersSet(g.text(p.Kids[0]))
	for _, m := range of.Type.Members {
		if m.Type.Class == ctree.TypeInteger && !set[m.Name] && len(out) < MaxPartners {
			out = append(out, [2]string{t, g.operand(of, 15) + p.Op + m.Name + " = 0;"})
		}
	}
	return out
}

// membersSet are the members of a structure, by its text, that the function sets.
func (g *generator) membersSet(of string) map[string]bool {
	set := map[string]bool{}
	Walk(g.fn.Body, func(k *ctree.Node) {
		if (k.Kind == ctree.NodeAssign || k.Kind == ctree.NodeStep || k.Kind == ctree.NodeAddr) && k.Kids[0].Kind == ctree.NodeMember && g.text(k.Kids[0].Kids[0]) == of {
			set[k.Kids[0].Name] = true
		}
	})
	return set
}

// called are calls of other functions of the program with the arguments that one is given here, behind
// it: what belongs together may be done in part.
func (g *generator) called(n *ctree.Node) (out []string) {
	call := CallOf(n)
	if call == nil || !g.item(n) || !call.Unused {
		return nil
	}
	f := g.function(call.Kids[0])
	if f == nil || !f.User || f.Body == nil || g.Protect.Checks[f.Object] || g.drives(g.fn) {
		return nil
	}
	var args []string
	for _, k := range call.Kids[1:] {
		if !g.pure(k) || g.text(k) == "" {
			return nil
		}
		args = append(args, g.text(k))
	}
	for _, o := range g.likeTyped(f, f.Result) {
		if len(args) > 0 && len(out) < MaxVariables && !g.Protect.Checks[o.Object] {
			out = append(out, o.Name+"("+strings.Join(args, ", ")+");")
		}
	}
	return out
}

// memberSet is the member that a statement assigns to, nil if it does something else.
func memberSet(n *ctree.Node) *ctree.Node {
	if n.Kind != ctree.NodeExpr || len(n.Kids) != 1 || n.Kids[0].Kind != ctree.NodeAssign || n.Kids[0].Kids[0].Kind != ctree.NodeMember {
		return nil
	}
	return n.Kids[0].Kids[0]
}

// setElsewhere are the constants that a member is set to in the file, the commonest first, and whether it is set to
// what is computed.
func (g *generator) setElsewhere(m ctree.Var, of ctree.Type) (out []string, computed bool) {
	times := map[string]int{}
	for _, f := range g.Tree.Funcs {
		if f.Body == nil {
			continue
		}
		Walk(f.Body, func(n *ctree.Node) {
			if n.Kind != ctree.NodeAssign || n.Op != "=" || n.Kids[0].Kind != ctree.NodeMember || n.Kids[0].Name != m.Name || !slices.EqualFunc(n.Kids[0].Kids[0].Type.Members, of.Members, func(a, b ctree.Var) bool { return a.Name == b.Name }) {
				return
			}
			t := g.text(n.Kids[1])
			computed = computed || !g.isConstant(n.Kids[1]) && !readsAny(n.Kids[1], map[string]bool{m.Name: true}) // what it adds up has to begin somewhere
			if t != "" && g.isConstant(n.Kids[1]) && g.defined(t) {
				if times[t] == 0 {
					out = append(out, t)
				}
				times[t]++
			}
		})
	}
	slices.SortStableFunc(out, func(a, b string) int { return times[b] - times[a] })
	return out, computed
}

// otherwise makes the change by which a question is asked only where that before it, in the same
// block, came out false.
func (g *generator) otherwise(n *ctree.Node) {
	m := g.previous(n)
	if n.Kind != ctree.NodeIf || m == nil || m.Kind != ctree.NodeIf || len(m.Kids) != 2 || !g.ran(m) || n.Start < 0 {
		return
	}
	g.change(Guard, n.Start, []Edit{g.edit(n.Start, n.Start, "else ")}).Plain = true
}

// empty is the first value of a pointer or a structure that may be used without one, "" of others.
func (g *generator) empty(t ctree.Type) string {
	if !g.lacksValue() {
		return ""
	}
	switch t.Class {
	case ctree.TypePointer:
		return g.null()
	case ctree.TypeStruct:
		return "{0}"
	}
	return ""
}

// cleared is the statement that gives all members of what a function returns a pointer to their first value,
// where something without a value is used.
func (g *generator) cleared(n *ctree.Node) string {
	if !g.lacksValue() {
		return ""
	}
	if n.Kind != ctree.NodeReturn || len(n.Kids) != 1 || n.Kids[0].Kind != ctree.NodeName || len(n.Kids[0].Type.Members) == 0 || n.Kids[0].Object.Func == "" {
		return ""
	}
	p := n.Kids[0].Name
	if set := g.ofLibrary(clib.Set); set != "" {
		return set + "(" + p + ", 0, sizeof *" + p + ");"
	}
	if e := n.Kids[0].Type.Elem; !strings.Contains(e, "{") {
		return "*" + p + " = (" + e + "){0};"
	}
	return ""
}

// zeroed is a call that allocates a block of zeros, where something without a value is used.
func (g *generator) zeroed(n *ctree.Node) []alternative {
	if f := clib.Lookup(n.Kids[0].Name); f == nil || f.Model != clib.Malloc || !g.lacksValue() || len(n.Kids) != 2 || g.text(n.Kids[1]) == "" {
		return nil
	}
	zeros := g.ofLibrary(clib.Calloc)
	if zeros == "" {
		return nil
	}
	return []alternative{{kind: Callee, prec: 15, plain: true, text: zeros + "(1, " + g.operand(n.Kids[1], 2) + ")"}}
}

// lacksValue reports whether the failing run uses what may be without a value.
func (g *generator) lacksValue() bool {
	return g.Fault == interp.UninitRead || g.Fault == interp.BadFree || g.Fault == interp.WildAccess
}

// ofLibrary is a function of the library that is declared and does something, by its model; "" if there is none.
func (g *generator) ofLibrary(m clib.Model) string {
	for _, f := range g.Tree.Funcs {
		if e := clib.Lookup(f.Name); e != nil && e.Model == m && f.Body == nil {
			return f.Name
		}
	}
	return ""
}
