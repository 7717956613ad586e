package ctypes

import (
	"math/bits"

	"culprit/frontend/ccfix"
	"culprit/frontend/cpp"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Types of the parser, as those of this package.

// Of converts a cc type.
func (tt *Types) Of(t cc.Type) *Type {
	if t == nil {
		return tt.invalid
	}
	if r := tt.cache[t]; r != nil {
		return r
	}
	r := tt.named(tt.convert(t), t.Typedef())
	tt.cache[t] = r
	return r
}

func (tt *Types) convert(t cc.Type) *Type {
	switch x := t.(type) {
	case *cc.PredefinedType:
		switch {
		case IsMarked(x):
			return tt.marked(x)
		case IsVector(x):
			return tt.Vector(tt.basic(x.Kind()), uint64(x.VectorSize()))
		}
		return tt.basic(x.Kind())
	case *cc.EnumType:
		r := *tt.UInt
		switch list := x.Enumerators(); {
		case len(list) == 0 && x.UnderlyingType() != nil && x.UnderlyingType().Kind() != cc.InvalidKind:
			r = *tt.Of(x.UnderlyingType())
		case len(list) == 0:
		case tt.enumType != nil:
			r = *tt.enumType(list)
		default:
			r = *tt.basic(syntax.EnumKind(x))
		}
		if tag := syntax.Tag(x.Tag()); tag != "" {
			r.Name = "enum " + tag
		}
		return &r
	case *cc.PointerType:
		r := &Type{Kind: Pointer, ElemSource: x.Elem(), Size: uint64(tt.PtrBits / 8), align: uint64(tt.PtrBits / 8)}
		r.Name = ctypeName(x, 0)
		return r
	case *cc.ArrayType:
		r := &Type{Kind: Array, ElemSource: x.Elem(), Len: x.Len(), LenExpr: x.SizeExpression(), Name: ctypeName(x, 0)}
		if r.LenExpr != nil && tt.constOf != nil {
			if tt.changes != nil && tt.changes(r.LenExpr) {
				r.Len = -1 // int[(i++, 3)] has a variable length
			} else if v, ok := tt.constOf(r.LenExpr); ok && v >= 0 {
				r.Len, r.LenExpr = v, nil
			} else if r.Len >= 0 {
				r.LenExpr = nil
			}
		}
		return r
	case *cc.StructType, *cc.UnionType:
		r := &Type{Kind: Struct, Source: t, Name: ctypeName(t, 0)}
		if _, ok := t.(*cc.UnionType); ok {
			r.Kind = Union
		}
		if full := tt.complete[syntax.TagKey(t)]; full != nil && t.IsIncomplete() {
			r.Source = full
		}
		if st, ok := r.Source.(syntax.Record); ok {
			sa, _ := tt.attrs.of(r.Source, st)
			r.Transparent = sa.transparent
			if sa.foreign {
				return &Type{Kind: Invalid, Name: r.Name + " with attribute ms_struct", Size: 1, align: 1}
			}
		}
		return r
	case *cc.FunctionType:
		return tt.function(x)
	}
	return tt.invalid
}

// function is the type of a function. It is cached before its parts are
// converted, since these may mention it.
func (tt *Types) function(x *cc.FunctionType) *Type {
	r := &Type{Kind: Func, Size: 1, align: 1, Variadic: x.IsVariadic(), Name: "function"}
	tt.cache[x] = r
	r.Result = tt.Of(x.Result())
	ps := x.Parameters()
	for _, p := range ps {
		pt := tt.Of(p.Type())
		if p.Declarator != nil {
			pt = tt.OfDecl(p.Declarator)
		}
		if pt.Kind == Void && len(ps) == 1 {
			r.Proto = true
			break
		}
		r.Params = append(r.Params, tt.decayed(pt))
	}
	r.Proto = r.Proto || len(r.Params) > 0
	return r
}

// decayed adjusts a parameter type.
func (tt *Types) decayed(t *Type) *Type {
	switch t.Kind {
	case Array:
		return tt.PointerTo(tt.ElemOf(t))
	case Func:
		return tt.PointerTo(t)
	}
	return t
}

func (tt *Types) basic(k cc.Kind) *Type {
	switch k {
	case cc.Void:
		return tt.Void
	case cc.Bool:
		return tt.Bool
	case cc.Char:
		return tt.Char
	case cc.SChar:
		return tt.SChar
	case cc.UChar:
		return tt.UChar
	case cc.Short:
		return tt.Short
	case cc.UShort:
		return tt.UShort
	case cc.Int:
		return tt.Int
	case cc.UInt:
		return tt.UInt
	case cc.Long:
		return tt.Long
	case cc.ULong:
		return tt.ULong
	case cc.LongLong:
		return tt.LongLong
	case cc.ULongLong:
		return tt.ULongLong
	case cc.Float, cc.Float32:
		return tt.Float
	case cc.Double, cc.Float64, cc.Float32x:
		return tt.Double
	case cc.LongDouble, cc.Float64x:
		return tt.LongDouble
	case cc.Float128, cc.Float128x:
		return &Type{Kind: Invalid, Name: "_Float128", Size: 16, align: 16}
	case cc.Decimal32:
		return &Type{Kind: Invalid, Name: "_Decimal32", Size: 4, align: 4}
	case cc.Decimal64:
		return &Type{Kind: Invalid, Name: "_Decimal64", Size: 8, align: 8}
	case cc.Decimal128:
		return &Type{Kind: Invalid, Name: "_Decimal128", Size: 16, align: 16}
	case cc.Int128:
		return tt.int128
	case cc.UInt128:
		return tt.UInt128
	}
	if part, ok := ccfix.Parts[k]; ok {
		return tt.ComplexOf(tt.basic(part))
	}
	return tt.invalid
}

// ctypeName renders a type for display.
func ctypeName(t cc.Type, depth int) string {
	if d := t.Typedef(); d != nil && d.Name() != "" {
		return d.Name()
	}
	if depth > 4 {
		return "..."
	}
	switch x := t.(type) {
	case *cc.PointerType:
		if _, ok := x.Elem().(*cc.FunctionType); ok {
			return "function pointer"
		}
		return ctypeName(x.Elem(), depth+1) + " *"
	case *cc.ArrayType:
		return ctypeName(x.Elem(), depth+1) + " []"
	case *cc.StructType:
		return "struct " + syntax.Tag(x.Tag())
	case *cc.UnionType:
		return "union " + syntax.Tag(x.Tag())
	case *cc.FunctionType:
		return "function"
	}
	return t.String()
}

// C types as package cfg describes them.

// marked is the complex type that a type of cc's stands for.
func (tt *Types) marked(t cc.Type) *Type {
	return tt.ComplexOf([]*Type{tt.basic(t.Kind()), tt.Float, tt.Double, tt.LongDouble}[MarkedRank(t)])
}

// MarkedRank is the rank of the floating type of the parts of a complex number,
// or 0.
func MarkedRank(t cc.Type) int {
	return min(bits.TrailingZeros64(uint64(t.VectorSize()/ccfix.ComplexSize)), 3)
}

// IsMarked reports whether a type of cc's stands for complex numbers, see
// ComplexSize.
func IsMarked(t cc.Type) bool { return t != nil && t.VectorSize() >= ccfix.ComplexSize }

// IsVector reports whether a type of cc's is a vector. cc has many expressions
// whose values are vectors as ones of the element's type.
func IsVector(t cc.Type) bool {
	p, ok := t.(*cc.PredefinedType)
	return ok && p.VectorSize() > 0 && !IsMarked(t)
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
		if _, ok := ccfix.Parts[k]; ok {
			return true
		}
	}
	return IsVector(t) || IsMarked(t)
}

