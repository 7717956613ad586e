package frontend

import (
	"fmt"

	"culprit/cfg"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// kind classifies C types by what the lowering does with them.
type kind uint8

const (
	kInvalid kind = iota // not representable
	kVoid
	kInt
	kFloat
	kPtr
	kArray
	kStruct
	kUnion
	kFunc
	// Composite types, see composite.go.
	kWide     // __int128
	kExtended // long double
	kComplex  // _Complex T
	kVector   // vectors of GNU C
)

// Integer conversion ranks.
const (
	rankBool = iota + 1
	rankChar
	rankShort
	rankInt
	rankLong
	rankLongLong
	rankInt128
)

// ctype is a C type as the lowering sees it: unqualified, with our layout.
type ctype struct {
	k      kind
	name   string
	bits   int // kInt, kFloat: width of the value; 8 for _Bool
	signed bool
	isBool bool
	rank   int
	size   uint64
	align  uint64 // alignment as a member
	// reverse is the ordinary type of a number in the other byte order.
	reverse *ctype
	// transparent: an argument may be of the type of any member of the union.
	transparent bool
	// aligned, if not 0, is the alignment that the name of the type has.
	aligned uint64

	elem   *ctype  // kPtr, kArray; nil until asked for
	ccElem cc.Type // source of elem
	n      int64   // kArray: length, -1 if unknown
	lenX   cc.ExpressionNode

	// seen is the type as cfg describes it, once asked for.
	seen *cfg.CType

	fields []*field // kStruct, kUnion; the parts of a composite type
	st     cc.Type
	laid   bool
	varies bool // kStruct, kUnion: a member is of variable size

	params   []*ctype // kFunc
	variadic bool
	proto    bool // parameters are known
	ret      *ctype
}

// field is a member of a structure or union. Fields without name and of
// aggregate type are anonymous members; unnamed bit-fields are not listed.
type field struct {
	name   string
	t      *ctype
	off    uint64 // byte offset; for bit-fields of the storage unit
	align  uint64 // of a member that is not a bit-field
	bit    bool
	shift  int // position of a bit-field in its unit
	width  int
	unit   int       // bits of the unit, 0 if no power-of-two unit fits
	parts  []bitPart // of a bit-field without unit
	anon   bool
	flex   bool
	parent *ctype
}

func (t *ctype) scalar() bool { return t.k == kInt || t.k == kFloat || t.k == kPtr }
func (t *ctype) arith() bool  { return t.k == kInt || t.k == kFloat }
func (t *ctype) record() bool { return t.k == kStruct || t.k == kUnion }

// aggregate reports whether values of type t lie in places: those of
// structures, unions and composite types.
func (t *ctype) aggregate() bool { return t.record() || t.composite() }

// listed reports whether an initialiser in braces lists the parts of t.
func (t *ctype) listed() bool { return t.record() || t.k == kArray || t.k == kVector }

// types converts and caches the types of a program.
type types struct {
	ptrBits int
	cache   map[cc.Type]*ctype
	attrs   *attrTable
	index   *syntax.Attributes // nil: no attributes
	constOf func(cc.ExpressionNode) (int64, bool)
	enums   enumerations
	// complete holds the structures and unions that units leave incomplete,
	// by tag.
	complete map[string]cc.Type

	basicTypes
	complexes map[*ctype]*ctype // by the type of the parts
	odd       map[string]*ctype // types of wide bit-fields
}

// basicTypes are the types without parts, in the sizes of a data model, and
// those that the language gives to sizes and addresses.
type basicTypes struct {
	void, invalid, boolT          *ctype
	char, schar, uchar            *ctype
	short, ushort, intT, uintT    *ctype
	long, ulong, llong, ullong    *ctype
	float, double, ldouble        *ctype
	int128, uint128               *ctype
	voidPtr, charPtr, size, pdiff *ctype
}

func newTypes(ptrBits int) *types {
	tt := &types{ptrBits: ptrBits, cache: map[cc.Type]*ctype{}, complexes: map[*ctype]*ctype{}, odd: map[string]*ctype{}}
	mk := func(name string, rank, bits int, signed bool) *ctype {
		sz := uint64(bits / 8)
		al := sz
		if ptrBits == 32 && al > 4 {
			al = 4
		}
		return &ctype{k: kInt, name: name, rank: rank, bits: bits, signed: signed, size: sz, align: al}
	}
	tt.void = &ctype{k: kVoid, name: "void", size: 1, align: 1}
	tt.invalid = &ctype{k: kInvalid, name: "?", size: 1, align: 1}
	tt.boolT = mk("_Bool", rankBool, 8, false)
	tt.boolT.isBool = true
	tt.char = mk("char", rankChar, 8, true)
	tt.schar = mk("signed char", rankChar, 8, true)
	tt.uchar = mk("unsigned char", rankChar, 8, false)
	tt.short = mk("short", rankShort, 16, true)
	tt.ushort = mk("unsigned short", rankShort, 16, false)
	tt.intT = mk("int", rankInt, 32, true)
	tt.uintT = mk("unsigned int", rankInt, 32, false)
	tt.long = mk("long", rankLong, ptrBits, true)
	tt.ulong = mk("unsigned long", rankLong, ptrBits, false)
	tt.llong = mk("long long", rankLongLong, 64, true)
	tt.ullong = mk("unsigned long long", rankLongLong, 64, false)
	al := uint64(ptrBits / 8)
	tt.float = &ctype{k: kFloat, name: "float", bits: 32, rank: 1, size: 4, align: 4}
	tt.double = &ctype{k: kFloat, name: "double", bits: 64, rank: 2, size: 8, align: al}
	tt.ldouble = tt.extended(12)
	tt.size, tt.pdiff = tt.uintT, tt.intT
	if ptrBits == 64 {
		tt.ldouble = tt.extended(16)
		tt.size, tt.pdiff = tt.ulong, tt.long
	}
	tt.int128, tt.uint128 = tt.wide("__int128", true), tt.wide("unsigned __int128", false)
	tt.voidPtr = tt.ptrTo(tt.void)
	tt.charPtr = tt.ptrTo(tt.char)
	return tt
}

// ptrTo returns the type of pointers to t.
func (tt *types) ptrTo(t *ctype) *ctype {
	sz := uint64(tt.ptrBits / 8)
	return &ctype{k: kPtr, name: t.name + " *", elem: t, size: sz, align: sz}
}

// value returns the cfg type of values of scalar type t.
func (tt *types) value(t *ctype) cfg.Type {
	switch t.k {
	case kInt:
		return cfg.BV(t.bits)
	case kFloat:
		return cfg.FP(t.bits)
	}
	return cfg.BV(tt.ptrBits)
}

// elemOf returns what a pointer points to or an array consists of.
func (tt *types) elemOf(t *ctype) *ctype {
	if t.elem == nil {
		if t.ccElem == nil {
			return tt.void
		}
		t.elem = tt.of(t.ccElem)
	}
	return t.elem
}

// sizeOf is the size in bytes, with GNU's 1 for void and functions.
func (tt *types) sizeOf(t *ctype) uint64 {
	switch t.k {
	case kArray:
		if t.n < 0 {
			return 0
		}
		return uint64(t.n) * tt.sizeOf(tt.elemOf(t))
	case kStruct, kUnion:
		tt.layout(t)
	}
	return t.size
}

// alignOf is the alignment of t as a member of a structure.
func (tt *types) alignOf(t *ctype) uint64 {
	if t.aligned > 0 {
		return t.aligned
	}
	switch t.k {
	case kArray:
		return max(tt.alignOf(tt.elemOf(t)), t.align)
	case kStruct, kUnion:
		tt.layout(t)
	}
	return max(t.align, 1)
}

// of converts a cc type.
func (tt *types) of(t cc.Type) *ctype {
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

func (tt *types) convert(t cc.Type) *ctype {
	switch x := t.(type) {
	case *cc.PredefinedType:
		switch {
		case isMarked(x):
			return tt.marked(x)
		case isVector(x):
			return tt.vector(tt.basic(x.Kind()), uint64(x.VectorSize()))
		}
		return tt.basic(x.Kind())
	case *cc.EnumType:
		r := *tt.uintT
		switch list := x.Enumerators(); {
		case len(list) == 0 && x.UnderlyingType() != nil && x.UnderlyingType().Kind() != cc.InvalidKind:
			r = *tt.of(x.UnderlyingType())
		case len(list) == 0:
		case tt.enums.typeOf != nil:
			r = *tt.enums.typeOf(list)
		default:
			r = *tt.basic(syntax.EnumKind(x))
		}
		if tag := syntax.Tag(x.Tag()); tag != "" {
			r.name = "enum " + tag
		}
		return &r
	case *cc.PointerType:
		r := &ctype{k: kPtr, ccElem: x.Elem(), size: uint64(tt.ptrBits / 8), align: uint64(tt.ptrBits / 8)}
		r.name = ctypeName(x, 0)
		return r
	case *cc.ArrayType:
		r := &ctype{k: kArray, ccElem: x.Elem(), n: x.Len(), lenX: x.SizeExpression(), name: ctypeName(x, 0)}
		if r.lenX != nil && tt.constOf != nil {
			if v, ok := tt.constOf(r.lenX); ok && v >= 0 {
				r.n, r.lenX = v, nil
			} else if r.n >= 0 {
				r.lenX = nil
			}
		}
		return r
	case *cc.StructType, *cc.UnionType:
		r := &ctype{k: kStruct, st: t, name: ctypeName(t, 0)}
		if _, ok := t.(*cc.UnionType); ok {
			r.k = kUnion
		}
		if full := tt.complete[syntax.TagKey(t)]; full != nil && t.IsIncomplete() {
			r.st = full
		}
		if st, ok := r.st.(syntax.Record); ok {
			sa, _ := tt.attrs.of(r.st, st)
			r.transparent = sa.transparent
			if sa.foreign {
				return &ctype{k: kInvalid, name: r.name + " with attribute ms_struct", size: 1, align: 1}
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
func (tt *types) function(x *cc.FunctionType) *ctype {
	r := &ctype{k: kFunc, size: 1, align: 1, variadic: x.IsVariadic(), name: "function"}
	tt.cache[x] = r
	r.ret = tt.of(x.Result())
	ps := x.Parameters()
	for _, p := range ps {
		pt := tt.of(p.Type())
		if p.Declarator != nil {
			pt = tt.ofDecl(p.Declarator)
		}
		if pt.k == kVoid && len(ps) == 1 {
			r.proto = true
			break
		}
		r.params = append(r.params, tt.decayed(pt))
	}
	r.proto = r.proto || len(r.params) > 0
	return r
}

// decayed adjusts a parameter type.
func (tt *types) decayed(t *ctype) *ctype {
	switch t.k {
	case kArray:
		return tt.ptrTo(tt.elemOf(t))
	case kFunc:
		return tt.ptrTo(t)
	}
	return t
}

func (tt *types) basic(k cc.Kind) *ctype {
	switch k {
	case cc.Void:
		return tt.void
	case cc.Bool:
		return tt.boolT
	case cc.Char:
		return tt.char
	case cc.SChar:
		return tt.schar
	case cc.UChar:
		return tt.uchar
	case cc.Short:
		return tt.short
	case cc.UShort:
		return tt.ushort
	case cc.Int:
		return tt.intT
	case cc.UInt:
		return tt.uintT
	case cc.Long:
		return tt.long
	case cc.ULong:
		return tt.ulong
	case cc.LongLong:
		return tt.llong
	case cc.ULongLong:
		return tt.ullong
	case cc.Float, cc.Float32:
		return tt.float
	case cc.Double, cc.Float64, cc.Float32x:
		return tt.double
	case cc.LongDouble, cc.Float64x:
		return tt.ldouble
	case cc.Float128, cc.Float128x:
		return &ctype{k: kInvalid, name: "_Float128", size: 16, align: 16}
	case cc.Decimal32:
		return &ctype{k: kInvalid, name: "_Decimal32", size: 4, align: 4}
	case cc.Decimal64:
		return &ctype{k: kInvalid, name: "_Decimal64", size: 8, align: 8}
	case cc.Decimal128:
		return &ctype{k: kInvalid, name: "_Decimal128", size: 16, align: 16}
	case cc.Int128:
		return tt.int128
	case cc.UInt128:
		return tt.uint128
	}
	if part, ok := complexParts[k]; ok {
		return tt.complexOf(tt.basic(part))
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

// promote applies the integer promotions.
func (tt *types) promote(t *ctype) *ctype {
	if t.k != kInt {
		return t
	}
	if t.rank < rankInt {
		return tt.intT
	}
	return tt.canon(t)
}

// bitField is the type that the value of a bit-field of type t has in
// expressions: as gcc has it, an integer of the field's width, which promotes
// to int if it is narrower.
func (tt *types) bitField(t *ctype, width int) *ctype {
	switch {
	case t.k != kInt || t.isBool || width == t.bits:
		return t
	case width < tt.intT.bits, width == tt.intT.bits && t.signed:
		return tt.intT
	case width == tt.intT.bits:
		return tt.uintT
	}
	name := fmt.Sprintf("%s:%d", t.name, width)
	if r := tt.odd[name]; r != nil {
		return r
	}
	r := &ctype{k: kInt, name: name, rank: t.rank, bits: width, signed: t.signed, size: t.size, align: t.align}
	tt.odd[name] = r
	return r
}

// isOdd reports whether t is the type of a bit-field wider than int.
func (t *ctype) isOdd() bool { return t.k == kInt && t.bits > 32 && t.bits < 64 }

// canon drops the enum name and the alignment of an integer type.
func (tt *types) canon(t *ctype) *ctype {
	switch {
	case t.k == kExtended:
		return tt.ldouble
	case t.k == kWide && t.signed:
		return tt.int128
	case t.k == kWide:
		return tt.uint128
	case t.k != kInt || t.isOdd():
		return t
	case t.rank == rankInt && t.signed:
		return tt.intT
	case t.rank == rankInt:
		return tt.uintT
	case t.rank == rankLong && t.signed:
		return tt.long
	case t.rank == rankLong:
		return tt.ulong
	case t.rank == rankLongLong && t.signed:
		return tt.llong
	case t.rank == rankLongLong:
		return tt.ullong
	}
	return t
}

// usual applies the usual arithmetic conversions.
func (tt *types) usual(a, b *ctype) *ctype {
	if a.composite() || b.composite() {
		return tt.usualComposite(a, b)
	}
	if a.k == kFloat || b.k == kFloat {
		switch {
		case a.k != kFloat:
			return b
		case b.k != kFloat:
			return a
		case b.rank > a.rank:
			return b
		}
		return a
	}
	a, b = tt.promote(a), tt.promote(b)
	switch {
	case a.bits > b.bits:
		return a
	case a.bits < b.bits:
		return b
	case a.signed == b.signed:
		if a.rank >= b.rank {
			return a
		}
		return b
	case b.signed:
		a, b = b, a
	}
	// a is signed, b unsigned
	if b.rank >= a.rank {
		return b
	}
	return tt.canon(&ctype{k: kInt, rank: a.rank})
}
