package interp

import (
	"iter"

	"culprit/cfg"
)

// Recording is a recorded run: every statement instance with the values it
// read and wrote, in a compact form that spills to a file when it grows.
type Recording struct {
	Prog   *cfg.Program
	N      int // number of instances
	Result RunResult
}

// All iterates over the instances from number from on. The *cfg.Instance is
// reused: copy what is to be kept.
func (r *Recording) All(from int) iter.Seq[*cfg.Instance] { panic("to be written") }

// Close removes the file the recording spilled to.
func (r *Recording) Close() error { panic("to be written") }

// Record runs prog as Run does and records it.
func Record(prog *cfg.Program, conf RunConfig) (*Recording, error) { panic("to be written") }

// Force changes what happens at one statement instance of a run.
type Force struct {
	// At is the number of the instance (the index of the edge among those
	// that the run executes).
	At int
	// Take, if not nil, is taken out of its From location instead of what the
	// conditions there say; its From must be the location that the run is at.
	Take *cfg.Edge
	// Value, if SetValue, replaces what the instance writes to its
	// destination: Assign, Havoc, Store, Lib.
	SetValue bool
	Value    uint64
}

// Session is a run that can be stopped, copied and continued.
type Session struct{}

// NewSession prepares a run of prog. Nothing is executed yet.
func NewSession(prog *cfg.Program, conf RunConfig) *Session { panic("to be written") }

// At is the number of instances executed so far.
func (s *Session) At() int { panic("to be written") }

// RunTo continues until the next instance would be number at, or the run
// ends; it reports whether the run goes on.
func (s *Session) RunTo(at int) bool { panic("to be written") }

// Fork copies the session; memory pages are shared until written.
func (s *Session) Fork() *Session { panic("to be written") }

// Force adds changes at instances not executed yet.
func (s *Session) Force(f ...Force) { panic("to be written") }

// Finish runs to the end.
func (s *Session) Finish() RunResult { panic("to be written") }
