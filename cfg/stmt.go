package cfg

import (
	"iter"
	"strings"

	"culprit/cfg/clib"
)

// Stmt is the statement of an edge.
type Stmt interface{ stmt() }

// Assign sets Dst to the value of Src.
type Assign struct {
	Dst *Var
	Src Expr
}

// HavocKind says why a value is arbitrary.
type HavocKind uint8

// The reasons for an arbitrary value. A trace may rest on inputs and on what
// was not initialised: each value may come. It must not rest on a value that
// is merely not known: what an execution would find there is one value, and
// perhaps another one. The verifier refuses such traces, with the statement
// for a reason; a proof for all values holds for the right one too.
const (
	// Nondet is an input, chosen by the world: __VERIFIER_nondet_*, functions
	// without body that belong neither to the C library nor to the compiler,
	// and those functions of the C library that tell about the world (package
	// frontend lists them).
	Nondet HavocKind = iota
	// Uninit is an uninitialised local.
	Uninit
	// Unknown is determined by the program and its libraries, but not
	// computed: results of library functions without a model, constructs that
	// are over-approximated, pointers from outside.
	Unknown
)

// AddressBits is the Func of a Havoc that stands for a number made of addresses
// (package address).
const AddressBits = "bits of an address"

// ArgumentChosen is the Func of the Havoc whose value says which element of argv, by
// its offset in bytes, has the text that follows in a trace; ArgumentSize is that of
// the one for the size of such a text with its zero.
const (
	ArgumentChosen = "argv"
	ArgumentSize   = "size of an argument"
)

// ArgumentList and ArgumentText begin the names of the variables that point to argv, and
// to an argument that is a block of its own.
const (
	ArgumentList = "#argv"
	ArgumentText = "#argument text"
)

// ShortArguments is the name of the object that holds arguments which are short: strings of
// ShortArgument bytes each, with the final zero.
const (
	ShortArguments = "arguments"
	ShortArgument  = 32
)

// ShortArguments reports whether the object holds the short arguments of main.
func (o *Object) ShortArguments() bool {
	return o.Name == ShortArguments && o.Proc == nil && !o.Pos.IsValid()
}

// Argument reports whether the variable points to argv, or to an argument.
func (v *Var) Argument() (list, text bool) {
	return strings.HasPrefix(v.Name, ArgumentList), strings.HasPrefix(v.Name, ArgumentText)
}

// Havoc sets Dst to an arbitrary value of its type.
type Havoc struct {
	Dst  *Var
	Kind HavocKind
	// Func names the input function for Nondet ("__VERIFIER_nondet_int"),
	// or the construct for Unknown.
	Func string
	Asks *Question // of an Unknown value that the C library determines; or nil
}

// AsksInput reports whether a statement asks an input function for a value.
func AsksInput(s Stmt) bool {
	h, ok := s.(*Havoc)
	return ok && h.Kind == Nondet
}

// Question is what determines an Unknown value: a function of the C library, or
// a conversion of printf, and its arguments. Whoever has a trace in which the
// arguments have values may ask the library (verifier.Config.Library).
type Question struct {
	ID   int // of the statement, the same in all copies of a program
	Func string
	Args []Expr // not changed by the statement itself
}

// Answer is what the library says to a Question.
type Answer struct {
	Value uint64 // of a Havoc
	Text  []byte // of a MemHavoc, which takes as much of it as its size
}

// Assume lets an execution proceed only if Cond (of type Bool) holds.
type Assume struct{ Cond Expr }

// Store writes Val to memory at Addr.
type Store struct {
	Addr, Val Expr
	Region    *Region
	CType     *CType // of what is written to; nil: not known
}

// MemCopy copies Size bytes from Src to Dst as if through a temporary.
type MemCopy struct {
	Dst, Src, Size       Expr // Size has pointer width
	DstRegion, SrcRegion *Region
}

// MemSet writes the byte Val (type i8) to Size bytes from Dst on.
type MemSet struct {
	Dst, Val, Size Expr
	Region         *Region
}

// MemHavoc makes Size bytes from Dst on arbitrary.
type MemHavoc struct {
	Dst, Size Expr
	Kind      HavocKind
	Region    *Region
	Asks      *Question // of Unknown bytes that the C library determines; or nil
	Text      *Text     // of a text that is read; or nil
}

// Text says which bytes do not occur in a text that the C library reads. The
// statement itself allows them: package verifier excludes those that a trace
// rests on.
type Text struct {
	ID    int // of the statement, the same in all copies of a program
	Never string
	Last  bool // but they may be the last byte
}

// Everything reports whether s makes all memory of its region arbitrary.
func (s *MemHavoc) Everything() bool {
	k, ok := s.Size.(*Const)
	return ok && k.V == Mask(^uint64(0), k.T.Width())
}

// Alloc sets Dst to a new heap object of Size bytes, which is uninitialised
// unless Zero is set (the contents are made arbitrary or zero by the Alloc
// itself: no MemHavoc follows).
type Alloc struct {
	Dst   *Var
	Size  Expr
	Zero  bool
	Stack bool // alloca or a variable-length array
	// Lib says that the object is the C library's, as an open stream is: the
	// program may not free it, and it is not a leak.
	Lib bool
	// Align is what the program may rely on: a power of two that divides the
	// address, whatever the allocator is. 0 stands for HeapAlign.
	Align  uint64
	Region *Region
}

// Aligned is a power of two that divides the address of the block.
func (s *Alloc) Aligned() uint64 {
	if s.Align == 0 {
		return HeapAlign
	}
	return s.Align
}

// Own reports whether the block is of the heap: the program has to free it.
func (s *Alloc) Own() bool { return !s.Stack && !s.Lib }

