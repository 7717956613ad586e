package candidate

import (
	"bytes"
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg/clib"
	"culprit/frontend/ctree"
	"culprit/interp"
)

// widening is a change of a type, and of the conversion by which values are read
// and, if prints, printed. Small integers have none: see outgrown.
type widening struct {
	from, to   string
	conversion byte
	length     string
	prints     bool
}

var widenings = []widening{
	{"int", "long long", 'd', "ll", true}, {"float", "double", 'f', "l", false}, {"int", "unsigned", 'd', "", false}, {"char", "unsigned char", 'c', "", false},
	{from: "char", to: "int"}, {from: "signed char", to: "int"}, {from: "unsigned char", to: "unsigned"}, {from: "short", to: "int"}, {from: "unsigned short", to: "unsigned"},
	{from: "int8_t", to: "int16_t"}, {from: "int8_t", to: "int32_t"}, {from: "uint8_t", to: "uint16_t"}, {from: "uint8_t", to: "uint32_t"},
	{from: "int16_t", to: "int32_t"}, {from: "uint16_t", to: "uint32_t"},
}

// wider are the types that hold more than a small integer type.
func wider(from string) (out []string) {
	for _, w := range widenings {
		if w.conversion == 0 && w.from == from {
			out = append(out, w.to)
		}
	}
	return out
}

// widened makes the changes of the type of variables, and of what functions
// return, to a wider one, with the formats by which they are read and printed.
// They are in no schema.
func (g *generator) widened() {
	widen := func(start int, vars []ctree.Var, in []*ctree.Func) {
		for _, w := range widenings {
			if w.conversion == 0 || start < 0 || !strings.HasPrefix(string(g.Src[start:]), w.from+" ") {
				continue
			}
			if strings.HasPrefix(w.to, "unsigned") && !g.overruns() {
				continue // an index that is negative
			}
			edits := []Edit{g.edit(start, start+len(w.from), w.to)}
			var uses []int
			for _, v := range vars {
				if v.Type.Elem != "" && (v.Type.Elem != w.from || w.from == "char") || v.Type.Elem == "" && v.Type.Text != w.from {
					return
				}
				uses = append(uses, g.uses(v.Name)...)
			}
			for _, f := range in {
				if f.Body != nil {
					Walk(f.Body, func(n *ctree.Node) { edits = append(edits, g.formats(n, vars, w)...) })
				}
			}
			if slices.ContainsFunc(uses, func(n int) bool { return g.Executed(n, n) }) {
				c := g.change(Conversion, start, edits)
				c.Uses, c.Far = []int{g.line(start)}, true
			}
		}
	}
	for start, vars := range g.declaredTogether() {
		widen(start, vars, g.Tree.Funcs)
	}
	for _, f := range g.Tree.Funcs {
		if f.Body == nil || g.Protect.Checks[f.Object] {
			continue
		}
		own := []*ctree.Func{f}
		Walk(f.Body, func(n *ctree.Node) {
			if n.Kind == ctree.NodeDeclare && len(n.Vars) > 0 {
				widen(n.Start, n.Vars, own)
			}
		})
		for _, v := range f.Params {
			if i := v.At - len(cmp.Or(v.Type.Elem, v.Type.Text)+" "); v.Name != "" && i >= 0 && strings.HasPrefix(string(g.Src[v.At:]), v.Name) {
				widen(i, []ctree.Var{v}, own)
			}
		}
		if f.Name != "main" {
			widen(f.At, []ctree.Var{{Name: f.Name, Type: f.Result}}, nil)
		}
	}
}

// declaredTogether are the declarations of global variables: where each begins,
// and what it declares.
func (g *generator) declaredTogether() iter.Seq2[int, []ctree.Var] {
	return func(f func(int, []ctree.Var) bool) {
		for i := 0; i < len(g.Tree.Globals); {
			at := g.Tree.Globals[i].At
			if at < 0 {
				i++
				continue
			}
			start := at
			for start > 0 && !strings.ContainsRune(";}\n", rune(g.Src[start-1])) {
				start--
			}
			for start < at && (g.Src[start] == ' ' || g.Src[start] == '\t') {
				start++
			}
			end, from := at+bytes.IndexByte(g.Src[at:], ';'), i
			for i < len(g.Tree.Globals) && (i == from || g.Tree.Globals[i].At >= 0 && g.Tree.Globals[i].At < end) {
				i++
			}
			if !f(start, g.Tree.Globals[from:i]) {
				return
			}
		}
	}
}

