package interp

import (
	"context"
	"culprit/cfg"
	"culprit/internal/work"
	"culprit/interp/code"
	"math"
	"math/rand/v2"
)

// Limits bounds an execution. Zero fields mean the defaults.
type Limits struct {
	Steps   int  // edges; default 100 million. Exact when recording, else checked per straight chain
	Depth   int  // open calls; default one million
	Pages   int  // memory pages of 4 KiB; default 64 Ki (256 MiB)
	Output  int  // bytes of output (Run only); default 1 GB
	Record  bool // keep the trace
	Regions bool // check the regions of the alias analysis against all accesses, see RegionClash
	Checks  bool // look for undefined behaviour of memory accesses, too
}

func (l Limits) withDefaults() Limits {
	def := func(v *int, d int) {
		if *v <= 0 {
			*v = d
		}
	}
	def(&l.Steps, 100_000_000)
	def(&l.Depth, 1_000_000)
	def(&l.Pages, 1<<16)
	return l
}

// Outcome is the result of an execution.
type Outcome struct {
	Status Status
	Reason string
	Loc    *cfg.Loc // where it ended, for ReachedError, Unsupported and Blocked
	Steps  int
	// Trace is what happened, if it was recorded. Return edges are part of
	// it. After Blocked or StepLimit it does not end at an Error location.
	Trace *cfg.Trace
	// Notes lists undefined behaviour, each place and kind once.
	Notes []Fault
	// Unknown lists the executed Havocs of kind Unknown: the outcome depends
	// on over-approximated constructs.
	Unknown []*cfg.Edge

	m *machine
}

// Value returns the final value of a variable.
func (o *Outcome) Value(v *cfg.Var) uint64 { return o.m.reg[v.ID] }

// Byte returns a byte of the final memory.
func (o *Outcome) Byte(addr uint64) byte { return o.m.mem.byteAt(addr) }

// Execute runs prog from the entry of Main with values from inputs.
func Execute(prog *cfg.Program, inputs InputSource, lim Limits) Outcome {
	opt := code.Options{Announce: lim.Record, Own: code.Recursive(prog), Regions: lim.Regions}
	return compile(prog, opt).Execute(inputs, lim)
}

// Checks are faults on request (see package code).
type Checks = code.Checks

// The elements of Checks.
const (
	OverflowCheck   = code.OverflowCheck
	ConversionCheck = code.ConversionCheck
	WrapCheck       = code.WrapCheck
	PointerCheck    = code.PointerCheck
	ConstantCheck   = code.ConstantCheck
)

// Code is a compiled program. It is immutable and may be shared.
type Code struct {
	*code.Code
	statics objectTable
}

func compile(p *cfg.Program, opt code.Options) *Code {
	return &Code{code.Compile(p, opt), staticObjects(p)}
}

// Compile translates prog once for several executions. The result is
// immutable. Only code compiled with record can record traces and replay.
func Compile(prog *cfg.Program, record bool) *Code {
	return compile(prog, code.Options{Announce: record, Own: code.Recursive(prog)})
}

// CompileChecked is Compile for recording, of code that notes signed overflow,
// too.
func CompileChecked(prog *cfg.Program) *Code {
	return compile(prog, code.Options{Announce: true, Own: code.Recursive(prog), Checks: code.OverflowCheck})
}

// Execute runs compiled code.
func (c *Code) Execute(inputs InputSource, lim Limits) Outcome {
	if lim.Record && !c.Opt.Announce {
		panic("interp: this code cannot record")
	}
	if lim.Regions && !c.Opt.Regions {
		panic("interp: this code cannot check regions")
	}
	m := newMachine(c, inputs, lim)
	m.record = lim.Record
	m.checks = lim.Checks
	m.run()
	return m.outcome()
}