// Free ends the life of the object at Ptr: of a heap block that the program
// frees, or with Stack of an Alloc's stack block whose scope is left, or of an
// object of the library that a call ends.
type Free struct {
	Ptr   Expr
	Stack bool
}

// Call evaluates Args in the caller, assigns them to Proc.Params all at once
// and continues at Proc.Entry; the matching Return continues at the To
// location of the call's edge.
type Call struct {
	Proc *Proc
	Args []Expr
}

// Lib calls a function of the C library that has no body in the program:
// output and input, files, conversions, mathematics, time. It occurs only in
// programs lowered for execution (frontend.Config.Execute); the verifier never
// sees one.
type Lib struct {
	Dst  *Var // nil if the result is void or not used
	Func string
	Args []Expr // after the default promotions
	// Regions are those that the call may read or write through its
	// arguments, filled by package alias.
	Regions []*Region
}

// Return continues after the most recent Call. It labels the only edge out of
// Proc.Exit; the edge's To is the Exit itself and is never followed.
type Return struct{}

// Skip does nothing. In programs instrumented by package safety it says that
// the lives of local objects of an inner block begin again, or end.
type Skip struct{ Begins, Ends []*Object }

func (*Assign) stmt()   {}
func (*Havoc) stmt()    {}
func (*Assume) stmt()   {}
func (*Store) stmt()    {}
func (*MemCopy) stmt()  {}
func (*MemSet) stmt()   {}
func (*MemHavoc) stmt() {}
func (*Alloc) stmt()    {}
func (*Free) stmt()     {}
func (*Call) stmt()     {}
func (*Lib) stmt()      {}
func (*Return) stmt()   {}
func (*Skip) stmt()     {}

// Defined is the variable that s itself sets, or nil. For a Call these would
// be the parameters.
func Defined(s Stmt) *Var {
	switch s := s.(type) {
	case *Assign:
		return s.Dst
	case *Havoc:
		return s.Dst
	case *Alloc:
		return s.Dst
	case *Lib:
		return s.Dst
	}
	return nil
}

// Exprs calls f on the expressions a statement evaluates.
func Exprs(s Stmt, f func(Expr)) {
	switch s := s.(type) {
	case *Assign:
		f(s.Src)
	case *Assume:
		f(s.Cond)
	case *Store:
		f(s.Addr)
		f(s.Val)
	case *MemCopy:
		f(s.Dst)
		f(s.Src)
		f(s.Size)
	case *MemSet:
		f(s.Dst)
		f(s.Val)
		f(s.Size)
	case *Havoc:
		s.Asks.exprs(f)
	case *MemHavoc:
		f(s.Dst)
		f(s.Size)
		s.Asks.exprs(f)
	case *Alloc:
		f(s.Size)
	case *Free:
		f(s.Ptr)
	case *Call:
		for _, a := range s.Args {
			f(a)
		}
	case *Lib:
		for _, a := range s.Args {
			f(a)
		}
	}
}

// StmtParts are the expressions that a statement evaluates, with all their
// subexpressions.
func StmtParts(s Stmt) iter.Seq[Expr] {
	return func(yield func(Expr) bool) {
		more := true
		Exprs(s, func(e Expr) { more = more && parts(e, yield) })
	}
}

// Uses reports whether a statement reads v.
func Uses(s Stmt, v *Var) bool {
	used := false
	Exprs(s, func(x Expr) { used = used || Mentions(x, v) })
	return used
}

// Written is the memory that a statement writes to: so many bytes from an address
// on, in a region; the address is nil if there is none. The contents of the new
// object of an Alloc are not among it, nor what a Lib writes.
func Written(s Stmt) (r *Region, addr, size Expr) {
	switch s := s.(type) {
	case *Store:
		return s.Region, s.Addr, &Const{T: s.Addr.Type(), V: uint64(s.Val.Type().Bytes())}
	case *MemCopy:
		return s.DstRegion, s.Dst, s.Size
	case *MemSet:
		return s.Region, s.Dst, s.Size
	case *MemHavoc:
		return s.Region, s.Dst, s.Size
	}
	return nil, nil, nil
}

// exprs calls f for each argument of a question.
func (q *Question) exprs(f func(Expr)) {
	if q == nil {
		return
	}
	for _, a := range q.Args {
		f(a)
	}
}

// Asks is the question that a statement asks of the library, or nil.
func Asks(s Stmt) *Question {
	switch s := s.(type) {
	case *Havoc:
		return s.Asks
	case *MemHavoc:
		return s.Asks
	}
	return nil
}

// Constants lists the bit-vector literals in the expressions of a statement.
func Constants(s Stmt) []*Const {
	var out []*Const
	for x := range StmtParts(s) {
		if c, ok := x.(*Const); ok && c.T.Kind == Bits {
			out = append(out, c)
		}
	}
	return out
}

// LibEffect says what a library call may do to the program's memory.
type LibEffect struct {
	Writes    bool // through its arguments
	Errno     bool // sets errno
	Returns   bool // a pointer to where an argument points
	Stores    bool // such a pointer through an argument
	Allocates bool // stores a pointer to a new heap object through its first argument
	Own       bool // returns a pointer to an object of the library
	Known     bool // all this is known from the function's name
}

// Effect is what the call may do. Of functions that the table of package clib
// does not have everything is assumed.
func (s *Lib) Effect() LibEffect {
	f := clib.Lookup(s.Func)
	if f == nil {
		return LibEffect{Writes: true, Errno: true, Returns: true, Stores: true, Own: true}
	}
	return LibEffect{Writes: f.Writes(), Errno: f.Errno, Returns: f.Returns, Stores: f.Stores, Allocates: f.Allocates, Own: f.Owns, Known: true}
}
