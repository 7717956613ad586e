package candidate

import (
	"bytes"
	"slices"
	"strconv"

	"culprit/cfg/clib"
	"culprit/frontend/ctree"
)

// Calls of the library that write as much as they find, however much room there is: what
// is meant writes no more than the room.

// boundedCall makes the changes of a call by which it writes within the array that it is given.
func (g *generator) boundedCall(n *ctree.Node) {
	if !g.overruns() || !g.Executed(g.line(n.Start), g.line(n.End-1)) {
		return
	}
	if format := formatRead(n); format != nil {
		if t := g.narrowed(n, format); t != "" && g.text(n) != "" {
			g.instead(n, Literal, format, t)
		}
		return
	}
	g.boundedBy(n)
}

// boundedBy makes the changes to calls that do the same within the room that there is.
func (g *generator) boundedBy(n *ctree.Node) {
	f := clib.Lookup(n.Callee().Name)
	if f == nil || len(n.Kids) < 2 || n.Start < 0 || !n.Unused && n.Type.Class != ctree.TypeInteger {
		return
	}
	var args []string
	for _, k := range n.Kids[1:] {
		t := g.text(k)
		if t == "" {
			return
		}
		args = append(args, t)
	}
	for _, room := range g.rooms(n.Kids[1]) {
		call, ok := f.Bounded(args, room)
		if !ok {
			return
		}
		if slices.ContainsFunc(g.Tree.Funcs, func(f *ctree.Func) bool { return f.Name == call.Name }) {
			g.within = append(g.within, bounding{g.arrayOf(n.Kids[1]), n, g.instead(n, Callee, n, call.Text)})
			continue
		}
		at := max(0, bytes.Index(g.Src, []byte("#include")))
		c := g.change(Callee, n.Start, []Edit{g.edit(at, at, "#include <"+call.Header+">\n"), g.edit(n.Start, n.End, call.Text)})
		c.Odd, c.Bounds = true, true
	}
}

// arrayOf is the text of what a pointer leads into.
func (g *generator) arrayOf(n *ctree.Node) string {
	n, _ = g.splitRoom(n)
	return g.text(n)
}

// bounding is a change that bounds what a call writes to an array.
type bounding struct {
	to     string
	call   *ctree.Node
	change *Change
}

// boundedTogether makes the changes of all calls of a function that write to the same array: of
// texts that are put together, another one may be too long.
func (g *generator) boundedTogether() {
	tried := len(g.within)
	if tried == 0 {
		return
	}
	made := len(g.changes)
	Walk(g.fn.Body, func(n *ctree.Node) {
		if n.Kind == ctree.NodeCall && !slices.ContainsFunc(g.within[:tried], func(b bounding) bool { return b.call == n }) {
			g.boundedBy(n) // which the failing run does not come to
		}
	})
	g.changes = g.changes[:made] // they are for these together only
	for i, first := range g.within[:tried] {
		if slices.ContainsFunc(g.within[:i], func(b bounding) bool { return b.to == first.to }) {
			continue
		}
		all := *first.change
		seen := []*ctree.Node{first.call}
		for _, b := range g.within[i+1:] {
			if b.to == first.to && !slices.Contains(seen, b.call) {
				seen = append(seen, b.call)
				all.Edits, all.At = append(slices.Clip(all.Edits), b.change.Edits...), append(slices.Clip(all.At), b.change.At...)
			}
		}
		if len(seen) > 1 {
			g.changes = append(g.changes, &all)
		}
	}
}

// instead makes the change of a part of a call, which only bounds what the call writes.
func (g *generator) instead(call *ctree.Node, kind Kind, part *ctree.Node, text string) *Change {
	edit := g.edit(part.Start, part.End, text)
	whole := string(Apply(g.Src[call.Start:call.End], []Edit{{Extent: ctree.Extent{Start: part.Start - call.Start, End: part.End - call.Start}, Text: text}}))
	p := &Place{File: g.File, Extent: call.Extent, kind: expression, conversion: call.Type.Text, Alternatives: []string{whole}}
	if call.Unused {
		p.kind, p.conversion = discarded, ""
	}
	c := g.change(kind, call.Start, []Edit{edit}, Choice{Place: len(g.places), Number: 1})
	c.Odd, c.Bounds = true, true
	g.places = append(g.places, p)
	return c
}

