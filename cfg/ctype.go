package cfg

import (
	"fmt"
	"strconv"
	"strings"
)

// CKind classifies the types of C.
type CKind uint8

// The kinds of C types.
const (
	COpaque    CKind = iota // incomplete, or of no interest here
	CVoid                   //
	CBool                   // _Bool
	CInt                    // integers other than _Bool, and enumerations
	CFloat                  // float and double
	CPointer                // Elem is what it points to
	CArray                  // Len elements of type Elem
	CStruct                 // Members
	CUnion                  // Members
	CFunction               //
	CComposite              // complex numbers, vectors, long double, 128-bit integers
)

var ckindNames = [...]string{"opaque", "void", "bool", "int", "float", "pointer", "array", "struct", "union", "function", "composite"}

func (k CKind) String() string { return ckindNames[k] }

// CType is a type of C. Types are shared and must not be changed; a structure
// may contain pointers to itself. A nil *CType is a type that is not known:
// all methods accept it.
type CType struct {
	Kind CKind
	// Text is the type as the program writes it, for people only.
	Text   string
	Size   uint64 // in bytes; 0 if not known
	Signed bool   // of CInt
	Char   bool   // plain char, whose values print as characters
	Elem   *CType
	Len    uint64
	// Members may be left out of types that are only pointed to.
	Members []Member
}

// Member is a member of a structure or union.
type Member struct {
	Name   string // empty for an anonymous structure or union
	Offset uint64 // in bytes; of the storage unit for bit-fields
	Bits   int    // width of a bit-field, else 0
	Type   *CType
}

// String is the type as the program writes it.
func (t *CType) String() string {
	if t == nil {
		return ""
	}
	return t.Text
}

func (t *CType) is(k CKind) bool { return t != nil && t.Kind == k }

// Pointer reports whether t is a pointer type.
func (t *CType) Pointer() bool { return t.is(CPointer) }

// Array reports whether t is an array type.
func (t *CType) Array() bool { return t.is(CArray) }

// Function reports whether t is a function type.
func (t *CType) Function() bool { return t.is(CFunction) }

// Bool reports whether t is _Bool.
func (t *CType) Bool() bool { return t.is(CBool) }

// Record reports whether t is a structure or union type.
func (t *CType) Record() bool { return t.is(CStruct) || t.is(CUnion) }

// Scalar is the type of the values of t; the zero Type if these are not
// scalars that cfg has.
func (t *CType) Scalar() Type {
	if t == nil || t.Size == 0 || t.Size > 8 {
		return Type{}
	}
	switch t.Kind {
	case CBool, CInt, CPointer:
		return BV(int(8 * t.Size))
	case CFloat:
		return FP(int(8 * t.Size))
	}
	return Type{}
}

// Base is the type of the elements of an array, of arrays too, else t itself;
// dims are the lengths, outermost first.
func (t *CType) Base() (base *CType, dims []uint64) {
	for ; t.Array(); t = t.Elem {
		dims = append(dims, t.Len)
	}
	return t, dims
}

// Declare writes the declaration of a name: "int a[3]", "char *p".
func (t *CType) Declare(name string) string {
	base, dims := t.Base()
	if t.Array() && t.Text != arrayName(base.String(), dims) { // it has a name of its own
		base, dims = t, nil
	}
	for _, n := range dims {
		name += fmt.Sprintf("[%d]", n)
	}
	switch text := base.String(); {
	case text == "":
		return name
	case name == "" || strings.HasSuffix(text, "*") || name[0] == '[':
		return text + name
	default:
		return text + " " + name
	}
}

// ArrayOf is the type of arrays of n elements.
func ArrayOf(elem *CType, n uint64) *CType {
	t := &CType{Kind: CArray, Elem: elem, Len: n}
	if elem != nil {
		t.Size = n * elem.Size
	}
	base, dims := t.Base()
	t.Text = arrayName(base.String(), dims)
	return t
}

// PointerTo is the type of pointers of a width in bits.
func PointerTo(elem *CType, bits int) *CType {
	return &CType{Kind: CPointer, Text: elem.String() + " *", Size: uint64(bits / 8), Elem: elem}
}

