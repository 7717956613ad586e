package emit

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/link"
	"culprit/frontend/parse"

	"modernc.org/cc/v4"
)

// Options are the parts of a configuration that decide how statements are made.
type Options struct {
	PtrBits      int
	Execute      bool
	Checks       safety.Checks
	UnsignedChar bool
}

// Program is the program that is made, with what emitters of its procedures share.
type Program struct {
	Options   Options
	Linked    *link.Program
	Types     *ctypes.Types
	CFG       *cfg.Program
	Procs     procedures
	Names     names
	Notes     notes
	Locations locations

	Dynamic  dynamicTypes
	Typing   typing
	Lossy    map[cfg.Expr][]safety.Converted // conversions, by the expressions in them
	Followed map[cfg.Expr]safety.Followed    // pointers, by the expressions in addresses
	// ConstInt is the value of an integer constant expression.
	ConstInt func(cc.ExpressionNode) (int64, bool)
}

// New is the program for u, without procedures.
func New(conf Options, u *link.Program) Program {
	prog := &cfg.Program{File: u.Sources.Main.Name, Sources: u.Sources.Texts, PtrBits: conf.PtrBits}
	return Program{Options: conf, Linked: u, Types: ctypes.New(conf.PtrBits, conf.UnsignedChar), CFG: prog,
		Procs:     procedures{Named: map[string]*Proc{}, Routines: map[string]*routine{}},
		Names:     newNames(),
		Notes:     notes{prog: prog, said: map[string]bool{}},
		Locations: locations{into: map[*cfg.Loc]*cfg.Loc{}, Reached: map[*cfg.Loc]bool{}},
		Dynamic:   dynamicTypes{Lengths: map[cc.ExpressionNode]*Pinned{}, Extents: map[ctypes.RecordKey]*Extent{}},
		Typing:    typing{Objects: map[*cfg.Object]*ctypes.Type{}},
		Lossy:     map[cfg.Expr][]safety.Converted{},
		Followed:  map[cfg.Expr]safety.Followed{},
	}
}

// Unsupported is the panic that aborts the lowering of one statement; the
// path then ends in a location of kind Unsupported.
type Unsupported struct {
	What string
	Span parse.Span
}

// Emitter emits statements of one procedure: control flow, values in all types
// of C, and memory. It knows the program that is made and the blocks that are
// open, but neither the names nor the syntax of the source; who embeds it adds these. Cur
// is the location reached so far, nil where control cannot come: then nothing is
// emitted.
type Emitter struct {
	Program   *Program
	Procedure *Proc
	Proc      *cfg.Proc
	Cur       *cfg.Loc
	At        parse.Span // of the statement being lowered
	Role      cfg.Role   // Role of its edges
	Decision  Decision   // whose condition is being lowered
	// Constant: what is lowered are constant expressions, which the compiler
	// evaluates.
	Constant bool
	Typing   bool // only types are asked for: nothing is emitted

	Blocks      []Block       // those open, outermost first
	Temporaries []*cfg.Object // of the full expression being lowered
	Entry       []func()      // statements for the entry of the procedure

	// Lower evaluates the expression of an array's size, in the scope of the
	// syntax that is lowered.
	Lower func(cc.ExpressionNode) Value
}

// locations merges those that only an empty statement lies between, so
// that no edge is made for it.
type locations struct {
	into    map[*cfg.Loc]*cfg.Loc
	Reached map[*cfg.Loc]bool // some jump leads there
}

// Decision is a decision of the source whose condition is being lowered:
// control that arrives at yes or no has made it.
type Decision struct {
	Keyword string
	Pos     cfg.Pos
	Yes, No *cfg.Loc
}

// Block is a block, or a for statement with a declaration, that is being
// lowered.
type Block struct {
	Node    cc.Node
	objects []*cfg.Object // declared in it
	vars    []*cfg.Var    // declared in it that have room for a pointer
	// Cleanups are the variables with attribute cleanup declared so far.
	Cleanups []*cc.Declarator
	Stack    []*cfg.Var // addresses of the stack blocks allocated so far
}

// Value is a value: a scalar expression, or a structure that lies at lv. A
// comparison has the C type int and an expression of type Bool.
type Value struct {
	Expr  cfg.Expr
	Type  *ctypes.Type
	Place *Place
}

// Place is where a value is stored: in variables, or in memory at addr. The
// parts of a composite value that is being computed are stored nowhere: they
// are expressions, constants or temporary variables.
type Place struct {
	Type     *ctypes.Type
	Flat     *Flat
	Addr     cfg.Expr
	BitField *ctypes.Field // a bit-field of the structure at addr
	Expr     cfg.Expr      // of a scalar that is stored nowhere
	parts    []Place       // of a composite value that is stored nowhere
	Denoted  Lvalue        // how it is denoted, if it is a scalar in memory
}

// Storage is where a variable lives.
type Storage struct {
	Type *ctypes.Type
	Flat *Flat       // scalars in variables
	Obj  *cfg.Object // static memory
	Ptr  *cfg.Var    // holds the address: automatic memory of recursive functions, variable-length arrays
}

// Flat is a scalar variable, or a structure with one variable per scalar.
type Flat struct {
	Type   *ctypes.Type
	Var    *cfg.Var
	Fields []*Flat
}