// rooms are how many bytes there may be where a pointer leads, as the program can say it: the
// size of an array, or the parameter behind that of the pointer, without what lies before.
func (g *generator) rooms(n *ctree.Node) (out []string) {
	n, before := g.splitRoom(n)
	if !isPlace(n) || !g.pure(n) || g.text(n) == "" {
		return nil
	}
	if n.Type.Class == ctree.TypeArray {
		return []string{"sizeof " + g.operand(n, 14) + before}
	}
	for i, v := range g.fn.Params {
		if n.Kind == ctree.NodeName && v.Object == n.Object && i+1 < len(g.fn.Params) && g.fn.Params[i+1].Type.Class == ctree.TypeInteger {
			out = append(out, g.fn.Params[i+1].Name+before)
		}
	}
	return out
}

// splitRoom is the array or pointer that a pointer is made of, and what lies before it, as it is taken
// from a number.
func (g *generator) splitRoom(n *ctree.Node) (base *ctree.Node, before string) {
	switch {
	case isBinary(n, "+") && IsAddress(n.Kids[0].Type.Class):
		n, before = n.Kids[0], " - "+g.operand(n.Kids[1], 13)
	case n.Kind == ctree.NodeAddr && n.Kids[0].Kind == ctree.NodeIndex:
		n, before = n.Kids[0].Kids[0], " - "+g.operand(n.Kids[0].Kids[1], 13)
	}
	if n.Kind == ctree.NodeCast {
		n = n.Kids[0]
	}
	return n, before
}

// narrowed is the format of a call that reads with which no text is longer than the array that it
// is read into has room for, "" if it has that already.
func (g *generator) narrowed(call, format *ctree.Node) string {
	text, at := []byte(g.text(format)), slices.Index(call.Kids, format)+1
	var made []byte
	changed := false
	for len(text) > 0 {
		c := text[0]
		made, text = append(made, c), text[1:]
		if c != '%' {
			continue
		}
		if len(text) > 0 && text[0] == '%' {
			made, text = append(made, '%'), text[1:]
			continue
		}
		spec, rest := clib.ReadScan(text)
		own := text[:len(text)-len(rest)]
		text = rest
		if spec.Suppress || at >= len(call.Kids) {
			made = append(made, own...)
			continue
		}
		to := call.Kids[at]
		at++
		if (spec.Conv == 's' || spec.Conv == '[') && !spec.Alloc && !spec.Wide() && to.Type.Class == ctree.TypeArray && to.Type.Size > 1 && (spec.Width == clib.None || int64(spec.Width) >= to.Type.Size) {
			digits := 0
			for digits < len(own) && own[digits] >= '0' && own[digits] <= '9' {
				digits++
			}
			made, changed = strconv.AppendInt(made, to.Type.Size-1, 10), true
			own = own[digits:]
		}
		made = append(made, own...)
	}
	if !changed {
		return ""
	}
	return string(made)
}

// cutOff keeps, before it is used first, what a call that prints within a size has returned within that: it
// returns how long the text would have been. Where the function compares it with the size it knows that.
func (g *generator) cutOff(n *ctree.Node) (out []copied) {
	if n.Kind != ctree.NodeExpr || !g.overruns() {
		return nil
	}
	for _, v := range g.named(n) {
		o, size, at := g.lookup(v).Object, "", -1
		compared := false
		Walk(g.fn.Body, func(k *ctree.Node) {
			if k.Kind == ctree.NodeAssign && k.Op == "=" && k.Target() == o && k.Kids[0].Kind == ctree.NodeName && k.End <= n.Start {
				if t := g.sizeOfPrinted(k.Kids[1]); t != "" {
					size, at = t, k.End
				}
			}
			compared = compared || isBinary(k, relations...) && (mentions(k.Kids[0], o) && k.Kids[1].Kind != ctree.NodeNumber || mentions(k.Kids[1], o))
		})
		used := false // before
		Walk(g.fn.Body, func(k *ctree.Node) {
			used = used || k.Kind == ctree.NodeExpr && at >= 0 && k.Start >= at && k.End <= n.Start && mentions(k, o)
		})
		if size != "" && !compared && !used {
			out = append(out, copied{text: "if ((size_t)" + v + " >= " + size + ") " + v + " = (int)" + size + " - 1;", sets: o})
		}
	}
	return out
}

// sizeOfPrinted is the size that a call of the library prints within, "" if it is none.
func (g *generator) sizeOfPrinted(call *ctree.Node) string {
	f := clib.Lookup(call.Callee().Name)
	if f == nil || f.FormatOf(clib.Printf) < 0 || len(f.Params) == 0 || len(f.Params[0].Factor) != 1 || f.Params[0].Factor[0]+1 >= len(call.Kids) {
		return ""
	}
	size := call.Kids[f.Params[0].Factor[0]+1]
	if size.Kind != ctree.NodeSizeof && !g.pure(size) || g.text(size) == "" {
		return ""
	}
	return g.operand(size, 12)
}
