package repair

import (
	"slices"
	"strings"

	"culprit/cfg/clib"
	"culprit/frontend"
)

// widening is a change of a type, and of the conversion by which values are read
// and, if prints, printed.
type widening struct {
	from, to   string
	conversion byte
	length     string
	prints     bool
}

var widenings = []widening{{"int", "long long", 'd', "ll", true}, {"float", "double", 'f', "l", false}}

// widened makes the changes of the type of variables to a wider one, with the
// formats by which they are read and printed. They are in no schema.
func (g *generator) widened() {
	for _, f := range g.tree.Funcs {
		if f.Body == nil || g.protect.function(f.Name) {
			continue
		}
		widen := func(start int, vars []frontend.TreeVar) {
			if start < 0 {
				return
			}
			for _, w := range widenings {
				if !strings.HasPrefix(string(g.src[start:]), w.from+" ") {
					continue
				}
				edits := []Edit{g.edit(start, start+len(w.from), w.to)}
				var uses []int
				for _, v := range vars {
					if v.Type.Elem != "" && v.Type.Elem != w.from || v.Type.Elem == "" && v.Type.Text != w.from {
						return
					}
					uses = append(uses, g.uses(v.Name)...)
				}
				walk(f.Body, func(n *frontend.Node) { edits = append(edits, g.formats(n, vars, w)...) })
				if slices.ContainsFunc(uses, func(n int) bool { return g.executed(n, n) }) {
					g.change(Conversion, start, edits)
					g.changes[len(g.changes)-1].uses = []int{g.line(start)}
				}
			}
		}
		walk(f.Body, func(n *frontend.Node) {
			if n.Kind == frontend.NodeDeclare && len(n.Vars) > 0 {
				widen(n.Start, n.Vars)
			}
		})
		for _, v := range f.Params {
			for _, w := range widenings {
				if i := v.At - len(w.from+" "); v.Name != "" && i >= 0 && strings.HasPrefix(string(g.src[v.At:]), v.Name) {
					widen(i, []frontend.TreeVar{v})
				}
			}
		}
	}
}

// formats changes the conversions of a call by which variables that become
// longer are read or printed.
func (g *generator) formats(n *frontend.Node, vars []frontend.TreeVar, w widening) []Edit {
	if n.Kind != frontend.NodeCall || len(n.Kids) < 3 {
		return nil
	}
	f := clib.Lookup(n.Kids[0].Name)
	if f == nil || !f.Variadic || n.Kids[1].Kind != frontend.NodeString || f.Prints != clib.NoOutput && !w.prints {
		return nil
	}
	format := n.Kids[1]
	at := format.Start
	var out []Edit
	for _, arg := range n.Kids[2:] {
		i := strings.IndexByte(string(g.src[at:format.End]), '%')
		if i < 0 {
			break
		}
		at += i + 1
		wide := false
		walk(arg, func(k *frontend.Node) {
			wide = wide || k.Kind == frontend.NodeName && slices.ContainsFunc(vars, func(v frontend.TreeVar) bool { return v.Name == k.Name })
		})
		if wide && g.src[at] == w.conversion {
			out = append(out, g.edit(at, at, w.length))
		}
	}
	return out
}
