package ctypes

import (
	"math/bits"
	"strconv"

	"culprit/frontend/ccfix"

	"modernc.org/cc/v4"
)

// wide makes a type of 128-bit integers: a low and a high half.
func (tt *Types) wide(name string, signed bool) *Type {
	t := &Type{Kind: Wide, Name: name, Bits: 128, Signed: signed, Rank: rankInt128, Size: 16, align: 16, laid: true}
	hi := tt.ULongLong
	if signed {
		hi = tt.LongLong
	}
	t.Fields = []*Field{{Name: "low", Type: tt.ULongLong, Offset: 0}, {Name: "high", Type: hi, Offset: 8}}
	return t
}

// extended makes the type, which takes size bytes.
func (tt *Types) extended(size uint64) *Type {
	t := &Type{Kind: Extended, Name: "long double", Rank: 3, Size: size, align: min(size, 16), laid: true}
	if size == 12 {
		t.align = 4
	}
	t.Fields = []*Field{{Name: "significand", Type: tt.ULongLong, Offset: 0}, {Name: "exponent", Type: tt.UShort, Offset: 8}}
	return t
}

// complexParts gives the type of the parts of a complex type.
var complexParts = map[cc.Kind]cc.Kind{
	cc.ComplexChar: cc.Char, cc.ComplexShort: cc.Short, cc.ComplexUShort: cc.UShort, cc.ComplexInt: cc.Int,
	cc.ComplexUInt: cc.UInt, cc.ComplexLong: cc.Long, cc.ComplexLongLong: cc.LongLong,
	cc.ComplexFloat: cc.Float, cc.ComplexDouble: cc.Double, cc.ComplexLongDouble: cc.LongDouble,
}

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

// IsMarked reports whether a type of cc's stands for complex numbers, see
// ComplexSize.
func IsMarked(t cc.Type) bool { return t != nil && t.VectorSize() >= ccfix.ComplexSize }

// marked is the complex type that a type of cc's stands for.
func (tt *Types) marked(t cc.Type) *Type {
	return tt.ComplexOf([]*Type{tt.basic(t.Kind()), tt.Float, tt.Double, tt.LongDouble}[MarkedRank(t)])
}

// MarkedRank is the rank of the floating type of the parts of a complex number,
// or 0.
func MarkedRank(t cc.Type) int {
	return min(bits.TrailingZeros64(uint64(t.VectorSize()/ccfix.ComplexSize)), 3)
}

// IsVector reports whether a type of cc's is a vector. cc has many expressions
// whose values are vectors as ones of the element's type.
func IsVector(t cc.Type) bool {
	p, ok := t.(*cc.PredefinedType)
	return ok && p.VectorSize() > 0 && !IsMarked(t)
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

// IsComposite reports whether a type of cc's is a composite type.
func IsComposite(t cc.Type) bool {
	if t == nil {
		return false
	}
	switch k := t.Kind(); k {
	case cc.Int128, cc.UInt128, cc.LongDouble, cc.Float64x:
		return true
	default:
		if _, ok := complexParts[k]; ok {
			return true
		}
	}
	return IsVector(t) || IsMarked(t)
}
