package interp

import (
	"math/bits"

	"culprit/cfg"
	"culprit/interp/libc"
)

// opcode selects the action of one instruction.
type opcode uint8

const (
	_ opcode = iota

	// Data. dst := f(a, b) & mask; sh is 64 minus the operand width.
	opMove
	opMoveBoth // opMove, and another b slots on
	opMask     // truncation
	opNeg
	opNot
	opLNot // a ^ 1
	opAdd
	opSub
	opMul
	opUDiv
	opSDiv
	opURem
	opSRem
	opAnd
	opOr
	opXor
	opShl
	opLShr
	opAShr
	opSExt
	opNonZero
	opEq
	opNe
	opULt
	opULe
	opSLt
	opSLe
	opSigned  // Add, Sub, Mul, Shl, Neg, FToS or FToU by aux, looking for overflow
	opFBinary // aux is the cfg.Op, sh the width
	opFCompare
	opFUnary
	opFCast // sh is the source width, mask the target width
	opHostBinary
	opHostUnary
	opHostCast
	opIndex32 // dst := a + b * mask, of 32 bits; b is sign-extended by sh bits
	opIndex64
	opObjAddr // dst := address of object a in the current activation
	opLoad    // dst := memory[a] & mask, sh bytes; aux 1: checked already

	// Control. Branches jump to dst and fall through otherwise.
	opJump
	opBrZero // a == 0
	opBrNonZero
	opBrEq
	opBrNe
	opBrULt
	opBrULe
	opBrSLt
	opBrSLe
	opChoose // site dst decides among slots a, a+1, ...
	opSwitch // site dst finds the value of slot a
	opCount  // steps += mask; at location dst
	opCover  // the same, and one more run through chain a
	opEdge   // announces edge dst; steps++
	opBegin  // an instance of edge dst begins, see tracer.go; steps++
	opDone   // it ends, and control is at location dst
	opStop   // end at location dst

	// Statements. dst is the edge where not said otherwise.
	opHavoc // edge b, variable dst; slot a has the value if it is computed, or is -1
	opStore // memory[a] := b, sh bytes; aux 1: checked already
	opMemCopy
	opMemSet
	opMemHavoc // address a, size b
	opAlloc    // size a, result slot b
	opFree     // pointer a, of a stack block if b is 1
	opLib      // site dst, mask of the result
	opCall     // site dst
	opReturn

	// Accesses of an instance, see tracer.go.
	opReadVar  // variable a was read
	opWriteVar // variable dst was written
	opLastVar  // opWriteVar of b, then opDone
	opLoadT    // opLoad and its record
	opStoreT   // opStore and its record
	opMark     // the condition of the next edge of a choice begins

	opWithin    // the sh bytes at a must lie within object b of mask bytes
	opSameBlock // the sh bytes at a must lie within the block that b points into
	opOneObject // a and b must point into one object, or behind it
	opInside    // b, made of the pointer a, must be in the object that a points into, or behind it
	opWrap      // Add, Sub or Mul of a and b by aux must not wrap around
	opLife      // lives of local objects of a block begin or end
	opConfirm   // look at memory check b of location a, see confirm.go
	opRegion    // access of sh bytes at a through region b, see objects.go

	// Flags of uninitialised values, see uninit.go.
	opCheck     // flag a must be 0, or with aux 1 at least not 1
	opCheckLoad // sh bytes at a must be initialised
	opLoadFlag  // flag dst := those of sh bytes at a
	opStoreFlag // those of sh bytes at a := flag b

	// The same together with the access, for code that does not trace.
	opLoadUsed   // opCheckLoad and opLoad
	opLoadCopied // opLoad, and flag b := those of the bytes
	opStoreBoth  // opStore, and those of the bytes := flag dst
)

// instr is one instruction.
type instr struct {
	op        opcode
	sh        uint8
	aux       uint8
	dst, a, b int32
	mask      uint64
}

// callSite is the static part of a call.
type callSite struct {
	call  *cfg.Call
	edge  int32
	args  []int32 // slots of the values
	param []int32 // slots they go to
	entry int32   // pc of the callee
}

// choice is the static part of a location with several ways out.
type choice struct {
	loc   *cfg.Loc
	edges []*cfg.Edge
	pcs   []int32
}

// table is a location whose Assume edges compare one value with constants.
type table struct {
	loc *cfg.Loc
	pcs map[uint64]int32
	def int32
}

// Code is a compiled program. It is immutable and may be shared.
type Code struct {
	prog    *cfg.Program
	opt     compileOptions
	instrs  []instr
	edgeAt  []int32   // edge per instruction, -1 if none
	countAt []int32   // with opCount: the one that counts it, per instruction, or -1
	rankAt  []int32   // with opCount: its edge among those counted there, from 1
	head    []bool    // with opCount: where control can enter, per location
	chains  [][]int32 // with opCover: the locations left, in order
	init    []uint64  // initial slots: variables, constants, temporaries
	calls   []callSite
	choices []choice
	tables  []table
	copies  []copySite
	libs    []libSite
	entry   int32
	statics objectTable
	open    *initialised // with uninit: the variables that may be without value
	opaque  []*cfg.Edge  // with uninit: what chooses values that are not known
	// exprs has what faults at an instruction name: the division or shift, the
	// address of an access.
	exprs map[int32]cfg.Expr
	sites []confirmSite // of opConfirm
	pcOf  []int32       // pc per location, -1 if not emitted
	after []int32       // pc after the call per edge
	begin []int32       // with trace: pc of opBegin per edge
}

// copySite holds the operands of a MemCopy or MemSet beyond two.
type copySite struct{ dst, src, size int32 }

