package cfg

import "fmt"

// Kind distinguishes the value kinds of expressions and variables.
type Kind uint8

// The value kinds.
const (
	Bool  Kind = iota // truth value, Bits is 1
	Bits              // bit-vector of Type.Bits bits, 1 to 64
	Float             // IEEE binary32 or binary64 (Type.Bits 32 or 64)
)

// Type is the type of a value. It is comparable.
type Type struct {
	Kind Kind
	Bits uint8
}

// BoolType is the type of comparisons and conditions.
var BoolType = Type{Bool, 1}

// BV returns the bit-vector type of w bits.
func BV(w int) Type { return Type{Bits, uint8(w)} }

// FP returns the IEEE type of w bits (32 or 64).
func FP(w int) Type { return Type{Float, uint8(w)} }

// Width is the number of bits of a value.
func (t Type) Width() int { return int(t.Bits) }

// Bytes is the number of bytes a value of the type takes in memory.
func (t Type) Bytes() int { return (int(t.Bits) + 7) / 8 }

func (t Type) String() string {
	switch t.Kind {
	case Bool:
		return "bool"
	case Float:
		return fmt.Sprintf("f%d", t.Bits)
	}
	return fmt.Sprintf("i%d", t.Bits)
}

// Mask returns the low w bits of v.
func Mask(v uint64, w int) uint64 {
	if w >= 64 {
		return v
	}
	return v & (1<<uint(w) - 1)
}

// SignExtend reads the low w bits of v as a two's complement number.
func SignExtend(v uint64, w int) int64 {
	if w >= 64 {
		return int64(v)
	}
	s := uint(64 - w)
	return int64(v<<s) >> s
}

// Pos is a source range: 1-based lines and columns, End exclusive. The zero
// Pos means that no source belongs to the thing.
type Pos struct {
	File            string
	Line, Col       int
	EndLine, EndCol int
}

// IsValid reports whether the position is known.
func (p Pos) IsValid() bool { return p.Line > 0 }

func (p Pos) String() string {
	if p.Line == 0 {
		return p.File
	}
	if p.Col == 0 {
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}
