package clib

import "fmt"

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
