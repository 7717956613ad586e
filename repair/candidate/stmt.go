package candidate

import (
	"regexp"
	"slices"
	"strings"

	"culprit/frontend/ctree"
	"culprit/interp"
)

// statement makes the changes of a statement and of what is in it.
func (g *generator) statement(n *ctree.Node) {
	depth := len(g.env)
	switch n.Kind {
	case ctree.NodeBlock:
		g.elements(n)
		for _, k := range n.Kids {
			g.statement(k)
		}
		g.shifted(n)
		g.exchangedStatements(n)
		g.behind(n)
		g.terminated(n)
		g.unbroken(n)
		g.env = g.env[:depth]
		return
	case ctree.NodeDeclare:
		g.declaration(n)
		return
	case ctree.NodeLabel:
		for _, k := range n.Kids {
			g.statement(k)
		}
		return
	}
	outer := g.stmt
	g.stmt = n
	ran := g.ran(n)
	if ran && n.Start >= 0 && n.End > n.Start && !g.Protect.fixed(n) {
		g.around(n)
	}
	loop := n.Kind == ctree.NodeWhile || n.Kind == ctree.NodeDo || n.Kind == ctree.NodeFor
	for i, k := range n.Kids {
		switch {
		case k.Kind == ctree.NodeDeclare:
			g.declaration(k)
		case k.Kind < ctree.NodeName:
			if loop {
				g.loops++
			}
			inSwitch := g.inSwitch
			if loop || n.Kind == ctree.NodeSwitch {
				g.inside++
				g.inSwitch = !loop
			}
			g.statement(k)
			g.inSwitch = inSwitch
			if loop {
				g.loops--
			}
			if loop || n.Kind == ctree.NodeSwitch {
				g.inside--
			}
		case ran && k.Start >= 0 && !g.Protect.Decides(n):
			decides := k == n.Cond || i == 0 && n.Kind == ctree.NodeIf
			g.whole = nil
			if decides {
				g.whole = k
			}
			g.steps = stepped(k)
			g.expression(k, 0, decides)
		}
	}
	g.env = g.env[:depth]
	g.stmt = outer
}

// declaration makes the changes of a declaration in a block.
func (g *generator) declaration(n *ctree.Node) {
	ran := n.Start >= 0 && g.Executed(g.line(n.Start), g.line(n.End-1))
	g.declares = n
	for _, init := range n.Kids {
		for _, v := range n.Vars {
			if v.Name == init.Op {
				g.receives = v.Type.Elem
			}
		}
		for _, k := range init.Kids {
			g.steps = stepped(k)
			if ran && !n.Static && (k.Kind != ctree.NodeString || pointers(n, init.Op)) {
				g.expression(k, 2, false)
			}
		}
	}
	g.declares = nil
	if ran && !n.Static {
		g.refused(n)
	}
	g.env = append(g.env, n.Vars...)
	if n.Static || n.Start < 0 {
		return
	}
	// An initial value that is missing: an assignment after the declaration.
	p := &Place{File: g.File, Extent: ctree.Extent{Start: n.End, End: n.End}, kind: statement}
	for _, v := range n.Vars {
		has := slices.ContainsFunc(n.Kids, func(k *ctree.Node) bool { return k.Op == v.Name })
		if has {
			continue
		}
		if empty := g.empty(v.Type); empty != "" && n.End-n.Start > 0 {
			end := v.At + len(v.Name)
			g.change(Initial, v.At, []Edit{g.edit(end, end, " = "+empty)}).Sets = v.Object
		}
		if v.Type.Class != ctree.TypeInteger && v.Type.Class != ctree.TypeFloating {
			continue
		}
		for _, c := range []string{"0", "1"} {
			end := v.At + len(v.Name)
			p.Alternatives = append(p.Alternatives, v.Name+" = "+c+";")
			made := g.change(Initial, v.At, []Edit{g.edit(end, end, " = "+c)}, Choice{Place: len(g.places), Number: len(p.Alternatives)})
			made.Sets, made.Odd = v.Object, g.Fault == interp.UninitRead && c == "0"
		}
	}
	if p.Before = len(p.Alternatives); p.Before > 0 && g.stmt == nil || p.Before > 0 && g.stmt.Kind != ctree.NodeFor {
		g.places = append(g.places, p)
	} else if p.Before > 0 {
		g.changes = g.changes[:len(g.changes)-p.Before]
	}
}

