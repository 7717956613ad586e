package main

import (
	"culprit/smt"
	_ "culprit/smt/bitblast" // registers own and gini
	_ "culprit/smt/z3"       // registers z3, in builds with -tags z3
)

// solverFlag is the flag of commands that ask a solver.
type solverFlag struct {
	Solver solver `help:"Solver: own (our SAT solver, the default), gini, or z3 (in builds with -tags z3)." placeholder:"NAME" group:"Limits"`
}

// solver is a registered engine, written as its name; the zero value is the
// default of whoever asks.
type solver struct{ engine smt.Factory }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *solver) UnmarshalText(name []byte) (err error) {
	s.engine, err = smt.Open(string(name))
	return err
}