// basicTypes are the types that need no declaration in the text form. A size
// of 0 is that of a pointer.
var basicTypes = map[string]CType{
	"void": {Kind: CVoid}, "_Bool": {Kind: CBool, Size: 1}, "function": {Kind: CFunction},
	"char": {Kind: CInt, Size: 1, Signed: true, Char: true}, "signed char": {Kind: CInt, Size: 1, Signed: true}, "unsigned char": {Kind: CInt, Size: 1},
	"short": {Kind: CInt, Size: 2, Signed: true}, "unsigned short": {Kind: CInt, Size: 2},
	"int": {Kind: CInt, Size: 4, Signed: true}, "unsigned int": {Kind: CInt, Size: 4},
	"long": {Kind: CInt, Signed: true}, "unsigned long": {Kind: CInt},
	"long long": {Kind: CInt, Size: 8, Signed: true}, "unsigned long long": {Kind: CInt, Size: 8},
	"float": {Kind: CFloat, Size: 4}, "double": {Kind: CFloat, Size: 8},
}

// BasicType is the type of a name of C's, nil if there is none.
func BasicType(text string, bits int) *CType {
	b, ok := basicTypes[text]
	if !ok {
		return nil
	}
	b.Text = text
	if b.Size == 0 && b.Kind == CInt {
		b.Size = uint64(bits / 8)
	}
	return &b
}

// The text form names types by their texts. The name of a basic type, "T *"
// and "T [n]..." for the name T of a type mean what they say; every other type
// is declared by a line
//
//	ctype "List" pointer 8 "struct node"
//	ctype "struct node" struct 16 { "next" 0 "List", "flag" 8 bits 3 "int" }
//
// Where two types have the same text, later ones are called TEXT#2 and so on.

// ctypeNames gives the types of a program their names in the text form.
type ctypeNames struct {
	bits  int
	name  map[*CType]string
	taken map[string]*CType
	order []*CType // those that need a declaration
}

// add names a type and those that it mentions.
func (c *ctypeNames) add(t *CType) {
	if t == nil || c.name[t] != "" {
		return
	}
	name := t.Text
	for i := 2; name == "" || c.taken[name] != nil && !c.same(c.taken[name], t); i++ {
		name = t.Text + "#" + strconv.Itoa(i)
	}
	first := c.taken[name] == nil
	c.name[t], c.taken[name] = name, t
	c.add(t.Elem)
	for _, m := range t.Members {
		c.add(m.Type)
	}
	if first && !c.plain(t, name) {
		c.order = append(c.order, t)
	}
}

// same reports whether two types of one text are the same without looking at
// what structures contain.
func (c *ctypeNames) same(a, b *CType) bool {
	return a.Kind == b.Kind && a.Size == b.Size && a.Signed == b.Signed && a.Char == b.Char && a.Len == b.Len &&
		len(a.Members) == 0 && len(b.Members) == 0 && (a.Elem == b.Elem || a.Elem != nil && b.Elem != nil && c.same(a.Elem, b.Elem))
}

// plain reports whether the name of a type says what it is.
func (c *ctypeNames) plain(t *CType, name string) bool {
	if b := BasicType(name, c.bits); b != nil {
		return t.Kind == b.Kind && t.Size == b.Size && t.Signed == b.Signed && t.Char == b.Char
	}
	switch t.Kind {
	case COpaque:
		return t.Size == 0 && !strings.HasSuffix(name, " *") && !strings.HasSuffix(name, "]")
	case CPointer:
		return t.Elem != nil && t.Size == uint64(c.bits/8) && name == c.name[t.Elem]+" *"
	case CArray:
		base, dims := t.Base()
		return base != nil && name == arrayName(c.name[base], dims) && t.Size == elements(dims)*base.Size
	}
	return false
}

func arrayName(base string, dims []uint64) string {
	base += " "
	for _, d := range dims {
		base += fmt.Sprintf("[%d]", d)
	}
	return base
}

func elements(dims []uint64) uint64 {
	n := uint64(1)
	for _, d := range dims {
		n *= d
	}
	return n
}