// ElemOf returns what a pointer points to or an array consists of.
func (tt *Types) ElemOf(t *Type) *Type {
	if t.Elem == nil {
		if t.ElemSource == nil {
			return tt.Void
		}
		t.Elem = tt.Of(t.ElemSource)
	}
	return t.Elem
}

// named applies the attributes of the name of a type.
func (tt *Types) named(t *Type, d *cc.Declarator) *Type {
	if d == nil || tt.index == nil {
		return t
	}
	if p := tt.index.Parent[d]; p != nil {
		t = tt.named(t, p)
	}
	t = tt.ofMode(t, tt.index.Of[d])
	if t.Kind == Union && !t.Transparent && tt.index.Find(d, "transparent_union") != nil {
		c := *t
		c.Transparent = true
		t = &c
	}
	if a := max(tt.DeclaredAlign(d), tt.AtomicAlign(d, t)); a > 0 && t.Kind != Void && t.Kind != Func {
		c := *t
		c.aligned = a
		t = &c
	}
	return t
}

// OfDecl is the type of what d declares.
func (tt *Types) OfDecl(d *cc.Declarator) *Type {
	t := tt.Of(d.Type())
	if tt.index == nil {
		return t
	}
	return tt.ofMode(t, tt.index.Of[d])
}

// ofMode applies attribute mode.
func (tt *Types) ofMode(t *Type, attrs []syntax.Attribute) *Type {
	for _, a := range attrs {
		if a.Name == "mode" {
			t = tt.mode(t, cpp.AttributeName(a.Word()))
		}
	}
	return t
}

