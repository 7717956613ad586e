package ctypes

import (
	"math/bits"
	"strings"

	"culprit/cfg"
	"culprit/frontend/ccfix"
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
			if v, ok := tt.constOf(r.LenExpr); ok && v >= 0 {
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
	if part, ok := complexParts[k]; ok {
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

// completed finds, for each tag at file scope, the structure or union that the
// first unit with its members means by it.
func completed(asts []*cc.AST) map[string]cc.Type {
	if len(asts) < 2 {
		return nil
	}
	out := map[string]cc.Type{}
	for _, ast := range asts {
		syntax.Each(ast.TranslationUnit, func(n cc.Node) {
			s, ok := n.(*cc.StructOrUnionSpecifier)
			if !ok || s.Case != cc.StructOrUnionSpecifierDef || s.Type() == nil || s.Type().IsIncomplete() {
				return
			}
			if key := syntax.TagKey(s.Type()); key != "" && out[key] == nil {
				out[key] = s.Type()
			}
		})
	}
	return out
}

// C types as package cfg describes them.

// Described is the description of t. Structures and unions that are only
// pointed to are described without their members.
func (tt *Types) Described(t *Type) *cfg.CType {
	d := tt.outline(t)
	tt.fill(t, d)
	return d
}

// outline describes t without the members of structures.
func (tt *Types) outline(t *Type) *cfg.CType {
	if t.seen != nil {
		return t.seen
	}
	d := &cfg.CType{Kind: kindsInCFG[t.Kind], Text: t.Name, Size: t.Size, Signed: t.Signed}
	t.seen = d
	switch {
	case t.Bool:
		d.Kind = cfg.CBool
	case t.Kind == Void || t.Kind == Func:
		d.Size = 0
	case t.Kind == Int:
		d.Char = tt.Canon(t) == tt.Char || t.Name == tt.Char.Name
	case t.Kind == Pointer:
		d.Elem = tt.outline(tt.ElemOf(t))
	case t.Kind == Array:
		elem := tt.outline(tt.ElemOf(t))
		*d = *cfg.ArrayOf(elem, uint64(max(t.Len, 0)))
		if !strings.HasSuffix(t.Name, "]") { // it has a name of its own
			d.Text = t.Name
		}
	case t.Record():
		d.Size = tt.SizeOf(t)
	}
	return d
}

// fill adds the members of the structures that t contains.
func (tt *Types) fill(t *Type, d *cfg.CType) {
	switch {
	case t.Kind == Array:
		tt.fill(tt.ElemOf(t), d.Elem)
	case t.Record() && d.Members == nil:
		tt.Layout(t)
		for _, f := range t.Fields {
			d.Members = append(d.Members, cfg.Member{Name: f.Name, Offset: f.Offset, Bits: f.Width, Type: tt.outline(f.Type)})
		}
		for _, f := range t.Fields {
			tt.fill(f.Type, tt.outline(f.Type))
		}
	}
}

// ObjectType describes an object of size bytes: an array whose type leaves its
// length open has the one that fits.
func (tt *Types) ObjectType(t *Type, size uint64) *cfg.CType {
	d := tt.Described(t)
	if e := d.Elem; t.Kind == Array && t.Len < 0 && e != nil && e.Size > 0 {
		return cfg.ArrayOf(e, size/e.Size)
	}
	return d
}

var kindsInCFG = map[Kind]cfg.CKind{
	Invalid: cfg.COpaque, Void: cfg.CVoid, Int: cfg.CInt, Float: cfg.CFloat, Pointer: cfg.CPointer, Array: cfg.CArray,
	Struct: cfg.CStruct, Union: cfg.CUnion, Func: cfg.CFunction, Wide: cfg.CComposite, Extended: cfg.CComposite, Half: cfg.CComposite,
	Complex: cfg.CComposite, Vector: cfg.CComposite,
}

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
		if _, ok := complexParts[k]; ok {
			return true
		}
	}
	return IsVector(t) || IsMarked(t)
}
