package cfg

import (
	"slices"
	"strings"
)

// Aborted is the exit status of an execution that ends by abort, as a shell shows it.
const Aborted = 134

// Program is a whole program after lowering.
type Program struct {
	File    string            // the file named by the user
	Sources map[string][]byte // physical source texts by file name
	PtrBits int               // 32 (ILP32) or 64 (LP64)
	Main    *Proc             // Entry procedure; its first edges initialise globals
	Procs   []*Proc           // dense by Proc.ID
	Vars    []*Var            // dense by Var.ID, globals and locals
	Objects []*Object         // dense by Object.ID
	Regions []*Region         // dense by Region.ID; filled by package analysis/alias
	Locs    []*Loc            // dense by Loc.ID
	Edges   []*Edge           // dense by Edge.ID
	HeapTop *Var              // next free heap address; nil if the program never allocates
	// Slots gives every object a slot of addresses of its own, see SlotBits.
	Slots bool
	// Apart says that no pointer from outside is taken to lead to an object of
	// the program: regions and what is proved rest on that.
	Apart bool
	// Initialised says that the program fails before it uses a value that was not
	// initialised, so that such values lead nowhere.
	Initialised bool
	// Simpler is the same program with Apart, for a first attempt; nil if no
	// memory outside of the program is accessed. Copies have none.
	Simpler *Program
	// Fewer is the same program with few arguments of main, whose texts it has from the
	// beginning: its errors are errors of the program. It is nil where that is no
	// difference.
	Fewer *Program
	// Mistyped says that a call may be through a pointer to another type than that
	// of the function, though one that the same call serves.
	Mistyped bool
	// Notes lists constructs that were abstracted with bounded effect, for
	// the user ("inline assembly ignored"), in source order.
	Notes []Note
	// Driver is the file that calls the function in question (Drive), or none.
	Driver string
}

// Note is a positioned remark about the lowering.
type Note struct {
	Pos     Pos
	Text    string
	Assumed bool // what is proved holds only under this assumption
	Fails   bool // what fails after it rests on the assumption, too
}

// Assume adds an assumption to the notes, once.
func (p *Program) Assume(pos Pos, text string) {
	n := Note{Pos: pos, Text: text, Assumed: true}
	if !slices.Contains(p.Notes, n) {
		p.Notes = append(slices.Clip(p.Notes), n)
	}
}

// Proc is one C function with a body (or a synthesised one).
type Proc struct {
	ID     int
	Name   string
	Pos    Pos
	Params []*Var
	Ret    *Var // holds the result after return; nil for void
	Locals []*Var
	Entry  *Loc
	Exit   *Loc   // the only edge out of Exit is the Return
	Addr   uint64 // value of FuncAddr
}

// Var is a scalar variable: a global, a parameter, a local, a flattened field
// of a struct that never has its address taken, or a temporary.
type Var struct {
	ID     int
	Name   string // as the user wrote it, fields as s.f; unique only with Proc
	CType  *CType // nil: not known
	Type   Type
	Signed bool  // whether values print as signed
	Proc   *Proc // nil for globals
	Temp   bool  // introduced by the lowering; never shown
	// Converted marks what a conversion between pointers and integers gives:
	// by CType, a pointer that was a number, or the number of an address.
	Converted bool
	Pos       Pos
}

// The names of variables of package safety.
const (
	WatchVar  = "#watch"
	HolderVar = "#holder"
	SeenVar   = "#seen" // what a pointer was at an earlier round of a loop
	// NewerVar is a constant of a verification: whether blocks are shown to be
	// held by newer blocks or by older ones.
	NewerVar = "#newer"
)

// Ghost reports whether the variable is not one of the program and holds a
// pointer that nobody follows.
func (v *Var) Ghost() bool {
	return v.Temp && (v.Name == WatchVar || v.Name == HolderVar || v.Name == SeenVar)
}

// Object is a piece of memory with a fixed address: an array, a string
// literal, an aggregate or a scalar whose address is taken.
type Object struct {
	ID    int
	Name  string
	CType *CType
	Size  uint64 // bytes
	Align uint64 // power of two, at least 1
	Addr  uint64 // assigned by Program.Layout
	Proc  *Proc  // nil for globals, statics and strings
	Const bool   // string literal or const object that is static
	Elem  Type   // scalar element type where uniform, else zero
	Pos   Pos
	// Kept are the bytes, in order, that are const in memory that can be written: of
	// objects of procedures, and members.
	Kept []Span
	// Padding are the bytes that belong to no member, if they are known.
	Padding []Span
	// Region holds the object; nil if nothing accesses it, or without alias
	// analysis.
	Region *Region
	// Outside marks the one object, if any, that stands for memory that is not
	// part of the program. Its contents are all other memory.
	Outside bool
}