// formats changes the conversions of a call by which variables that become
// longer are read or printed.
func (g *generator) formats(n *ctree.Node, vars []ctree.Var, w widening) []Edit {
	if n.Kind != ctree.NodeCall || len(n.Kids) < 3 {
		return nil
	}
	f := clib.Lookup(n.Kids[0].Name)
	if f == nil || !f.Variadic || n.Kids[1].Kind != ctree.NodeString || f.Prints != clib.NoOutput && !w.prints {
		return nil
	}
	format := n.Kids[1]
	at := format.Start
	var out []Edit
	for _, arg := range n.Kids[2:] {
		i := strings.IndexByte(string(g.Src[at:format.End]), '%')
		if i < 0 {
			break
		}
		at += i + 1
		wide := false
		Walk(arg, func(k *ctree.Node) {
			wide = wide || k.Kind == ctree.NodeName && slices.ContainsFunc(vars, func(v ctree.Var) bool { return v.Name == k.Name })
		})
		if wide && g.Src[at] == w.conversion {
			out = append(out, g.edit(at, at, w.length))
		}
	}
	return out
}

// sizes calls f with larger sizes of arrays, and the lines that use the array.
func (g *generator) sizes(f func(edits []Edit, uses []int)) {
	vars := slices.Clone(g.Tree.Globals)
	for _, fn := range g.Tree.Funcs {
		if fn.Body == nil || g.Protect.Checks[fn.Object] {
			continue
		}
		Walk(fn.Body, func(n *ctree.Node) {
			if n.Kind == ctree.NodeDeclare {
				vars = append(vars, n.Vars...)
			}
		})
	}
	for _, v := range vars {
		if v.Type.Class != ctree.TypeArray || v.At < 0 || !strings.HasPrefix(string(g.Src[v.At:]), v.Name) {
			continue
		}
		sizes := g.dimensions(v.At + len(v.Name))
		for _, larger := range []func(int) int{
			func(n int) int { return n + 1 }, func(n int) int { return n + 2 }, func(n int) int { return 2 * n }, func(n int) int { return 10 * n },
		} {
			var edits []Edit
			for _, e := range sizes {
				n, _ := strconv.Atoi(e.Text)
				edits = append(edits, g.edit(e.Start, e.End, strconv.Itoa(larger(n))))
			}
			if len(edits) > 0 {
				f(edits, g.uses(v.Name))
			}
		}
	}
}

// dimensions are the sizes, and where they are written, of an array whose
// declarator has its brackets at an offset; none if one is not a number.
func (g *generator) dimensions(at int) (out []Edit) {
	for at < len(g.Src) && g.Src[at] == '[' {
		n := bytes.IndexByte(g.Src[at:], ']')
		if n < 0 {
			return nil
		}
		size := string(g.Src[at+1 : at+n])
		if _, err := strconv.Atoi(size); err != nil {
			return nil
		}
		out = append(out, g.edit(at+1, at+n, size))
		at += n + 1
	}
	return out
}