// Proc is a procedure that will be lowered.
type Proc struct {
	Func   *link.Function
	CFG    *cfg.Proc
	Type   *ctypes.Type // function type
	Params []*cc.Declarator
	// Result is the hidden result of a function that returns a structure.
	Result *Storage
	Stores []*Storage // parallel to params
	// VarArgs is the hidden last parameter that points to the variable arguments,
	// nil if the body does not look at them.
	VarArgs     *cfg.Var
	Cyclic      bool
	Unsupported string                      // why its calls are unsupported
	Vars        map[*cc.Declarator]*Storage // once its body is lowered
	Nesting     nesting
	Jumps       nonlocalJumps
	// Variants are the copies of a function that passes its variable arguments
	// on, by the types of these; packed says that this is one of them.
	Variants map[string]*Proc
	Packed   bool
	DeclPos  parse.Span
}

// procedures are the procedures of the program.
type procedures struct {
	Named    map[string]*Proc
	Order    []*Proc // in which they are numbered; lowering a body may add some
	Routines map[string]*routine
	// Rounding is the mode that fesetround has set, in a program that calls it;
	// redirected are the locations after calls that may set another one than to
	// nearest.
	Rounding   *cfg.Var
	Redirected []*cfg.Loc
}

// nesting is how a procedure is nested in others.
type nesting struct {
	Outer *Proc    // of the function around it
	Chain *cfg.Var // its hidden first parameter
	Frame *Frame   // what a recursive one keeps for those nested in it
}

// Frame is the block that holds what nested functions use of a recursive
// function: words for the chain of the function, the next frame in the list of
// live ones, the addresses of nested functions, those of captured variables.
type Frame struct {
	At    *cfg.Var // local variable of the function that holds its address
	Live  *cfg.Var // global variable: the first live frame, 0 if there is none
	Funcs []*Proc  // nested functions whose address is used
	Slots map[*cc.Declarator]uint64
	Size  uint64
}

// Site is a place where jumps from other functions arrive.
type Site struct {
	Id   uint64
	Proc *Proc
	Node cc.Node // *cc.LabeledStatement, or the *cc.PostfixExpression of a setjmp
	// Begin is where a call of setjmp begins, first where it continues then, and
	// again where jumps to it arrive.
	Begin, First, Again *cfg.Loc
}

// nonlocalJumps are the jumps into a procedure and out of it.
type nonlocalJumps struct {
	Sites      []*Site  // where jumps from other functions arrive
	Escapes    []*Site  // those that a call of it may jump to
	Activation *cfg.Var // counts the calls
}

// dynamicTypes holds what has been evaluated of them.
type dynamicTypes struct {
	Lengths map[cc.ExpressionNode]*Pinned // of arrays
	Extents map[ctypes.RecordKey]*Extent  // the layouts of structures
}

// Pinned is a value that does not change after its computation.
type Pinned struct {
	e cfg.Expr // a constant, or
	v *cfg.Var // a variable
	// in is the function that has v; nested ones find it in the frame at slot.
	in   *Proc
	slot uint64
}

// Extent is the layout of a structure of variable size, offs parallel to its
// fields. Bit-fields after a member of variable size lie at an offset from
// where their run begins: bits has what they are relative to that.
type Extent struct {
	Size *Pinned
	Offs []*Pinned
	Bits []*ctypes.Field // parallel to offs, nil for other fields
}

// Access is a read or write of a scalar in memory.
type Access struct {
	Load  *cfg.Load
	Store *cfg.Store
	By    Lvalue
	Type  *ctypes.Type
	Pos   cfg.Pos
}

// conversion is one of a pointer to another pointer type.
type conversion struct {
	E        cfg.Expr
	From, To *ctypes.Type
	Pos      cfg.Pos
}

// Lvalue says how a place is denoted.
type Lvalue struct {
	// Root is what the pointer points to that is followed first, nil for a variable.
	Root *ctypes.Type
	// Union is the innermost union of which this is a member.
	Union *ctypes.Type
}

// Restricted are parameters of a procedure that do not overlap.
type Restricted struct {
	Proc *cfg.Proc
	A, B *cfg.Var
	Pos  cfg.Pos
}

// Fixed is what a function of the library returned that the program must not change.
type Fixed struct {
	E    cfg.Expr
	Name string
	Pos  cfg.Pos
}

// typing is what the lowering knows of the types of accesses.
type typing struct {
	Accesses    []Access
	Conversions []conversion
	Restricted  []Restricted
	Fixed       []Fixed
	Objects     map[*cfg.Object]*ctypes.Type
}

// names hands out the names and numbers of what is created.
type names struct {
	global map[string]int               // how often a name was asked for
	local  map[*cfg.Proc]map[string]int // the same within a procedure
	temps  int
	labels map[string]uint64 // the values of &&label
}

// notes are the remarks and assumptions of the program, each said once.
type notes struct {
	prog *cfg.Program
	said map[string]bool
}

func newNames() names {
	return names{global: map[string]int{}, local: map[*cfg.Proc]map[string]int{}, labels: map[string]uint64{}}
}

// HeapTop is the end of the heap, from its first use on.
func (l *Program) HeapTop() *cfg.Var {
	p := l.CFG
	if p.HeapTop == nil {
		p.HeapTop = p.NewVar(nil, "#heap", cfg.BV(p.PtrBits))
		p.HeapTop.Temp = true
		p.HeapTop.CType = l.Types.Described(l.Types.VoidPtr)
	}
	return p.HeapTop
}

// routine is a computation that has a procedure.
type routine struct {
	p       *cfg.Proc
	results []*cfg.Var
}

// Words of a frame.
const (
	FrameChain = iota
	FrameNext
	FrameFuncs
)

func (l *Program) Word() uint64 { return uint64(l.Options.PtrBits / 8) }

// function is the name of the function that is lowered.
func (f *Emitter) function() string {
	if f.Procedure == nil || f.Procedure.Func == nil {
		return ""
	}
	return f.Procedure.Func.Name
}