// Span is the bytes of an object from an offset to before another one.
type Span struct{ From, To uint64 }

// Keeps reports whether some of n bytes of the object at an offset are const in memory
// that can be written.
func (o *Object) Keeps(offset, n uint64) bool { return among(o.Kept, offset, n) }

// Pads reports whether some of n bytes of the object at an offset are padding.
func (o *Object) Pads(offset, n uint64) bool { return among(o.Padding, offset, n) }

func among(list []Span, offset, n uint64) bool {
	return slices.ContainsFunc(list, func(s Span) bool { return offset < s.To && offset+n > s.From })
}

// Protected reports whether a write to the object ends a run: string literals
// and static const objects lie in memory that the system protects.
func (o *Object) Protected() bool { return o.Const && o.Proc == nil }

// Literal reports whether the object is a string literal.
func (o *Object) Literal() bool {
	return o.Protected() && (o.Name == "string" || strings.HasPrefix(o.Name, "string#"))
}

// Region is a class of memory that no access of another region can touch.
type Region struct {
	ID   int
	Name string
	// Cell is the width in bits of one array element of the region: 8, or
	// the one width at which all its accesses happen, all aligned to it.
	// Cells are indexed by byte address in either case.
	Cell int
}

// SizesRegion is the name of the region that package safety keeps the sizes
// of live blocks in. No statement of the program accesses it, and it is no
// part of any object.
const SizesRegion = "#sizes"

// ShadowRegion is the name of the regions in which package safety keeps which
// memory has no value yet. Each belongs to a region of the program, has cells of
// the same width, and is accessed where that is, at addresses that are made by
// Shadow: a bit is set while that of the program is not.
const ShadowRegion = "#unset"

// Ghost reports whether the region is not memory of the program.
func (r *Region) Ghost() bool { return r != nil && (r.Name == SizesRegion || r.Name == ShadowRegion) }

// Shadow is the address in a ShadowRegion that belongs to addr.
func (p *Program) Shadow(addr Expr) Expr {
	t := BV(p.PtrBits)
	return &Binary{Op: PtrAdd, T: t, X: addr, Y: &Const{T: t, V: 1 << (p.PtrBits - 1)}}
}

// Shadowed is the address that one in region r belongs to, nil if r is not a
// ShadowRegion.
func (r *Region) Shadowed(addr Expr) Expr {
	b, ok := addr.(*Binary)
	if r == nil || r.Name != ShadowRegion || !ok {
		return nil
	}
	return b.X
}

// LocKind classifies locations.
type LocKind uint8

// The location kinds.
const (
	Plain       LocKind = iota
	Error               // reaching it violates the property
	Unsupported         // reaching it means that the answer is not known
)

// Loc is a program location.
type Loc struct {
	ID   int
	Proc *Proc
	Kind LocKind
	// Reason says which assertion failed or which construct is unsupported.
	Reason Reason
	// Property names the property that reaching an Error violates, as the
	// competition does: no-overflow, valid-deref. Empty means unreach-call.
	Property string
	// Checks is what an executing consumer looks at to confirm, without the
	// condition that led here, that memory is used wrongly.
	Checks []MemCheck
	Pos    Pos
	// LoopHead marks targets of back edges, set by the lowering.
	LoopHead bool
	Loops    []*Loop // of the source that pass here
	Out, In  []*Edge
}

// Forever reports whether l is an error only of runs that pass the location before
// it without end: a block that is lost stays lost, and a run that ends shows it
// there. The other way on at that location is taken while no block is lost.
func (l *Loc) Forever() bool {
	return l.Kind == Error && len(l.Checks) == 1 && l.Checks[0].Kind == LostForeverCheck
}

// MemCheckKind says what a MemCheck is about.
type MemCheckKind uint8

// The kinds of memory checks.
const (
	ReadCheck        MemCheckKind = iota // Size bytes at Addr are read
	WriteCheck                           // Size bytes at Addr are written
	FreeCheck                            // Addr is freed
	LostCheck                            // main returns: is there a block that nothing leads to
	LostHereCheck                        // the same where main has not returned: locals still lead to blocks
	LostForeverCheck                     // the same where control may pass without end: no violation by itself (Loc.Forever)
	UnfreedCheck                         // the program ends: is there a block that was not freed
)

// MemCheck is a use of memory that violates a property if it is wrong.
type MemCheck struct {
	Kind MemCheckKind
	When Expr // whether it takes place
	// Base is the pointer that Addr was computed from: the access must lie
	// within the object that Base points into.
	Base, Addr, Size Expr
}

