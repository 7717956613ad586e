package ctypes

import (
	"fmt"
	"strconv"
)

// Promote applies the integer promotions.
func (tt *Types) Promote(t *Type) *Type {
	if t.Kind != Int {
		return t
	}
	if t.Rank < RankInt {
		return tt.Int
	}
	return tt.Canon(t)
}

// BitField is the type that the value of a bit-field of type t has in
// expressions: as gcc has it, an integer of the field's width, which promotes
// to int if it is narrower.
func (tt *Types) BitField(t *Type, width int) *Type {
	switch {
	case t.Kind != Int || t.Bool || width == t.Bits:
		return t
	case width < tt.Int.Bits, width == tt.Int.Bits && t.Signed:
		return tt.Int
	case width == tt.Int.Bits:
		return tt.UInt
	}
	return tt.Narrow(t, width)
}

// Narrow is the integer type t with another number of bits.
func (tt *Types) Narrow(t *Type, width int) *Type {
	name := fmt.Sprintf("%s:%d", t.Name, width)
	if r := tt.odd[name]; r != nil {
		return r
	}
	r := &Type{Kind: Int, Name: name, Rank: t.Rank, Bits: width, Signed: t.Signed, Size: t.Size, align: t.align}
	tt.odd[name] = r
	return r
}

// Canon drops the enum name and the alignment of an integer type.
func (tt *Types) Canon(t *Type) *Type {
	switch {
	case t.Kind == Extended:
		return tt.LongDouble
	case t.Kind == Wide && t.Signed:
		return tt.int128
	case t.Kind == Wide:
		return tt.UInt128
	case t.Kind != Int || t.isOdd():
		return t
	case t.Rank == RankInt && t.Signed:
		return tt.Int
	case t.Rank == RankInt:
		return tt.UInt
	case t.Rank == RankLong && t.Signed:
		return tt.Long
	case t.Rank == RankLong:
		return tt.ULong
	case t.Rank == RankLongLong && t.Signed:
		return tt.LongLong
	case t.Rank == RankLongLong:
		return tt.ULongLong
	}
	return t
}

// Usual applies the usual arithmetic conversions.
func (tt *Types) Usual(a, b *Type) *Type {
	if a.Composite() || b.Composite() {
		return tt.UsualComposite(a, b)
	}
	if a.Kind == Float || b.Kind == Float {
		switch {
		case a.Kind != Float:
			return b
		case b.Kind != Float:
			return a
		case b.Rank > a.Rank:
			return b
		}
		return a
	}
	a, b = tt.Promote(a), tt.Promote(b)
	switch {
	case a.Bits > b.Bits:
		return a
	case a.Bits < b.Bits:
		return b
	case a.Signed == b.Signed:
		if a.Rank >= b.Rank {
			return a
		}
		return b
	case b.Signed:
		a, b = b, a
	}
	// a is signed, b unsigned
	if b.Rank >= a.Rank {
		return b
	}
	return tt.Canon(&Type{Kind: Int, Rank: a.Rank})
}

// UsualComposite is the common type of operands one of which is composite.
func (tt *Types) UsualComposite(a, b *Type) *Type {
	if a.Kind == Vector || !b.Composite() {
		a, b = b, a
	}
	// b is composite, and a vector if one of them is.
	switch {
	case b.Kind == Vector:
		return b
	case a.Kind == Half:
		return tt.Usual(tt.HalfValue, b)
	case b.Kind == Half:
		return tt.Usual(a, tt.HalfValue)
	case b.Kind == Complex || a.Kind == Complex:
		return tt.ComplexOf(tt.Part(a, b))
	case a.Kind == Extended || b.Kind == Extended:
		return tt.LongDouble
	case a.Kind == Float:
		return a
	case a.Kind == Wide && !a.Signed:
		return tt.UInt128
	}
	return tt.Canon(b)
}

