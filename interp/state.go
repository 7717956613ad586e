package interp

import (
	"context"
	"maps"
	"slices"
	"sync"

	"culprit/cfg"
	"culprit/interp/code"
	"culprit/interp/libc"
)

// frame is the return information of one activation.
type frame struct {
	edge int32 // of the call, after which it continues
	proc int32 // callee
	// With activations of their own, lengths at the call: of the saved values
	// (-1 if none were saved), of the stack table, of the stack blocks.
	saved, stack, allocas int32
}

// machine is the state of one execution: registers, memory and control, and
// what is next to them and can be understood alone.
type machine struct {
	code   *Code
	reg    []uint64
	mem    *memory
	owner  map[uint64]int32 // region of the last write of each byte, or nil
	shadow *memory          // flags of uninitialised bytes, or nil
	frames []frame
	own    *activations // nil if all activations share one copy of the locals
	pc     int32        // where run starts or continues

	inputs    InputSource
	choose    func(enabled []*cfg.Edge) int
	ask       func(*cfg.Question, []uint64) (cfg.Answer, bool) // nil unless the code asks
	answer    *cfg.Answer                                      // for the next statement; or nil
	enabled   []*cfg.Edge                                      // scratch space, as the next two
	enabledAt []int
	scratch   []uint64

	limits
	ending
	checker
	blocks
	library
	recorder
}

// limits are what an execution may spend.
type limits struct {
	steps    uint64
	limit    uint64 // steps after which more is asked
	maxSteps uint64
	pause    uint64          // where code without tracer rests at the latest
	ctx      context.Context // ends the execution when it is done; nil: never
	maxDepth int
}

// ending is how an execution ended.
type ending struct {
	status    Status
	reason    string
	at        cfg.Pos // where it stopped at a limit, or what it was about
	loc       *cfg.Loc
	mainEnded bool // main has returned
}

// checker is what is known about undefined behaviour and about values that the
// program does not determine.
type checker struct {
	checks    bool  // look for undefined behaviour of memory accesses
	strict    bool  // a fault stops the execution
	faultPC   int32 // of the fault that ended the execution
	notes     []Fault
	noted     map[noteKey]bool
	unknown   []*cfg.Edge // Havocs of kind Unknown that were executed
	confirmed bool        // the memory check of an error location fails here, too
	here      *cfg.Loc    // where control is while lost blocks are looked for, nil at the end
	leakMode  LeakMode
	nans      bool // a NaN was computed, whose bits are not known
	otherNaN  bool // such NaNs are not the canonical one
}

func (c *checker) clone() checker {
	d := *c
	d.notes, d.noted, d.unknown = slices.Clone(c.notes), maps.Clone(c.noted), slices.Clone(c.unknown)
	return d
}

// recorder is what records an execution or watches it.
type recorder struct {
	observe  func(e *cfg.Edge) bool // called with every edge if the code announces
	trace    *cfg.Trace
	record   bool
	hits     []uint64 // with code.Cover: runs through each chain
	tr       *tracer  // nil unless the code traces
	next     int32    // location after the last instance (with tr)
	returned int32    // location after the last return (with tr)
}

type noteKey struct {
	edge int32
	kind FaultKind
}

// caller is the call edge of an open frame.
func (m *machine) caller(i int) *cfg.Edge { return m.code.Prog.Edges[m.frames[i].edge] }

// stop ends the execution, unless something else did before.
func (m *machine) stop(s Status, reason string) {
	if m.status == Running {
		m.status, m.reason = s, reason
		m.limit = 0 // so that the next code.Count or code.Begin looks
		if m.tr != nil {
			m.tr.on = false
		}
	}
}

// stopAt is stop with the place where it happens.
func (m *machine) stopAt(pc int32, s Status, reason string) {
	if m.status == Running {
		if e := m.userEdge(pc); e != nil {
			m.at = e.Pos
		}
		m.stop(s, reason)
	}
}

// Code is a compiled program. It is immutable and may be shared.
type Code struct {
	*code.Code
	statics objectTable
	free    sync.Pool // of *[]uint64: registers of runs that are over
}

func compile(p *cfg.Program, opt code.Options) *Code {
	return &Code{Code: code.Compile(p, opt), statics: staticObjects(p)}
}

// registers is a copy of the registers of a run, in the memory of one that is over
// if there is any.
func (c *Code) registers(of []uint64) []uint64 {
	if p, ok := c.free.Get().(*[]uint64); ok {
		copy(*p, of)
		return *p
	}
	return slices.Clone(of)
}

// recycle takes back registers that nobody reads any more.
func (c *Code) recycle(reg []uint64) { c.free.Put(&reg) }

// userEdge is the edge of an instruction, or of the innermost call that the
// user wrote.
func (m *machine) userEdge(pc int32) *cfg.Edge {
	if id := m.code.EdgeAt[pc]; id >= 0 && m.code.Prog.Edges[id].Pos.IsValid() {
		return m.code.Prog.Edges[id]
	}
	for i := len(m.frames) - 1; i >= 0; i-- {
		if e := m.caller(i); e.Pos.IsValid() {
			return e
		}
	}
	return nil
}

// active reports whether an activation of a procedure is open.
func (m *machine) active(f *cfg.Proc) bool {
	if m.own != nil {
		return m.own.open[f.ID] > 0
	}
	for _, x := range m.frames {
		if int(x.proc) == f.ID {
			return true
		}
	}
	return f == m.code.Prog.Main
}

// activations gives every activation of a procedure its own locals and local
// objects. Without recursion one copy serves all activations, and only Run
// keeps track of activations, to notice uses of dead objects. The most recent activation of a procedure uses the slots
// of its variables; a nested one of the same procedure saves them and gets
// fresh addresses for the objects. Only Proc.Ret is left alone: it carries the
// result to the caller.
type activations struct {
	locals  [][]int32 // per procedure: slots of its variables except Ret
	objects [][]int32 // per procedure: ids of its objects
	open    []int     // per procedure: activations not yet left
	addr    []uint64  // per object: address in the most recent activation
	saved   []uint64
	top     uint64 // next address for objects of nested activations
	statics objectTable
	static  []int32 // per object: index into statics
	allocas []int32 // stack blocks, as indices into the heap table
	// pointers are the slots of pointers, of each procedure and global.
	pointers [][]int32
}

// library is the C library of an execution and what its calls leave behind.
type library struct {
	lib      *libc.Lib // nil outside Run
	libArgs  []libc.Value
	libCalls int
	libPC    int32    // the call under way
	libFunc  string   // its function, "" if none
	errnoVar *cfg.Var // where the program keeps errno, if it does
	errnoObj *cfg.Object
	errno    int32
	output   [2]*capture              // stdout and stderr, where RunConfig does not take them
	printed  func(stdout []byte) bool // false ends the run; nil: nobody asks
}

// capture keeps output.
type capture struct{ data []byte }

// tracer follows the instances of a machine.
type tracer struct {
	visit func(*cfg.Instance) bool // nil: only step; false stops
	only  []bool                   // locations whose instances are visited, nil for all
	on    bool                     // accesses are noted: somebody wants to see them, and no fault happened
	vars  []*cfg.Var
	inst  cfg.Instance
	to    *cfg.Loc // where the visitor lets the run continue
	open  bool     // an instance began and is not done
	marks []int    // reads before each condition of a choice

	pause  uint64 // number of the instance to rest before
	heads  []bool // locations to rest at, nil for none
	forces []Force
	next   uint64 // number of the next forced instance
}

// never is the number of no instance.
const never = ^uint64(0)
