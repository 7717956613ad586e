package smt

import "culprit/logic"

// Result is the answer to a satisfiability question. Unknown is an answer
// too, and must never be taken for one of the others.
type Result uint8

const (
	Unknown Result = iota
	Sat
	Unsat
)

func (r Result) String() string {
	return [...]string{"unknown", "sat", "unsat"}[r]
}

// Engine decides the conjunction of f from scratch. An error means that the
// engine does not support the formula or failed; the result is then Unknown.
// The model may leave out variables; those read as zero.
type Engine interface {
	Check(tb *logic.Table, f []logic.T, b Budget) (Result, *logic.Model, error)
}

// Incremental is implemented by engines that keep a formula between checks.
type Incremental interface {
	Engine
	Open(tb *logic.Table) Instance
}

// Instance is a growing formula that is checked under assumptions. Terms given
// to it must stay in the table, or Forget must be called at their release.
type Instance interface {
	// Assert adds a conjunct for good.
	Assert(f logic.T)
	// Check decides the asserted conjuncts together with the assumptions.
	Check(assumptions []logic.T, b Budget) (Result, error)
	// Failed gives, after Unsat, indices of assumptions that are contradictory
	// together with the asserted conjuncts, ascending.
	Failed() []int
	// Model gives, after Sat, the model found.
	Model() *logic.Model
	// Forget drops what is known of terms with index n or more.
	Forget(n int)
}
