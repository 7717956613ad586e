package check

import (
	"context"
	"fmt"
	"time"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/smt"
	"culprit/svcomp"
	"culprit/svcomp/witness"
)

// Verdict is the answer about a witness.
type Verdict uint8

func (v Verdict) String() string { return [...]string{"undecided", "confirmed", "rejected"}[v] }

// Program is what a witness is checked against.
type Program struct {
	Files    []frontend.Source
	Property svcomp.Property
	// Frontend is how the program is lowered.
	Frontend frontend.Config
}

// Config limits a check. The zero value has no limits.
type Config struct {
	Timeout time.Duration // of the whole check
	Memory  uint64        // bytes the process may hold
	Engine  smt.Factory   // as for the verifier
	Log     func(format string, args ...any)
}

// Answer is what a check found out.
type Answer struct {
	Verdict Verdict
	// Reason says why, in one line.
	Reason string
	// Inputs are those of the run that confirms a violation sequence or
	// refutes an invariant, in order.
	Inputs []Input
	// Values are those of the variables of a refuted invariant where it fails.
	Values []Value
	// End is where the run ends.
	End *cfg.Loc
	// Invariants counts those of the witness, Proved those that were proved.
	Invariants, Proved int
}

// Input is a value that a run got from outside.
type Input struct {
	Pos   cfg.Pos
	Func  string
	Value string
}

// Value is the value of a variable.
type Value struct{ Name, Value string }

func undecided(format string, args ...any) *Answer {
	return &Answer{Verdict: Undecided, Reason: fmt.Sprintf(format, args...)}
}

func rejected(format string, args ...any) *Answer {
	return &Answer{Verdict: Rejected, Reason: fmt.Sprintf(format, args...)}
}

// checker is the state of one check.
type checker struct {
	ctx   context.Context
	w     *witness.Witness
	prog  Program
	conf  Config
	start time.Time
	files []*file
	named map[string]*file // by the name that the witness has for it
}

// complaint is an error about a line of the witness.
func (c *checker) complaint(line int, format string, args ...any) error {
	return &svcomp.Error{File: c.w.File, Line: max(line, 1), Col: 1, Msg: fmt.Sprintf(format, args...)}
}

// format prints the value of a variable.
func format(v uint64, x *cfg.Var) string {
	switch {
	case x.Type.Kind == cfg.Float:
		return floatText(v, x.Type.Width())
	case x.Signed:
		return fmt.Sprint(cfg.SignExtend(v, x.Type.Width()))
	}
	return fmt.Sprint(cfg.Mask(v, x.Type.Width()))
}

// The verdicts. Undecided and Rejected come with a reason.
const (
	Undecided Verdict = iota
	Confirmed
	Rejected
)
