package cfg

// Program is a whole program after lowering.
type Program struct {
	File    string            // the file named by the user
	Sources map[string][]byte // physical source texts by file name
	PtrBits int               // 32 (ILP32) or 64 (LP64)
	Main    *Proc             // Entry procedure; its first edges initialise globals
	Procs   []*Proc           // dense by Proc.ID
	Vars    []*Var            // dense by Var.ID, globals and locals
	Objects []*Object         // dense by Object.ID
	Regions []*Region         // dense by Region.ID; filled by package cfg/alias
	Locs    []*Loc            // dense by Loc.ID
	Edges   []*Edge           // dense by Edge.ID
	HeapTop *Var              // next free heap address; nil if the program never allocates
	// Notes lists constructs that were abstracted with bounded effect, for
	// the user ("inline assembly ignored"), in source order.
	Notes []Note
}

// Note is a positioned remark about the lowering.
type Note struct {
	Pos  Pos
	Text string
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
	CType  string // C type as text, for display
	Type   Type
	Signed bool  // whether values print as signed
	Proc   *Proc // nil for globals
	Temp   bool  // introduced by the lowering; never shown
	Pos    Pos
}

// Object is a piece of memory with a fixed address: an array, a string
// literal, an aggregate or a scalar whose address is taken.
type Object struct {
	ID    int
	Name  string
	CType string
	Size  uint64 // bytes
	Align uint64 // power of two, at least 1
	Addr  uint64 // assigned by Program.Layout
	Proc  *Proc  // nil for globals, statics and strings
	Const bool   // string literal or const object
	Elem  Type   // scalar element type where uniform, else zero
	Pos   Pos
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
	// What says which assertion failed or which construct is unsupported.
	What string
	// Property names the property that reaching an Error violates, as the
	// competition does: no-overflow, valid-deref. Empty means unreach-call.
	Property string
	Pos      Pos
	// LoopHead marks targets of back edges, set by the lowering.
	LoopHead bool
	Loops    []*Loop // of the source that pass here
	Out, In  []*Edge
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
	Text     string // source text, white space folded
	Role     Role
	// Branch is the decision that this edge is an outcome of, or nil.
	Branch *Branch
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
	// HeapAlign is the alignment of every heap object in bytes.
	HeapAlign = 16
)

// Layout assigns the addresses of procedures and objects. It is deterministic
// and must run once, after the last object was added.
func (p *Program) Layout() {
	for i, f := range p.Procs {
		f.Addr = procBase + uint64(i)*procStep
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
	for _, o := range p.Objects {
		if end := o.Addr + o.Size + objectGap; end > h {
			h = (end + HeapAlign - 1) &^ (HeapAlign - 1)
		}
	}
	return h
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