// refused makes the guards that return before a declaration.
func (g *generator) refused(n *ctree.Node) {
	if !g.item(n) || len(n.Kids) == 0 {
		return
	}
	p := &Place{File: g.File, Extent: ctree.Extent{Start: n.Start, End: n.Start}, kind: statement}
	for _, t := range g.refusals(n) {
		if slices.Contains(p.Alternatives, t.text) {
			continue
		}
		p.Alternatives = append(p.Alternatives, t.text)
		c := g.change(Guard, n.Start, g.prepend(n, t.text, g.indent(n.Start)), Choice{Place: len(g.places), Number: len(p.Alternatives)})
		c.Far, c.Plain, c.Pairs, c.Odd = t.loop, t.asked, t.pairs, t.odd
	}
	if p.Before = len(p.Alternatives); p.Before > 0 {
		g.places = append(g.places, p)
	}
}

// pointers reports whether what a declaration declares by a name has pointers as
// its values: a string is then a value, elsewhere a way to write an array.
func pointers(n *ctree.Node, name string) bool {
	return slices.ContainsFunc(n.Vars, func(v ctree.Var) bool {
		return v.Name == name && (v.Type.Class == ctree.TypePointer || strings.Contains(v.Type.Elem, "*"))
	})
}

// elseBehind is what follows a statement that an else comes after.
var elseBehind = regexp.MustCompile(`^(?:\s|//[^\n]*\n|/\*(?s:.*?)\*/)*else\b`)