// products makes the changes of integer products to wider ones, of quotients that
// become floats to such of floats, and, where an operation overflows, of sums and
// differences. The schema cannot hold them, whose
// expressions have the type that they have in the original.
func (g *generator) products() {
	k := 0
	type row struct {
		start int
		edits []Edit
	}
	var rows []*row                     // of the products of a statement
	quotients := map[*ctree.Node]bool{} // that become floats
	for _, f := range g.Tree.Funcs {
		if f.Body == nil || g.Protect.Checks[f.Object] {
			continue
		}
		var last *row
		Walk(f.Body, func(n *ctree.Node) {
			if n.Kind < ctree.NodeName && n.Kind != ctree.NodeBlock {
				last = &row{start: n.Start}
				rows = append(rows, last)
			}
			if n.Type.Class == ctree.TypeFloating || n.Kind == ctree.NodeReturn && f.Result.Class == ctree.TypeFloating {
				for _, c := range n.Kids {
					quotients[c] = isBinary(c, "/")
				}
			}
			op := n.Op == "*" || quotients[n] || g.Fault == interp.SignedOverflow && (n.Op == "+" || n.Op == "-")
			if n.Kind != ctree.NodeBinary || !op || n.Start < 0 || n.Type.Class != ctree.TypeInteger || n.Type.Size > 4 || n.Constant || k == MaxWidened || !g.Executed(g.line(n.Start), g.line(n.End-1)) {
				return
			}
			if left := n.Kids[0]; left.Start == n.Start && left.Op == "*" && left.Kind == ctree.NodeBinary {
				return // the first factor of all is converted
			}
			wide := n.Kids[0]
			if wide.Kind == ctree.NodeNumber {
				wide = n.Kids[1]
			}
			if precedence(wide) < 14 && !g.parenthesised(wide) {
				return
			}
			k++
			at := wide.Start
			if precedence(wide) < 14 {
				at = bytes.LastIndexByte(g.Src[:at], '(')
			}
			to := g.wideInteger(wide.Type.Signed)
			if quotients[n] {
				to = "(double)"
			}
			edit := g.edit(at, at, to)
			last.edits = append(last.edits, edit)
			g.change(Conversion, n.Start, []Edit{edit})
		})
	}
	var all []Edit
	for _, r := range rows { // what is forgotten in one product is forgotten in the next
		if len(r.edits) > 1 {
			g.change(Conversion, r.start, r.edits)
		}
		all = append(all, r.edits...)
	}
	if len(all) > 1 && !slices.ContainsFunc(rows, func(r *row) bool { return len(r.edits) == len(all) }) {
		g.change(Conversion, all[0].Start, all)
	}
}

// wideInteger is a conversion to 64 bits, in the words of the file.
func (g *generator) wideInteger(signed bool) string {
	exact := len(g.occurrences["uint32_t"])+len(g.occurrences["uint64_t"])+len(g.occurrences["int64_t"])+len(g.occurrences["int32_t"]) > 0
	switch {
	case exact && signed:
		return "(int64_t)"
	case exact:
		return "(uint64_t)"
	case signed:
		return "(long long)"
	}
	return "(unsigned long long)"
}

// shiftedValues makes the changes of a value that is shifted out of its type to one of the type
// that it is combined with or assigned to, or without a sign: 1ULL << n for 1 << n.
func (g *generator) shiftedValues() {
	for _, f := range g.Tree.Funcs {
		if f.Body == nil || g.Protect.Checks[f.Object] || g.Fault != interp.SignedOverflow && g.Fault != interp.ShiftRange {
			continue
		}
		var visit func(n *ctree.Node, size int64)
		visit = func(n *ctree.Node, size int64) {
			if n.Type.Class == ctree.TypeInteger {
				size = max(size, n.Type.Size)
			}
			if n.Kind == ctree.NodeIndex || n.Kind == ctree.NodeCall {
				size = 0
			}
			if isBinary(n, "<<") {
				k, suffix, typ := n.Kids[0], "u", "(unsigned)"
				if size > 4 {
					suffix, typ = "ULL", "(unsigned long long)"
				}
				if k.Start < 0 || n.Constant || !g.Executed(g.line(n.Start), g.line(n.End-1)) {
				} else if k.Kind == ctree.NodeNumber && isInt(string(g.Src[k.Start:k.End])) {
					g.change(Conversion, n.Start, []Edit{g.edit(k.End, k.End, suffix)}).Plain = true
				} else if isPlace(k) && g.text(k) != "" && k.Type.Class == ctree.TypeInteger && g.Fault == interp.SignedOverflow {
					g.change(Conversion, n.Start, []Edit{g.edit(k.Start, k.Start, typ)}).Plain = true
				}
			}
			for _, k := range n.Kids {
				visit(k, size)
			}
		}
		visit(f.Body, 0)
	}
}
