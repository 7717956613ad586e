package frontend

import (
	"fmt"

	"culprit/cfg"

	"modernc.org/cc/v4"
)

// Initialisers, with braces left out, designators, strings and zeros for what
// they do not mention.

// zero assigns zero to flattened variables, or to memory.
func (f *fn) zero(p place) {
	if p.flat != nil {
		p.flat.each(func(x *flat) {
			f.emit(&cfg.Assign{Dst: x.v, Src: &cfg.Const{T: x.v.Type}}, span{}, cfg.RoleImplicit)
		})
		return
	}
	f.emit(&cfg.MemSet{Dst: p.addr, Val: konst(cfg.BV(8), 0), Size: f.size(p.t)}, span{}, cfg.RoleImplicit)
}

// initer writes initialisers.
type initer struct {
	f      *fn
	role   cfg.Role
	zeroed bool // the memory is zero already
	// values holds the expressions that are evaluated already: those of a range
	// are evaluated once.
	values map[cc.ExpressionNode]val
	shared map[cc.ExpressionNode]bool // by a range
}

// share finds the expressions that initialise several parts.
func (in *initer) share(c *contents) {
	in.values, in.shared = map[cc.ExpressionNode]val{}, map[cc.ExpressionNode]bool{}
	seen := map[cc.ExpressionNode]bool{}
	c.each(func(e cc.ExpressionNode) {
		in.shared[e] = seen[e] && !in.f.l.u.pure(e)
		seen[e] = true
	})
}

// evaluate computes all values before any part is written: the object may
// have a value that they read.
func (in *initer) evaluate(c *contents) {
	f := in.f
	pure := true
	c.each(func(e cc.ExpressionNode) { pure = pure && f.l.u.pure(e) })
	c.each(func(e cc.ExpressionNode) {
		if _, done := in.values[e]; done || isString(e) {
			return
		}
		v := f.rvalue(e)
		if !pure || v.e != nil && cfg.Loads(v.e) || v.lv != nil && v.lv.flat == nil {
			v = f.save(v)
		}
		in.values[e] = v
	})
}

// top initialises the whole variable d.
func (in *initer) top(p place, d *cc.Declarator, init *cc.Initializer) {
	name := d.Name()
	f := in.f
	if init.Case == cc.InitializerExpr {
		e := init.AssignmentExpression
		at := f.l.u.src.between(d.NameTok(), lastToken(e))
		at.text = name + " = " + f.l.u.src.node(e).text
		if !at.pos.IsValid() {
			at.text = ""
		}
		if p.t.k == kArray {
			in.zeroFill(p, false)
			in.expr(p, e, at)
			return
		}
		v := f.valueFor(e, p, at)
		if v.t != nil {
			f.store(p, v, at, in.role)
		}
		return
	}
	c := f.contents(p.t, init.InitializerList)
	in.share(c)
	f.initialOrder(name, d, c)
	in.zeroFill(p, in.full(p.t, c))
	in.put(p, name, c)
}

func (in *initer) zeroFill(p place, full bool) {
	if !in.zeroed && !full {
		in.f.zero(p)
	}
}

// full reports that every scalar of t is written.
func (in *initer) full(t *ctype, c *contents) bool {
	switch {
	case c == nil:
		return false
	case c.expr != nil || c.char != nil:
		return t.k != kArray
	case t.k == kArray && t.n >= 0 && t.n < 1<<20:
		return in.fullParts(t, c, int(t.n))
	case t.k == kStruct, t.k == kVector:
		sum := uint64(0)
		for _, fd := range in.f.fieldsOf(t) {
			sum += in.f.l.tt.sizeOf(fd.t)
			if fd.bit {
				return false
			}
		}
		if sum != t.size && in.f.l.tt.leaves(t) < 0 {
			return false
		}
		return in.fullParts(t, c, len(t.fields))
	}
	return false
}

func (in *initer) fullParts(t *ctype, c *contents, n int) bool {
	for i := range n {
		if !in.full(in.f.partType(t, i), c.parts[i]) {
			return false
		}
	}
	return true
}

// span returns the range and text of one element's initialisation.
func (in *initer) span(name string, e cc.ExpressionNode) span {
	at := in.f.l.u.src.node(e)
	if at.pos.IsValid() {
		at.text = name + " = " + at.text
	}
	return at
}