func (m *machine) outcome() Outcome {
	o := Outcome{Status: m.status, Reason: m.reason, Loc: m.loc, Steps: int(m.steps), Notes: m.notes, Unknown: m.unknown, m: m}
	if m.record {
		o.Trace = m.trace
	}
	return o
}

// Constant is an InputSource that gives one value to every Havoc and one
// byte to all uninitialised memory.
type Constant struct {
	V    uint64
	Byte byte
}

// Value implements InputSource.
func (c Constant) Value(*cfg.Edge, *cfg.Havoc) (uint64, bool) { return c.V, true }

// Memory implements InputSource.
func (c Constant) Memory(_ *cfg.Edge, addr, size uint64) (map[uint64]byte, bool) {
	if c.Byte == 0 {
		return nil, true
	}
	return fillBytes(addr, size, func() byte { return c.Byte }), true
}

// Fill implements Filler.
func (c Constant) Fill(*cfg.Edge) (byte, bool) { return c.Byte, true }

func fillBytes(addr, size uint64, b func() byte) map[uint64]byte {
	mem := make(map[uint64]byte)
	for i := range min(size, maxBytes) {
		mem[addr+i] = b()
	}
	return mem
}

// Random is an InputSource of random values that prefers small and extreme
// ones. It also chooses among several enabled edges.
type Random struct{ R *rand.Rand }

// NewRandom returns a Random that depends on seed only.
func NewRandom(seed uint64) Random { return Random{rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))} }

// Value implements InputSource.
func (r Random) Value(*cfg.Edge, *cfg.Havoc) (uint64, bool) {
	switch r.R.IntN(8) {
	case 0:
		return 0, true
	case 1, 2:
		return uint64(r.R.IntN(8)), true
	case 3:
		return -uint64(r.R.IntN(8)), true
	case 4:
		return 1<<r.R.IntN(64) - uint64(r.R.IntN(2)), true
	case 5:
		return math.MaxInt32 - uint64(r.R.IntN(2)), true
	case 6:
		return uint64(r.R.IntN(256)), true
	}
	return r.R.Uint64(), true
}

// Memory implements InputSource.
func (r Random) Memory(_ *cfg.Edge, addr, size uint64) (map[uint64]byte, bool) {
	return fillBytes(addr, size, func() byte { return byte(r.R.Uint32()) }), true
}

// Choose implements Chooser.
func (r Random) Choose(enabled []*cfg.Edge) int { return r.R.IntN(len(enabled)) }

// Search runs the program on a few simple and random inputs and returns the
// trace of the first run that reaches an Error location without depending on
// an over-approximated construct, or nil. round selects the inputs; the runs
// share the budget of work evenly. It finds deep failures that few inputs
// avoid, which are out of reach of every symbolic method.
func Search(ctx context.Context, prog *cfg.Program, round uint64, clock *work.Clock, budget work.Amount) *cfg.Trace {
	steps := min(int(budget/work.Statement)/maxSearches, maxSearchSteps)
	var fast, slow *Code
	for i := uint64(0); i < uint64(maxSearches) && ctx.Err() == nil; i++ {
		src := searchInputs(round, i)
		if fast == nil {
			fast = Compile(prog, false)
		}
		o := fast.Execute(src(), Limits{Steps: steps})
		clock.Count(o.Steps, work.Statement)
		if o.Status != ReachedError || len(o.Unknown) > 0 {
			continue
		}
		if slow == nil {
			slow = Compile(prog, true)
		}
		o = slow.Execute(src(), Limits{Steps: steps, Record: true})
		if o.Status == ReachedError && len(o.Unknown) == 0 {
			return o.Trace
		}
	}
	return nil
}

// searchInputs makes the i-th source of inputs, the same one at each call.
func searchInputs(round, i uint64) func() InputSource {
	if round == 0 && i < 3 {
		return func() InputSource { return Constant{V: []uint64{0, 1, 5}[i]} }
	}
	return func() InputSource { return NewRandom(round*100 + i) }
}
