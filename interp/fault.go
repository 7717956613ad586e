package interp

import (
	"fmt"
	"strings"

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
	OutOfBounds  // starts in an object or close to it, but is not inside
	UseAfterFree // inside a freed heap object or the local of a finished activation
	ConstWrite   // write to a string literal or const object
	DoubleFree
	BadFree        // free of what no allocation returned
	UninitRead     // use of an uninitialised value (Run only)
	LibraryError   // a library function was called in a way C does not define (Run only)
	BadCall        // call through a pointer to no function (Run only)
	Forbidden      // the front end made an error location of it (Run only)
	OtherObject    // a difference or comparison of pointers to different objects (Run only)
	Overlapping    // a library function copies between objects that overlap (Run only)
	BadFormat      // printf or scanf got other arguments than its format takes (Run only)
	SignedOverflow // OverflowCheck only, as the next ones
	BadConversion  // ConversionCheck
	UnsignedWrap   // WrapCheck
	StrayPointer   // PointerCheck: arithmetic leads a pointer out of its object
	Leak           // RunConfig.Leaks only: a heap block that nothing points to when the program ends
	RegionClash    // the alias analysis is wrong (Limits.Regions only)
	numFaults
)

var faultNames = [numFaults]string{
	NoFault: "no fault", DivByZero: "division by zero", DivOverflow: "division overflow", ShiftRange: "shift out of range",
	NullAccess: "null pointer access", WildAccess: "wild pointer access", OutOfBounds: "access out of bounds",
	UseAfterFree: "use after free", ConstWrite: "write to a constant", DoubleFree: "double free", BadFree: "invalid free",
	UninitRead: "use of an uninitialised value", LibraryError: "bad library call", BadCall: "call through a pointer to no function",
	Forbidden: "undefined behaviour", OtherObject: "undefined behaviour", Overlapping: "undefined behaviour", BadFormat: "bad library call",
	SignedOverflow: "signed overflow", BadConversion: "conversion out of range", UnsignedWrap: "unsigned wrap", StrayPointer: "pointer out of its object",
	Leak: "memory leak", RegionClash: "clash of memory regions",
}

func (k FaultKind) String() string { return faultNames[k] }

// Fault is one occurrence of undefined behaviour.
type Fault struct {
	Kind FaultKind
	Edge *cfg.Edge // nil if the place is unknown
	At   cfg.Pos   // of the operation or Edge, or of the innermost call that the user wrote
	Step int
	Func string // the library function it happened in, if any
	// Property is that of the error location, of Forbidden.
	Property string
	Text     string // what was accessed: object, offset, values

	// Expr is the operation, the address of the access, the pointer, or the
	// variable without value; nil if unknown. It is one of Edge, unless Func is
	// set.
	Expr       cfg.Expr
	Addr, Size uint64      // of the access, Size 0 if it was none
	Write      bool        // it changes memory
	Low, High  uint64      // where the object accessed or missed begins and ends, 0 if unknown
	Object     *cfg.Object // accessed or missed, nil if it was a heap block or none
	// Alloc and Free are the calls that began and ended the life of the heap
	// block accessed, as far as the user wrote them.
	Alloc, Free *cfg.Edge
}

// Message is the fault in words, without the place.
func (f Fault) Message() string {
	s := f.Kind.String()
	if f.Func != "" {
		s += " in " + f.Func
	}
	if f.Text != "" {
		s += ": " + f.Text
	}
	return s
}

func (f Fault) Error() string {
	if f.At.IsValid() {
		return f.At.String() + ": " + f.Message()
	}
	return f.Message()
}

// Frame is one open call.
type Frame struct {
	Func string    // the function called
	Call *cfg.Edge // where
}

// libraryPrefix marks the procedures that the front end adds for functions of
// the C library.
const libraryPrefix = "__culprit_lib_"

// ProcName is the name the user knows a procedure by.
func ProcName(p *cfg.Proc) string { return strings.TrimPrefix(p.Name, libraryPrefix) }

// textual makes a detail of a text.
func textual(format string, args ...any) func(f *Fault) {
	return func(f *Fault) { f.Text = fmt.Sprintf(format, args...) }
}
