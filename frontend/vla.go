package frontend

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Types of variable size: arrays of variable length, structures and unions with
// such members (GNU C). Sizes are evaluated where the type is declared, those
// of parameters at the entry of the function, and stay as they are. They are
// kept in variables, which the size expressions and structures lead to: what is
// declared by way of a typedef, or by typeof, has the same size expressions.

// dynamicTypes holds what has been evaluated of them.
type dynamicTypes struct {
	lengths map[cc.ExpressionNode]*pinned // of arrays
	extents map[ctypes.RecordKey]*extent  // the layouts of structures
}

// pinned is a value that does not change after its computation.
type pinned struct {
	e cfg.Expr // a constant, or
	v *cfg.Var // a variable
	// in is the function that has v; nested ones find it in the frame at slot.
	in   *proc
	slot uint64
}

// pin computes a value once. The variable of was, if not nil, takes it.
func (f *emitter) pin(e cfg.Expr, was *pinned) *pinned {
	if _, ok := e.(*cfg.Const); ok {
		return &pinned{e: e}
	}
	p := was
	if p == nil || p.v == nil {
		owner := f.p
		if f.pr.fn.Nests && f.pr.nest.frame == nil {
			owner = nil // nested functions read it
		}
		p = &pinned{v: f.l.newVar(owner, "#size", f.l.tt.Size, f.at.Pos), in: f.pr}
		p.v.Temp = true
		if fr := f.pr.nest.frame; fr != nil {
			p.slot = fr.size
			fr.size += f.l.word()
		}
	}
	f.emit(&cfg.Assign{Dst: p.v, Src: e}, parse.Span{Pos: f.at.Pos}, cfg.RoleImplicit)
	if f.pr.nest.frame != nil {
		f.setWord(f.frameOf(f.pr), p.slot, &cfg.VarRef{V: p.v})
	}
	return p
}

// value is what was pinned.
func (f *emitter) value(p *pinned) cfg.Expr {
	switch {
	case p.e != nil:
		return p.e
	case f.dead() || p.v.Proc == nil || p.v.Proc == f.p:
		return &cfg.VarRef{V: p.v}
	case p.in.nest.frame == nil || !f.pr.inside(p.in):
		f.fail(nil, "type of variable size of another function")
	}
	return f.word(f.frameOf(p.in), p.slot)
}

// size is the size of t in bytes.
func (f *emitter) size(t *ctypes.Type) cfg.Expr {
	switch {
	case !f.l.tt.Dynamic(t):
		return f.sizeConst(f.l.tt.SizeOf(t))
	case t.Kind == ctypes.Array:
		return binary(cfg.Mul, f.length(t), f.size(f.l.tt.ElemOf(t)))
	}
	return f.value(f.extent(t).size)
}

// length is the number of elements of an array.
func (f *emitter) length(t *ctypes.Type) cfg.Expr {
	if t.Len >= 0 || t.LenExpr == nil {
		return f.sizeConst(uint64(max(t.Len, 0)))
	}
	if p := f.l.dynamic.lengths[t.LenExpr]; p != nil {
		return f.value(p)
	}
	return f.conv(f.lower(t.LenExpr), f.l.tt.Size)
}

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
		if t := f.l.tt.Of(m.Records[i].Type()); t.Record() && f.l.tt.Dynamic(t) {
			f.layOut(t)
		}
	}
}

func (f *fn) measureLength(e cc.ExpressionNode) {
	if _, ok := f.l.constInt(e); !ok && !f.dead() {
		v := f.rvalue(e)
		if at := f.l.u.Sources.Node(e); f.asks(safety.Length) && at.Pos.IsValid() && v.t.Kind == ctypes.Int {
			v = f.save(v)
			op := cfg.ULe
			if v.t.Signed {
				op = cfg.SLe
			}
			x := f.conv(v, v.t)
			f.forbidden(safety.Length, binary(op, x, konst(x.Type(), 0)), forbidden("array of length "+at.Text+", which is not positive"), at)
		}
		f.l.dynamic.lengths[e] = f.pin(f.conv(v, f.l.tt.Size), f.l.dynamic.lengths[e])
	}
}

// forbidden is the reason of a location that C does not define.
func forbidden(text string) cfg.Reason { return cfg.Reason{Kind: cfg.Forbidden, Text: text} }

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
			if f.l.tt.Modified(f.objectType(t.ExpressionList)) && !f.l.u.Pure(t.ExpressionList) {
				f.effect(t.ExpressionList)
			}
		}
	}
}

// measureDeclarator evaluates the sizes in a declarator.
func (f *fn) measureDeclarator(d *cc.Declarator) {
	if f.l.tt.Modified(f.l.tt.Of(d.Type())) {
		f.measure(d)
	}
}

