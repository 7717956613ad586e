package candidate

import "culprit/frontend/ctree"

// Values of local variables may be stale: a call changes what they were computed from, as the size of a table
// that grows, or the address of a block that moves.

// recomputed are assignments, behind a call, of what local variables were given before it, where the call
// sets a member that this reads.
func (g *generator) recomputed(n *ctree.Node) (out []copied) {
	call := CallOf(n)
	if call == nil {
		return nil
	}
	f := g.function(call.Kids[0])
	if f == nil || f.Body == nil || f == g.fn {
		return nil
	}
	sets := membersWritten(f.Body)
	Walk(g.fn.Body, func(k *ctree.Node) {
		v, value := given(k)
		if value == nil || k.End > n.Start || len(out) == maxElements || !readsAny(value, sets) || !g.computes(value) || g.text(value) == "" {
			return
		}
		w := g.lookup(v.Name)
		later := false // it is named behind the call
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
