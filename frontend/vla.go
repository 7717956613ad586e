package frontend

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/link"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Types of variable size: arrays of variable length, structures and unions with
// such members (GNU C). Sizes are evaluated where the type is declared, those
// of parameters at the entry of the function, and stay as they are. They are
// kept in variables, which the size expressions and structures lead to: what is
// declared by way of a typedef, or by typeof, has the same size expressions.

// measure evaluates the sizes in the syntax of a declaration or type name, the
// innermost of an array first, as gcc does. Those of parameters of functions
// within it are not evaluated.
func (f *fn) measure(nodes ...cc.Node) {
	var m link.Measured
	for _, n := range nodes {
		m.Scan(n)
	}
	for _, e := range m.Sizes {
		f.measureLength(e)
	}
	for i := len(m.Records) - 1; i >= 0; i-- {
		if t := f.l.Types.Of(m.Records[i].Type()); t.Record() && f.l.Types.Dynamic(t) {
			f.layOut(t)
		}
	}
}

func (f *fn) measureLength(e cc.ExpressionNode) {
	if f.Dead() {
		return
	}
	if _, ok := f.l.constInt(e); ok && !syntax.Changes(e) {
		if !f.l.Linked.Pure(e) {
			f.Effect(e)
		}
		return
	}
	v := f.rvalue(e)
	if at := f.l.Linked.Sources.Node(e); f.Asks(safety.Length) && at.Pos.IsValid() && v.Type.Kind == ctypes.Int {
		v = f.Save(v)
		op := cfg.ULe
		if v.Type.Signed {
			op = cfg.SLe
		}
		x := f.Conv(v, v.Type)
		f.Forbidden(safety.Length, emit.Binary(op, x, emit.Const(x.Type(), 0)), emit.Forbidden("array of length "+at.Text+", which is not positive"), at)
	}
	f.l.Dynamic.Lengths[e] = f.Pin(f.Conv(v, f.l.Types.Size), f.l.Dynamic.Lengths[e])
}

// measureSpecifiers evaluates the sizes in the specifiers of a declaration.
func (f *fn) measureSpecifiers(s *cc.DeclarationSpecifiers) {
	for l := s; l != nil; l = l.DeclarationSpecifiers {
		t := l.TypeSpecifier
		if t == nil {
			continue
		}
		switch t.Case {
		case cc.TypeSpecifierStructOrUnion, cc.TypeSpecifierTypeofType:
			f.measure(t)
		case cc.TypeSpecifierTypeofExpr:
			f.measureTypeof(t)
		}
	}
}

// measureTypeof evaluates the operand of typeof if its type has a variable size.
func (f *fn) measureTypeof(t *cc.TypeSpecifier) {
	if f.l.Types.Modified(f.ObjectType(t.ExpressionList)) && !f.l.Linked.Pure(t.ExpressionList) {
		f.locate(t.ExpressionList)
	}
}

// locate evaluates an operand whose size is asked for: where it is, not what is there.
func (f *fn) locate(n cc.ExpressionNode) {
	if m := syntax.Unparen(n); link.IsLvalue(m) {
		f.place(m)
	} else {
		f.Effect(m)
	}
}

// measureName evaluates the sizes in the type name of an expression. Those
// without side effects are computed where they are used.
func (f *fn) measureName(n *cc.TypeName) {
	if f.Dead() {
		return
	}
	for s := n.SpecifierQualifierList; s != nil; s = s.SpecifierQualifierList {
		if t := s.TypeSpecifier; t != nil && t.Case == cc.TypeSpecifierTypeofExpr {
			f.measureTypeof(t)
		}
	}
	if !f.l.Linked.PureName(n) {
		f.measure(n)
	}
}

// Layout of structures and unions with members of variable size. What is in
// front of the first such member lies where the layout at compile time puts it;
// the offsets of the rest are computed where the structure is declared.

// placer computes the layout of a structure of variable size.
type placer struct {
	f      *fn
	at     cfg.Expr // next free byte
	static *ctypes.Layouter
	run    *ctypes.Layouter // of bit-fields
	fields []*ctypes.Field  // of the run
	x      *emit.Extent
	was    *emit.Extent
	size   cfg.Expr // of a union
}

// layOut computes the layout of t.
func (f *fn) layOut(t *ctypes.Type) {
	tt := f.l.Types
	st, ok := t.Source.(syntax.Record)
	if !ok || f.Dead() {
		return
	}
	key := tt.RecordKey(t)
	fresh := func() *ctypes.Layouter { return tt.NewLayouter(t) }
	p := &placer{f: f, static: fresh(), x: &emit.Extent{}, was: f.l.Dynamic.Extents[key], size: f.SizeConst(0)}
	for i := range st.NumFields() {
		m := st.FieldByIndex(i)
		if m == nil {
			continue
		}
		p.member(m, tt.MemberAttrs(m), fresh)
	}
	p.endRun()
	if t.Kind != ctypes.Union {
		p.size = p.at
	}
	var was *emit.Pinned
	if p.was != nil {
		was = p.was.Size
	}
	p.x.Size = f.Pin(roundUpExpr(p.size, tt.AlignOf(t)), was)
	f.l.Dynamic.Extents[key] = p.x
}

