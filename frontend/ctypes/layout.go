package ctypes

import (
	"slices"

	"culprit/frontend/ccfix"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Layout computes size, alignment and member offsets as gcc does on x86.
func (tt *Types) Layout(t *Type) {
	if t.laid {
		return
	}
	t.laid = true
	t.Size, t.align = 0, 1
	st, ok := t.Source.(syntax.Record)
	if !ok {
		return
	}
	l := tt.NewLayouter(t)
	l.reverse = l.own.order == ccfix.BigEndian
	for i := 0; i < st.NumFields(); i++ {
		f := st.FieldByIndex(i)
		if f == nil {
			continue
		}
		fa := tt.MemberAttrs(f)
		if fa.like != nil {
			fa.align = max(fa.align, tt.AlignOf(tt.Of(fa.like)))
		}
		if !l.Packed {
			fa.align = max(fa.align, tt.AtomicAlign(f.Declarator(), tt.Of(f.Type())))
		}
		if fd := l.Member(f, fa); fd != nil {
			t.varies = t.varies || tt.Dynamic(fd.Type)
			fd.Const = tt.index != nil && tt.index.Constant(f.Declarator())
			t.Fields = append(t.Fields, fd)
		}
	}
	t.align = max(l.Align, l.own.align)
	t.Size = roundUp(l.End, t.align)
	for _, f := range t.Fields {
		if f.Bit && l.reverse {
			f.Parts = ReverseBits(uint64(f.Shift), uint64(f.Width))
			for i := range f.Parts {
				f.Parts[i].Offset += f.Offset
			}
			f.Shift, f.unit = 0, 0
		} else {
			f.Place(t.Size)
		}
	}
}

// NewLayouter begins the layout of the structure or union t, as if it were in the
// order of the processor.
func (tt *Types) NewLayouter(t *Type) *Layouter {
	st, _ := t.Source.(syntax.Record)
	own, pack := tt.attrs.of(t.Source, st)
	return &Layouter{tt: tt, Union: t.Kind == Union, Packed: own.packed, own: own, pack: pack, Align: 1}
}

// Layouter holds the state of one structure's layout. It counts bytes, and bits
// apart from them: a structure may have more bits than 64 bits can count.
type Layouter struct {
	tt      *Types
	Union   bool
	Packed  bool
	reverse bool // big-endian
	own     Attrs
	pack    uint64
	Align   uint64
	at, bit uint64 // the next free bit: of byte at, 0 to 7
	End     uint64 // the size so far
}

// alignTo moves on to a multiple of al bytes.
func (l *Layouter) alignTo(al uint64) {
	l.at, l.bit = roundUp(l.at+(l.bit+7)/8, al), 0
}

// skip moves on by a number of bits.
func (l *Layouter) skip(bits uint64) {
	bits += l.bit
	l.at, l.bit = l.at+bits/8, bits%8
	l.grow()
}

// grow lets the structure reach to where the layout is.
func (l *Layouter) grow() { l.End = max(l.End, l.at+(l.bit+7)/8) }

func (l *Layouter) Member(f *cc.Field, fa Attrs) *Field {
	ft := l.tt.Of(f.Type())
	if d := f.Declarator(); d != nil {
		ft = l.tt.OfDecl(d)
	}
	if l.reverse && !f.IsBitfield() {
		ft = l.tt.reversed(ft)
	}
	fd := &Field{Name: f.Name(), Type: ft}
	if l.Union {
		l.at, l.bit = 0, 0
	}
	if f.IsBitfield() {
		return l.bitField(f, fd, fa)
	}
	al := l.tt.AlignOf(ft)
	if l.Packed || fa.packed {
		al = 1
	}
	al = l.limited(max(al, fa.align))
	fd.Anonymous = fd.Name == "" && ft.Record()
	fd.Align = al
	l.Align = max(l.Align, al)
	l.alignTo(al)
	fd.Offset = l.at
	l.at += l.tt.SizeOf(ft)
	l.grow()
	return fd
}

// limited is an alignment under #pragma pack.
func (l *Layouter) limited(al uint64) uint64 {
	if l.pack > 0 {
		return min(al, l.pack)
	}
	return al
}

// bitField places a bit-field. One of the program's own alignment begins at
// such an address; others follow the bits before, unless they would lie in more
// units of the alignment of their type than the type has. Neither packed ones
// nor any under #pragma pack mind that. The structure has the alignment of the
// type of a field with a name, also if that is packed under #pragma pack.
func (l *Layouter) bitField(f *cc.Field, fd *Field, fa Attrs) *Field {
	w, packed := uint64(f.ValueBits()), l.Packed || fa.packed
	if fa.width != nil { // which cc computes without attributes
		if v, ok := l.tt.constOf(fa.width); ok && v >= 0 {
			w = uint64(v)
		}
	}
	al, tsize := l.tt.AlignOf(fd.Type), l.tt.SizeOf(fd.Type)
	if w == 0 {
		// The limit of #pragma pack does not hold for :0.
		l.alignTo(al)
		if !l.Union {
			l.grow()
		}
		return nil
	}
	if fa.align > 0 {
		if w == 64 && !packed && l.bit == 0 && l.at%8 == 0 {
			// gcc makes an ordinary member of such a field, and of an attribute
			// that aligns it follows that the i386 does not align it less.
			fa.align = max(fa.align, 8)
		}
		l.alignTo(l.limited(fa.align))
	}
	if a := al * 8; !packed && l.pack == 0 && (l.at%al*8+l.bit+w+a-1)/a > tsize/al {
		l.alignTo(al)
	}
	fd.Bit, fd.Width = true, int(w)
	fd.Offset, fd.Shift, fd.unit = l.at, int(l.bit), int(tsize*8) // byte, bit in it, and size of the type: see place
	l.skip(w)
	if fd.Name == "" {
		return nil
	}
	if packed && l.pack == 0 {
		al = 1
	}
	l.Align = max(l.Align, l.limited(max(al, fa.align)))
	return fd
}

// Place chooses the storage unit of a bit-field: the unit of its declared type
// if that holds it and lies within the structure, else only the bytes that it
// lies in, as gcc accesses a packed one.
func (f *Field) Place(size uint64) {
	if !f.Bit {
		return
	}
	// Bits are counted from base: no unit around the field begins before it.
	base := (f.Offset - min(f.Offset, 16)) &^ 15
	bit, tsize := (f.Offset-base)*8+uint64(f.Shift), uint64(f.unit)
	size = min(size-base, 64) // what is farther away does not matter
	for _, u := range []uint64{tsize, 8} {
		start := bit / u * u
		if bit+uint64(f.Width) <= start+u && (start+u)/8 <= size {
			f.Offset, f.Shift, f.unit = base+start/8, int(bit-start), int(u)
			return
		}
	}
	first, end := bit/8, (bit+uint64(f.Width)+7)/8
	if u := (end - first) * 8; u&(u-1) == 0 && u <= 64 {
		f.Offset, f.Shift, f.unit = base+first, int(bit%8), int(u)
		return
	}
	f.Offset, f.Shift, f.unit = base+bit/8, int(bit%8), 0
	f.Parts = split(bit, uint64(f.Width), end)
	for i := range f.Parts {
		f.Parts[i].Offset += base
	}
}

// split cuts a bit-field that no unit holds into parts, the low one first.
// All units lie within the structure.
func split(bit, width, size uint64) (parts []BitPart) {
	for at := uint64(0); at < width; {
		b := bit + at
		start, shift, rest := b/8, b%8, width-at
		unit := uint64(64)
		for unit > 8 && (start+unit/8 > size || unit/2 >= shift+rest) {
			unit /= 2
		}
		w := min(rest, unit-shift)
		parts = append(parts, BitPart{start, int(unit), int(shift), int(w), int(at)})
		at += w
	}
	return parts
}

func roundUp(v, a uint64) uint64 {
	if a <= 1 {
		return v
	}
	return (v + a - 1) / a * a
}

// reversed is the type of a member t of a big-endian structure.
func (tt *Types) reversed(t *Type) *Type {
	switch {
	case t.Kind == Int && t.Bits > 8, t.Kind == Float:
		r := *t
		r.Reverse = t
		return &r
	case t.Kind == Array:
		r := *t
		r.Elem = tt.reversed(tt.ElemOf(t))
		return &r
	case t.Composite():
		return &Type{Kind: Invalid, Name: t.Name + " in big-endian order", Size: t.Size, align: t.align}
	}
	return t
}

// ReverseBits cuts a big-endian bit-field, whose bits are numbered from the most
// significant one of each byte, into the bytes that it lies in.
func ReverseBits(bit, width uint64) (parts []BitPart) {
	end := bit + width
	for hi := end; hi > bit; {
		lo := max((hi-1)/8*8, bit)
		parts = append(parts, BitPart{Offset: lo / 8, Unit: 8, Shift: int((lo/8+1)*8 - hi), Width: int(hi - lo), At: int(end - hi)})
		hi = lo
	}
	return parts
}

// Units returns the parts of a bit-field; most have one.
func (b *Field) Units() []BitPart {
	if b.unit == 0 {
		return b.Parts
	}
	return []BitPart{{Offset: b.Offset, Unit: b.unit, Shift: b.Shift, Width: b.Width}}
}

func (tt *Types) RecordKey(t *Type) RecordKey {
	for _, fd := range t.Fields {
		u := fd.Type
		if !tt.Dynamic(u) {
			continue
		}
		for u.Kind == Array {
			if u.Len < 0 && u.LenExpr != nil {
				return RecordKey{u.LenExpr, 0}
			}
			u = tt.ElemOf(u)
		}
		k := tt.RecordKey(u)
		k.depth++
		return k
	}
	return RecordKey{}
}

// RecordKey identifies a structure of variable size: its first size expression
// and how many structures are around that. Types of cc would not do, which has
// copies of them.
type RecordKey struct {
	first cc.ExpressionNode
	depth int
}

// VariableAlign is the alignment of a variable: an array of at least 16 bytes has 16
// by the psABI of x86-64, if the program does not ask for another one.
func (tt *Types) VariableAlign(t *Type, declared uint64) uint64 {
	align := max(tt.AlignOf(t), declared)
	if declared == 0 && tt.PtrBits == 64 && t.Kind == Array && tt.SizeOf(t) >= 16 {
		align = max(align, 16)
	}
	return align
}

// PreferredAlign is what __alignof__ says of a type: in ILP32, numbers of 8
// bytes have more as variables than they have as members.
func (tt *Types) PreferredAlign(t *Type) uint64 {
	e := t
	for e.Kind == Array {
		e = tt.ElemOf(e)
	}
	if a := tt.AlignOf(t); a != 4 || e.Size != 8 || !e.Arith() {
		return a
	}
	return 8
}

const SlotSize = 8

// SlotsOf is the number of bytes that an argument of type t takes.
func (tt *Types) SlotsOf(t *Type) uint64 {
	switch {
	case t.Scalar(), tt.Dynamic(t):
		return SlotSize
	}
	return (tt.SizeOf(t) + SlotSize - 1) / SlotSize * SlotSize
}

// SizeOf is the size in bytes, with GNU's 1 for void and functions.
func (tt *Types) SizeOf(t *Type) uint64 {
	switch t.Kind {
	case Array:
		if t.Len < 0 {
			return 0
		}
		return uint64(t.Len) * tt.SizeOf(tt.ElemOf(t))
	case Struct, Union:
		tt.Layout(t)
	}
	return t.Size
}

// AlignOf is the alignment of t as a member of a structure.
func (tt *Types) AlignOf(t *Type) uint64 {
	if t.aligned > 0 {
		return t.aligned
	}
	switch t.Kind {
	case Array:
		return max(tt.AlignOf(tt.ElemOf(t)), t.align)
	case Struct, Union:
		tt.Layout(t)
	}
	return max(t.align, 1)
}

// Dynamic reports whether the size of t is not constant.
func (tt *Types) Dynamic(t *Type) bool {
	for t.Kind == Array {
		if t.Len < 0 && t.LenExpr != nil {
			return true
		}
		t = tt.ElemOf(t)
	}
	if !t.Record() {
		return false
	}
	tt.Layout(t)
	return t.varies
}

// FindMember returns the path to the member called name, through anonymous members.
func (tt *Types) FindMember(t *Type, name string) []*Field {
	tt.Layout(t)
	for _, f := range t.Fields {
		if f.Name == name {
			return []*Field{f}
		}
	}
	for _, f := range t.Fields {
		if f.Anonymous {
			if p := tt.FindMember(f.Type, name); p != nil {
				return append([]*Field{f}, p...)
			}
		}
	}
	return nil
}

// Leaves counts the scalars of a type that can be flattened into variables,
// or returns -1 if it cannot.
func (tt *Types) Leaves(t *Type) int {
	if t.Reverse != nil {
		return -1
	}
	if t.Scalar() {
		return 1
	}
	if t.Kind != Struct && !t.Composite() {
		return -1
	}
	tt.Layout(t)
	n := 0
	for _, f := range t.Fields {
		if f.Bit {
			return -1
		}
		c := tt.Leaves(f.Type)
		if c < 0 || n+c > MaxFlat {
			return -1
		}
		n += c
	}
	if n == 0 {
		return -1
	}
	return n
}

// PointsIn reports whether a value leads to memory of the program: it is a
// pointer, or has one inside. Objects of an incomplete type are the library's.
func (tt *Types) PointsIn(t *Type) bool {
	switch t.Kind {
	case Pointer:
		el := tt.ElemOf(t)
		return el.Name != "FILE" && !(el.Record() && tt.SizeOf(el) == 0)
	case Array:
		return true
	case Struct, Union:
		tt.SizeOf(t) // lays the members out
		return slices.ContainsFunc(t.Fields, func(m *Field) bool {
			if m.Type.Kind == Array {
				return tt.PointsIn(tt.ElemOf(m.Type)) || tt.IsFunction(tt.ElemOf(m.Type))
			}
			return tt.PointsIn(m.Type) || tt.IsFunction(m.Type)
		})
	}
	return false
}

// Modified reports whether t is made of a type of variable size.
func (tt *Types) Modified(t *Type) bool {
	for {
		switch {
		case tt.Dynamic(t):
			return true
		case t.Kind == Pointer || t.Kind == Array:
			t = tt.ElemOf(t)
		case t.Kind == Func:
			t = t.Result
		default:
			return false
		}
	}
}

// DeclaredAlign is the alignment that attributes give what d declares, 0
// without any. Of several the largest counts.
func (tt *Types) DeclaredAlign(d *cc.Declarator) (align uint64) {
	if tt.index == nil || d == nil {
		return 0
	}
	for _, a := range tt.index.Of[d] {
		if a.Name != "aligned" {
			continue
		}
		n := int64(biggestAlign)
		if len(a.Args) > 0 && tt.constOf != nil {
			if v, ok := tt.constOf(a.Args[0]); ok {
				n = v
			}
		}
		if n > 0 && n&(n-1) == 0 {
			align = max(align, uint64(n))
		}
	}
	return max(align, uint64(max(d.Alignas(), 0)))
}

// AtomicAlign is the alignment of an object of type t that d declares if it is atomic,
// 0 for others: that of a number as large, as operations of the processor ask for.
func (tt *Types) AtomicAlign(d *cc.Declarator, t *Type) uint64 {
	if d == nil || !d.IsAtomic() {
		return 0
	}
	for t.Kind == Array {
		t = tt.ElemOf(t)
	}
	if t.Kind == Pointer || t.Kind == Func || t.Kind == Void { // what it leads to is atomic
		return 0
	}
	return tt.LockFree(t)
}

// LockFree is the size of a type for which the processor has atomic operations, which
// ask for that alignment; 0 for others.
func (tt *Types) LockFree(t *Type) uint64 {
	if size := tt.SizeOf(t); size > 0 && size <= 16 && size&(size-1) == 0 {
		return size
	}
	return 0
}

// MemberAttrs are the layout attributes of a member.
func (tt *Types) MemberAttrs(f *cc.Field) Attrs {
	if tt.attrs == nil || f.Declarator() == nil {
		return Attrs{}
	}
	return tt.attrs.field[f.Declarator()]
}
