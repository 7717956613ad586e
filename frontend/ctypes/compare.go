package ctypes

import (
	"fmt"

	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Same reports whether two types are passed in the same way and have the same
// values. Two pointers always are.
func Same(a, b *Type) bool {
	return a.Kind == b.Kind && (a.Kind != Int && a.Kind != Float || a.Bits == b.Bits && a.Signed == b.Signed && a.Bool == b.Bool) && (!a.Record() || a.Size == b.Size)
}

// SamePointer reports whether two types are not pointers to different types. Void goes
// with all, and integers that differ in nothing but the sign go together; pointers to
// them and to characters look alike (C11 6.2.5p28).
func (tt *Types) SamePointer(a, b *Type) bool {
	if a.Kind != Pointer || b.Kind != Pointer {
		return true
	}
	x, y := tt.ElemOf(a), tt.ElemOf(b)
	for x.Kind == Array && y.Kind == Array {
		x, y = tt.ElemOf(x), tt.ElemOf(y)
	}
	switch {
	case x == y, x.Kind == Void, y.Kind == Void, tt.IsChar(x) && tt.IsChar(y):
		return true
	case x.Kind != y.Kind:
		return false
	case x.Record():
		return x.Name == y.Name
	case x.Kind == Int, x.Kind == Float:
		return x.Bits == y.Bits
	}
	return tt.SamePointer(x, y)
}

// Agree reports whether a variable may be of type a in one unit and b in
// another: C wants compatible types, we want the same representation.
func (tt *Types) Agree(a, b *Type, depth int) bool {
	const deepest = 20
	switch {
	case a == b || depth > deepest:
		return true
	case a.Scalar() && b.Scalar():
		return (a.Kind == Float) == (b.Kind == Float) && a.Bool == b.Bool && (a.Kind == Pointer) == (b.Kind == Pointer) && tt.Value(a) == tt.Value(b)
	case a.Kind != b.Kind:
		return false
	case a.Kind == Array:
		return (a.Len < 0 || b.Len < 0 || a.Len == b.Len) && tt.Agree(tt.ElemOf(a), tt.ElemOf(b), depth+1)
	case !a.Aggregate():
		return true
	}
	tt.Layout(a)
	tt.Layout(b)
	if len(a.Fields) == 0 || len(b.Fields) == 0 {
		return true // of an incomplete type
	}
	if a.Size != b.Size || len(a.Fields) != len(b.Fields) {
		return false
	}
	for i, f := range a.Fields {
		g := b.Fields[i]
		if f.Name != g.Name || f.Offset != g.Offset || f.Bit != g.Bit || f.Shift != g.Shift || f.Width != g.Width || !tt.Agree(f.Type, g.Type, depth+1) {
			return false
		}
	}
	return true
}

// Class names the types as which an object of type t may be accessed, "" for any.
// Pointers are taken for one type, as many programs do.
func (t *Type) Class() string {
	switch {
	case t.Byte():
		return ""
	case t.Kind == Pointer:
		return "pointer"
	case t.Kind == Int && t.Bool:
		return "_Bool"
	case t.Kind == Int:
		return fmt.Sprintf("%d integer of %d bits", t.Rank, t.Bits)
	case t.Record(): // whatever a typedef calls it
		if tagged, ok := t.Source.(interface{ Tag() cc.Token }); ok && syntax.Tag(tagged.Tag()) != "" {
			return "record " + syntax.Tag(tagged.Tag())
		}
	}
	return t.Name
}

// Scalars adds the classes of the scalars that an object of type t consists of,
// and the names of the records. It reports whether it has a part of any class.
func (tt *Types) Scalars(t *Type, in map[string]bool) {
	switch {
	case t.Kind == Array:
		tt.Scalars(tt.ElemOf(t), in)
	case t.Record():
		if in[t.Class()] {
			return
		}
		in[t.Class()] = true
		tt.Layout(t)
		for _, m := range t.Fields {
			tt.Scalars(m.Type, in)
		}
	case t.Composite():
		in[t.Name] = true
		for _, m := range t.Fields {
			tt.Scalars(m.Type, in)
		}
	default:
		in[t.Class()] = true
	}
}

// AlikeAt0 reports whether an object of one of the types begins with one of the
// other, or may.
func (tt *Types) AlikeAt0(a, b *Type) bool {
	begins := func(a, b *Type) bool {
		for {
			switch {
			case a == b, a.Class() == b.Class(), a.Class() == "", b.Class() == "":
				return true
			case a.Kind == Union:
				in := map[string]bool{}
				tt.Scalars(a, in)
				return in[b.Class()]
			case a.Kind == Array:
				a = tt.ElemOf(a)
			case a.Kind == Struct:
				if tt.Layout(a); len(a.Fields) == 0 {
					return true
				}
				a = a.Fields[0].Type
			default:
				return false
			}
		}
	}
	return begins(a, b) || begins(b, a)
}

// SameBits reports that converting between a and b keeps all bits.
func SameBits(a, b *Type) bool {
	return a.Scalar() && b.Scalar() && a.Kind != Float && b.Kind != Float && !a.Bool && !b.Bool && a.Size == b.Size
}

// IsFunction reports whether a value is a function, or a pointer to one.
func (tt *Types) IsFunction(t *Type) bool {
	return t.Kind == Func || t.Kind == Pointer && tt.ElemOf(t).Kind == Func
}