// Part is the common type of the parts of two numbers, one of which is
// complex. The parts of complex integers are not promoted.
func (tt *Types) Part(a, b *Type) *Type {
	ra, rb := tt.realOf(a), tt.realOf(b)
	switch {
	case ra.Kind != Int || rb.Kind != Int, ra.Rank >= RankInt || rb.Rank >= RankInt:
		return tt.Usual(ra, rb)
	case ra.Bits > rb.Bits, ra.Bits == rb.Bits && !ra.Signed:
		return ra
	}
	return rb
}

// realOf is the type of the parts of a complex type, or that of a real operand
// as operators see it.
func (tt *Types) realOf(t *Type) *Type {
	if t.Kind == Complex {
		return t.Elem
	}
	return tt.Promote(t)
}

// Passed is the type that an arithmetic value has after the default argument
// promotions.
func (tt *Types) Passed(t *Type) *Type {
	u := tt.Promote(t)
	switch {
	case u.Kind == Float:
		return tt.Double
	case u.isOdd():
		return tt.ULongLong
	}
	return u
}

// Wider is the next wider type of the same sign, nil if there is none.
func (tt *Types) Wider(t *Type) *Type {
	types := []*Type{tt.Int, tt.Long, tt.LongLong}
	if !t.Signed {
		types = []*Type{tt.UInt, tt.ULong, tt.ULongLong}
	}
	for _, w := range types {
		if w.Bits > t.Bits {
			return w
		}
	}
	return nil
}

// LastOf is the greatest value of an integer type.
func LastOf(t *Type) uint64 {
	switch n := uint64(1)<<t.Bits - 1; {
	case t.Bool:
		return 1
	case t.Signed:
		return n >> 1
	default:
		return n
	}
}

// EnumBase is the type for constants of width bits with a sign.
func (tt *Types) EnumBase(negative bool, width int, packed bool) *Type {
	if !negative {
		width--
	}
	wide, uwide := tt.Long, tt.ULong
	if tt.PtrBits == 32 {
		wide, uwide = tt.LongLong, tt.ULongLong
	}
	signed, unsigned := []*Type{tt.Int, wide}, []*Type{tt.UInt, uwide}
	if packed {
		signed = append([]*Type{tt.SChar, tt.Short}, signed...)
		unsigned = append([]*Type{tt.UChar, tt.UShort}, unsigned...)
	}
	if !negative {
		signed = unsigned
	}
	for _, t := range signed {
		if width <= t.Bits {
			return t
		}
	}
	return signed[len(signed)-1]
}

// isOdd reports whether t is the type of a bit-field wider than int.
func (t *Type) isOdd() bool { return t.Kind == Int && t.Bits > 32 && t.Bits < 64 }

// ComplexOf is the complex type with parts of type part.
func (tt *Types) ComplexOf(part *Type) *Type {
	if t := tt.complexes[part]; t != nil {
		return t
	}
	t := &Type{Kind: Complex, Name: "_Complex " + part.Name, Elem: part, Size: 2 * part.Size, align: part.align, laid: true}
	t.Fields = []*Field{{Name: "real", Type: part, Offset: 0}, {Name: "imag", Type: part, Offset: part.Size}}
	tt.complexes[part] = t
	return t
}

// Vector makes a type of vectors of size bytes.
func (tt *Types) Vector(elem *Type, size uint64) *Type {
	t := &Type{Kind: Vector, Name: elem.Name + " vector", Elem: elem, Size: size, align: size, laid: true}
	if !elem.Scalar() || size%elem.Size != 0 || size == 0 {
		return tt.invalid
	}
	if tt.PtrBits == 32 && size == 8 && elem.Kind == Int {
		t.align = 4 // as a member: gcc takes it for a 64-bit integer
	}
	t.Len = int64(size / elem.Size)
	for i := range uint64(t.Len) {
		t.Fields = append(t.Fields, &Field{Name: strconv.FormatUint(i, 10), Type: elem, Offset: i * elem.Size})
	}
	return t
}

// Integers is the type of signed integer vectors of the shape of t.
func (tt *Types) Integers(t *Type) *Type {
	for _, e := range []*Type{tt.SChar, tt.Short, tt.Int, tt.Long, tt.LongLong} {
		if e.Size == t.Elem.Size {
			return tt.Vector(e, t.Size)
		}
	}
	return tt.invalid
}