// measureName evaluates the sizes in the type name of an expression. Those
// without side effects are computed where they are used.
func (f *fn) measureName(n *cc.TypeName) {
	t := f.l.tt.Of(n.Type())
	if f.dead() || !f.l.tt.Modified(t) && !t.Record() {
		return
	}
	if !f.l.u.PureName(n) {
		f.measure(n)
	}
}

// measureParams evaluates the sizes in the parameters of the function. gcc
// leaves those of parameters that are arrays, which have no effect on the type,
// to the end.
func (f *fn) measureParams() {
	var outer []cc.ExpressionNode
	one := func(s *cc.DeclarationSpecifiers, d *cc.Declarator) {
		f.measureSpecifiers(s)
		var m link.Measured
		m.Scan(d)
		n := len(m.Sizes)
		if n > 0 && firstDimension(d) == m.Sizes[n-1] {
			outer = append(outer, m.Sizes[n-1])
			n--
		}
		for _, e := range m.Sizes[:n] {
			f.measureLength(e)
		}
	}
	dd := ownParameters(f.pr.fn.Def.Declarator)
	if dd == nil {
		return
	}
	if dd.ParameterTypeList != nil {
		for l := dd.ParameterTypeList.ParameterList; l != nil; l = l.ParameterList {
			if p := l.ParameterDeclaration; p != nil && p.Declarator != nil {
				one(p.DeclarationSpecifiers, p.Declarator)
			}
		}
	}
	for l := f.pr.fn.Def.DeclarationList; l != nil; l = l.DeclarationList {
		for i := l.Declaration.InitDeclaratorList; i != nil; i = i.InitDeclaratorList {
			one(nil, i.InitDeclarator.Declarator)
		}
	}
	for _, e := range outer {
		if !f.l.u.Pure(e) {
			f.effect(e)
		}
	}
}

// firstDimension is the size expression of the array that d declares, nil if it
// declares something else.
func firstDimension(d *cc.Declarator) cc.ExpressionNode {
	for dd := d.DirectDeclarator; dd != nil; {
		switch next := dd.DirectDeclarator; {
		case dd.Case == cc.DirectDeclaratorDecl:
			dd = dd.Declarator.DirectDeclarator
		case next != nil && (next.Case == cc.DirectDeclaratorIdent || next.Case == cc.DirectDeclaratorDecl && next.Declarator.Pointer == nil):
			return dd.AssignmentExpression
		default:
			dd = next
		}
	}
	return nil
}

// ownParameters finds the parameters of the function that d declares, not those
// of a function that it returns a pointer to.
func ownParameters(d *cc.Declarator) (params *cc.DirectDeclarator) {
	for dd := d.DirectDeclarator; dd != nil; {
		switch dd.Case {
		case cc.DirectDeclaratorDecl:
			dd = dd.Declarator.DirectDeclarator
			continue
		case cc.DirectDeclaratorFuncParam, cc.DirectDeclaratorFuncIdent:
			params = dd
		}
		dd = dd.DirectDeclarator
	}
	return params
}

// allocDynamic gives a variable of variable size its memory. For whoever
// executes the program that is a statement of the user: the size may be wrong.
func (f *emitter) allocDynamic(s *storage, at parse.Span) {
	role := cfg.RoleImplicit
	if f.l.conf.Execute {
		role = cfg.RoleUser
	} else if !f.dead() {
		f.assumeRoom(s.t, at)
	}
	f.emit(&cfg.Alloc{Dst: s.ptr, Size: f.size(s.t), Stack: true, Align: f.l.tt.AlignOf(s.t)}, at, role)
}

// assumeRoom restricts what follows to executions in which an array of variable
// length can exist: C defines neither a negative length nor an array that does
// not fit into memory.
func (f *emitter) assumeRoom(t *ctypes.Type, at parse.Span) {
	fits := cfg.Expr(cfg.True)
	for a := t; a.Kind == ctypes.Array && f.l.tt.Dynamic(a); a = f.l.tt.ElemOf(a) {
		fits = cfg.Conjunction(f.multiplies(f.length(a), f.size(f.l.tt.ElemOf(a))), fits)
	}
	fits = cfg.Conjunction(fits, f.fits(f.size(t)))
	f.assume(fits, parse.Span{Pos: at.Pos}, cfg.RoleImplicit)
	f.l.notes.assumeOnce(at.Pos, "assumes that arrays of variable length have no negative length, and that there is memory for them")
}

// dynamicTemp allocates memory for a value of variable size.
func (f *emitter) dynamicTemp(t *ctypes.Type) place {
	v := f.temp(f.l.tt.PointerTo(t))
	f.emit(&cfg.Alloc{Dst: v, Size: f.size(t), Stack: true, Align: f.l.tt.AlignOf(t)}, parse.Span{}, cfg.RoleImplicit)
	return place{t: t, addr: &cfg.VarRef{V: v}}
}

