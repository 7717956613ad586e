package frontend

import (
	"fmt"
	"strings"

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
	f.emit(&cfg.MemSet{Dst: p.addr, Val: konst(cfg.BV(8), 0), Size: f.sizeConst(f.l.tt.sizeOf(p.t))}, span{}, cfg.RoleImplicit)
}

// initer writes initialisers.
type initer struct {
	f      *fn
	role   cfg.Role
	zeroed bool // the memory is zero already
	// written lists the parts with an initialiser so far, if some part may have
	// two: designators say which.
	written map[string]bool
}

// designates reports whether a list, or one within it, has designators.
func designates(l *cc.InitializerList) bool {
	for ; l != nil; l = l.InitializerList {
		if l.Designation != nil || l.Initializer.Case == cc.InitializerInitList && designates(l.Initializer.InitializerList) {
			return true
		}
	}
	return false
}

// again prepares a part for a list in braces: what an earlier initialiser gave
// to a piece of it does not count.
func (in *initer) again(p place, name string) {
	for w := range in.written {
		if rest, ok := strings.CutPrefix(w, name); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			in.f.zero(p)
			return
		}
	}
}

// top initialises the whole variable d.
func (in *initer) top(p place, d *cc.Declarator, init *cc.Initializer) {
	name := d.Name()
	f := in.f
	if init.Case == cc.InitializerExpr {
		e := init.AssignmentExpression
		at := f.l.src.between(d.NameTok(), lastToken(e))
		at.text = name + " = " + f.l.src.node(e).text
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
	in.zeroFill(p, in.full(p.t, init.InitializerList))
	if designates(init.InitializerList) {
		in.written = map[string]bool{}
	}
	in.list(p, name, init.InitializerList)
}

func (in *initer) zeroFill(p place, full bool) {
	if !in.zeroed && !full {
		in.f.zero(p)
	}
}

// full reports that a list without designators gives every scalar of t.
func (in *initer) full(t *ctype, l *cc.InitializerList) bool {
	tt := in.f.l.tt
	var parts []*ctype
	switch {
	case t.scalar():
		return l != nil
	case t.k == kArray && t.n >= 0 && t.n < 1<<20:
		for range t.n {
			parts = append(parts, tt.elemOf(t))
		}
	case t.k == kStruct, t.k == kVector:
		sum := uint64(0)
		for _, fd := range in.f.fieldsOf(t) {
			parts = append(parts, fd.t)
			sum += tt.sizeOf(fd.t)
			if fd.bit {
				return false
			}
		}
		if sum != t.size && tt.leaves(t) < 0 {
			return false
		}
	default:
		return false
	}
	for _, e := range parts {
		if l == nil || l.Designation != nil {
			return false
		}
		switch l.Initializer.Case {
		case cc.InitializerExpr:
			if !e.scalar() {
				return false
			}
		default:
			if !in.full(e, l.Initializer.InitializerList) {
				return false
			}
		}
		l = l.InitializerList
	}
	return true
}

// span returns the range and text of one element's initialisation.
func (in *initer) span(name string, e cc.ExpressionNode) span {
	at := in.f.l.src.node(e)
	if at.pos.IsValid() {
		at.text = name + " = " + at.text
	}
	return at
}

// cursor is a position in an initialiser list.
type cursor struct{ l *cc.InitializerList }

// list initialises p from a braced list.
func (in *initer) list(p place, name string, l *cc.InitializerList) {
	if l == nil {
		return
	}
	if !p.t.listed() {
		in.item(p, name, &cursor{l})
		return
	}
	if e := l.Initializer; p.t.k == kArray && l.InitializerList == nil && l.Designation == nil &&
		e.Case == cc.InitializerExpr && isString(e.AssignmentExpression) && in.chars(p.t) {
		in.expr(p, e.AssignmentExpression, in.span(name, e.AssignmentExpression))
		return
	}
	c := &cursor{l}
	in.fill(p, name, c, 0, true)
}

func isString(e cc.ExpressionNode) bool {
	x, ok := unparen(e).(*cc.PrimaryExpression)
	return ok && (x.Case == cc.PrimaryExpressionString || x.Case == cc.PrimaryExpressionLString)
}

func (in *initer) chars(t *ctype) bool {
	return t.k == kArray && in.f.l.tt.elemOf(t).k == kInt
}

// count is the number of members of an aggregate that a list can reach.
func (in *initer) count(t *ctype) int {
	switch t.k {
	case kArray:
		if t.n < 0 {
			return 1 << 30
		}
		return int(t.n)
	case kUnion:
		return min(1, len(in.f.fieldsOf(t)))
	}
	return len(in.f.fieldsOf(t))
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

// fill initialises the members of p from member i on. Without own braces it
// stops before an item with a designator.
func (in *initer) fill(p place, name string, c *cursor, i int, braced bool) {
	for c.l != nil {
		if d := c.l.Designation; d != nil {
			if !braced {
				return
			}
			i = in.designated(p, name, d.DesignatorList, c) + 1
			continue
		}
		if i >= in.count(p.t) {
			if braced {
				c.l = nil // excess elements
			}
			return
		}
		q, n := in.part(p, name, i)
		in.item(q, n, c)
		i++
	}
}

// designated initialises the member that designators select and returns its
// index in p.
func (in *initer) designated(p place, name string, d *cc.DesignatorList, c *cursor) int {
	f := in.f
	lo, hi := 0, 0
	x := d.Designator
	switch x.Case {
	case cc.DesignatorIndex, cc.DesignatorIndex2:
		v, ok := f.l.constInt(x.ConstantExpression)
		if !ok || p.t.k != kArray || v < 0 {
			f.fail(nil, "designator")
		}
		lo, hi = int(v), int(v)
		if x.ConstantExpression2 != nil {
			w, ok := f.l.constInt(x.ConstantExpression2)
			if !ok || w < v {
				f.fail(nil, "designator")
			}
			hi = int(w)
		}
	default:
		field := x.Token2.SrcStr()
		if x.Case == cc.DesignatorField2 {
			field = x.Token.SrcStr()
		}
		if !p.t.record() {
			f.fail(nil, "designator .%s", field)
		}
		path := f.l.tt.find(p.t, field)
		if path == nil {
			f.fail(nil, "%s has no member %s", p.t.name, field)
		}
		lo = fieldIndex(f.fieldsOf(p.t), path[0])
		hi = lo
		if len(path) > 1 { // inside an anonymous member
			q, n := in.part(p, name, lo)
			j := in.designated(q, n, d, c)
			if q.t.k != kUnion {
				in.fill(q, n, c, j+1, false)
			}
			return lo
		}
	}
	start := c.l
	for i := lo; i <= hi; i++ {
		c.l = start
		q, n := in.part(p, name, i)
		if d.DesignatorList != nil {
			j := in.designated(q, n, d.DesignatorList, c)
			if q.t.k != kUnion {
				in.fill(q, n, c, j+1, false)
			}
			continue
		}
		in.item(q, n, c)
	}
	return hi
}

func fieldIndex(fs []*field, fd *field) int {
	for i, g := range fs {
		if g == fd {
			return i
		}
	}
	return 0
}

// item initialises p from the next item, or, without braces around p, from as
// many as p takes.
func (in *initer) item(p place, name string, c *cursor) {
	f := in.f
	init := c.l.Initializer
	if init.Case == cc.InitializerInitList {
		c.l = c.l.InitializerList
		if in.written != nil && !p.t.scalar() {
			in.again(p, name)
		}
		in.list(p, name, init.InitializerList)
		return
	}
	e := init.AssignmentExpression
	switch {
	case p.t.k == kArray && !(isString(e) && in.chars(p.t)):
		in.fill(p, name, c, 0, false)
	case p.t.k != kArray && p.t.listed() && !f.typeOf(e).aggregate():
		if in.count(p.t) == 0 {
			c.l = c.l.InitializerList
			return
		}
		if c.l.Designation != nil {
			// .s = 1 for a structure s: its first member.
			l := *c.l
			l.Designation = nil
			c.l = &l
		}
		in.fill(p, name, c, 0, false)
	default:
		c.l = c.l.InitializerList
		if in.written != nil {
			in.written[name] = true
		}
		in.expr(p, e, in.span(name, e))
	}
}

// expr initialises p from one expression.
func (in *initer) expr(p place, e cc.ExpressionNode, at span) {
	f := in.f
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
		q := f.place(e)
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
	t := f.l.tt.of(x.TypeName.Type())
	if t.k == kArray && t.n < 0 {
		// The length comes from the list; cc leaves it in the node's type.
		if a, ok := x.Type().Undecay().(*cc.ArrayType); ok && a.Len() >= 0 {
			c := *t
			c.n = a.Len()
			t = &c
		}
	}
	if f.dead() {
		return place{t: t, addr: f.sizeConst(0)}
	}
	if t.k == kInvalid || t.k == kArray && t.n < 0 {
		f.fail(x, "compound literal of type %s", t.name)
	}
	s := f.literal[x]
	if s == nil {
		s = &storage{t: t}
		f.l.temps++
		if f == f.l.init {
			s.obj = f.l.newObject(nil, "#literal", t, max(f.l.tt.sizeOf(t), 1), f.at.pos)
		} else {
			f.memory(s, "#literal", t, f.at.pos)
		}
		f.literal[x] = s
	}
	p := f.of(s)
	in := initer{f: f, role: f.role}
	if designates(x.InitializerList) {
		in.written = map[string]bool{}
	}
	f.zero(p)
	in.list(p, "", x.InitializerList)
	return p
}