// mode is the type with the representation that a machine mode names and the
// sign of t.
func (tt *Types) mode(t *Type, mode string) *Type {
	switch mode {
	case "word", "unwind_word", "libgcc_cmp_return", "libgcc_shift_count":
		mode = map[int]string{32: "SI", 64: "DI"}[tt.PtrBits]
	case "pointer":
		mode = map[int]string{32: "SI", 64: "DI"}[tt.PtrBits]
	case "byte":
		mode = "QI"
	}
	if t.Kind == Pointer && mode == map[int]string{32: "SI", 64: "DI"}[tt.PtrBits] {
		return t
	}
	if t.Kind == Vector {
		return tt.Vector(tt.mode(tt.ElemOf(t), mode), tt.SizeOf(t))
	}
	long := [2]*Type{tt.Long, tt.ULong}
	if tt.PtrBits == 32 {
		long = [2]*Type{tt.LongLong, tt.ULongLong}
	}
	if pair, ok := map[string][2]*Type{"QI": {tt.SChar, tt.UChar}, "HI": {tt.Short, tt.UShort}, "SI": {tt.Int, tt.UInt},
		"DI": long, "TI": {tt.int128, tt.UInt128}}[mode]; ok && (t.Kind == Int || t.Kind == Wide) {
		if t.Signed {
			return pair[0]
		}
		return pair[1]
	}
	if f := map[string]*Type{"HF": tt.Half, "HV": tt.HalfValue, "SF": tt.Float, "DF": tt.Double, "XF": tt.LongDouble}[mode]; f != nil && t.Kind == Float {
		return f
	}
	if part := map[string]*Type{"SC": tt.Float, "DC": tt.Double, "XC": tt.LongDouble}[mode]; part != nil && t.Kind == Complex {
		return tt.ComplexOf(part)
	}
	if f, ok := otherFloats[mode]; ok && t.Kind == Float {
		return &Type{Kind: Invalid, Name: f.name, Size: f.size, align: f.size}
	}
	return &Type{Kind: Invalid, Name: t.Name + " of mode " + mode, Size: t.Size, align: t.align}
}

// otherFloats are floating types that nothing computes with, by their mode.
var otherFloats = map[string]struct {
	name string
	size uint64
}{"BF": {"__bf16", 2}, "TF": {"_Float128", 16}}
