package clib

import (
	"slices"
	"strings"
)

// What results may depend on (Func.After): a place in a file, and which descriptors are
// in use.
const (
	Position   = "position"
	Descriptor = "descriptor"
)

// Func is a function of the C library.
type Func struct {
	Name     string
	Synonyms []string // other names of the function
	Result   byte     // a letter, see the package comment
	Params   []Param
	Variadic bool

	Model   Model
	Run     bool  // executions call it as a cfg.Lib
	RunText bool  // executions call its text in C
	Checked []int // indices of the arguments that only __NAME_chk has

	Complete  bool     // the entry says all that a call does to the program
	Keeps     []int    // indices of the arguments that it keeps, for later calls to use
	Sets      []string // variables of the library that it sets, besides errno
	Errno     bool     // may set errno
	Returns   bool     // a pointer to where an argument points
	Given     int      // null or the argument of this index, or -1
	Compares  int      // the index of the function that compares elements, or -1
	Stores    bool     // such a pointer where an argument points
	Allocates bool     // stores a pointer to a new block where the first argument points
	Owns      bool     // returns a pointer to an object of the library
	Object    string   // which one
	Nullable  bool     // or null
	Ends      []string // objects of the library whose life it may end
	Closes    bool     // the stream or directory that it gets; if it returns it, where it fails
	Pure      bool
	NoReturn  bool
	SetsEnv   bool   // changes what getenv answers
	Same      bool   // gives the same at each call
	After     string // its result depends on that of calls before, of functions that name the same
	Seeks     bool   // it moves to a place in a file
	Echoes    int    // the argument of this index if it does not fail, or -1
	Number    bool   // the descriptor of a stream
	Wide      bool   // makes its stream one of wide characters
	PutsBack  bool   // what is read next is what it is given
	SignGam   bool   // sets the variable of this name
	Negates   bool   // it negates its argument, which may overflow
	Divides   bool   // the first argument by the second
	Fixed     bool   // what its result leads to must not be changed
	Once      bool   // it ends the program, and is not defined for what runs then
	UTC       bool   // it counts days of 86400 seconds, without leap seconds
	Reorders  bool   // it may put options among its arguments in front of the others
	Spells    bool   // its result is the floating number that its first argument spells
	Partial   bool   // it is not defined for some numbers or texts
	Promises  Promise

	State     State
	Indicator Indicator
	Prints    Output
	Input     bool   // what it returns and writes comes from outside of the program
	Range     *Range // what the world may choose as its result, or nil
	Within    *Range // the results that there are, where it does not choose, or nil
}

// Param is a parameter of a function.
type Param struct {
	Type   byte // a letter, see the package comment; p for all pointers but streams
	Access Access
	Format Format
	Reads  bool   // what it writes it reads, too
	Wide   bool   // the string consists of wide characters
	Null   bool   // a null pointer is allowed
	Fixed  uint64 // bytes that are accessed, if Factor is empty; 0 if it does not say
	Factor []int  // indices of the arguments whose product is the number of elements
	Bytes  bool   // the number of bytes instead, whatever it points to
	Behind int    // the index of the argument that points to the number of bytes, or 0
}

// Access is what a call does with what an argument points to, at least.
type Access uint8

// The kinds of access.
const (
	NoAccess Access = iota // nothing is known
	String                 // it reads a string, terminated unless Factor bounds it
	Read
	Write
	Stream // it uses an open stream or another object of the library
	Block  // it frees a block of the heap
	Value  // it does not look there
)

// Format is the language of a format.
type Format uint8

// The languages of formats.
const (
	NoFormat Format = iota
	Printf
	Scanf
	Strftime
)

// Promise is what C says about a result, whatever glibc makes of it.
type Promise uint8

// The promises.
const (
	Exact Promise = iota
	Sign          // whether it is below, above or equal to 0
	Truth         // whether it is 0
)

func (p Promise) String() string {
	return [...]string{"its value", "its sign", "whether it is 0"}[p]
}

// State is the hidden state of the library that a call depends on and changes.
type State uint8

// The states of the library.
const (
	NoState     State = iota
	StreamState       // of the stream that is an argument
	StdinState
	RandState
	Rand48State
	DescriptorState // of the descriptor that is the first argument: a negative one is none

	// EnvironmentState is that of the environment, which only executions have; see Hidden.
	EnvironmentState
)

// Indicator is what a call does with the indicators of its stream, for errors and
// for the end of the file.
type Indicator uint8

