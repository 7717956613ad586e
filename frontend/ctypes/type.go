package ctypes

import (
	"culprit/cfg"
	"culprit/frontend/ccfix"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Kind classifies C types by what the lowering does with them.
type Kind uint8

const (
	Invalid Kind = iota // not representable
	Void
	Int
	Float
	Pointer
	Array
	Struct
	Union
	Func
	// Composite types, see arith.go.
	Wide     // __int128
	Extended // long double
	Half     // _Float16
	Complex  // _Complex T
	Vector   // vectors of GNU C
)

// Integer conversion ranks.
const (
	rankBool = iota + 1
	RankChar
	RankShort
	RankInt
	RankLong
	RankLongLong
	rankInt128
)

// Type is a C type as the lowering sees it: unqualified, with our layout.
type Type struct {
	Kind   Kind
	Name   string
	Bits   int // Int, Float: width of the value; 8 for _Bool
	Signed bool
	Bool   bool
	Rank   int
	Size   uint64
	align  uint64 // alignment as a member
	// Reverse is the ordinary type of a number in the other byte order.
	Reverse *Type
	// Transparent: an argument may be of the type of any member of the union.
	Transparent bool
	// aligned, if not 0, is the alignment that the name of the type has.
	aligned uint64

	Elem       *Type   // Pointer, Array; nil until asked for
	ElemSource cc.Type // the source of Elem, which ElemOf converts
	Len        int64   // Array: length, -1 if unknown
	LenExpr    cc.ExpressionNode

	// seen is the type as cfg describes it, once asked for.
	seen *cfg.CType

	Fields []*Field // Struct, Union; the parts of a composite type
	Source cc.Type
	laid   bool
	varies bool // Struct, Union: a member is of variable size

	Params   []*Type // Func
	Variadic bool
	Proto    bool // parameters are known
	Result   *Type
}

// Field is a member of a structure or union. Fields without name and of
// aggregate type are anonymous members; unnamed bit-fields are not listed.
type Field struct {
	Name      string
	Type      *Type
	Offset    uint64 // byte offset; for bit-fields of the storage unit
	Align     uint64 // of a member that is not a bit-field
	Bit       bool
	Shift     int // position of a bit-field in its unit
	Width     int
	unit      int       // bits of the unit, 0 if no power-of-two unit fits
	Parts     []BitPart // of a bit-field without unit
	Anonymous bool
	Const     bool // declared const, itself or its elements
}

// Scalar reports whether a value of type t is one number or address of cfg.
func (t *Type) Scalar() bool { return t.Kind == Int || t.Kind == Float || t.Kind == Pointer }

// Arith reports whether t is a type of numbers that cfg has.
func (t *Type) Arith() bool { return t.Kind == Int || t.Kind == Float }

// Record reports whether t is a structure or union.
func (t *Type) Record() bool { return t.Kind == Struct || t.Kind == Union }

// Aggregate reports whether values of type t lie in places: those of
// structures, unions and composite types.
func (t *Type) Aggregate() bool { return t.Record() || t.Composite() }

// Listed reports whether an initialiser in braces lists the parts of t.
func (t *Type) Listed() bool { return t.Record() || t.Kind == Array || t.Kind == Vector }

// Types converts and caches the types of a program.
type Types struct {
	PtrBits int
	cache   map[cc.Type]*Type
	asts    []*cc.AST
	attrs   *attrTable
	index   *syntax.Attributes // nil: no attributes
	constOf func(cc.ExpressionNode) (int64, bool)
	changes func(cc.ExpressionNode) bool
	// enumType is the type of an enumeration with these constants, whose values
	// it evaluates.
	enumType func([]*cc.Enumerator) *Type
	// complete holds the structures and unions that units leave incomplete,
	// by tag.
	complete map[string]cc.Type

	basicTypes
	complexes map[*Type]*Type  // by the type of the parts
	odd       map[string]*Type // types of wide bit-fields
}

// basicTypes are the types without parts, in the sizes of a data model, and
// those that the language gives to sizes and addresses.
type basicTypes struct {
	Void, invalid, Bool              *Type
	Char, SChar, UChar               *Type
	Short, UShort, Int, UInt         *Type
	Long, ULong, LongLong, ULongLong *Type
	Float, Double, LongDouble        *Type
	Half, HalfValue                  *Type
	int128, UInt128                  *Type
	VoidPtr, CharPtr, Size, PtrDiff  *Type
}

// New returns the types of the data model with pointers of ptrBits bits, char being
// signed or not. Those of a program need Read and Evaluate.
func New(ptrBits int, unsignedChar bool) *Types {
	tt := &Types{PtrBits: ptrBits, cache: map[cc.Type]*Type{}, complexes: map[*Type]*Type{}, odd: map[string]*Type{}}
	mk := func(name string, rank, bits int, signed bool) *Type {
		sz := uint64(bits / 8)
		al := sz
		if ptrBits == 32 && al > 4 {
			al = 4
		}
		return &Type{Kind: Int, Name: name, Rank: rank, Bits: bits, Signed: signed, Size: sz, align: al}
	}
	tt.Void = &Type{Kind: Void, Name: "void", Size: 1, align: 1}
	tt.invalid = &Type{Kind: Invalid, Name: "?", Size: 1, align: 1}
	tt.Bool = mk("_Bool", rankBool, 8, false)
	tt.Bool.Bool = true
	tt.Char = mk("char", RankChar, 8, !unsignedChar)
	tt.SChar = mk("signed char", RankChar, 8, true)
	tt.UChar = mk("unsigned char", RankChar, 8, false)
	tt.Short = mk("short", RankShort, 16, true)
	tt.UShort = mk("unsigned short", RankShort, 16, false)
	tt.Int = mk("int", RankInt, 32, true)
	tt.UInt = mk("unsigned int", RankInt, 32, false)
	tt.Long = mk("long", RankLong, ptrBits, true)
	tt.ULong = mk("unsigned long", RankLong, ptrBits, false)
	tt.LongLong = mk("long long", RankLongLong, 64, true)
	tt.ULongLong = mk("unsigned long long", RankLongLong, 64, false)
	al := uint64(ptrBits / 8)
	tt.Float = &Type{Kind: Float, Name: "float", Bits: 32, Rank: 1, Size: 4, align: 4}
	tt.Double = &Type{Kind: Float, Name: "double", Bits: 64, Rank: 2, Size: 8, align: al}
	tt.Half, tt.HalfValue = tt.half()
	tt.LongDouble = tt.extended(12)
	tt.Size, tt.PtrDiff = tt.UInt, tt.Int
	if ptrBits == 64 {
		tt.LongDouble = tt.extended(16)
		tt.Size, tt.PtrDiff = tt.ULong, tt.Long
	}
	tt.int128, tt.UInt128 = tt.wide("__int128", true), tt.wide("unsigned __int128", false)
	tt.VoidPtr = tt.PointerTo(tt.Void)
	tt.CharPtr = tt.PointerTo(tt.Char)
	return tt
}

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

// half makes the type of half floats, and the one that arithmetic on them has. Like
// gcc without instructions for halves, it computes in float and rounds where a
// value is stored, passed or cast.
func (tt *Types) half() (stored, computed *Type) {
	stored = &Type{Kind: Half, Name: "_Float16", Size: 2, align: 2, laid: true}
	stored.Fields = []*Field{{Name: "bits", Type: tt.UShort, Offset: 0}}
	return stored, &Type{Kind: Float, Name: "_Float16", Bits: 32, Size: 2, align: 2}
}

// PointerTo returns the type of pointers to t.
func (tt *Types) PointerTo(t *Type) *Type {
	sz := uint64(tt.PtrBits / 8)
	return &Type{Kind: Pointer, Name: t.Name + " *", Elem: t, Size: sz, align: sz}
}

// Value returns the cfg type of values of scalar type t.
func (tt *Types) Value(t *Type) cfg.Type {
	switch t.Kind {
	case Int:
		return cfg.BV(t.Bits)
	case Float:
		return cfg.FP(t.Bits)
	}
	return cfg.BV(tt.PtrBits)
}

// IsChar reports whether t is a type of characters, also of wide ones.
func (tt *Types) IsChar(t *Type) bool {
	return t.Kind == Int && t.Rank == RankChar || t.Name == "wchar_t"
}

// Composite reports whether values of type t consist of parts.
func (t *Type) Composite() bool { return t.Kind >= Wide }

// Real reports whether t is an arithmetic type without complex numbers.
func (t *Type) Real() bool {
	return t.Arith() || t.Kind == Wide || t.Kind == Extended || t.Kind == Half
}

// Byte reports whether values of type t are characters, as which every object may
// be accessed.
func (t *Type) Byte() bool { return t.Kind == Int && t.Rank == RankChar && !t.Bool }

// OfLetter is the type that a letter of a signature means.
func (tt *Types) OfLetter(letter byte) *Type {
	switch letter {
	case 'i':
		return tt.Int
	case 'u':
		return tt.UInt
	case 'l':
		return tt.Long
	case 'm':
		return tt.ULong
	case 'x':
		return tt.LongLong
	case 'y':
		return tt.ULongLong
	case 'z':
		return tt.Size
	case 't':
		return tt.PtrDiff
	case 'f':
		return tt.Float
	case 'd':
		return tt.Double
	case 'D':
		return tt.LongDouble
	case 'v':
		return tt.Void
	}
	return tt.VoidPtr
}

// BitPart is a run of bits of a bit-field that one storage unit holds.
type BitPart struct {
	Offset uint64 // byte offset of the unit
	Unit   int    // bits of the unit
	Shift  int    // position in the unit
	Width  int
	At     int // position in the value
}

// Attrs are the layout attributes of one structure or one member.
type Attrs struct {
	packed bool
	align  uint64            // 0: none
	like   cc.Type           // of _Alignas(type), or nil
	width  cc.ExpressionNode // of a bit-field, or nil
	order  ccfix.Order
	// transparent is for unions, foreign a layout of other compilers.
	transparent, foreign bool
}

// attrTable finds the layout attributes of structures, which cc's types lose.
type attrTable struct {
	spec   map[cc.Type]*cc.StructOrUnionSpecifier
	byDecl map[*cc.Declarator]*cc.StructOrUnionSpecifier
	field  map[*cc.Declarator]Attrs
	within map[*cc.StructOrUnionSpecifier]*cc.StructOrUnionSpecifier // of anonymous members
	pack   map[string][]ccfix.Mark                                   // by UnitName
	order  map[string][]ccfix.Mark                                   // by UnitName
	eval   func(cc.ExpressionNode) (int64, bool)
}