// member places one member.
func (p *placer) member(m *cc.Field, fa ctypes.Attrs, fresh func() *ctypes.Layouter) {
	tt := p.f.l.Types
	t := tt.Of(m.Type())
	if p.static.Union {
		p.at = nil
		p.static = fresh()
	}
	if p.at == nil {
		fd := p.static.Member(m, fa)
		if fd != nil {
			p.keep(p.f.SizeConst(fd.Offset), nil)
		}
		if tt.Dynamic(t) {
			p.at = p.f.SizeConst(fd.Offset)
			p.advance(t)
		} else if p.static.Union {
			p.grow(p.f.SizeConst(p.static.End))
		}
		return
	}
	if m.IsBitfield() {
		p.bitField(m, fa, fresh)
		return
	}
	p.endRun()
	l := fresh()
	l.Member(m, fa) // for the alignment
	p.at = roundUpExpr(p.at, l.Align)
	p.at = p.keep(p.at, nil)
	p.advance(t)
}

// bitField places a bit-field after a member of variable size: gcc packs it
// there.
func (p *placer) bitField(m *cc.Field, fa ctypes.Attrs, fresh func() *ctypes.Layouter) {
	if m.ValueBits() == 0 {
		p.endRun()
		p.at = roundUpExpr(p.at, p.f.l.Types.AlignOf(p.f.l.Types.Of(m.Type())))
		return
	}
	if p.run == nil {
		p.run = fresh()
		p.run.Packed = true
	}
	if fd := p.run.Member(m, fa); fd != nil {
		p.fields = append(p.fields, fd)
		p.at = p.keep(p.at, fd)
	}
}

// endRun continues after a run of bit-fields.
func (p *placer) endRun() {
	if p.run == nil {
		return
	}
	n := p.run.End
	for _, fd := range p.fields {
		fd.Place(n)
	}
	p.at = emit.Binary(cfg.Add, p.at, p.f.SizeConst(n))
	p.run, p.fields = nil, nil
}

// keep notes the offset of the next field, and returns it. bits is a bit-field
// of a run.
func (p *placer) keep(off cfg.Expr, bits *ctypes.Field) cfg.Expr {
	var was *emit.Pinned
	if i := len(p.x.Offs); p.was != nil && i < len(p.was.Offs) {
		was = p.was.Offs[i]
	}
	x := p.f.Pin(off, was)
	p.x.Offs, p.x.Bits = append(p.x.Offs, x), append(p.x.Bits, bits)
	return p.f.Value(x)
}

// advance continues after a member of type t.
func (p *placer) advance(t *ctypes.Type) {
	size := p.f.Size(t)
	p.grow(size)
	p.at = emit.Binary(cfg.Add, p.at, size)
}

// grow makes room for a member of a union.
func (p *placer) grow(size cfg.Expr) {
	p.size = emit.Ite(emit.Binary(cfg.ULt, p.size, size), size, p.size)
}

func roundUpExpr(e cfg.Expr, a uint64) cfg.Expr {
	if a <= 1 {
		return e
	}
	t := e.Type()
	return emit.Binary(cfg.And, emit.Binary(cfg.Add, e, emit.Const(t, a-1)), emit.Const(t, ^(a-1)))
}

// namedType is the type that a name of a type means. See automaticType.
func (f *fn) namedType(n *cc.TypeName) *ctypes.Type {
	t := f.l.Types.Of(n.Type())
	for s := n.SpecifierQualifierList; s != nil && n.AbstractDeclarator == nil; s = s.SpecifierQualifierList {
		if y := s.TypeSpecifier; y != nil && y.Case == cc.TypeSpecifierTypeofExpr && y.ExpressionList != nil {
			return f.followed(t, y.ExpressionList)
		}
	}
	return t
}

// followed is the type that follows from e, which cc takes for t.
func (f *fn) followed(t *ctypes.Type, e cc.ExpressionNode) *ctypes.Type {
	if !t.Arith() && !t.Composite() {
		return t
	}
	u := f.TypeOf(e)
	if u == f.l.Types.HalfValue {
		return f.l.Types.Half
	}
	if t.Kind == ctypes.Int && u.Kind == ctypes.Int && (u.Bits != t.Bits || u.Signed != t.Signed) || u.Arith() && t.Composite() || u.Composite() && t.Arith() {
		return u
	}
	return t
}