// Effects of a call on the indicators, and questions about them.
const (
	NoIndicator  Indicator = iota
	AnyIndicator           // anything
	KeepsThem              // nothing, though it uses the stream
	TellsEnd               // its result is one of them
	TellsError             //
	Clears                 // both
	Rewinds                // it clears that for the end, unless it fails, and as a procedure both
	Opens                  // its result is a stream without indicators
	Writes                 // it may set that for errors
	Reads                  // it sets one if it fails
	ReadsAhead             // and if it does not, it may have met the end
	Scans                  // it may fail after it has read something, too
)

// Output is what a call prints.
type Output uint8

// The kinds of output. The first argument is the character, text or line.
const (
	NoOutput Output = iota
	OtherOutput
	CharOutput
	TextOutput
	LineOutput // a text and a newline
	FormatOutput
)

// Range is the set of results that the world may choose from.
type Range struct {
	Lo, Hi int64
	Any    bool // no bounds
	New    bool // null or a new object of the library
	Block  bool // null or a new text in a block of the heap
}

// Model names what the front end makes of a call, in a program to verify and, of
// functions that are not run, in one to execute.
type Model string

// The models. A function without one is called like a function without body,
// of which the front end knows the declaration and the facts of the entry.
const (
	NoModel     Model = ""
	ByText      Model = "c"           // a call of its text in C, in the front end's prelude
	Silent      Model = "output"      // nothing that the program sees, except for the result
	Unsupported Model = "unsupported" // the end of what is known
	Abort       Model = "abort"
	Exit        Model = "exit"
	PrintExit   Model = "err"   // print and exit
	Leave       Model = "leave" // exit without handlers
	AssertFail  Model = "assertfail"
	SetJmp      Model = "setjmp"
	LongJmp     Model = "longjmp"
	Malloc      Model = "malloc"
	Alloca      Model = "alloca"
	ZAlloc      Model = "zalloc" // malloc of zeros
	Calloc      Model = "calloc"
	Aligned     Model = "aligned" // malloc with an alignment
	Realloc     Model = "realloc"
	Free        Model = "free"
	Copy        Model = "copy"
	Move        Model = "move"    // copy, where source and target may overlap
	CopyEnd     Model = "copyend" // copy; the result is the end
	Set         Model = "set"
	Zero        Model = "zero"
	Print       Model = "print"
	PrintTo     Model = "format"   // print into a buffer
	PrintNew    Model = "asprintf" // print into a new block
	PrintTime   Model = "strftime"
	Scan        Model = "scan"
	Gets        Model = "gets"
	GetLine     Model = "getline" // into a block that grows
	ReadBlock   Model = "read"
	Environment Model = "getenv"
	Clock       Model = "time" // the time, which is stored, too
	Math        Model = "math" // the library is asked where the arguments are known
	FAbs        Model = "fabs"
	FSqrt       Model = "sqrt"
	FFloor      Model = "floor"
	FCeil       Model = "ceil"
	FTrunc      Model = "trunc"
	FRound      Model = "round"
	IsNaN       Model = "isnan"
	IsInf       Model = "isinf"
	IsInfSign   Model = "isinfsign" // with the sign of the argument
	IsFinite    Model = "isfinite"
	IsZero      Model = "iszero"
	SignBit     Model = "signbit"
	IsNormal    Model = "isnormal"
	Classify    Model = "classify"
	CopySign    Model = "copysign"
	NaN         Model = "nan"
	Compare     Model = "compare"
	GetRound    Model = "getround"
	SetRound    Model = "setround"
)

// Modelled reports whether the entry says all that a call does: by a model, or
// because its facts are complete.
func (f *Func) Modelled() bool { return f.Complete || f.Model != NoModel }

// Stateful reports whether what a function does may depend on what calls of others have
// left in the library.
func (f *Func) Stateful() bool {
	return f.State != NoState || f.Owns || f.Partial || f.Model == Environment || f.Model == GetRound || strings.IndexByte("fdD", f.Result) >= 0
}

// Hidden is the state that a call depends on and changes in an execution.
func (f *Func) Hidden() State {
	if f.SetsEnv || f.Model == Environment {
		return EnvironmentState
	}
	return f.State
}

// Arity is the number of parameters.
func (f *Func) Arity() int { return len(f.Params) }

func (f *Func) index(ok func(p *Param) bool) int {
	for i := range f.Params {
		if ok(&f.Params[i]) {
			return i
		}
	}
	return -1
}

