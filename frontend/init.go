package frontend

import (
	"fmt"
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
		return in.parts(t, c, int(t.Len), in.complete)
	case t.Kind == ctypes.Struct:
		return in.parts(t, c, len(in.f.FieldsOf(t)), in.complete)
	case t.Kind == ctypes.Union && len(c.parts) == 1:
		i := c.order()[0]
		part := in.f.partType(t, i)
		return in.f.l.Types.SizeOf(part) == in.f.l.Types.SizeOf(t) && in.complete(part, c.parts[i])
	}
	return false
}

// parts reports whether something holds for the first n parts of t.
func (in *initer) parts(t *ctypes.Type, c *contents, n int, holds func(*ctypes.Type, *contents) bool) bool {
	for i := range n {
		if !holds(in.f.partType(t, i), c.parts[i]) {
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
		return in.parts(t, c, int(t.Len), in.full)
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
		return in.parts(t, c, len(t.Fields), in.full)
	}
	return false
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
			f.Emit(&cfg.Store{Addr: f.Offset(p.Addr, uint64(i)*el.Size), Val: emit.Const(f.l.Types.Value(el), c), CType: f.l.Types.Described(el)}, at, in.role)
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
		constant := syntax.ConstLiteral(x) || syntax.ReadOnly(x.TypeName.Type())
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
