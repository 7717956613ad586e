package frontend

import (
	"maps"
	"slices"

	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Initialisers in braces (C11 6.7.9) are read before anything is evaluated:
// braces left out, designators and ranges say which expression initialises
// which part. An initialiser replaces what an earlier one gave to the same
// part, or to another member of the same union; gcc does not evaluate what is
// replaced, and evaluates the rest in the order of the parts.

// contents says how an object, or a part of one, is initialised: by an
// expression, by a constant, or part by part. Parts that are not mentioned are
// zero.
type contents struct {
	expr  cc.ExpressionNode
	char  *cfg.Const        // one character of a string of which another part is replaced
	parts map[int]*contents // by index of the element or member; of a union, one at most
}

// order lists the parts that are initialised.
func (c *contents) order() []int { return slices.Sorted(maps.Keys(c.parts)) }

// each calls do for the expressions, in the order of the parts.
func (c *contents) each(do func(cc.ExpressionNode)) {
	if c.expr != nil {
		do(c.expr)
	}
	for _, i := range c.order() {
		c.parts[i].each(do)
	}
}

// set replaces part i of an object of type t.
func (c *contents) set(t *ctypes.Type, i int, part *contents) *contents {
	if c.parts == nil || t.Kind == ctypes.Union {
		c.parts = map[int]*contents{}
	}
	c.parts[i] = part
	return part
}

// cursor is a position in an initialiser list.
type cursor struct{ l *cc.InitializerList }

// only is the item at the cursor alone.
func (c *cursor) only() *cursor {
	l := *c.l
	l.InitializerList = nil
	return &cursor{&l}
}

// contents reads a list in braces for an object of type t.
func (f *fn) contents(t *ctypes.Type, l *cc.InitializerList) *contents {
	c := &contents{}
	if l == nil {
		return c
	}
	e := l.Initializer
	switch {
	case !t.Listed() && e.Case == cc.InitializerInitList:
		return f.contents(t, e.InitializerList)
	case !t.Listed():
		c.expr = e.AssignmentExpression
	case t.Kind == ctypes.Array && l.InitializerList == nil && l.Designation == nil && e.Case == cc.InitializerExpr && f.wholeArray(t, e.AssignmentExpression):
		c.expr = e.AssignmentExpression
	default:
		f.fillParts(c, t, &cursor{l}, 0, true)
	}
	return c
}

// wholeArray reports whether e initialises all of an array of type t.
func (f *fn) wholeArray(t *ctypes.Type, e cc.ExpressionNode) bool {
	if syntax.IsText(e) {
		return f.l.Types.ElemOf(t).Kind == ctypes.Int
	}
	x, ok := syntax.Unparen(e).(*cc.PostfixExpression)
	return ok && x.Case == cc.PostfixExpressionComplit && f.ObjectType(e).Kind == ctypes.Array
}

// reachable is the number of parts that a list reaches without designators.
func (f *fn) reachable(t *ctypes.Type) int {
	switch t.Kind {
	case ctypes.Array:
		if t.Len < 0 {
			return 1 << 30
		}
		return int(t.Len)
	case ctypes.Union:
		return min(1, len(f.FieldsOf(t)))
	}
	return len(f.FieldsOf(t))
}

// partType is the type of part i.
func (f *fn) partType(t *ctypes.Type, i int) *ctypes.Type {
	if t.Kind == ctypes.Array {
		return f.l.Types.ElemOf(t)
	}
	return f.FieldsOf(t)[i].Type
}

// fillParts reads the parts from index i on. Without own braces it stops before an
// item with a designator.
func (f *fn) fillParts(c *contents, t *ctypes.Type, at *cursor, i int, braced bool) {
	for at.l != nil {
		if d := at.l.Designation; d != nil {
			if !braced {
				return
			}
			i = f.designated(c, t, d.DesignatorList, at) + 1
			continue
		}
		if i >= f.reachable(t) {
			if braced {
				at.l = nil // excess elements
			}
			return
		}
		f.part(c, t, i, at)
		i++
	}
}

// part reads part i from the next item, or, if that is not in braces, from as
// many as the part takes.
func (f *fn) part(c *contents, t *ctypes.Type, i int, at *cursor) {
	pt := f.partType(t, i)
	init := at.l.Initializer
	if init.Case == cc.InitializerInitList {
		at.l = at.l.InitializerList
		c.set(t, i, f.contents(pt, init.InitializerList))
		return
	}
	e := init.AssignmentExpression
	whole := !pt.Listed() || pt.Kind == ctypes.Array && f.wholeArray(pt, e) || pt.Kind != ctypes.Array && f.TypeOf(e).Aggregate()
	switch {
	case whole:
		at.l = at.l.InitializerList
		c.set(t, i, &contents{expr: e})
	case f.reachable(pt) == 0:
		at.l = at.l.InitializerList
	default:
		if at.l.Designation != nil { // .s = 1 for a structure s: its first member
			l := *at.l
			l.Designation = nil
			at.l = &l
		}
		f.fillParts(f.inside(c, t, i), pt, at, 0, false)
	}
}

// inside prepares part i for initialisers of its own parts: those that it has
// remain, an expression for the whole of it does not count any more.
func (f *fn) inside(c *contents, t *ctypes.Type, i int) *contents {
	old := c.parts[i]
	switch {
	case old == nil:
		return c.set(t, i, &contents{})
	case old.expr == nil:
		return old
	}
	fresh := &contents{}
	pt := f.partType(t, i)
	if syntax.IsText(old.expr) && pt.Kind == ctypes.Array {
		data, _ := f.stringData(old.expr)
		vt := f.l.Types.Value(f.l.Types.ElemOf(pt))
		for j, ch := range data {
			if pt.Len < 0 || int64(j) < pt.Len {
				fresh.set(pt, j, &contents{char: emit.Const(vt, ch)})
			}
		}
	}
	return c.set(t, i, fresh)
}

// designated reads the item at the cursor for the part that designators
// select, and returns its index in t.
func (f *fn) designated(c *contents, t *ctypes.Type, d *cc.DesignatorList, at *cursor) int {
	lo, hi, anonymous := f.designates(t, d.Designator)
	if anonymous {
		f.designatedInside(c, t, lo, d, at)
		return lo
	}
	for i := lo; i <= hi; i++ {
		from := at
		if i < hi { // what follows the item belongs to the last part
			from = at.only()
		}
		if d.DesignatorList != nil {
			f.designatedInside(c, t, i, d.DesignatorList, from)
		} else {
			f.part(c, t, i, from)
		}
	}
	return hi
}

func (f *fn) designatedInside(c *contents, t *ctypes.Type, i int, d *cc.DesignatorList, at *cursor) {
	pt := f.partType(t, i)
	q := f.inside(c, t, i)
	j := f.designated(q, pt, d, at)
	if pt.Kind != ctypes.Union {
		f.fillParts(q, pt, at, j+1, false)
	}
}

// designates returns the range of parts that one designator selects. If it
// names a member of an anonymous member, that is the part.
func (f *fn) designates(t *ctypes.Type, d *cc.Designator) (lo, hi int, anonymous bool) {
	switch d.Case {
	case cc.DesignatorIndex, cc.DesignatorIndex2:
		v, ok := f.l.constInt(d.ConstantExpression)
		if !ok || t.Kind != ctypes.Array || v < 0 || t.Len >= 0 && v >= t.Len {
			f.Fail(nil, "designator")
		}
		w := v
		if d.ConstantExpression2 != nil {
			if w, ok = f.l.constInt(d.ConstantExpression2); !ok || w < v || t.Len >= 0 && w >= t.Len {
				f.Fail(nil, "designator")
			}
		}
		return int(v), int(w), false
	}
	name := d.Token2.SrcStr()
	if d.Case == cc.DesignatorField2 {
		name = d.Token.SrcStr()
	}
	if !t.Record() {
		f.Fail(nil, "designator .%s", name)
	}
	path := f.l.Types.FindMember(t, name)
	if path == nil {
		f.Fail(nil, "%s has no member %s", t.Name, name)
	}
	i := slices.Index(f.FieldsOf(t), path[0])
	return i, i, len(path) > 1
}

// counted sets the length of an array of type t that is declared without one. cc
// has counted already, but takes each item in braces for a whole vector or for
// one element of it, never for what it is, the string of a compound literal for
// one element, and lists that the rewriter hid for one element.
func (f *fn) counted(t *ctypes.Type, declared cc.Type, init *cc.Initializer) {
	a, ok := declared.(*cc.ArrayType)
	if !ok || t.Kind != ctypes.Array || a.SizeExpression() != nil || init == nil || init.Case != cc.InitializerInitList {
		return
	}
	open := *t
	open.Len = -1
	c := f.contents(&open, init.InitializerList)
	if c.expr != nil && syntax.IsText(c.expr) {
		t.Len = f.ObjectType(c.expr).Len
	} else if at := c.order(); len(at) > 0 {
		t.Len = int64(at[len(at)-1]) + 1
	}
}