// put writes the contents of p, which is zero where they do not say anything.
func (in *initer) put(p place, name string, c *contents) {
	f := in.f
	switch {
	case c.expr != nil:
		in.expr(p, c.expr, in.span(name, c.expr))
	case c.char != nil:
		f.store(p, val{e: c.char, t: p.t}, span{}, cfg.RoleImplicit)
	}
	for _, i := range c.order() {
		q, n := in.part(p, name, i)
		in.put(q, n, c.parts[i])
	}
}

func (in *initer) part(p place, name string, i int) (place, string) {
	f := in.f
	if p.t.k == kArray {
		el := f.l.tt.elemOf(p.t)
		return place{t: el, addr: f.offset(p.addr, uint64(i)*f.l.tt.sizeOf(el))}, fmt.Sprintf("%s[%d]", name, i)
	}
	fd := f.fieldsOf(p.t)[i]
	switch {
	case p.t.k == kVector:
		name += "[" + fd.name + "]"
	case fd.name != "":
		name += "." + fd.name
	}
	return f.member(p, []*field{fd}), name
}

// expr initialises p from one expression.
func (in *initer) expr(p place, e cc.ExpressionNode, at span) {
	f := in.f
	if v, known := in.values[e]; known && p.t.k != kArray {
		f.store(p, v, at, in.role)
		return
	}
	if p.t.k != kArray && in.shared[e] {
		in.values[e] = f.save(f.rvalue(e))
		f.store(p, in.values[e], at, in.role)
		return
	}
	if p.t.k != kArray {
		v := f.valueFor(e, p, at)
		if v.t != nil {
			f.store(p, v, at, in.role)
		}
		return
	}
	x, ok := unparen(e).(*cc.PrimaryExpression)
	if !ok || !isString(e) {
		// A compound literal of array type.
		q := place{t: f.objectType(e), addr: in.values[e].e}
		if q.addr == nil {
			q = f.place(e)
		}
		if q.t.k != kArray || q.addr == nil {
			f.fail(e, "array initialised by an expression")
		}
		size := min(f.l.tt.sizeOf(p.t), f.l.tt.sizeOf(q.t))
		f.emit(&cfg.MemCopy{Dst: p.addr, Src: q.addr, Size: f.sizeConst(size)}, at, in.role)
		return
	}
	data, _ := f.stringData(x)
	el := f.l.tt.elemOf(p.t)
	if p.t.n >= 0 && int64(len(data)) > p.t.n {
		data = data[:p.t.n]
	}
	for i, c := range data {
		if c != 0 {
			f.emit(&cfg.Store{Addr: f.offset(p.addr, uint64(i)*el.size), Val: konst(f.l.tt.value(el), c)}, at, in.role)
		}
	}
}

// compoundLiteral lowers (T){...}.
func (f *fn) compoundLiteral(x *cc.PostfixExpression) place {
	t := f.namedType(x.TypeName)
	if t.k == kArray {
		c := *t
		if a, ok := x.Type().Undecay().(*cc.ArrayType); ok && c.n < 0 && a.Len() >= 0 {
			c.n = a.Len() // the length comes from the list; cc leaves it in the node's type
		}
		f.counted(&c, x.TypeName.Type(), &cc.Initializer{Case: cc.InitializerInitList, InitializerList: x.InitializerList})
		t = &c
	}
	if f.dead() {
		return place{t: t, addr: f.sizeConst(0)}
	}
	if t.k == kInvalid || t.k == kArray && t.n < 0 {
		f.fail(x, "compound literal of type %s", t.name)
	}
	s := f.locals.literals[x]
	if s == nil {
		s = &storage{t: t}
		if f == f.l.static.init {
			s.obj = f.l.newObject(nil, "#literal", t, max(f.l.tt.sizeOf(t), 1), f.at.pos)
		} else {
			f.memory(s, "#literal", t, f.at.pos)
		}
		f.locals.literals[x] = s
	}
	f.begun(s)
	p := f.of(s)
	in := initer{f: f, role: f.role}
	c := f.contents(t, x.InitializerList)
	in.share(c)
	in.evaluate(c)
	f.zero(p)
	in.put(p, "", c)
	return p
}
