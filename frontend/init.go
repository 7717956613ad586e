package frontend

import (
	"fmt"
	"maps"
	"slices"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Initialisers, with braces left out, designators, strings and zeros for what
// they do not mention.

// initer writes initialisers.
type initer struct {
	f      *fn
	role   cfg.Role
	zeroed bool // the memory is zero already
	own    bool // the expressions name what they initialise
	// values holds the expressions that are evaluated already: those of a range
	// are evaluated once.
	values map[cc.ExpressionNode]emit.Value
	shared map[cc.ExpressionNode]bool // by a range
}

// share finds the expressions that initialise several parts.
func (in *initer) share(c *contents) {
	in.values, in.shared = map[cc.ExpressionNode]emit.Value{}, map[cc.ExpressionNode]bool{}
	seen := map[cc.ExpressionNode]bool{}
	c.each(func(e cc.ExpressionNode) {
		in.shared[e] = seen[e] && !in.f.l.Linked.Pure(e)
		seen[e] = true
	})
}

// evaluate computes all values before any part is written: the object may
// have a value that they read.
func (in *initer) evaluate(c *contents) {
	f := in.f
	pure := true
	c.each(func(e cc.ExpressionNode) { pure = pure && f.l.Linked.Pure(e) })
	c.each(func(e cc.ExpressionNode) {
		if _, done := in.values[e]; done || syntax.IsText(e) {
			return
		}
		v := f.rvalue(e)
		if !pure || in.own || v.Expr != nil && cfg.Loads(v.Expr) || v.Place != nil && v.Place.Flat == nil {
			v = f.Save(v)
		}
		in.values[e] = v
	})
}

// top initialises the whole variable d.
func (in *initer) top(p emit.Place, d *cc.Declarator, init *cc.Initializer) {
	name := d.Name()
	f := in.f
	if init.Case == cc.InitializerExpr {
		e := init.AssignmentExpression
		at := f.l.Linked.Sources.Between(d.NameTok(), syntax.Last(e))
		at.Text = name + " = " + f.l.Linked.Sources.Node(e).Text
		if !at.Pos.IsValid() {
			at.Text = ""
		}
		if p.Type.Kind == ctypes.Array {
			if !syntax.IsText(e) {
				in.values = map[cc.ExpressionNode]emit.Value{e: {Expr: f.place(e).Addr}}
			}
			in.zeroFill(p, false)
			in.expr(p, e, at)
			return
		}
		v := f.valueFor(e, p, at)
		if v.Type != nil {
			if p.Type.Kind == ctypes.Extended {
				f.Unset(p, at)
			}
			f.Store(p, v, at, in.role)
		}
		return
	}
	c := f.contents(p.Type, init.InitializerList)
	in.share(c)
	at := f.l.Linked.Sources.Between(d.NameTok(), d.NameTok())
	at.Text = name
	f.unsequenced(func() parse.Span { return at }, initialisers, false, f.initialisers(c), func(bool) []emit.Value {
		if in.own && p.Type.Listed() {
			in.early(d, c, at)
		}
		in.zeroFill(p, in.full(p.Type, c))
		if !in.zeroed {
			in.unset(p, c, at)
		}
		in.put(p, name, c)
		return nil
	})
}

// unset makes the padding of p unknown where a list mentions every member: gcc zeroes
// the whole object otherwise.
func (in *initer) unset(p emit.Place, c *contents, at parse.Span) {
	if p.Addr == nil || !in.complete(p.Type, c) {
		return
	}
	in.f.Unset(p, at)
	var unions func(p emit.Place, c *contents)
	unions = func(p emit.Place, c *contents) {
		for _, i := range c.order() {
			q, _ := in.part(p, "", i)
			if p.Type.Kind == ctypes.Union {
				in.f.Unset(q, at)
			}
			unions(q, c.parts[i])
		}
	}
	unions(p, c)
}

// complete reports whether a list mentions every member of t, and of unions one that is as
// large.
func (in *initer) complete(t *ctypes.Type, c *contents) bool {
	switch {
	case c == nil:
		return false
	case c.expr != nil || c.char != nil:
		return true
	case t.Kind == ctypes.Array && t.Len >= 0:
		return in.completeParts(t, c, int(t.Len))
	case t.Kind == ctypes.Struct:
		return in.completeParts(t, c, len(in.f.FieldsOf(t)))
	case t.Kind == ctypes.Union && len(c.parts) == 1:
		i := c.order()[0]
		part := in.f.partType(t, i)
		return in.f.l.Types.SizeOf(part) == in.f.l.Types.SizeOf(t) && in.complete(part, c.parts[i])
	}
	return false
}

func (in *initer) completeParts(t *ctypes.Type, c *contents, n int) bool {
	for i := range n {
		if !in.complete(in.f.partType(t, i), c.parts[i]) {
			return false
		}
	}
	return true
}

// early evaluates initialisers that name the object before it has any value, where
// somebody asks for values that were not set: C does not say that one part has its
// value before the initialiser of another is evaluated (C17 6.7.9p23). Elsewhere each
// part has the value that gcc gives it by then, and that is an assumption, as it is
// what becomes of values that an initialiser writes.
func (in *initer) early(d *cc.Declarator, c *contents, at parse.Span) {
	f := in.f
	e := link.NewEffect()
	c.each(func(n cc.ExpressionNode) {
		if place := f.addressed(n); place != nil {
			e.Add(f.l.Effects.OfPlace(place))
		} else if looksAt(n, d) {
			e.Add(f.l.Effects.Of(n))
		}
	})
	key := f.l.Linked.VarKey(d)
	asked, reads, writes := f.Asks(safety.Uninit), e.Reads[key] || e.ReadsMemory, e.Writes[key] || e.WritesMemory
	switch {
	case asked && !writes:
		in.evaluate(c)
	case asked && !f.l.conf.Execute:
		f.Maybe("evaluation", "an initialiser that writes what it initialises", at)
	case reads || writes:
		f.l.Notes.AssumeEither(at.Pos, "assumes that %s is zero and then gets its values one after the other while its initialisers are evaluated", d.Name())
	}
}

// addressed is the lvalue whose address is the value of n, nil if that is something
// else.
func (f *fn) addressed(n cc.ExpressionNode) cc.ExpressionNode {
	n = syntax.Unparen(n)
	for x, ok := n.(*cc.CastExpression); ok && x.Case == cc.CastExpressionCast; x, ok = n.(*cc.CastExpression) {
		n = syntax.Unparen(x.CastExpression)
	}
	if isArray(n) {
		return n
	}
	return syntax.AddressOperand(n)
}

// initialisers are the expressions of a list, whose order C leaves open. Of
// those without effects the first ones stand for all.
func (f *fn) initialisers(c *contents) (parts []part) {
	c.each(func(e cc.ExpressionNode) {
		if again := slices.ContainsFunc(parts, func(o part) bool { return o.n == e }); !again && (!f.l.Linked.Pure(e) || len(parts) < 16) {
			parts = append(parts, part{n: e})
		}
	})
	return parts
}

func (in *initer) zeroFill(p emit.Place, full bool) {
	if !in.zeroed && !full {
		in.f.Zero(p)
	}
}

// full reports that every scalar of t is written.
func (in *initer) full(t *ctypes.Type, c *contents) bool {
	switch {
	case c == nil:
		return false
	case c.expr != nil || c.char != nil:
		return t.Kind != ctypes.Array
	case t.Kind == ctypes.Array && t.Len >= 0 && t.Len < 1<<20:
		return in.fullParts(t, c, int(t.Len))
	case t.Kind == ctypes.Struct, t.Kind == ctypes.Vector:
		sum := uint64(0)
		for _, fd := range in.f.FieldsOf(t) {
			sum += in.f.l.Types.SizeOf(fd.Type)
			if fd.Bit {
				return false
			}
		}
		if sum != t.Size && in.f.l.Types.Leaves(t) < 0 {
			return false
		}
		return in.fullParts(t, c, len(t.Fields))
	}
	return false
}

func (in *initer) fullParts(t *ctypes.Type, c *contents, n int) bool {
	for i := range n {
		if !in.full(in.f.partType(t, i), c.parts[i]) {
			return false
		}
	}
	return true
}

// span returns the range and text of one element's initialisation.
func (in *initer) span(name string, e cc.ExpressionNode) parse.Span {
	at := in.f.l.Linked.Sources.Node(e)
	if at.Pos.IsValid() {
		at.Text = name + " = " + at.Text
	}
	return at
}

// put writes the contents of p, which is zero where they do not say anything.
func (in *initer) put(p emit.Place, name string, c *contents) {
	f := in.f
	switch {
	case c.expr != nil:
		in.expr(p, c.expr, in.span(name, c.expr))
	case c.char != nil:
		f.Store(p, emit.Value{Expr: c.char, Type: p.Type}, parse.Span{}, cfg.RoleImplicit)
	}
	for _, i := range c.order() {
		q, n := in.part(p, name, i)
		in.put(q, n, c.parts[i])
	}
}

func (in *initer) part(p emit.Place, name string, i int) (emit.Place, string) {
	f := in.f
	if p.Type.Kind == ctypes.Array {
		el := f.l.Types.ElemOf(p.Type)
		return emit.Place{Type: el, Addr: f.Offset(p.Addr, uint64(i)*f.l.Types.SizeOf(el))}, fmt.Sprintf("%s[%d]", name, i)
	}
	fd := f.FieldsOf(p.Type)[i]
	switch {
	case p.Type.Kind == ctypes.Vector:
		name += "[" + fd.Name + "]"
	case fd.Name != "":
		name += "." + fd.Name
	}
	return f.Member(p, []*ctypes.Field{fd}), name
}

// expr initialises p from one expression.
func (in *initer) expr(p emit.Place, e cc.ExpressionNode, at parse.Span) {
	f := in.f
	if v, known := in.values[e]; known && p.Type.Kind != ctypes.Array {
		f.Store(p, v, at, in.role)
		return
	}
	if p.Type.Kind != ctypes.Array && in.shared[e] {
		in.values[e] = f.Save(f.rvalue(e))
		f.Store(p, in.values[e], at, in.role)
		return
	}
	if p.Type.Kind != ctypes.Array {
		v := f.valueFor(e, p, at)
		if v.Type != nil {
			f.Store(p, v, at, in.role)
		}
		return
	}
	if !syntax.IsText(e) {
		// A compound literal of array type.
		q := emit.Place{Type: f.ObjectType(e), Addr: in.values[e].Expr}
		if q.Addr == nil {
			q = f.place(e)
		}
		if q.Type.Kind != ctypes.Array || q.Addr == nil {
			f.Fail(e, "array initialised by an expression")
		}
		size := min(f.l.Types.SizeOf(p.Type), f.l.Types.SizeOf(q.Type))
		f.Emit(&cfg.MemCopy{Dst: p.Addr, Src: q.Addr, Size: f.SizeConst(size)}, at, in.role)
		return
	}
	data, _ := f.stringData(e)
	el := f.l.Types.ElemOf(p.Type)
	if p.Type.Len >= 0 && int64(len(data)) > p.Type.Len {
		data = data[:p.Type.Len]
	}
	for i, c := range data {
		if c != 0 {
			f.Emit(&cfg.Store{Addr: f.Offset(p.Addr, uint64(i)*el.Size), Val: emit.Const(f.l.Types.Value(el), c)}, at, in.role)
		}
	}
}

// compoundLiteral lowers (T){...}.
func (f *fn) compoundLiteral(x *cc.PostfixExpression) emit.Place {
	t := f.namedType(x.TypeName)
	if syntax.IsText(x) {
		return f.stringPlace(x)
	}
	if t.Kind == ctypes.Array {
		c := *t
		if a, ok := x.Type().Undecay().(*cc.ArrayType); ok && c.Len < 0 && a.Len() >= 0 {
			c.Len = a.Len() // the length comes from the list; cc leaves it in the node's type
		}
		f.counted(&c, x.TypeName.Type(), &cc.Initializer{Case: cc.InitializerInitList, InitializerList: x.InitializerList})
		t = &c
	}
	if f.Dead() {
		return emit.Place{Type: t, Addr: f.SizeConst(0)}
	}
	if t.Kind == ctypes.Invalid || t.Kind == ctypes.Array && t.Len < 0 {
		f.Fail(x, "compound literal of type %s", t.Name)
	}
	static := f == f.l.static.init
	s := f.locals.literals[x]
	if s == nil {
		s = &emit.Storage{Type: t}
		constant := syntax.ConstLiteral(x) || ctypes.ReadOnly(x.TypeName.Type())
		if static {
			s.Obj = f.l.NewObject(nil, "#literal", t, max(f.l.Types.SizeOf(t), 1), f.At.Pos)
			s.Obj.Const = constant
		} else if f.Memory(s, "#literal", t, f.At.Pos); s.Obj != nil {
			s.Obj.Kept, _ = f.l.Types.Constants(t, constant)
		}
		f.locals.literals[x] = s
	}
	f.Begun(s)
	p := f.Of(s)
	in := initer{f: f, role: f.Role}
	c := f.contents(t, x.InitializerList)
	in.share(c)
	f.unsequenced(func() parse.Span { return f.l.Linked.Sources.Node(x) }, initialisers, false, f.initialisers(c), func(bool) []emit.Value {
		in.evaluate(c)
		return nil
	})
	if static {
		in.role = cfg.RoleInit // memory that is zero, and may be constant
	} else {
		f.Zero(p)
		in.unset(p, c, f.l.Linked.Sources.Node(x))
	}
	in.put(p, "", c)
	return p
}

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
