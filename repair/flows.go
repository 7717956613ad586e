package repair

import (
	"slices"
	"strings"

	"culprit/frontend/ctree"
	"culprit/repair/candidate"
)

// flows knows which variables of a program give their values to assertions alone: each
// of their uses is in one, or gives the value to another such variable. A change of
// such a constant, a larger limit or another expected value, makes an assertion hold
// without repairing anything.
type flows struct {
	parts []flowPart
	uses  map[ctree.Object][]int // the innermost parts, -1 for none
	sets  map[ctree.Object]int   // how often a variable gets a value
	other map[ctree.Object]bool  // variables whose values go elsewhere
}

// flowPart is a part of a text with what becomes of the values in it.
type flowPart struct {
	ctree.Extent
	file     string
	to       ctree.Object // the variable that they become the value of, unknown if they are checked
	argument bool         // of a call
	names    []ctree.Object
}

// macroObject is what a macro is known by that is defined as a number.
func macroObject(name string) ctree.Object { return ctree.Object{Name: name, File: "#define"} }

func findFlows(c *check) *flows {
	v := &flows{uses: map[ctree.Object][]int{}, sets: map[ctree.Object]int{}, other: map[ctree.Object]bool{}}
	params := map[ctree.Object][]ctree.Var{}
	c.functions(func(_ string, f *ctree.Func) {
		if !c.own[f.Object] {
			params[f.Object] = f.Params
		}
	})
	var visit func(file string, n *ctree.Node, in int)
	into := func(file string, n *ctree.Node, to ctree.Object, argument bool) {
		v.parts = append(v.parts, flowPart{Extent: n.Extent, file: file, to: to, argument: argument})
		visit(file, n, len(v.parts)-1)
	}
	visit = func(file string, n *ctree.Node, in int) {
		if checked := in >= 0 && !v.parts[in].to.Known(); checked {
			v.sets[n.Target()] += 2 // no constant
		} else if c.noted(n) {
			into(file, n, ctree.Object{}, false)
			return
		}
		switch set := n.Kind == ctree.NodeAssign && n.Unused && n.Op == "=" && n.Kids[0].Kind == ctree.NodeName; {
		case in >= 0 && !v.parts[in].to.Known():
		case n.Kind == ctree.NodeInit || set:
			o, values := n.Target(), n.Kids
			if set {
				values = n.Kids[1:]
			}
			v.sets[o]++
			for _, k := range values {
				into(file, k, o, false)
			}
			return
		case n.Kind == ctree.NodeCall:
			if ps := params[n.Callee()]; ps != nil {
				for i, k := range n.Kids[1:] {
					if i < len(ps) && ps[i].Object.Known() {
						into(file, k, ps[i].Object, true)
					} else {
						visit(file, k, in)
					}
				}
				v.computed(in)
				return
			}
			v.computed(in)
		}
		name := n.Object
		if text := string(c.texts[file][max(n.Start, 0):max(n.End, 0)]); n.Kind == ctree.NodeOpaque && candidate.IsName(text) {
			name = macroObject(text)
		}
		if (n.Kind == ctree.NodeName || n.Kind == ctree.NodeOpaque) && name.Known() {
			v.uses[name] = append(v.uses[name], in)
			if in >= 0 {
				v.parts[in].names = append(v.parts[in].names, name)
			}
		}
		for _, k := range n.Kids {
			visit(file, k, in)
		}
		if n.Expansion != nil {
			visit(file, n.Expansion, in)
		}
	}
	for file, tree := range c.trees {
		for _, n := range tree.Inits {
			visit(file, n, -1)
		}
		for _, f := range tree.Funcs {
			if f.Body != nil {
				in := -1
				if c.own[f.Object] {
					v.parts = append(v.parts, flowPart{Extent: ctree.Extent{Start: f.At, End: f.Body.End}, file: file})
					in = len(v.parts) - 1
				}
				visit(file, f.Body, in)
			}
		}
		v.macros(file, c.texts[file])
	}
	for more := true; more; {
		more = false
		for o, uses := range v.uses {
			if !v.other[o] && slices.ContainsFunc(uses, func(in int) bool { return !v.serve(in) }) {
				v.other[o], more = true, true
			}
		}
	}
	return v
}

// computed notes that a value is not constant.
func (v *flows) computed(in int) {
	if in >= 0 {
		v.sets[v.parts[in].to]++
	}
}

// macros adds the macros of a file that are numbers. Where they stand in what is no
// expression, as in the size of an array, is found in the text.
func (v *flows) macros(file string, src []byte) {
	defined := map[string]bool{}
	for _, m := range candidate.Macros(src) {
		o := macroObject(m.Name)
		defined[m.Name] = true
		v.sets[o]++
		v.parts = append(v.parts, flowPart{Extent: m.Extent, file: file, to: o})
	}
	for name, at := range candidate.Identifiers(src) {
		if !defined[name] {
			continue
		}
		in, before := v.innermost(file, at, at+len(name)), strings.TrimRight(string(src[:at]), " \t")
		if in < 0 && !strings.HasSuffix(before, "#define") {
			v.other[macroObject(name)] = true
		} else if in >= 0 {
			v.uses[macroObject(name)] = append(v.uses[macroObject(name)], in)
		}
	}
}

// serve reports whether what is used in a part does nothing but serve an assertion.
func (v *flows) serve(in int) bool {
	return in >= 0 && (!v.parts[in].to.Known() || !v.other[v.parts[in].to] && len(v.uses[v.parts[in].to]) > 0)
}

// innermost is the smallest part around a piece of a text, -1 if there is none.
func (v *flows) innermost(file string, from, to int) int {
	best := -1
	for i, r := range v.parts {
		if r.file == file && r.Start <= from && to <= r.End && (best < 0 || r.End-r.Start < v.parts[best].End-v.parts[best].Start) {
			best = i
		}
	}
	return best
}

// constant reports whether a variable gets one value, which is computed of constants.
func (v *flows) constant(o ctree.Object, depth int) bool {
	return v.sets[o] == 1 && depth > 0 && !slices.ContainsFunc(v.parts, func(r flowPart) bool {
		return r.to == o && !r.argument && slices.ContainsFunc(r.names, func(n ctree.Object) bool { return !v.constant(n, depth-1) })
	})
}

// serves says whether an edit changes a value that only assertions see: that of a
// constant, or of an argument for one.
func (v *flows) serves(e candidate.Edit) bool {
	in := v.innermost(e.File, e.Start, e.End)
	if in < 0 {
		return false
	}
	r := v.parts[in]
	return r.to.Known() && v.serve(in) && (r.argument || v.constant(r.to, candidate.MaxReturns))
}
