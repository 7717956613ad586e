package interp

import (
	"fmt"

	"culprit/cfg"
)

// FaultKind classifies undefined behaviour.
type FaultKind uint8

// The kinds of undefined behaviour the interpreter sees.
const (
	NoFault FaultKind = iota
	DivByZero
	DivOverflow // least value divided by -1
	ShiftRange
	NullAccess
	WildAccess   // inside no object
	OutOfBounds  // starts in an object or just behind it, but is not inside
	UseAfterFree // inside a freed heap object or the local of a finished activation
	ConstWrite   // write to a string literal or const object
	DoubleFree
	BadFree      // free of what no allocation returned
	UninitRead   // use of an uninitialised value (Run only)
	LibraryError // a library function was called in a way C does not define (Run only)
	RegionClash  // the alias analysis is wrong (Limits.Regions only)
	numFaults
)

var faultNames = [numFaults]string{
	"no fault", "division by zero", "division overflow", "shift out of range",
	"null pointer access", "wild pointer access", "access out of bounds",
	"use after free", "write to a constant", "double free", "invalid free", "use of an uninitialised value", "bad use of the C library", "clash of memory regions",
}

func (k FaultKind) String() string { return faultNames[k] }

// Fault is one occurrence of undefined behaviour.
type Fault struct {
	Kind FaultKind
	Edge *cfg.Edge // nil if the place is unknown
	At   cfg.Pos   // of Edge, or of the innermost call that the user wrote
	Step int
	Text string // details: the address, the object
}

func (f Fault) Error() string {
	s := f.Kind.String()
	if f.Text != "" {
		s += " (" + f.Text + ")"
	}
	if f.At.IsValid() {
		s = fmt.Sprintf("%v: %s", f.At, s)
	}
	return s
}