// around makes the changes that put something before a statement, or in
// its place.
func (g *generator) around(n *ctree.Node) {
	p := &Place{File: g.File, Extent: n.Extent, kind: statement}
	seen := map[string]bool{}
	type made struct {
		kind  Kind
		text  string
		edits []Edit
		far   bool
		plain bool
		odd   bool
		pairs bool
		sets  ctree.Object
	}
	var before, instead []made
	indent := g.indent(n.Start)
	in := func(kind Kind, text string, sets ctree.Object) *made {
		if seen[text] {
			return &made{} // is there, and stays what it is
		}
		seen[text] = true
		before = append(before, made{kind: kind, text: text, edits: g.prepend(n, text, indent), sets: sets})
		return &before[len(before)-1]
	}
	var none ctree.Object
	for _, s := range g.jumps() {
		in(Jump, s, none)
	}
	for _, t := range g.freed(n) {
		in(Copy, t, none).odd = n.Kind == ctree.NodeReturn && len(g.cleaning(n)) == 0
	}
	for _, t := range g.linked(n) {
		in(Copy, t, none).plain = true
	}
	for _, t := range g.neverSet(n) {
		in(Copy, t.text, t.sets).odd = true
	}
	own := g.text(n)
	k := 0
	for _, c := range g.nearest(n.Start) {
		if c.text == own || c.loop || k >= MaxCopies || c.fixed && CallOf(n) != nil && mentions(n, c.sets) {
			continue
		}
		k++
		kind := Copy
		if strings.HasPrefix(c.text, "return") { // nothing behind it is executed
			kind = Jump
		}
		in(kind, c.text, c.sets).far = g.repeated(n, c)
	}
	if n.Kind == ctree.NodeExpr || n.Kind == ctree.NodeReturn || n.Kind == ctree.NodeIf && len(n.Kids) > 0 {
		decides := n
		if n.Kind == ctree.NodeIf {
			decides = n.Kids[0]
		}
		for _, t := range g.cases(decides) {
			in(Guard, t.text, t.sets).far = true
		}
	}
	if t := g.cleared(n); t != "" {
		in(Initial, t, none)
	}
	for _, t := range g.cutOff(n) {
		in(Guard, t.text, t.sets).odd = true
	}
	for _, t := range g.limits(g.previous(n)) {
		m := in(Guard, t.text, t.sets)
		m.far, m.plain = !t.asked, t.asked
	}
	for _, t := range g.refusals(n) {
		m := in(Guard, t.text, none)
		m.far, m.plain, m.pairs, m.odd = t.loop, t.asked, t.pairs, t.odd
	}
	for _, t := range g.twins.before[n] {
		in(Copy, t, none).odd = true
	}
	uncalled := g.uncalled(n)
	for _, t := range uncalled {
		m := in(Copy, t.text, none)
		m.odd, m.plain, m.far = t.odd, t.asked, !t.odd
	}
	for _, t := range g.askedAgain(n) {
		in(Guard, t, none)
	}
	for _, t := range g.leftBy(n) {
		in(Guard, t, none).plain = true
	}
	if text, edits, ok := g.asked(n); ok {
		before = append(before, made{kind: Order, text: text, edits: edits, plain: true})
	}
	if m := g.next(n); m != nil && g.text(m) != "" && !g.labelled(m) && !(CallOf(n) != nil && g.givesConstant(m) && mentions(n, m.Kids[0].Target())) {
		in(Copy, g.text(m), ctree.Object{})
	}
	deletion := Deletion
	if n.Kind == ctree.NodeIf || n.Kind == ctree.NodeSwitch || IsLoop(n) {
		deletion = Block
	}
	last := g.returnsLast(n)
	instead = append(instead, made{kind: deletion, text: ";", edits: []Edit{g.remove(n)}})
	for _, t := range g.cleaning(n) {
		instead = append(instead, made{kind: Copy, text: t, edits: []Edit{g.edit(n.Start, n.End, t)}, odd: g.Fault == interp.Leak})
	}
	for _, t := range g.known(n) {
		instead = append(instead, made{kind: Drop, text: t, edits: []Edit{g.edit(n.Start, n.End, t)}})
	}
	if t := g.forgotten(n); t != "" {
		instead = append(instead, made{kind: Initial, text: "{ " + own + " " + t + " }", edits: g.append(n, t, indent), plain: true})
	}
	for _, t := range g.emptied(n) {
		instead = append(instead, made{kind: Initial, text: "{ " + own + " " + t[0] + " " + t[1] + " }", edits: []Edit{g.edit(n.End, n.End, "\n"+indent+t[0]+"\n"+indent+t[1])}, far: true})
	}
	for _, t := range g.called(n) {
		instead = append(instead, made{kind: Callee, text: "{ " + own + " " + t + " }", edits: []Edit{g.edit(n.End, n.End, "\n"+indent+t)}, far: true})
	}
	for _, t := range g.leftUnset(n) {
		instead = append(instead, made{kind: Initial, text: "{ " + own + " " + t.text + " }", edits: []Edit{g.edit(n.End, n.End, "\n"+indent+t.text)}, plain: true, odd: t.odd})
	}
	if own != "" {
		add := func(kind Kind, text string, edits []Edit) *made {
			instead = append(instead, made{kind: kind, text: "{ " + own + " " + text + " }", edits: edits})
			return &instead[len(instead)-1]
		}
		for _, t := range g.twins.behind[n] {
			add(Copy, t, g.append(n, t, indent)).plain = true
		}
		for _, t := range g.recomputed(n) {
			m := add(Copy, t.text, g.append(n, t.text, indent))
			m.odd, m.sets = true, t.sets
		}
		for _, t := range g.handled(n) {
			add(Guard, t[0], g.append(n, t[1], indent)).odd = true
		}
		if n.Kind == ctree.NodeExpr && g.item(n) && g.following[n] == nil {
			for _, t := range uncalled {
				m := add(Copy, t.text, g.append(n, t.text, indent))
				m.odd, m.plain, m.far = t.odd, t.asked, !t.odd
			}
		}
	}
	ends := g.inSwitch && n.Kind == ctree.NodeJump && n.Op == "break" // a case, which hardly goes on to the next sometimes
	if !last && !ends && (n.Kind == ctree.NodeExpr || n.Kind == ctree.NodeReturn || n.Kind == ctree.NodeJump) {
		guard := func(t string, far bool) {
			edits := []Edit{g.edit(n.Start, n.Start, "if ("+t+") ")}
			if elseBehind.Match(g.Src[n.End:]) { // which would belong to the guard
				edits = []Edit{g.edit(n.Start, n.Start, "{ if ("+t+") "), g.edit(n.End, n.End, " }")}
			}
			instead = append(instead, made{kind: Guard, text: "if (" + t + ") " + own, edits: edits, far: far})
		}
		k = 0
		for _, c := range g.nearby(n.Start) {
			k++
			if k > MaxConstants/2 || own == "" {
				break
			}
			guard(c.text, false)
			guard("!"+within(c.text, c.prec, 14), false)
		}
		if own != "" {
			for _, p := range g.followed(n) {
				guard(p, false)
				instead[len(instead)-1].plain = g.unasked(p)
			}
			for _, c := range g.comparisons(n) {
				guard(c.text, true)
				instead[len(instead)-1].pairs = c.pairs
			}
		}
	}
	for i, m := range append(before, instead...) {
		p.Alternatives = append(p.Alternatives, m.text)
		if last && m.kind == Deletion { // of two changes together only, see saved
			continue
		}
		c := g.change(m.kind, n.Start, m.edits, Choice{Place: len(g.places), Number: i + 1})
		c.Far, c.Plain, c.Odd, c.Pairs, c.Sets = m.far, m.plain, m.odd, m.pairs, m.sets
	}
	g.otherwise(n)
	g.stepSaved(n)
	if edits := g.backwards(n); edits != nil {
		g.change(Order, n.Start, edits).Odd = true
	}
	p.Before = len(before)
	if t, _ := g.saved(n); t != "" { // see exchangedStatements
		p.Alternatives = append(p.Alternatives, t)
	}
	for _, m := range []*ctree.Node{g.previous(n), g.next(n)} { // see exchangedValues
		if t := g.crossed(n, m); t != "" {
			p.Alternatives = append(p.Alternatives, t)
		}
	}
	g.nodes[n] = alternatives{len(g.places), p.Alternatives, len(before) + 1}
	g.places = append(g.places, p)
}

