package frontend

import (
	"culprit/cfg"

	"modernc.org/cc/v4"
)

// Layout of structures and unions with members of variable size. What stands in
// front of the first such member lies where the layout at compile time puts it;
// the offsets of the rest are computed where the structure is declared.

// extent is the layout of a structure of variable size, offs parallel to its
// fields. Bit-fields behind a member of variable size lie at an offset from
// where their run begins: bits has what they are relative to that.
type extent struct {
	size *pinned
	offs []*pinned
	bits []*field // parallel to offs, nil for other fields
}

// recordKey identifies a structure of variable size: its first size expression
// and how many structures are around that. Types of cc would not do, which has
// copies of them.
type recordKey struct {
	first cc.ExpressionNode
	depth int
}

func (tt *types) recordKey(t *ctype) recordKey {
	for _, fd := range t.fields {
		u := fd.t
		if !tt.dynamic(u) {
			continue
		}
		for u.k == kArray {
			if u.n < 0 && u.lenX != nil {
				return recordKey{u.lenX, 0}
			}
			u = tt.elemOf(u)
		}
		k := tt.recordKey(u)
		k.depth++
		return k
	}
	return recordKey{}
}

// extent is the layout of t, which was declared.
func (f *fn) extent(t *ctype) *extent {
	if x := f.l.dynamic.extents[f.l.tt.recordKey(t)]; x != nil {
		return x
	}
	zero := &pinned{e: f.sizeConst(0)}
	if !f.dead() {
		f.fail(nil, "size of %s", t.name)
	}
	x := &extent{size: zero}
	for range t.fields {
		x.offs, x.bits = append(x.offs, zero), append(x.bits, nil)
	}
	return x
}

// dynamicMember selects a field of a structure of variable size.
func (f *fn) dynamicMember(p place, fd *field) place {
	x := f.extent(p.t)
	for i, g := range p.t.fields {
		if g != fd {
			continue
		}
		q := place{t: fd.t, addr: binary(cfg.PtrAdd, p.addr, f.value(x.offs[i]))}
		if fd.bit {
			if q.bf = x.bits[i]; q.bf == nil {
				q.bf, q.addr = fd, p.addr
			}
		}
		return q
	}
	f.fail(nil, "member of %s", p.t.name)
	return place{}
}

// placer computes the layout of a structure of variable size.
type placer struct {
	f      *fn
	at     cfg.Expr // next free byte
	static *layouter
	run    *layouter // of bit-fields
	fields []*field  // of the run
	x      *extent
	was    *extent
	size   cfg.Expr // of a union
}

// layOut computes the layout of t.
func (f *fn) layOut(t *ctype) {
	tt := f.l.tt
	st, ok := t.st.(structural)
	if !ok || f.dead() {
		return
	}
	key := tt.recordKey(t)
	sa, pack := tt.attrs.of(t.st, st)
	fresh := func() *layouter {
		return &layouter{tt: tt, union: t.k == kUnion, packed: sa.packed, pack: pack, align: 1}
	}
	p := &placer{f: f, static: fresh(), x: &extent{}, was: f.l.dynamic.extents[key], size: f.sizeConst(0)}
	for i := range st.NumFields() {
		m := st.FieldByIndex(i)
		if m == nil {
			continue
		}
		var fa attrs
		if tt.attrs != nil && m.Declarator() != nil {
			fa = tt.attrs.field[m.Declarator()]
		}
		p.member(m, fa, fresh)
	}
	p.endRun()
	if t.k != kUnion {
		p.size = p.at
	}
	var was *pinned
	if p.was != nil {
		was = p.was.size
	}
	p.x.size = f.pin(roundUpExpr(p.size, tt.alignOf(t)), was)
	f.l.dynamic.extents[key] = p.x
}

// member places one member.
func (p *placer) member(m *cc.Field, fa attrs, fresh func() *layouter) {
	tt := p.f.l.tt
	t := tt.of(m.Type())
	if p.static.union {
		p.at = nil
		p.static = fresh()
	}
	if p.at == nil {
		fd := p.static.member(m, fa)
		if fd != nil {
			p.keep(p.f.sizeConst(fd.off), nil)
		}
		if tt.dynamic(t) {
			p.at = p.f.sizeConst(fd.off)
			p.advance(t)
		} else if p.static.union {
			p.grow(p.f.sizeConst(p.static.end))
		}
		return
	}
	if m.IsBitfield() {
		p.bitField(m, fa, fresh)
		return
	}
	p.endRun()
	l := fresh()
	l.member(m, fa) // for the alignment
	p.at = roundUpExpr(p.at, l.align)
	p.at = p.keep(p.at, nil)
	p.advance(t)
}

// bitField places a bit-field behind a member of variable size: gcc packs it
// there.
func (p *placer) bitField(m *cc.Field, fa attrs, fresh func() *layouter) {
	if m.ValueBits() == 0 {
		p.endRun()
		p.at = roundUpExpr(p.at, p.f.l.tt.alignOf(p.f.l.tt.of(m.Type())))
		return
	}
	if p.run == nil {
		p.run = fresh()
		p.run.packed = true
	}
	if fd := p.run.member(m, fa); fd != nil {
		p.fields = append(p.fields, fd)
		p.at = p.keep(p.at, fd)
	}
}

// endRun continues behind a run of bit-fields.
func (p *placer) endRun() {
	if p.run == nil {
		return
	}
	n := p.run.end
	for _, fd := range p.fields {
		fd.place(n)
	}
	p.at = binary(cfg.Add, p.at, p.f.sizeConst(n))
	p.run, p.fields = nil, nil
}

// keep notes the offset of the next field, and returns it. bits is a bit-field
// of a run.
func (p *placer) keep(off cfg.Expr, bits *field) cfg.Expr {
	var was *pinned
	if i := len(p.x.offs); p.was != nil && i < len(p.was.offs) {
		was = p.was.offs[i]
	}
	x := p.f.pin(off, was)
	p.x.offs, p.x.bits = append(p.x.offs, x), append(p.x.bits, bits)
	return p.f.value(x)
}

// advance goes on behind a member of type t.
func (p *placer) advance(t *ctype) {
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
