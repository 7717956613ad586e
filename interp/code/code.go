package code

import (
	"math"

	"culprit/cfg"
	"culprit/interp/libc"
)

// opcode selects the action of one instruction.
type opcode uint8

const (
	_ opcode = iota

	// Data. dst := f(a, b) & mask; sh is 64 minus the operand width.
	Move
	MoveBoth // Move, and another b slots on
	Mask     // truncation
	Neg
	Not
	LNot // a ^ 1
	Add
	Sub
	Mul
	UDiv
	SDiv
	URem
	SRem
	And
	Or
	Xor
	Shl
	LShr
	AShr
	SExt
	NonZero
	Eq
	Ne
	ULt
	ULe
	SLt
	SLe
	Signed  // Add, Sub, Mul, Shl, Neg, FToS or FToU by aux, looking for overflow
	FBinary // aux is the cfg.Op, sh the width
	FCompare
	FUnary
	FCast // sh is the source width, mask the target width
	HostBinary
	HostUnary
	HostCast
	Index32 // dst := a + b * mask, of 32 bits; b is sign-extended by sh bits
	Index64
	ObjAddr // dst := address of object a in the current activation
	Load    // dst := memory[a] & mask, sh bytes; aux 1: checked already

	// Control. Branches jump to dst and fall through otherwise.
	Jump
	BrZero // a == 0
	BrNonZero
	BrEq
	BrNe
	BrULt
	BrULe
	BrSLt
	BrSLe
	Choose // site dst decides among slots a, a+1, ...
	Switch // site dst finds the value of slot a
	Count  // steps += mask; at location dst
	Cover  // the same, and one more run through chain a
	Edge   // announces edge dst; steps++
	Begin  // an instance of edge dst begins, see trace.go; steps++
	Done   // it ends, and control is at location dst
	Stop   // end at location dst

	// Statements. dst is the edge where not said otherwise.
	Ask   // question dst is asked by the next statement, with its arguments
	Havoc // edge b, variable dst; slot a has the value if it is computed, or is -1
	Store // memory[a] := b, sh bytes; aux 1: checked already
	MemCopy
	MemSet
	MemHavoc // address a, size b
	Alloc    // size a, result slot b
	Free     // pointer a, of a stack block if b is 1
	Lib      // site dst, mask of the result
	Call     // site dst
	Return

	// Accesses of an instance, see trace.go.
	ReadVar  // variable a was read
	WriteVar // variable dst was written
	LastVar  // WriteVar of b, then Done
	LoadT    // Load and its record
	StoreT   // Store and its record
	Mark     // the condition of the next edge of a choice begins

	Within    // the sh bytes at a must lie within object b of mask bytes
	SameBlock // the sh bytes at a must lie within the block that b points into
	OneObject // a and b must point into one object, or behind it
	Inside    // b, made of the pointer a, must be in the object that a points into, or behind it
	Wrap      // Add, Sub or Mul of a and b by aux must not wrap around
	Life      // lives of local objects of a block begin or end
	Confirm   // look at memory check b of location a, see control.go
	Region    // access of sh bytes at a through region b, see control.go

	// Flags of uninitialised values, see flags.go.
	Check     // flag a must be 0, or with aux 1 at least not 1
	CheckLoad // sh bytes at a must be initialised
	LoadFlag  // flag dst := those of sh bytes at a
	StoreFlag // those of sh bytes at a := flag b

	// The same together with the access, for code that does not trace.
	LoadUsed   // CheckLoad and Load
	LoadCopied // Load, and flag b := those of the bytes
	StoreBoth  // Store, and those of the bytes := flag dst
)

// Instr is one instruction.
type Instr struct {
	Op        opcode
	Sh        uint8
	Aux       uint8
	Dst, A, B int32
	Mask      uint64
}

// AskSite is a question to the library (cfg.Question).
type AskSite struct {
	Question *cfg.Question
	Args     []int32 // slots of the values
}

// CallSite is the static part of a call.
type CallSite struct {
	Call  *cfg.Call
	Edge  int32
	Args  []int32 // slots of the values
	Param []int32 // slots they go to
	Entry int32   // pc of the callee
}

// Choice is the static part of a location with several ways out.
type Choice struct {
	Loc   *cfg.Loc
	Edges []*cfg.Edge
	Pcs   []int32
}

// Table is a location whose Assume edges compare one value with constants.
type Table struct {
	Loc *cfg.Loc
	Pcs map[uint64]int32
	Def int32
}

// Code is a compiled program. It is immutable and may be shared.
type Code struct {
	Prog    *cfg.Program
	Opt     Options
	Instrs  []Instr
	EdgeAt  []int32   // edge per instruction, -1 if none
	CountAt []int32   // with Count: the one that counts it, per instruction, or -1
	RankAt  []int32   // with Count: its edge among those counted there, from 1
	Head    []bool    // with Count: where control can enter, per location
	Chains  [][]int32 // with Cover: the locations left, in order
	Init    []uint64  // initial slots: variables, constants, temporaries
	Calls   []CallSite
	Choices []Choice
	Tables  []Table
	Copies  []copySite
	Libs    []libSite
	Asks    []AskSite
	Entry   int32
	Open    *initialised // with uninit: the variables that may be without value
	Opaque  []*cfg.Edge  // with uninit: what chooses values that are not known
	// Exprs has what faults at an instruction name: the division or shift, the
	// address of an access.
	Exprs map[int32]cfg.Expr
	Sites []ConfirmSite // of Confirm
	PcOf  []int32       // pc per location, -1 if not emitted
	After []int32       // pc after the call per edge
	Begin []int32       // with trace: pc of Begin per edge
}

