package candidate

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg/clib"
	"culprit/frontend/ctree"
)

// minUnused is the least constant that says something by its value: smaller ones
// are states and flags, and are tried everywhere anyway.
const minUnused = 3

// FindUnused finds what the files of a program name and do not use.
func FindUnused(texts map[string][]byte, trees map[string]*ctree.Tree) UnusedNames {
	out := UnusedNames{variables: map[string]bool{}}
	used := map[string]int{} // occurrences that may read
	for name, src := range texts {
		for w := range Identifiers(src) {
			used[w]++
		}
		tree := trees[name]
		declared := func(vars []ctree.Var) {
			for _, v := range vars {
				used[v.Name]--
			}
		}
		declared(tree.Globals)
		for _, f := range tree.Funcs {
			if f.Body == nil {
				continue
			}
			declared(f.Params)
			Walk(f.Body, func(n *ctree.Node) {
				declared(n.Vars)
				for _, v := range set(n) {
					used[v.Name]--
					out.variables[v.Name] = true
				}
			})
		}
	}
	for name := range out.variables {
		if used[name] > 0 {
			delete(out.variables, name)
		}
	}
	var values []int64
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		src := texts[name]
		for _, m := range Macros(src) {
			v, ok := sumOf(string(src[m.Start:m.End]))
			if ok && used[m.Name] == 1 && (v >= minUnused || -v >= minUnused) && !slices.Contains(values, v) && len(values) < maxSelected && trees[name] != nil {
				values = append(values, v)
				out.constants = append(out.constants, m.Name)
			}
		}
	}
	slices.Sort(out.constants)
	return out
}

// set are the variables that a node gives a value without reading them.
func set(n *ctree.Node) (out []*ctree.Node) {
	switch n.Kind {
	case ctree.NodeAssign:
		if n.Op == "=" && n.Unused && n.Kids[0].Kind == ctree.NodeName {
			out = append(out, n.Kids[0])
		}
	case ctree.NodeCall:
		if f := clib.Lookup(n.Kids[0].Name); f != nil && f.Input {
			for _, k := range n.Kids[1:] {
				if k.Kind == ctree.NodeAddr && k.Kids[0].Kind == ctree.NodeName {
					out = append(out, k.Kids[0])
				}
			}
		}
	}
	return out
}

// comparable are pairs of operands, one of which is unused, that can be compared
// here.
func (g *generator) comparable() (out [][2]string) {
	vars := g.scope()
	k := 0
	for _, v := range vars {
		if v.Type.Class != ctree.TypeInteger {
			continue
		}
		k++
		if k > MaxVariables {
			break
		}
		if g.Unused.variables[v.Name] {
			out = append(out, [2]string{v.Name, "0"})
			for _, w := range vars {
				if w.Name != v.Name && same(v.Type, w.Type) && len(out) < MaxSamples {
					out = append(out, [2]string{v.Name, w.Name})
				}
			}
		}
		for _, c := range g.Unused.constants {
			if at, ok := g.defines[c]; ok && at < g.fn.At && len(out) < MaxSamples {
				out = append(out, [2]string{v.Name, c})
			}
		}
	}
	return out
}

// unusedRelations are the relations by which what is unused is compared, each as the
// set of the signs of the difference for which it holds: bit 0 less, 1 equal, 2
// greater.
var unusedRelations = []struct {
	op    string
	signs uint64
}{{">", 4}, {">=", 6}, {"<", 1}, {"<=", 3}, {"!=", 5}, {"==", 2}}

// compareUnused makes, of a condition, the changes that strengthen or weaken it by a
// comparison of what is unused. All share one place in the schema.
func (g *generator) compareUnused(n *ctree.Node) (out []hole) {
	if n.Kind == ctree.NodeBinary && IsLogical(n.Op) && n != g.whole {
		return nil // its operands do
	}
	pairs := g.comparable()
	if len(pairs) == 0 {
		return nil
	}
	var b strings.Builder
	choose(&b, "("+holeValue+">>3)", 0, len(pairs), "%s<=%d?", ":", "", func(i int) {
		p := pairs[i]
		fmt.Fprintf(&b, "(%s>%s)-(%s<%s)+1", p[0], p[1], p[0], p[1])
	})
	holds := "((" + holeValue + "&7)>>(" + b.String() + ")&1)"
	for _, way := range []struct {
		kind Kind
		op   string
		prec int
	}{{Strengthen, "&&", 5}, {Weaken, "||", 4}} {
		x := hole{kind: way.kind, text: g.operand(n, way.prec) + way.op + holds}
		for _, rel := range unusedRelations {
			for i, p := range pairs {
				x.fillings = append(x.fillings, filling{
					value: uint64(i+1)<<3 | rel.signs, prec: way.prec,
					text: g.operand(n, way.prec) + " " + way.op + " " + within(p[0]+" "+rel.op+" "+p[1], OperatorPrecedence(rel.op), way.prec+1),
				})
			}
		}
		out = append(out, x)
	}
	return out
}

// shifted makes the changes of assignments to elements in a row, which begin one
// element too early or too late.
func (g *generator) shifted(block *ctree.Node) {
	for i := 0; i < len(block.Kids); {
		base, first := elementSet(block.Kids[i])
		end := i + 1
		for ; end < len(block.Kids) && base != nil; end++ {
			other, index := elementSet(block.Kids[end])
			if other == nil || other.Name != base.Name || number(index)-number(first) != int64(end-i) {
				break
			}
		}
		if base != nil && end-i >= minRow && g.Executed(g.line(first.Start), g.line(first.End)) {
			for _, d := range []int64{-1, 1} {
				var edits []Edit
				var where []Choice
				for _, k := range block.Kids[i:end] {
					_, index := elementSet(k)
					to := strconv.FormatInt(number(index)+d, 10)
					edits = append(edits, g.edit(index.Start, index.End, to))
					if c, ok := g.holes[index]; ok {
						where = append(where, c.filled(uint64(number(index)+d), to))
					}
				}
				if number(first)+d < 0 {
					continue
				}
				if len(where) < len(edits) {
					where = nil // parsed by itself
				}
				g.change(OffByOne, first.Start, edits, where...)
			}
		}
		i = end
	}
}

// minRow is how many elements are a table.
const minRow = 3

// elementSet is the array and the index of an assignment to an element with a
// number as its index; nil of other statements.
func elementSet(n *ctree.Node) (array, index *ctree.Node) {
	if assignmentOf(n) == nil {
		return nil, nil
	}
	to := n.Kids[0].Kids[0]
	if to.Kind != ctree.NodeIndex || to.Kids[0].Kind != ctree.NodeName || to.Kids[1].Kind != ctree.NodeNumber || !isInt(to.Kids[1].Name) {
		return nil, nil
	}
	return to.Kids[0], to.Kids[1]
}

// elements notes which elements the assignments of a block set: another of them would set
// one twice, so that one of the two statements does nothing.
func (g *generator) elements(block *ctree.Node) {
	byArray := map[string]map[string]bool{}
	for _, k := range block.Kids {
		if array, index := elementSet(k); array != nil {
			if byArray[array.Name] == nil {
				byArray[array.Name] = map[string]bool{}
			}
			byArray[array.Name][strconv.FormatInt(number(index), 10)] = true
			g.taken[index] = byArray[array.Name]
		}
	}
}