// Role says what an edge is to the user.
type Role uint8

// The roles of an edge.
const (
	RoleUser     Role = iota // a statement of the program
	RoleInit                 // static initialisation written by the user
	RoleImplicit             // zero initialisation, uninitialised locals, lowering temporaries: never shown
)

// Edge is one statement from one location to another.
type Edge struct {
	ID       int
	From, To *Loc
	Stmt     Stmt
	Pos      Pos
	Text     string // source text, white space folded; for people only
	Role     Role
	// Negated says that Text is the negation of what the source has.
	Negated bool
	// Valid says that what the statement reads and writes is valid memory by
	// construction, so that nothing checks it.
	Valid bool
	// Call is the call of a function without body, such as those of the C
	// library, that the statement belongs to in the program's text, or nil.
	Call *CallSite
	// Branch is the decision that this edge is an outcome of, or nil.
	Branch *Branch
}

// Initialises reports whether the statement of e, which writes at addr, gives a
// constant its first value: no other statement that the user did not write names
// one as what it changes, also where the library writes through a pointer.
func (e *Edge) Initialises(addr Expr) bool {
	_, named := Base(addr).(*AddrOf)
	return named && (e.Role == RoleInit || e.Role == RoleImplicit && !e.Pos.IsValid())
}

// CallSite is a call in the text of the program.
type CallSite struct {
	Func string
	// Format is the format of a call of the scanf family, where Formatted.
	Format    string
	Formatted bool
	Stdin     bool // the call reads standard input by a format
	Writes    bool // the call opens a stream to which the program may write
	FromEnd   bool // the call moves to a place that it counts from the end of a file
	// Variable is the name of the variable of the environment that a call asks for.
	Variable string
	// Stream is the standard stream that a call prints to or flushes, "" for another.
	Stream string
}

// NewLoc adds a plain location.
func (p *Program) NewLoc(proc *Proc, pos Pos) *Loc {
	l := &Loc{ID: len(p.Locs), Proc: proc, Pos: pos}
	p.Locs = append(p.Locs, l)
	return l
}

// NewEdge adds an edge and links it into both ends.
func (p *Program) NewEdge(from, to *Loc, s Stmt, pos Pos, text string, role Role) *Edge {
	e := &Edge{ID: len(p.Edges), From: from, To: to, Stmt: s, Pos: pos, Text: text, Role: role}
	p.Edges = append(p.Edges, e)
	from.Out = append(from.Out, e)
	to.In = append(to.In, e)
	return e
}

// NewVar adds a variable.
func (p *Program) NewVar(proc *Proc, name string, t Type) *Var {
	v := &Var{ID: len(p.Vars), Name: name, Type: t, Proc: proc}
	p.Vars = append(p.Vars, v)
	if proc != nil {
		proc.Locals = append(proc.Locals, v)
	}
	return v
}

// NewObject adds a memory object; its address is assigned by Layout.
func (p *Program) NewObject(proc *Proc, name string, size, align uint64) *Object {
	o := &Object{ID: len(p.Objects), Name: name, Size: size, Align: align, Proc: proc}
	p.Objects = append(p.Objects, o)
	return o
}

// NewProc adds a procedure without locations.
func (p *Program) NewProc(name string, pos Pos) *Proc {
	f := &Proc{ID: len(p.Procs), Name: name, Pos: pos}
	p.Procs = append(p.Procs, f)
	return f
}

// Address space: procedures, then objects, then the heap. The gap between
// two objects is at least objectGap bytes, so that an access slightly out of
// bounds does not silently land in a neighbour.
const (
	procBase   = 0x1000
	procStep   = 16
	objectBase = 0x100000
	objectGap  = 16
	heapBase   = 0x40000000
	// HeapAlign is the alignment of every heap object in bytes: that of glibc, as
	// measured with gcc for both data models.
	HeapAlign = 16
)

// Layout assigns the addresses of procedures and objects. It is deterministic
// and must run once, after the last object was added.
func (p *Program) Layout() {
	for i, f := range p.Procs {
		f.Addr = procBase + uint64(i)*procStep
	}
	if p.Slots {
		slot := uint64(1)
		for _, o := range p.Objects {
			o.Addr = slot<<p.SlotBits() + p.SlotLead()
			slot += p.SlotsOf(o.Size)
		}
		return
	}
	next := uint64(objectBase)
	for _, o := range p.Objects {
		a := max(o.Align, 16)
		next = (next + a - 1) &^ (a - 1)
		o.Addr = next
		next += max(o.Size, 1) + objectGap
	}
}