type compileOptions struct {
	announce bool // opEdge before every statement, instead of opCount per chain
	cover    bool // opCover instead of opCount
	trace    bool // opBegin and opDone around every statement, and its accesses
	own      bool // own locals and objects for every activation
	bounds   bool // check elements of arrays against their array
	checks   Checks
	uninit   bool // flags for uninitialised values
	strict   bool // a fault ends the execution
	allOpen  bool // check and keep the flags of all variables, for tests
	regions  bool // opRegion before memory accesses
	host     bool // floats of the processor, see float.go
}

// liveness knows which locals of its procedure some way from a location reads
// before it sets them. Results of procedures are always live.
type liveness struct {
	vars [][]*cfg.Var // by Proc.ID: the locals
	sets [][]uint64   // by Loc.ID: of these by index; nil: all
}

func newLiveness(prog *cfg.Program) *liveness {
	l := &liveness{vars: make([][]*cfg.Var, len(prog.Procs)), sets: make([][]uint64, len(prog.Locs))}
	index := make([]int, len(prog.Vars))
	for _, v := range prog.Vars {
		if v.Proc != nil {
			index[v.ID] = len(l.vars[v.Proc.ID])
			l.vars[v.Proc.ID] = append(l.vars[v.Proc.ID], v)
		}
	}
	locs := make([][]*cfg.Loc, len(prog.Procs))
	for _, x := range prog.Locs {
		if x.Proc != nil {
			locs[x.Proc.ID] = append(locs[x.Proc.ID], x)
		}
	}
	for _, p := range prog.Procs {
		if words := (len(l.vars[p.ID]) + 63) / 64; len(locs[p.ID])*words <= maxLiveWords {
			l.solve(p, locs[p.ID], words, index)
		}
	}
	return l
}

// solve computes the sets of a procedure backwards, until nothing changes.
func (l *liveness) solve(p *cfg.Proc, locs []*cfg.Loc, words int, index []int) {
	sets := make([]uint64, len(locs)*words)
	reads := map[*cfg.Edge][]int{}
	for i, x := range locs {
		l.sets[x.ID] = sets[i*words:][:words:words]
		if p.Ret != nil {
			l.sets[x.ID][index[p.Ret.ID]/64] |= 1 << (index[p.Ret.ID] % 64)
		}
		for _, e := range x.Out {
			cfg.Exprs(e.Stmt, func(y cfg.Expr) {
				cfg.Walk(y, func(y cfg.Expr) {
					if r, ok := y.(*cfg.VarRef); ok && r.V.Proc == p {
						reads[e] = append(reads[e], index[r.V.ID])
					}
				})
			})
		}
	}
	for changed := true; changed; {
		changed = false
		for i := len(locs) - 1; i >= 0; i-- {
			at := l.sets[locs[i].ID]
			for _, e := range locs[i].Out {
				if e.To.Proc != p { // a return
					continue
				}
				set := -1
				if v := cfg.Defined(e.Stmt); v != nil && v.Proc == p && v != p.Ret {
					set = index[v.ID]
				}
				for w, x := range l.sets[e.To.ID] {
					if set>>6 == w {
						x &^= 1 << (set & 63)
					}
					changed = changed || x&^at[w] != 0
					at[w] |= x
				}
				for _, r := range reads[e] {
					changed = changed || at[r/64]>>(r%64)&1 == 0
					at[r/64] |= 1 << (r % 64)
				}
			}
		}
	}
}

// at calls f with the variables that are live at a location.
func (l *liveness) at(x *cfg.Loc, f func(v *cfg.Var)) {
	vars := l.vars[x.Proc.ID]
	set := l.sets[x.ID]
	if set == nil {
		for _, v := range vars {
			f(v)
		}
		return
	}
	for w, b := range set {
		for ; b != 0; b &= b - 1 {
			f(vars[w*64+bits.TrailingZeros64(b)])
		}
	}
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
	count   int32                // opCount of the current chain, -1 if it has none yet
	rank    int32                // edges it counts up to the current one
	merged  cfg.Expr             // address of a store that may merge bits, while its value is compiled
	cycles  []bool               // with own: the procedures that may call themselves
	loc     *cfg.Loc             // current location
	led     map[*cfg.Binary]bool // sums of pointers to be checked there, see pointers.go
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

func (c *compiler) emit(in instr) int {
	c.instrs = append(c.instrs, in)
	c.edgeAt = append(c.edgeAt, c.cur)
	if c.counts() {
		c.countAt = append(c.countAt, c.count)
		c.rankAt = append(c.rankAt, c.rank)
	}
	return len(c.instrs) - 1
}

// at names the expression that the next instruction computes or whose address
// it uses, for the texts of faults.
func (c *compiler) at(e cfg.Expr) { c.exprs[int32(len(c.instrs))] = e }

func (c *compiler) require(l *cfg.Loc) {
	if c.pcOf[l.ID] < 0 {
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
		c.instrs[pc].dst = int32(len(c.instrs))
	}
}

func (c *compiler) constant(v uint64) int32 {
	s, ok := c.consts[v]
	if !ok {
		s = int32(len(c.init))
		c.init = append(c.init, v)
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

// confirmSite is the static part of a check.
type confirmSite struct {
	check            *cfg.MemCheck
	from             *cfg.Loc // where control comes from
	base, addr, size int32
}

// libSite is the static part of a Lib.
type libSite struct {
	stmt *cfg.Lib
	fn   *libc.Func // nil if the library has no such function
	args []int32    // slots of the values
	vals []libc.Value
	dst  int32 // slot of the result, -1 if it is not used
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
	PointerCheck                       // arithmetic that leads a pointer out of its object (pointers.go)
	ConstantCheck                      // changes of const objects of functions; of others they always are
)

// counts reports whether edges are counted per chain.
func (c *compiler) counts() bool { return !c.opt.announce && !c.opt.trace }
