package interp

import (
	"context"

	"culprit/cfg"
	"culprit/internal/work"
	"culprit/interp/code"
)

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

// Freed reports whether an address is in a block of the heap that was freed.
func (o *Outcome) Freed(addr uint64) bool { return o.m.wasFreed(addr) }

func (m *machine) wasFreed(addr uint64) bool {
	b := m.blockAt(addr)
	return b != nil && b.freed != nil && b.contains(addr, 1)
}

// Execute runs prog from the entry of Main with values from inputs.
func Execute(prog *cfg.Program, inputs InputSource, lim Limits) Outcome {
	opt := code.Options{Announce: lim.Record, Own: code.Recursive(prog), Regions: lim.Regions}
	return compile(prog, opt).Execute(inputs, lim)
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

// Search runs the program on a few simple and random inputs and returns the
// trace of the first run that reaches an Error location without depending on
// an over-approximated construct, or nil. round selects the inputs; the runs
// share the budget of work evenly. It finds deep failures that few inputs
// avoid, which are out of reach of every symbolic method.
func Search(ctx context.Context, prog *cfg.Program, round uint64, clock *work.Clock, budget work.Amount) *cfg.Trace {
	steps := min(int(budget/work.Statement)/maxSearches, MaxSearchSteps)
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