// Layout of structures and unions with members of variable size. What is in
// front of the first such member lies where the layout at compile time puts it;
// the offsets of the rest are computed where the structure is declared.

// extent is the layout of a structure of variable size, offs parallel to its
// fields. Bit-fields after a member of variable size lie at an offset from
// where their run begins: bits has what they are relative to that.
type extent struct {
	size *pinned
	offs []*pinned
	bits []*ctypes.Field // parallel to offs, nil for other fields
}

// extent is the layout of t, which was declared.
func (f *emitter) extent(t *ctypes.Type) *extent {
	if x := f.l.dynamic.extents[f.l.tt.RecordKey(t)]; x != nil {
		return x
	}
	zero := &pinned{e: f.sizeConst(0)}
	if !f.dead() {
		f.fail(nil, "size of %s", t.Name)
	}
	x := &extent{size: zero}
	for range t.Fields {
		x.offs, x.bits = append(x.offs, zero), append(x.bits, nil)
	}
	return x
}

// dynamicMember selects a field of a structure of variable size.
func (f *emitter) dynamicMember(p place, fd *ctypes.Field) place {
	x := f.extent(p.t)
	for i, g := range p.t.Fields {
		if g != fd {
			continue
		}
		q := place{t: fd.Type, addr: binary(cfg.PtrAdd, p.addr, f.value(x.offs[i]))}
		if fd.Bit {
			if q.bf = x.bits[i]; q.bf == nil {
				q.bf, q.addr = fd, p.addr
			}
		}
		return q
	}
	f.fail(nil, "member of %s", p.t.Name)
	return place{}
}

// placer computes the layout of a structure of variable size.
type placer struct {
	f      *fn
	at     cfg.Expr // next free byte
	static *ctypes.Layouter
	run    *ctypes.Layouter // of bit-fields
	fields []*ctypes.Field  // of the run
	x      *extent
	was    *extent
	size   cfg.Expr // of a union
}

// layOut computes the layout of t.
func (f *fn) layOut(t *ctypes.Type) {
	tt := f.l.tt
	st, ok := t.Source.(syntax.Record)
	if !ok || f.dead() {
		return
	}
	key := tt.RecordKey(t)
	fresh := func() *ctypes.Layouter { return tt.NewLayouter(t) }
	p := &placer{f: f, static: fresh(), x: &extent{}, was: f.l.dynamic.extents[key], size: f.sizeConst(0)}
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
	var was *pinned
	if p.was != nil {
		was = p.was.size
	}
	p.x.size = f.pin(roundUpExpr(p.size, tt.AlignOf(t)), was)
	f.l.dynamic.extents[key] = p.x
}

// member places one member.
func (p *placer) member(m *cc.Field, fa ctypes.Attrs, fresh func() *ctypes.Layouter) {
	tt := p.f.l.tt
	t := tt.Of(m.Type())
	if p.static.Union {
		p.at = nil
		p.static = fresh()
	}
	if p.at == nil {
		fd := p.static.Member(m, fa)
		if fd != nil {
			p.keep(p.f.sizeConst(fd.Offset), nil)
		}
		if tt.Dynamic(t) {
			p.at = p.f.sizeConst(fd.Offset)
			p.advance(t)
		} else if p.static.Union {
			p.grow(p.f.sizeConst(p.static.End))
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
		p.at = roundUpExpr(p.at, p.f.l.tt.AlignOf(p.f.l.tt.Of(m.Type())))
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
	p.at = binary(cfg.Add, p.at, p.f.sizeConst(n))
	p.run, p.fields = nil, nil
}

// keep notes the offset of the next field, and returns it. bits is a bit-field
// of a run.
func (p *placer) keep(off cfg.Expr, bits *ctypes.Field) cfg.Expr {
	var was *pinned
	if i := len(p.x.offs); p.was != nil && i < len(p.was.offs) {
		was = p.was.offs[i]
	}
	x := p.f.pin(off, was)
	p.x.offs, p.x.bits = append(p.x.offs, x), append(p.x.bits, bits)
	return p.f.value(x)
}

// advance continues after a member of type t.
func (p *placer) advance(t *ctypes.Type) {
	size := p.f.size(t)
	p.grow(size)
	p.at = binary(cfg.Add, p.at, size)
}

// grow makes room for a member of a union.
func (p *placer) grow(size cfg.Expr) {
	p.size = ite(binary(cfg.ULt, p.size, size), size, p.size)
}

func roundUpExpr(e cfg.Expr, a uint64) cfg.Expr {
	if a <= 1 {
		return e
	}
	t := e.Type()
	return binary(cfg.And, binary(cfg.Add, e, konst(t, a-1)), konst(t, ^(a-1)))
}
