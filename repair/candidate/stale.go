package candidate

import (
	"slices"
	"strings"

	"culprit/frontend/ctree"
)

// What a local variable was given may not be so any more: a call changes what it was computed from, as the
// size of a table that grows, or the address of a block that moves.

// recomputed are assignments, behind a call, of what local variables were given before it, where the call
// sets a member that this reads.
func (g *generator) recomputed(n *ctree.Node) (out []copied) {
	call := CallOf(n)
	if call == nil {
		return nil
	}
	f := g.function(call.Kids[0])
	if f == nil || f.Body == nil || f == g.fn || len(call.Kids) == 1 && len(f.Params) > 0 {
		return nil
	}
	sets := membersWritten(f.Body)
	Walk(g.fn.Body, func(k *ctree.Node) {
		v, value := given(k)
		if value == nil || k.End > n.Start || len(out) == maxElements || !readsAny(value, sets) || !g.computes(value) || g.text(value) == "" {
			return
		}
		w := g.lookup(v.Name)
		later := false // it is used behind the call, before it is set again
		Walk(g.fn.Body, func(u *ctree.Node) {
			later = later || u.Kind == ctree.NodeName && u.Object == v && u.Start >= n.End
		})
		if names, ok := g.names(value); w == nil || w.Object != v || !later || !ok || !g.visible(names) {
			return
		}
		out = append(out, copied{text: v.Name + " = " + g.text(value) + ";", sets: v})
	})
	return out
}

// given is the local variable that a node gives a value, with that; nil if it does something else.
func given(n *ctree.Node) (ctree.Object, *ctree.Node) {
	switch {
	case n.Kind == ctree.NodeInit && len(n.Kids) == 1 && n.Object.Func != "":
		return n.Object, n.Kids[0]
	case n.Kind == ctree.NodeAssign && n.Op == "=" && n.Unused && n.Kids[0].Kind == ctree.NodeName && n.Kids[0].Object.Func != "":
		return n.Kids[0].Object, n.Kids[1]
	}
	return ctree.Object{}, nil
}

// membersWritten are the names of the members that a function sets.
func membersWritten(body *ctree.Node) map[string]bool {
	out := map[string]bool{}
	Walk(body, func(k *ctree.Node) {
		if (k.Kind == ctree.NodeAssign || k.Kind == ctree.NodeStep) && k.Kids[0].Kind == ctree.NodeMember {
			out[k.Kids[0].Name] = true
		}
	})
	return out
}

// readsAny reports whether an expression reads a member of these names.
func readsAny(n *ctree.Node, names map[string]bool) bool {
	found := false
	Walk(n, func(k *ctree.Node) { found = found || k.Kind == ctree.NodeMember && names[k.Name] })
	return found
}

// computes reports whether an expression changes nothing: the functions that it calls have no assignments but
// to their own variables.
func (g *generator) computes(n *ctree.Node) bool {
	ok := true
	Walk(n, func(k *ctree.Node) {
		switch k.Kind {
		case ctree.NodeAssign, ctree.NodeStep, ctree.NodeLiteral:
			ok = false
		case ctree.NodeCall:
			f := g.function(k.Kids[0])
			ok = ok && f != nil && f.Body != nil && f != g.fn && changesNothing(f)
		}
	})
	return ok
}

// changesNothing reports whether a function sets but its own variables, and calls nothing.
func changesNothing(f *ctree.Func) bool {
	ok := true
	Walk(f.Body, func(k *ctree.Node) {
		switch k.Kind {
		case ctree.NodeAssign, ctree.NodeStep:
			ok = ok && k.Kids[0].Kind == ctree.NodeName && k.Kids[0].Object.Func != ""
		case ctree.NodeCall:
			ok = false
		}
	})
	return ok
}

// enlarged are expressions of the function, with a constant, in the place of the variable in them: i < n + 1
// for i < n, where the function has n + 1 elsewhere. The oftener it has that, the likelier it is meant.
func (g *generator) enlarged(n *ctree.Node) (out []alternative) {
	if n.Kind != ctree.NodeName || !IsNumber(n.Type.Class) || n.Object.Func == "" {
		return nil
	}
	var found []*ctree.Node
	inside := false
	Walk(g.fn.Body, func(k *ctree.Node) {
		if !isBinary(k, "+", "-", "*", "/", "%", "&", "<<", ">>") || g.text(k) == "" {
			return
		}
		for i, o := range k.Kids {
			if o.Kind != ctree.NodeName || o.Object != n.Object || !g.isConstant(k.Kids[1-i]) && k.Kids[1-i].Kind != ctree.NodeOpaque {
				continue
			}
			found = append(found, k)
			inside = inside || k.Start <= n.Start && n.End <= k.End
		}
	})
	if inside || slices.Contains(g.steps, n.Name) {
		return nil
	}
	body := string(g.Src[g.fn.Body.Start:g.fn.Body.End]) // in which arguments of macros are to be seen
	for i, k := range found {
		t := g.text(k)
		if len(out) < maxElements && !slices.ContainsFunc(found[:i], func(o *ctree.Node) bool { return g.text(o) == t }) {
			again := strings.Count(body, t) > 1
			out = append(out, alternative{kind: Variable, prec: precedence(k), plain: again, far: !again, text: t})
		}
	}
	return out
}

// declaredAsGiven makes the changes of the type of a variable to that of what it is initialised with, where it has no sign and
// the function asks whether it is negative, which it never is.
func (g *generator) declaredAsGiven(f *ctree.Func) {
	Walk(f.Body, func(d *ctree.Node) {
		if d.Kind != ctree.NodeDeclare || len(d.Vars) != 1 || d.Start < 0 {
			return
		}
		v := d.Vars[0]
		if v.Type.Class != ctree.TypeInteger || v.Type.Signed || v.At <= d.Start {
			return
		}
		var value *ctree.Node
		negative := false
		Walk(f.Body, func(k *ctree.Node) {
			if o, x := given(k); x != nil && o == v.Object && value == nil {
				value = x
			}
			negative = negative || isBinary(k, "<", ">=", "==", "!=") && k.Kids[0].Kind == ctree.NodeName && k.Kids[0].Object == v.Object &&
				(k.Kids[1].Name == "0" && (k.Op == "<" || k.Op == ">=") || strings.HasPrefix(g.text(k.Kids[1]), "-"))
		})
		if value == nil || !negative || value.Type.Class != ctree.TypeInteger || !value.Type.Signed || value.Type.Text == "" {
			return
		}
		typ := strings.TrimRight(string(g.Src[d.Start:v.At]), " \t")
		if !IsName(typ) || typ == value.Type.Text {
			return
		}
		c := g.change(Conversion, d.Start, []Edit{g.edit(d.Start, d.Start+len(typ), value.Type.Text)})
		c.Plain, c.Odd, c.Code = true, true, true
	})
}