// HeapBase is the initial value of HeapTop: above every object.
func (p *Program) HeapBase() uint64 {
	h := uint64(heapBase)
	if p.Slots {
		slot := max(h>>p.SlotBits(), 1)
		for _, o := range p.Objects {
			slot = max(slot, o.Addr>>p.SlotBits()+p.SlotsOf(o.Size))
		}
		return slot << p.SlotBits()
	}
	for _, o := range p.Objects {
		if end := o.Addr + o.Size + objectGap; end > h {
			h = (end + HeapAlign - 1) &^ (HeapAlign - 1)
		}
	}
	return h
}

// SlotBits is the width of the addresses within a slot. With Program.Slots
// every object begins at SlotLead in a slot of its own, so that the upper bits
// of an address name the object, also if it lies somewhat outside of it. An
// object that does not fit takes several slots.
func (p *Program) SlotBits() int {
	if p.PtrBits == 32 {
		return 18
	}
	return 42
}

// Slot is the start of the slot that an address is in. It is cut out by shifts, so that
// no constant looks like an address.
func (p *Program) Slot(addr Expr) Expr {
	n := &Const{T: addr.Type(), V: uint64(p.SlotBits())}
	return &Binary{Op: Shl, T: addr.Type(), X: &Binary{Op: LShr, T: addr.Type(), X: addr, Y: n}, Y: n}
}

// SlotLead is the distance of an object from the start of its slot.
func (p *Program) SlotLead() uint64 { return 1 << (p.SlotBits() - 2) }

// EndedAddr is an address at which no object ever is: a variable gets it in the place
// of that of an object whose life has ended.
func (p *Program) EndedAddr() uint64 { return p.SlotLead() }

// SlotRoom is the size of the largest object that fits into a slot.
func (p *Program) SlotRoom() uint64 { return 1<<p.SlotBits() - p.SlotLead() }

// SlotStep bounds the steps of pointers that are short: a few of them do not
// lead from an object into that of another slot. With 64-bit pointers those by
// an int are, in arrays of elements of at most 32 bytes.
func (p *Program) SlotStep() uint64 { return p.SlotLead() >> 4 }

// SlotsOf is the number of slots that an object takes.
func (p *Program) SlotsOf(size uint64) uint64 {
	return (p.SlotLead()+max(size, 1)-1)>>p.SlotBits() + 1
}

// ErrorLocs returns the locations of kind Error, by id.
func (p *Program) ErrorLocs() []*Loc {
	var out []*Loc
	for _, l := range p.Locs {
		if l.Kind == Error {
			out = append(out, l)
		}
	}
	return out
}

// Drives reports whether an edge belongs to what makes the arguments for the function in
// question.
func (p *Program) Drives(e *Edge) bool { return p.Driver != "" && e.Pos.File == p.Driver }

// Gives reports whether e makes a block for the arguments of the function in question:
// it belongs to the caller, who frees it.
func (p *Program) Gives(e *Edge) bool { return p.Drives(e) && e.From.Proc == p.Main }

// Drive hides what only makes the arguments for the function in question: of the
// statements of Driver none but the inputs is one of the program that a user looks at.
func (p *Program) Drive() {
	for _, e := range p.Edges {
		if !p.Drives(e) {
			continue
		}
		switch s := e.Stmt.(type) {
		case *Havoc:
		case *MemHavoc:
			if s.Kind != Nondet {
				e.Role = RoleImplicit
			}
		default:
			e.Role = RoleImplicit
		}
	}
}

// The program's syntax as far as it is kept: the statements that decide, the
// loops, and the meaning of names there. Witnesses speak of these places.

// Branch says that an edge is one way out of a decision of the source. A
// decision that control flow was not split for, such as one with a constant
// condition, has none.
type Branch struct {
	Keyword string // if, while, do, for, switch, or ? for a conditional expression
	Pos     Pos    // of the keyword
	Outcome string // true, false, or for a switch the value of the case or default
}

// Loop is a loop statement of the source, at a location that its iterations
// pass: the head, where control comes before each evaluation of the condition
// (in a do loop: before the body), or for a do loop also the place in front
// of the condition.
type Loop struct {
	Keyword string // while, do, for
	Pos     Pos    // of the keyword
	Scope   []Name // what is visible there, if the front end was asked for it
}

// Name is a name in scope and where its value is.
type Name struct {
	Text string
	// Var holds a scalar, or Obj everything. Both are nil where the variable
	// is hidden or lives elsewhere.
	Var   *Var
	Obj   *Object
	CType *CType
}
