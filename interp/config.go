package interp

import (
	"context"
	"io"

	"culprit/interp/code"
)

// Status says how an execution ended.
type Status uint8

// The ways an execution ends.
const (
	Running      Status = iota
	ReachedError        // at an Error location
	Exited              // Main returned, or a location without edges was reached
	Unsupported         // at an Unsupported location
	Blocked             // no edge is enabled, or the address space is exhausted
	StepLimit
	InputsEnded
	MemoryLimit
	DepthLimit // open calls
	OutputLimit
	Interrupted // RunConfig.Context
	Stopped     // by the observer (replay: the trace diverged)
	Faulted     // undefined behaviour, if that is to stop the execution
)

var statusNames = [...]string{"running", "reached error", "exited", "unsupported", "blocked", "step limit", "inputs ended", "memory limit", "depth limit", "output limit", "interrupted", "stopped", "faulted"}

func (s Status) String() string { return statusNames[s] }

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

// LeakMode says which heap blocks that are not freed at the end are leaks.
type LeakMode uint8

// The leak modes.
const (
	NoLeaks LeakMode = iota
	Lost             // blocks that nothing reachable points to
	Unfreed          // all blocks
)

// RunConfig says how Run executes a program.
type RunConfig struct {
	// Inputs chooses nondeterministic values. If nil, values of functions
	// without body are read from Stdin as numbers separated by white space,
	// getchar reads one byte, and rand is a fixed sequence.
	Inputs InputSource
	Stdin  io.Reader // nil: empty
	// Stdout and Stderr take the output of the program. If nil, it is kept
	// and returned in the RunResult.
	Stdout, Stderr io.Writer
	// Files are the files that the program can open, by path, besides those
	// it makes itself. They are not modified.
	Files  map[string][]byte
	Args   []string    // argv, including the program's name; empty: just "main"
	Env    []string    // NAME=VALUE, for getenv
	Uninit byte        // content of uninitialised variables and memory
	Checks code.Checks // what is a fault besides what always is
	Leaks  LeakMode
	// AllowUninit switches the check for uses of uninitialised values off.
	AllowUninit bool
	// Lenient notes undefined behaviour and continues.
	Lenient bool
	Limits  Limits
	// Covered, if not nil, is by Loc.ID: Run sets the locations that control has
	// left, a branch whichever way it went. That takes little more time.
	Covered []bool
	// Context ends the execution when it is done; nil: never.
	Context context.Context
}

// options completes compile options with those of the configuration.
func (c *RunConfig) options(opt code.Options) code.Options {
	opt.Own, opt.Bounds, opt.Uninit, opt.Checks = true, true, !c.AllowUninit, c.Checks
	opt.Strict, opt.Host = !c.Lenient, true
	return opt
}

// fork copies the part of a configuration that has a state.
func (c *RunConfig) fork() *RunConfig {
	if m, ok := c.Inputs.(*memo); ok {
		d := *c
		d.Inputs = &memo{m.answers, tapeReader{pos: m.read.pos}}
		return &d
	}
	return c
}