// copySite holds the operands of a MemCopy or MemSet beyond two.
type copySite struct{ Dst, Src, Size int32 }

type Options struct {
	Announce bool // Edge before every statement, instead of Count per chain
	Cover    bool // Cover instead of Count
	Trace    bool // Begin and Done around every statement, and its accesses
	Own      bool // own locals and objects for every activation
	Bounds   bool // check elements of arrays against their array
	Checks   Checks
	Uninit   bool // flags for uninitialised values
	Strict   bool // a fault ends the execution
	AllOpen  bool // check and keep the flags of all variables, for tests
	Regions  bool // Region before memory accesses
	Host     bool // floats of the processor, see expr.go
	Asks     bool // Ask before statements that ask the library
}

// compiler holds the state of one translation.
type compiler struct {
	*Code
	consts  map[uint64]int32
	fixes   []fix // forward references to locations
	work    []*cfg.Loc
	temp    int32 // next free temporary, relative
	maxTemp int32
	cur     int32                // current edge
	count   int32                // Count of the current chain, -1 if it has none yet
	rank    int32                // edges it counts up to the current one
	merged  cfg.Expr             // address of a store that may merge bits, while its value is compiled
	cycles  []bool               // with own: the procedures that may call themselves
	loc     *cfg.Loc             // current location
	led     map[*cfg.Binary]bool // sums of pointers to be checked there, see checks.go
	known   []*cfg.Var           // variables that were checked since control was there
}

// tempBase marks temporaries until their absolute slots are known.
const tempBase = 1 << 28

// fix is a reference to the pc of a location.
type fix struct {
	pc   int  // instruction whose dst is the reference
	call bool // pc is the index of a call site, whose entry is the reference
	loc  *cfg.Loc
}

func (c *compiler) emit(in Instr) int {
	c.Instrs = append(c.Instrs, in)
	c.EdgeAt = append(c.EdgeAt, c.cur)
	if c.counts() {
		c.CountAt = append(c.CountAt, c.count)
		c.RankAt = append(c.RankAt, c.rank)
	}
	return len(c.Instrs) - 1
}

// at names the expression that the next instruction computes or whose address
// it uses, for the texts of faults.
func (c *compiler) at(e cfg.Expr) { c.Exprs[int32(len(c.Instrs))] = e }

func (c *compiler) require(l *cfg.Loc) {
	if c.PcOf[l.ID] < 0 {
		c.work = append(c.work, l)
	}
}

// target makes the dst of an emitted instruction refer to a location.
func (c *compiler) target(pc int, l *cfg.Loc) {
	c.fixes = append(c.fixes, fix{pc: pc, loc: l})
	c.require(l)
}

// land makes the branches at pcs jump to the next instruction.
func (c *compiler) land(pcs []int) {
	for _, pc := range pcs {
		c.Instrs[pc].Dst = int32(len(c.Instrs))
	}
}

func (c *compiler) constant(v uint64) int32 {
	s, ok := c.consts[v]
	if !ok {
		s = int32(len(c.Init))
		c.Init = append(c.Init, v)
		c.consts[v] = s
	}
	return s
}

func (c *compiler) newTemp() int32 {
	t := c.temp
	c.temp++
	c.maxTemp = max(c.maxTemp, c.temp)
	return tempBase + t
}

// ConfirmSite is the static part of a check.
type ConfirmSite struct {
	Check            *cfg.MemCheck
	From             *cfg.Loc // where control comes from
	Base, Addr, Size int32
}

// libSite is the static part of a Lib.
type libSite struct {
	Stmt *cfg.Lib
	Fn   *libc.Func // nil if the library has no such function
	Args []int32    // slots of the values
	Vals []libc.Value
	Dst  int32 // slot of the result, -1 if it is not used
}

// Checks are faults on request: a program may do these things on purpose, and
// compilers make of them what it expects. Of unsigned numbers, and of floats that
// become unsigned, only those are looked at that the front end marked, where it
// was asked to (frontend.Config.Checks).
type Checks uint8

// The elements of Checks.
const (
	OverflowCheck   Checks = 1 << iota // signed overflow, also where a float becomes a signed integer
	ConversionCheck                    // floats that become integers which cannot hold them
	WrapCheck                          // unsigned numbers that wrap around
	PointerCheck                       // arithmetic that leads a pointer out of its object (checks.go)
	ConstantCheck                      // changes of const objects of functions; of others they always are
)

// counts reports whether edges are counted per chain.
func (c *compiler) counts() bool { return !c.Opt.Announce && !c.Opt.Trace }

func B2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func MaskOf(w int) uint64 {
	if w >= 64 {
		return math.MaxUint64
	}
	return 1<<uint(w) - 1
}

// region emits the check of one scalar access.
func (c *compiler) region(r *cfg.Region, addr int32, n uint8, write bool) {
	if c.Opt.Regions {
		c.emit(Instr{Op: Region, A: addr, B: RegionID(r), Sh: n, Aux: uint8(B2u(write))})
	}
}

// RegionID identifies a region in the owner map; 0 is reserved for bytes that
// nobody wrote.
func RegionID(r *cfg.Region) int32 {
	if r == nil {
		return 1
	}
	return int32(r.ID) + 2
}
