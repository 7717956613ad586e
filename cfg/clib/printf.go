package clib

import (
	"fmt"
	"strconv"
	"strings"
)

// The language of printf formats, and the lengths it shares with scanf, as
// glibc reads them.

// Length is a length modifier.
type Length uint8

// The length modifiers.
const (
	LenNone     Length = iota
	LenChar            // hh
	LenShort           // h
	LenLong            // l
	LenLongLong        // ll, q and L, which means long double before a floating conversion
	LenMax             // j
	LenSize            // z
	LenDiff            // t
)

// Bytes is the size of the integer that a modifier names, where pointers have
// ptr bytes.
func (n Length) Bytes(ptr int) int {
	switch n {
	case LenChar:
		return 1
	case LenShort:
		return 2
	case LenLong, LenSize, LenDiff:
		return ptr
	case LenLongLong, LenMax:
		return 8
	}
	return 4
}

// Values of a width or a precision that are not numbers.
const (
	None = -1 // there is none
	Star = -2 // it is an argument
)

// MaxInt is the largest width or precision.
const MaxInt = 1<<31 - 1

// PrintSpec is one conversion specification of printf. Argument numbers count
// from 1; 0 means the next argument.
type PrintSpec struct {
	Text                          []byte // as written, without the '%'
	Arg, WidthArg, PrecArg        int
	Minus, Plus, Space, Alt, Zero bool
	Group                         bool // the C locale has no grouping
	Width, Prec                   int  // or None or Star
	Length                        Length
	Conv                          byte // 0 at the end of the format
	Overflow                      bool // width or precision beyond int
}

// ReadPrint reads a specification after its '%' and returns the rest.
func ReadPrint(f []byte) (s PrintSpec, rest []byte) {
	s.Text = f
	s.Width, s.Prec = None, None
	if n, r := argNumber(f); n > 0 {
		s.Arg, f = n, r
	}
	f = s.flags(f)
	if len(f) > 0 && f[0] == '*' {
		s.Width, f = Star, f[1:]
		if n, r := argNumber(f); n > 0 {
			s.WidthArg, f = n, r
		}
	} else if len(f) > 0 && isDigit(f[0]) {
		s.Width, s.Overflow, f = number(f)
	}
	if len(f) > 0 && f[0] == '.' {
		f = f[1:]
		s.Prec = 0
		if len(f) > 0 && f[0] == '*' {
			s.Prec, f = Star, f[1:]
			if n, r := argNumber(f); n > 0 {
				s.PrecArg, f = n, r
			}
		} else if len(f) > 0 && isDigit(f[0]) {
			var over bool
			s.Prec, over, f = number(f)
			s.Overflow = s.Overflow || over
		}
	}
	s.Length, f = readLength(f)
	if len(f) > 0 {
		s.Conv, f = f[0], f[1:]
	}
	s.Text = s.Text[:len(s.Text)-len(f)]
	return s, f
}

func (s *PrintSpec) flags(f []byte) []byte {
	for len(f) > 0 {
		switch f[0] {
		case '-':
			s.Minus = true
		case '+':
			s.Plus = true
		case ' ':
			s.Space = true
		case '#':
			s.Alt = true
		case '0':
			s.Zero = true
		case '\'':
			s.Group = true
		case 'I':
		default:
			return f
		}
		f = f[1:]
	}
	return f
}

// Wide reports whether a specification is of wide characters.
func (s *PrintSpec) Wide() bool {
	return s.Conv == 'S' || s.Conv == 'C' || (s.Conv == 's' || s.Conv == 'c') && s.Length == LenLong
}

// PrintPart is a part of a printf format: a text that is printed as it is, or a
// specification.
type PrintPart struct {
	Literal string // if Conv is 0
	PrintSpec
}

// PrintParts takes a printf format apart. ok is false for conversions that C does not
// have, numbered arguments, and widths beyond int.
func PrintParts(format string) (parts []PrintPart, ok bool) {
	var literal []byte
	flush := func() {
		if len(literal) > 0 {
			parts = append(parts, PrintPart{Literal: string(literal)})
			literal = nil
		}
	}
	for f := []byte(format); len(f) > 0; {
		if f[0] != '%' {
			literal, f = append(literal, f[0]), f[1:]
			continue
		}
		var s PrintSpec
		s, f = ReadPrint(f[1:])
		switch {
		case s.Conv == 0 || strings.IndexByte("diouxXeEfFgGaAcspnmCS%", s.Conv) < 0, s.Overflow, s.Arg+s.WidthArg+s.PrecArg > 0:
			return nil, false
		case s.Conv == '%':
			literal = append(literal, '%')
			continue
		}
		flush()
		parts = append(parts, PrintPart{PrintSpec: s})
	}
	flush()
	return parts, true
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// argNumber reads "n$".
func argNumber(f []byte) (int, []byte) {
	i := 0
	for i < len(f) && isDigit(f[i]) {
		i++
	}
	if i == 0 || i > 4 || i == len(f) || f[i] != '$' {
		return 0, f
	}
	n, _ := strconv.Atoi(string(f[:i]))
	return n, f[i+1:]
}

// number reads digits; over reports that they are beyond int.
func number(f []byte) (n int, over bool, rest []byte) {
	for len(f) > 0 && isDigit(f[0]) {
		if n = n*10 + int(f[0]-'0'); n > MaxInt {
			n, over = MaxInt, true
		}
		f = f[1:]
	}
	return n, over, f
}

func readLength(f []byte) (Length, []byte) {
	if len(f) == 0 {
		return LenNone, f
	}
	twice := len(f) > 1 && f[1] == f[0]
	switch f[0] {
	case 'h':
		if twice {
			return LenChar, f[2:]
		}
		return LenShort, f[1:]
	case 'l':
		if twice {
			return LenLongLong, f[2:]
		}
		return LenLong, f[1:]
	case 'L', 'q':
		return LenLongLong, f[1:]
	case 'z', 'Z':
		return LenSize, f[1:]
	case 't':
		return LenDiff, f[1:]
	case 'j':
		return LenMax, f[1:]
	}
	return LenNone, f
}

// ArgumentType says what a variable argument is: its kind and size. It lies before the
// argument where types are compared.
type ArgumentType uint64

// ArgumentKind is the kind of a variable argument, after the promotions. Signs may
// differ, and so may what pointers lead to.
type ArgumentKind uint32

// The kinds of arguments. Those of all other types begin with OtherArgument.
const (
	IntegerArgument ArgumentKind = iota
	PointerArgument
	FloatArgument // long double, too
	OtherArgument
)

// NoArgument is where the type of another argument would be.
const NoArgument ArgumentType = 1<<64 - 1

// TypeOfArgument is the type of an argument of some bytes.
func TypeOfArgument(k ArgumentKind, size uint64) ArgumentType {
	return ArgumentType(uint64(k)<<32 | size)
}

func (t ArgumentType) String() string {
	size := uint32(t)
	switch k := ArgumentKind(t >> 32); {
	case t == NoArgument:
		return "no argument"
	case k == IntegerArgument:
		return fmt.Sprintf("an integer of %d bytes", size)
	case k == PointerArgument:
		return "a pointer"
	case k == FloatArgument:
		return fmt.Sprintf("a floating value of %d bytes", size)
	}
	return "an argument of another kind"
}