// returnsLast reports whether a statement is the last of a function and returns a
// value: there is nothing behind it that would.
func (g *generator) returnsLast(n *ctree.Node) bool {
	all := g.fn.Body.Kids
	return n.Kind == ctree.NodeReturn && len(n.Kids) > 0 && all[len(all)-1] == n
}

// repeated reports whether a statement that adds to what is there is in the same block as
// another one: a copy of it beside that would do it twice.
func (g *generator) repeated(n *ctree.Node, c copied) bool {
	g.neighbouring()
	for _, way := range []map[*ctree.Node]*ctree.Node{g.following, g.preceding} {
		for m := way[n]; m != nil; m = way[m] {
			if m.Start == c.at && m.Kind == ctree.NodeExpr && len(m.Kids) == 1 {
				x := m.Kids[0]
				return x.Kind == ctree.NodeStep || x.Kind == ctree.NodeAssign && x.Op != "="
			}
		}
	}
	return false
}

// freed are the calls that may be missing where blocks are lost: of free, before
// the pointer to a block is overwritten, or before a function returns.
func (g *generator) freed(n *ctree.Node) (out []string) {
	if g.Fault != interp.Leak || g.function(&ctree.Node{Kind: ctree.NodeName, Name: "free"}) == nil {
		return nil
	}
	if n.Kind == ctree.NodeReturn {
		for _, v := range g.env {
			if v.Type.Class == ctree.TypePointer && !slices.ContainsFunc(g.fn.Params, func(p ctree.Var) bool { return p.At == v.At }) {
				out = append(out, "free("+v.Name+");")
			}
		}
		return out
	}
	if assignmentOf(n) == nil {
		return nil
	}
	if to := n.Kids[0].Kids[0]; to.Type.Class == ctree.TypePointer && g.pure(to) && g.text(to) != "" {
		out = append(out, "free("+g.text(to)+");")
	}
	return out
}