// measures reports whether the result is a number that the world chooses, but not anew
// at each call: more than whether the call succeeds, and neither an input nor always the same.
func (f *Func) measures() bool {
	r := f.Range
	return r != nil && (r.Any || r.Hi > 0) && !f.Input && !f.Same && f.Result != 'p' && f.Promises == Exact && !f.Seeks && f.Echoes < 0
}

// Frees reports whether a call ends the use of a descriptor, or of one that the program names.
func (f *Func) Frees() bool { return f.Closes || f.Echoes >= 0 }

// Seeds reports whether a call sets the state that random numbers come from.
func (f *Func) Seeds() bool {
	return (f.State == RandState || f.State == Rand48State) && !f.Input && f.Result == 'v'
}

// Flushes reports whether a call writes what was printed to its stream.
func (f *Func) Flushes() bool { return f.Indicator == Writes && f.Prints == NoOutput }

// Buffers reports whether a call decides when what is printed to its stream is written.
func (f *Func) Buffers() bool { return len(f.Keeps) > 0 && f.Stream() >= 0 }

// Stream is the index of the parameter that is a stream, or -1.
func (f *Func) Stream() int { return f.index(func(p *Param) bool { return p.Type == 'F' }) }

// UsesImplied reports whether the function reads or prints to a stream that it is not
// passed.
func (f *Func) UsesImplied() bool {
	return f.State == StdinState || f.Stream() < 0 && f.Prints != NoOutput && (f.Prints != OtherOutput || f.FormatOf(Printf) == 0)
}

// Implied is the name of the stream that the function uses if it is not passed one.
func (f *Func) Implied() string {
	if f.State == StdinState {
		return StdinName
	}
	return stdoutName
}

// Touches is what a call does with the indicators of its stream.
func (f *Func) Touches() Indicator {
	switch {
	case f.Indicator == KeepsThem:
		return NoIndicator
	case f.Indicator != NoIndicator:
		return f.Indicator
	case f.State == StreamState || f.State == StdinState:
		return AnyIndicator
	case f.Result == 'F':
		return Opens
	case f.Prints != NoOutput:
		return Writes
	}
	return NoIndicator
}

// Looks reports whether a call reads memory and does nothing else.
func (f *Func) Looks() bool {
	return f.Modelled() && f.Result != 'p' && !f.Errno && f.State == NoState && len(f.Keeps)+len(f.Sets) == 0 && !f.SetsEnv && !f.Closes &&
		f.index(func(p *Param) bool { return p.Access == Write || p.Type == 'p' && p.Access == NoAccess }) < 0
}

// counting are the headers of functions that take texts, blocks and arrays with how many
// elements they have, and whose pointers must not be null for none, unless they say so.
var counting = []string{"string.h", "strings.h", "wchar.h", "stdlib.h", "stdio.h"}

// Counts reports whether the function is one of those.
func (f *Func) Counts() bool {
	n := Known(f.Name)
	return n != nil && slices.Contains(counting, n.Header) && f.FormatOf(Printf) < 0
}

// FormatOf is the index of the parameter that is a format of this kind, or -1.
func (f *Func) FormatOf(kind Format) int {
	return f.index(func(p *Param) bool { return p.Format == kind && kind != NoFormat })
}

// Buffer is the index of the first parameter that the function writes through,
// or -1.
func (f *Func) Buffer() int { return f.index(func(p *Param) bool { return p.Access == Write }) }

// TakesList reports whether the arguments of the format come as a va_list.
func (f *Func) TakesList() bool { return f.List() >= 0 }

// List is which argument is a va_list, -1 if none is.
func (f *Func) List() int { return f.index(func(p *Param) bool { return p.Type == 'a' }) }

// ReadsStrings reports whether the function reads strings that must be
// terminated.
func (f *Func) ReadsStrings() bool {
	return f.index(func(p *Param) bool { return p.Access == String }) >= 0
}

// Writes reports whether the function writes memory through its arguments. A
// long double, as a result, is written where an additional argument points.
func (f *Func) Writes() bool {
	return f.Buffer() >= 0 || f.FormatOf(Scanf) >= 0 || f.Result == 'D'
}

// Pointers reports whether the function takes pointers.
func (f *Func) Pointers() bool {
	return f.index(func(p *Param) bool { return p.Type == 'p' || p.Type == 'F' }) >= 0
}

// Numeric reports whether the function takes and gives numbers alone, none of them a long
// double: of those interp/libc has no better results than glibc, or others.
func (f *Func) Numeric() bool {
	number := func(t byte) bool { return strings.IndexByte("dfil", t) >= 0 }
	return number(f.Result) && f.index(func(p *Param) bool { return !number(p.Type) }) < 0
}
