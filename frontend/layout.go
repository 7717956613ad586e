package frontend

import (
	"culprit/frontend/ccfix"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// attrs are the layout attributes of one structure or one member.
type attrs struct {
	packed bool
	align  uint64  // 0: none
	like   cc.Type // of _Alignas(type), or nil
	order  ccfix.Order
	// transparent is for unions, foreign a layout of other compilers.
	transparent, foreign bool
}

// attrTable finds the layout attributes of structures, which cc's types lose.
type attrTable struct {
	spec   map[cc.Type]*cc.StructOrUnionSpecifier
	byDecl map[*cc.Declarator]*cc.StructOrUnionSpecifier
	field  map[*cc.Declarator]attrs
	within map[*cc.StructOrUnionSpecifier]*cc.StructOrUnionSpecifier // of anonymous members
	pack   map[string][]ccfix.Mark                                   // by UnitName
	order  map[string][]ccfix.Mark                                   // by UnitName
	eval   func(cc.ExpressionNode) (int64, bool)
}

// newAttrTable collects attributes.
func newAttrTable(asts []*cc.AST, src *parse.Sources, eval func(cc.ExpressionNode) (int64, bool)) *attrTable {
	at := &attrTable{eval: eval, spec: map[cc.Type]*cc.StructOrUnionSpecifier{},
		byDecl: map[*cc.Declarator]*cc.StructOrUnionSpecifier{}, field: map[*cc.Declarator]attrs{}, within: map[*cc.StructOrUnionSpecifier]*cc.StructOrUnionSpecifier{}, pack: map[string][]ccfix.Mark{}, order: map[string][]ccfix.Mark{}}
	words := false
	for name, u := range src.Units {
		words = words || u.HasLayout()
		at.pack[name], at.order[name] = ccfix.PackMarks(u), ccfix.OrderMarks(u)
	}
	if !words {
		return nil
	}
	for _, ast := range asts {
		at.read(ast)
	}
	return at
}

func (at *attrTable) read(ast *cc.AST) {
	syntax.Each(ast.TranslationUnit, func(n cc.Node) {
		s, ok := n.(*cc.StructOrUnionSpecifier)
		if !ok || s.Case != cc.StructOrUnionSpecifierDef {
			return
		}
		if t := s.Type(); t != nil {
			at.spec[t] = s
		}
		for l := s.StructDeclarationList; l != nil; l = l.StructDeclarationList {
			at.addDecl(s, l.StructDeclaration)
		}
	})
}

func (at *attrTable) addDecl(s *cc.StructOrUnionSpecifier, d *cc.StructDeclaration) {
	if d == nil {
		return
	}
	a := at.list(d.AttributeSpecifierList)
	for q := d.SpecifierQualifierList; q != nil; q = q.SpecifierQualifierList {
		a.merge(at.list(q.AttributeSpecifierList))
		a.merge(at.alignas(q.AlignmentSpecifier))
		if q.TypeQualifier != nil {
			a.merge(at.list(q.TypeQualifier.AttributeSpecifierList))
		}
		if q.TypeSpecifier != nil && q.TypeSpecifier.StructOrUnionSpecifier != nil && d.StructDeclaratorList == nil {
			at.within[q.TypeSpecifier.StructOrUnionSpecifier] = s
		}
	}
	for l := d.StructDeclaratorList; l != nil; l = l.StructDeclaratorList {
		if sd := l.StructDeclarator; sd != nil && sd.Declarator != nil {
			at.byDecl[sd.Declarator] = s
			at.field[sd.Declarator] = a
		}
	}
}

func (a *attrs) merge(b attrs) {
	a.packed = a.packed || b.packed
	a.align = max(a.align, b.align)
	a.transparent, a.foreign = a.transparent || b.transparent, a.foreign || b.foreign
	a.order = max(a.order, b.order)
	if b.like != nil {
		a.like = b.like
	}
}

func (at *attrTable) alignas(s *cc.AlignmentSpecifier) (a attrs) {
	if s == nil {
		return a
	}
	if s.TypeName != nil {
		a.like = s.TypeName.Type()
	}
	if s.ConstantExpression != nil {
		if v, ok := at.eval(s.ConstantExpression); ok && v > 0 {
			a.align = uint64(v)
		}
	}
	return a
}

func (at *attrTable) list(l *cc.AttributeSpecifierList) (a attrs) {
	for _, x := range syntax.AttributesIn(nil, l) {
		switch x.Name {
		case "packed":
			a.packed = true
		case "transparent_union":
			a.transparent = true
		case "ms_struct":
			a.foreign = true
		case "scalar_storage_order":
			if len(x.Args) > 0 {
				a.order = ccfix.OrderOf(x.Text())
			}
		case "aligned":
			a.align = 16
			if len(x.Args) > 0 {
				if n, ok := at.eval(x.Args[0]); ok && n > 0 {
					a.align = uint64(n)
				}
			}
		}
	}
	return a
}

// specifier finds what declares a structure. Types of declarators may be copies,
// which have the members of the original.
func (at *attrTable) specifier(t cc.Type, st syntax.Record) *cc.StructOrUnionSpecifier {
	s := at.spec[t]
	for i := 0; s == nil && i < st.NumFields(); i++ {
		f := st.FieldByIndex(i)
		if f == nil {
			continue
		}
		if f.Declarator() != nil {
			s = at.byDecl[f.Declarator()]
		} else if inner, ok := f.Type().(syntax.Record); ok {
			s = at.within[at.specifier(f.Type(), inner)]
		}
	}
	return s
}

// of returns the attributes of a structure and its #pragma pack value.
func (at *attrTable) of(t cc.Type, st syntax.Record) (a attrs, pack uint64) {
	if at == nil {
		return
	}
	s := at.specifier(t, st)
	if s == nil {
		return
	}
	a = at.list(s.AttributeSpecifierList)
	a.merge(at.list(s.AttributeSpecifierList2))
	end := s.Token3.Position()
	if a.order == ccfix.AnyOrder {
		a.order = ccfix.Order(markAt(at.order[end.Filename], end.Offset))
	}
	return a, markAt(at.pack[end.Filename], end.Offset)
}

// markAt is the value that pragmas have set at an offset.
func markAt(marks []ccfix.Mark, off int) (n uint64) {
	for _, m := range marks {
		if m.Off > off {
			break
		}
		n = m.Value
	}
	return n
}

// layout computes size, alignment and member offsets as gcc does on x86.
func (tt *types) layout(t *ctype) {
	if t.laid {
		return
	}
	t.laid = true
	t.size, t.align = 0, 1
	st, ok := t.st.(syntax.Record)
	if !ok {
		return
	}
	sa, pack := tt.attrs.of(t.st, st)
	l := &layouter{tt: tt, union: t.k == kUnion, packed: sa.packed, reverse: sa.order == ccfix.BigEndian, pack: pack, align: 1}
	for i := 0; i < st.NumFields(); i++ {
		f := st.FieldByIndex(i)
		if f == nil {
			continue
		}
		var fa attrs
		if tt.attrs != nil && f.Declarator() != nil {
			fa = tt.attrs.field[f.Declarator()]
		}
		if fa.like != nil {
			fa.align = max(fa.align, tt.alignOf(tt.of(fa.like)))
		}
		if !l.packed {
			fa.align = max(fa.align, tt.atomicAlign(f.Declarator(), tt.of(f.Type())))
		}
		if fd := l.member(f, fa); fd != nil {
			fd.parent = t
			t.varies = t.varies || tt.dynamic(fd.t)
			t.fields = append(t.fields, fd)
		}
	}
	t.align = max(l.align, sa.align)
	t.size = roundUp(l.end, t.align)
	for _, f := range t.fields {
		if f.bit && l.reverse {
			f.parts = reverseBits(uint64(f.shift), uint64(f.width))
			for i := range f.parts {
				f.parts[i].off += f.off
			}
			f.shift, f.unit = 0, 0
		} else {
			f.place(t.size)
		}
	}
}

// layouter holds the state of one structure's layout. It counts bytes, and bits
// apart from them: a structure may have more bits than 64 bits can count.
type layouter struct {
	tt      *types
	union   bool
	packed  bool
	reverse bool // big-endian
	pack    uint64
	align   uint64
	at, bit uint64 // the next free bit: of byte at, 0 to 7
	end     uint64 // the size so far
}

// alignTo moves on to a multiple of al bytes.
func (l *layouter) alignTo(al uint64) {
	l.at, l.bit = roundUp(l.at+(l.bit+7)/8, al), 0
}

// skip moves on by a number of bits.
func (l *layouter) skip(bits uint64) {
	bits += l.bit
	l.at, l.bit = l.at+bits/8, bits%8
	l.grow()
}

// grow lets the structure reach to where the layout is.
func (l *layouter) grow() { l.end = max(l.end, l.at+(l.bit+7)/8) }

func (l *layouter) member(f *cc.Field, fa attrs) *field {
	ft := l.tt.of(f.Type())
	if d := f.Declarator(); d != nil {
		ft = l.tt.ofDecl(d)
	}
	if l.reverse && !f.IsBitfield() {
		ft = l.tt.reversed(ft)
	}
	fd := &field{name: f.Name(), t: ft, flex: f.IsFlexibleArrayMember()}
	if l.union {
		l.at, l.bit = 0, 0
	}
	if f.IsBitfield() {
		return l.bitField(f, fd, fa)
	}
	al := l.tt.alignOf(ft)
	if l.packed || fa.packed {
		al = 1
	}
	al = l.limited(max(al, fa.align))
	fd.anon = fd.name == "" && ft.record()
	fd.align = al
	l.align = max(l.align, al)
	l.alignTo(al)
	fd.off = l.at
	l.at += l.tt.sizeOf(ft)
	l.grow()
	return fd
}

// limited is an alignment under #pragma pack.
func (l *layouter) limited(al uint64) uint64 {
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
func (l *layouter) bitField(f *cc.Field, fd *field, fa attrs) *field {
	w, packed := uint64(f.ValueBits()), l.packed || fa.packed
	al, tsize := l.tt.alignOf(fd.t), l.tt.sizeOf(fd.t)
	if w == 0 {
		// The limit of #pragma pack does not hold for :0.
		l.alignTo(al)
		if !l.union {
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
	fd.bit, fd.width = true, int(w)
	fd.off, fd.shift, fd.unit = l.at, int(l.bit), int(tsize*8) // byte, bit in it, and size of the type: see place
	l.skip(w)
	if fd.name == "" {
		return nil
	}
	if packed && l.pack == 0 {
		al = 1
	}
	l.align = max(l.align, l.limited(max(al, fa.align)))
	return fd
}

// place chooses the storage unit of a bit-field: the unit of its declared type
// if that holds it and lies within the structure, else only the bytes that it
// lies in, as gcc accesses a packed one.
func (f *field) place(size uint64) {
	if !f.bit {
		return
	}
	// Bits are counted from base: no unit around the field begins before it.
	base := (f.off - min(f.off, 16)) &^ 15
	bit, tsize := (f.off-base)*8+uint64(f.shift), uint64(f.unit)
	size = min(size-base, 64) // what is farther away does not matter
	for _, u := range []uint64{tsize, 8} {
		start := bit / u * u
		if bit+uint64(f.width) <= start+u && (start+u)/8 <= size {
			f.off, f.shift, f.unit = base+start/8, int(bit-start), int(u)
			return
		}
	}
	first, end := bit/8, (bit+uint64(f.width)+7)/8
	if u := (end - first) * 8; u&(u-1) == 0 && u <= 64 {
		f.off, f.shift, f.unit = base+first, int(bit%8), int(u)
		return
	}
	f.off, f.shift, f.unit = base+bit/8, int(bit%8), 0
	f.parts = split(bit, uint64(f.width), end)
	for i := range f.parts {
		f.parts[i].off += base
	}
}

// bitPart is a run of bits of a bit-field that one storage unit holds.
type bitPart struct {
	off   uint64 // byte offset of the unit
	unit  int    // bits of the unit
	shift int    // position in the unit
	width int
	at    int // position in the value
}

// split cuts a bit-field that no unit holds into parts, the low one first.
// All units lie within the structure.
func split(bit, width, size uint64) (parts []bitPart) {
	for at := uint64(0); at < width; {
		b := bit + at
		start, shift, rest := b/8, b%8, width-at
		unit := uint64(64)
		for unit > 8 && (start+unit/8 > size || unit/2 >= shift+rest) {
			unit /= 2
		}
		w := min(rest, unit-shift)
		parts = append(parts, bitPart{start, int(unit), int(shift), int(w), int(at)})
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

// find returns the path to the member called name, through anonymous members.
func (tt *types) find(t *ctype, name string) []*field {
	tt.layout(t)
	for _, f := range t.fields {
		if f.name == name {
			return []*field{f}
		}
	}
	for _, f := range t.fields {
		if f.anon {
			if p := tt.find(f.t, name); p != nil {
				return append([]*field{f}, p...)
			}
		}
	}
	return nil
}

// leaves counts the scalars of a type that can be flattened into variables,
// or returns -1 if it cannot.
func (tt *types) leaves(t *ctype) int {
	if t.reverse != nil {
		return -1
	}
	if t.scalar() {
		return 1
	}
	if t.k != kStruct && !t.composite() {
		return -1
	}
	tt.layout(t)
	n := 0
	for _, f := range t.fields {
		if f.bit {
			return -1
		}
		c := tt.leaves(f.t)
		if c < 0 || n+c > maxFlat {
			return -1
		}
		n += c
	}
	if n == 0 {
		return -1
	}
	return n
}

// maxFlat is the largest number of scalars a structure is flattened to.
const maxFlat = 64