// behind makes the changes that put something at the end of a block.
func (g *generator) behind(n *ctree.Node) {
	if len(n.Kids) == 0 || n.Start < 0 || n.End <= n.Start || g.Src[n.End-1] != '}' {
		return
	}
	last := n.Kids[len(n.Kids)-1]
	if last.Start < 0 || last.Kind == ctree.NodeReturn || last.Kind == ctree.NodeJump || !g.Executed(g.line(n.Start), g.line(n.End-1)) {
		return
	}
	at := n.End - 1
	p := &Place{File: g.File, Extent: ctree.Extent{Start: at, End: at}, kind: statement}
	add := func(kind Kind, text string, sets ctree.Object) *Change {
		if slices.Contains(p.Alternatives, text) {
			return &Change{} // is there, and stays what it is
		}
		edit := g.edit(at, at, text+" ")
		if g.begins(at) && g.begins(last.Start) {
			start := g.lines[g.line(at)-1]
			edit = g.edit(start, start, g.indent(last.Start)+text+"\n")
		}
		p.Alternatives = append(p.Alternatives, text)
		c := g.change(kind, last.Start, []Edit{edit}, Choice{Place: len(g.places), Number: len(p.Alternatives)})
		c.Sets = sets
		return c
	}
	for _, t := range g.limits(last) {
		c := add(Guard, t.text, t.sets)
		c.Far, c.Plain = !t.asked, t.asked
	}
	for _, s := range g.leaves(last) {
		add(Drop, s, ctree.Object{}).Odd = true
	}
	for _, t := range g.unmoved(n) {
		add(Copy, t.text, t.sets).Odd = true
	}
	for _, s := range g.jumps() {
		add(Jump, s, ctree.Object{})
	}
	for i, c := range g.nearest(at) {
		if i < MaxCopies/2 && !c.loop {
			add(Copy, c.text, c.sets)
		}
	}
	if p.Before = len(p.Alternatives); p.Before > 0 {
		g.places = append(g.places, p)
	}
}

// jumps lists the jumps that may be missing.
func (g *generator) jumps() []string {
	var out []string
	if g.inside > 0 {
		out = append(out, "break;")
	}
	if g.loops > 0 {
		out = append(out, "continue;")
	}
	r := g.fn.Result
	switch {
	case r.Class == ctree.TypeVoid:
		out = append(out, "return;")
	case r.Class == ctree.TypeInteger:
		for i, c := range g.constants {
			if i < MaxReturns/2 {
				out = append(out, "return "+c+";")
			}
		}
		k := 0
		for _, v := range g.env {
			if same(v.Type, r) && k < MaxReturns/2 {
				k++
				out = append(out, "return "+v.Name+";")
			}
		}
	case r.Class == ctree.TypePointer:
		out = append(out, "return 0;")
	}
	return out
}

// nearest lists statements that may be missing here, the closest first.
func (g *generator) nearest(at int) []copied {
	var out []copied
	for _, c := range g.copies {
		if c.fn == g.fn && g.visible(c.names) && g.defined(c.text) {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b copied) int { return g.distance(a.fn, a.at, at) - g.distance(b.fn, b.at, at) })
	return out
}

// prepend puts a statement before another.
func (g *generator) prepend(n *ctree.Node, text, indent string) []Edit {
	if g.item(n) {
		if g.begins(n.Start) {
			return []Edit{g.edit(n.Start, n.Start, text+"\n"+indent)}
		}
		return []Edit{g.edit(n.Start, n.Start, text+" ")}
	}
	return []Edit{g.edit(n.Start, n.Start, "{ "+text+" "), g.edit(n.End, n.End, " }")}
}

// append puts a statement behind another.
func (g *generator) append(n *ctree.Node, text, indent string) []Edit {
	if g.item(n) {
		return []Edit{g.edit(n.End, n.End, "\n"+indent+text)}
	}
	return []Edit{g.edit(n.Start, n.Start, "{ "), g.edit(n.End, n.End, " "+text+" }")}
}

// item reports whether a statement is an item of a block, so that another can
// precede it.
func (g *generator) item(n *ctree.Node) bool {
	if g.items == nil {
		g.items = map[*ctree.Node]bool{}
		for _, f := range g.Tree.Funcs {
			if f.Body == nil {
				continue
			}
			Walk(f.Body, func(b *ctree.Node) {
				for _, k := range b.Kids {
					g.items[k] = g.items[k] || b.Kind == ctree.NodeBlock || b.Kind == ctree.NodeLabel && g.items[b]
				}
			})
		}
	}
	return g.items[n]
}

// remove deletes a statement, with its line if nothing else is in it.
func (g *generator) remove(n *ctree.Node) Edit {
	if !g.item(n) {
		return g.edit(n.Start, n.End, ";")
	}
	start, end := n.Start, n.End
	if g.begins(start) {
		rest := strings.IndexByte(string(g.Src[end:]), '\n')
		if rest >= 0 && strings.TrimSpace(string(g.Src[end:end+rest])) == "" {
			start, end = g.lines[g.line(start)-1], end+rest+1
		}
	}
	return g.edit(start, end, "")
}
